package graph

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// Snap is a place on an edge pair near a point.
type Snap struct {
	Pair      PairID
	OffsetM   float64 // along the geometry of the pair, from its From vertex
	Portion   float64 // of the geometry that lies before: exactly 0 and 1 at its ends
	DistanceM float64 // from the point
	Point     geometry.Point
}

// SnapOptions say what to snap to. The zero value finds the nearest pair within 200 m that any mode may use.
type SnapOptions struct {
	MaxM  float64     // how far to look; 0: DefaultSnapM
	Modes facts.Modes // pairs that one of these modes may use, in one direction at least; 0: any mode
	// Accept is asked for each direction of a pair within reach that such a mode may use, and with Modes 0 also where no mode may;
	// nil accepts all. The pair is taken when one is accepted.
	Accept func(EdgeID) bool
	Limit  int // results; 0: 1
	// EquallyM is how much farther than the nearest a pair may be, in metres, where those alone are wanted; 0: as far as MaxM.
	EquallyM float64
}

// DefaultSnapM is how far Snap looks when it is not told, in metres.
const DefaultSnapM = 200

// Snap returns the places on edge pairs that are nearest to p, nearest first, equally near ones by pair, each pair once.
func (g *Graph) Snap(p geometry.Point, o SnapOptions) []Snap {
	g.mustBeOpen()
	s := snapper{g: g, o: o, limit: max(o.Limit, 1), boundM: o.MaxM, vicinity: geometry.VicinityOf(p)}
	if s.boundM == 0 {
		s.boundM = DefaultSnapM
	}
	if s.o.Modes == 0 && s.o.Accept == nil {
		s.o.Modes = facts.AllModes
	}
	x := g.index.open(g)
	x.Near(p, s.boundM, func(leaf int, _ float64) float64 {
		s.leaf(leaf)
		return s.boundM
	})
	return s.found
}

// snapIndex is the spatial index over leaves of pairsPerLeaf consecutive pairs.
type snapIndex struct {
	once sync.Once
	tree geometry.Index
}

// pairsPerLeaf is the number of pairs of a leaf of the index, and of a block of geometry, so that one decoding serves
// a leaf.
const pairsPerLeaf = 64

// snapper is one search for near pairs.
type snapper struct {
	g        *Graph
	o        SnapOptions
	limit    int
	boundM   float64 // nothing further away is of interest
	vicinity geometry.Vicinity
	found    []Snap // sorted
	rows     [pairsPerLeaf]snapRow
	line     []geometry.Point // reused
}

// snapRow is what a leaf tells of a pair before its points are decoded.
type snapRow struct {
	ends   lineEnds
	facts  FactsID
	leastM float64 // no place on it is nearer; infinite where no mode of the search may use it
	restM  float64 // nor on one behind it in the leaf
}

// leaf looks at the pairs of a leaf. Their points can only be decoded one pair after another, so that it looks at the ends of
// all of them first: of most leaves none can be near enough, and of others those up to the last that can are decoded.
func (s *snapper) leaf(leaf int) {
	c := s.g.pairsAt(leaf)
	c.line = s.line
	first := c.next
	rows := s.lookAhead(c, min(pairsPerLeaf, s.g.street.pairs-int(first)))
	for i := range rows {
		r := &rows[i]
		if r.restM > s.boundM {
			break
		}
		p := first + PairID(i)
		line := c.lineOf(p, r.ends)
		if r.leastM <= s.boundM {
			s.look(p, r.facts, line)
		}
	}
	s.line = c.line
}

// lookAhead returns what can be told of n pairs without their points.
func (s *snapper) lookAhead(c pairCursor, n int) []snapRow {
	rows := s.rows[:n]
	for i := range rows {
		c.step()
		r := snapRow{ends: c.ends(), facts: c.facts, leastM: math.Inf(1)}
		switch {
		case s.o.Modes != 0 && s.o.Modes&s.g.anyWay(c.facts) == 0:
		case s.g.street.stored == nil: // tables in memory may have any lengths, and their points are at hand
			r.leastM = 0
		default:
			r.leastM = s.vicinity.LeastM(r.ends.from, r.ends.to, float64(c.lengthDM)/10, s.boundM)
		}
		rows[i] = r
	}
	restM := math.Inf(1)
	for i := n - 1; i >= 0; i-- {
		restM = min(restM, rows[i].leastM)
		rows[i].restM = restM
	}
	return rows
}

