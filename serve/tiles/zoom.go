package tiles

import "graphbuild/facts"

// rank orders streets by how far away they are seen: 0 first, -1 is none.
type rank int8

// rules are the groups of classes, and the zoom from which each is on tiles.
var rules = [...]struct {
	last     facts.Class // the group ends with this class
	fromZoom uint32
}{
	{facts.MotorwayLink, 0},
	{facts.TrunkLink, 4},
	{facts.PrimaryLink, 6},
	{facts.SecondaryLink, 8},
	{facts.TertiaryLink, 9},
	{facts.LivingStreet, 12},
	{facts.NumClasses, 13},
}

const lastRank = rank(len(rules) - 1)

// rankOf returns the rank of a class. Ferries and trains for cars rank as primary roads: they tie islands to the rest.
func rankOf(c facts.Class) rank {
	switch c {
	case facts.NoClass:
		return lastRank
	case facts.FerryClass, facts.ShuttleTrain:
		return rankOf(facts.Primary)
	}
	for i, r := range rules {
		if c <= r.last {
			return rank(i)
		}
	}
	return lastRank
}

// rankAt returns the last rank that is shown at a zoom.
func rankAt(zoom uint32) rank {
	r := rank(0)
	for i := range rules {
		if zoom >= rules[i].fromZoom {
			r = rank(i)
		}
	}
	return r
}

// nameOfRank returns the last class of a rank, empty for none.
func nameOfRank(r rank) string {
	if r < 0 {
		return ""
	}
	return min(rules[r].last, facts.NumClasses-1).String()
}

// What begins to be on tiles at which zoom, and what else follows from it.
const (
	singleZoom      = 12 // each pair is a feature of its own; below, those that are alike are joined
	restrictionZoom = 12
	linkZoom        = 14
	thinZoom        = 14 // below, points that nearly coincide stand as one
	exactZoom       = 15 // lines keep all of their points
	vertexZoom      = 16
)

// Bounds on the work for one tile and on what it holds.
const (
	maxBlocks   = 65536 // of 64 pairs that are read: 0.3 s, for far tiles once
	maxStreets  = 40_000
	maxVertices = 20_000
)

// toleranceOf returns how far, in units of the tile, lines may be simplified: an eighth of a pixel, and half of one where
// streets are joined.
func toleranceOf(zoom uint32) float64 {
	switch {
	case zoom >= exactZoom:
		return 0
	case zoom >= singleZoom:
		return 1
	}
	return 4
}
