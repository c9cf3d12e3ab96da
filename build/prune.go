package build

import (
	"cmp"
	"context"
	"math"
	"slices"

	"graphbuild/geometry"
)

// prune drops the pieces of islands with fewer than Config.Prune ends and junctions, however few modes may use them. An
// island with a ferry or a car train, or with a street that a stop can be tied to, stays: it is a place that people go to.
//
// Memory: the feeds, which are read here and not later, and 8 bytes a node.
func (r *run) prune(ctx context.Context) error {
	if r.config.Prune <= 1 {
		return nil
	}
	stops, err := r.stopPoints(ctx)
	if err != nil {
		return err
	}
	islands := newSets(len(r.nodes.id))
	for p := range r.pieces.way {
		islands.join(r.slots[r.pieces.first[p]], r.slots[r.pieces.last[p]])
	}
	visited := map[uint32]bool{} // islands that stay although they are small
	for p := range r.pieces.way {
		root := islands.find(r.slots[r.pieces.first[p]])
		small := int(islands.size(root)) < r.config.Prune
		if small && !visited[root] && (r.isCrossing(p) || r.hasStop(p, stops)) {
			visited[root] = true
		}
	}
	r.keepPieces(func(p int) bool {
		root := islands.find(r.slots[r.pieces.first[p]])
		return int(islands.size(root)) >= r.config.Prune || visited[root]
	})
	return nil
}

// keepPieces drops all pieces but those that keep names.
func (r *run) keepPieces(keep func(piece int) bool) {
	var kept pieceTable
	sightFrom := 0
	for p, way := range r.pieces.way {
		if !keep(p) {
			continue
		}
		kept.add(int(way), r.pieces.first[p], r.pieces.last[p])
		if p < r.sightFrom {
			sightFrom++
		}
	}
	r.sightFrom = sightFrom
	r.pieces = pieceTable{slices.Clip(kept.way), slices.Clip(kept.first), slices.Clip(kept.last)}
}

// isCrossing reports whether a piece is part of a ferry or car train.
func (r *run) isCrossing(piece int) bool {
	return carries(r.facts.rows[r.ways.facts[r.pieces.way[piece]]].Type)
}

// stopPoints returns the positions of the stops of all feeds, from south to north.
func (r *run) stopPoints(ctx context.Context) ([]geometry.Point, error) {
	if err := r.readFeeds(ctx); err != nil {
		return nil, err
	}
	var points []geometry.Point
	for _, feed := range r.feeds {
		for _, stop := range feed.Stops {
			points = append(points, stop.Point)
		}
	}
	slices.SortFunc(points, func(a, b geometry.Point) int { return cmp.Or(cmp.Compare(a.Lat, b.Lat), cmp.Compare(a.Lon, b.Lon)) })
	return points, nil
}

// hasStop reports whether a stop lies within Config.LinkM of a piece.
func (r *run) hasStop(piece int, stops []geometry.Point) bool {
	var line []geometry.Point
	for _, slot := range r.slots[r.pieces.first[piece] : r.pieces.last[piece]+1] {
		line = append(line, r.nodes.point[slot])
	}
	box := geometry.EmptyBox()
	box.AddLine(line)
	const metresADegree = 110_000 // of latitude, at the least
	reach := int64(math.Ceil(r.config.LinkM / metresADegree * 1e7))
	from, _ := slices.BinarySearchFunc(stops, int64(box.S)-reach, func(p geometry.Point, lat int64) int { return cmp.Compare(int64(p.Lat), lat) })
	for _, p := range stops[from:] {
		if int64(p.Lat) > int64(box.N)+reach {
			break
		}
		if box.DistanceM(p) <= r.config.LinkM && geometry.Project(p, line).DistanceM <= r.config.LinkM {
			return true
		}
	}
	return false
}