// anyWay returns the modes that may use pairs with these facts in one direction at least.
func (g *Graph) anyWay(f FactsID) facts.Modes {
	x := g.FactsAt(f)
	return x.Modes[0] | x.Modes[1]
}

// look adds the place on a pair when it is near enough and the options allow the pair.
func (s *snapper) look(p PairID, f FactsID, line []geometry.Point) {
	at, ok := s.vicinity.Project(line, s.boundM)
	if !ok || !s.accepts(p, f) {
		return
	}
	x := Snap{Pair: p, OffsetM: at.AlongM, DistanceM: at.DistanceM, Point: at.Point}
	x.Portion = portionOf(line, x)
	s.add(x)
}

// portionOf returns the portion of a line that lies before a place on it: exactly 0 or 1 at its ends.
func portionOf(line []geometry.Point, x Snap) float64 {
	length := geometry.Length(line)
	switch {
	case x.Point == line[0] && x.OffsetM <= length/2:
		return 0
	case x.Point == line[len(line)-1] || x.OffsetM >= length:
		return 1
	}
	return max(0, x.OffsetM/length)
}

// accepts reports whether the options allow the pair.
func (s *snapper) accepts(p PairID, f FactsID) bool {
	for d, m := range s.g.FactsAt(f).Modes {
		if (s.o.Modes == 0 || m&s.o.Modes != 0) && (s.o.Accept == nil || s.o.Accept(p.Edge(facts.Direction(d)))) {
			return true
		}
	}
	return false
}

// add inserts a place and lowers the bound when there are enough.
func (s *snapper) add(x Snap) {
	i, _ := slices.BinarySearchFunc(s.found, x, func(a, b Snap) int {
		return cmp.Or(cmp.Compare(a.DistanceM, b.DistanceM), cmp.Compare(a.Pair, b.Pair))
	})
	s.found = slices.Insert(s.found, i, x)
	if len(s.found) > s.limit {
		s.found = s.found[:s.limit]
	}
	if len(s.found) == s.limit {
		s.boundM = s.found[s.limit-1].DistanceM
	}
	if s.o.EquallyM > 0 {
		s.boundM = min(s.boundM, s.found[0].DistanceM+s.o.EquallyM)
		for s.found[len(s.found)-1].DistanceM > s.boundM {
			s.found = s.found[:len(s.found)-1]
		}
	}
}

// leafBoxes returns the boxes of the leaves of the index.
func (g *Graph) leafBoxes() []geometry.Box {
	boxes := make([]geometry.Box, leavesOf(g.street.pairs))
	if g.street.stored == nil {
		g.tables.leafBoxes(boxes)
		return boxes
	}
	for i := range boxes {
		boxes[i] = geometry.EmptyBox()
		c := g.pairsAt(i)
		for int(c.next) < min((i+1)*pairsPerLeaf, g.street.pairs) {
			boxes[i].AddLine(c.read())
		}
	}
	return boxes
}

// leafBoxes fills in the boxes of tables in memory.
func (t *Tables) leafBoxes(boxes []geometry.Box) {
	p := &t.Pairs
	for i := range boxes {
		first, end := i*pairsPerLeaf, min((i+1)*pairsPerLeaf, len(p.From))
		b := geometry.EmptyBox()
		for k := first; k < end; k++ {
			b.Add(t.Vertices.Point[p.From[k]])
			b.AddLine(p.Inner[p.InnerStart[k]:p.InnerStart[k+1]])
			b.Add(t.Vertices.Point[p.To[k]])
		}
		boxes[i] = b
	}
}

// leavesOf returns the number of leaves of an index over pairs.
func leavesOf(pairs int) int { return (pairs + pairsPerLeaf - 1) / pairsPerLeaf }

// open returns the index: that of the file, or one made when first asked for, when it is missing or not sound.
func (x *snapIndex) open(g *Graph) geometry.Index {
	x.once.Do(func() {
		if s := g.street.stored; s != nil {
			tree, err := s.index.Tree.Bytes()
			if err == nil {
				x.tree, err = geometry.OpenIndex(tree, leavesOf(g.street.pairs))
			}
			if err == nil {
				return
			}
		}
		boxes := g.leafBoxes()
		x.tree, _ = geometry.OpenIndex(geometry.BuildIndex(boxes), len(boxes)) // what we built is sound
	})
	return x.tree
}
