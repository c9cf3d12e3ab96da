package wire

import (
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Swapped reports whether a position lies outside a graph, and within it with its numbers swapped.
func Swapped(g *graph.Graph, p geometry.Point) bool {
	b := g.Meta().Bounds
	within := func(lon, lat float64) bool { return b[0] <= lon && lon <= b[2] && b[1] <= lat && lat <= b[3] }
	lon, lat := p.Degrees()
	return !within(lon, lat) && within(lat, lon)
}

// swappedHint says so of an end of a query.
func (s *Searcher) swappedHint(q *Query) string {
	for _, end := range []struct {
		name string
		at   *Position
	}{{"from", q.From}, {"to", q.To}} {
		if end.at != nil && Swapped(s.Graph, geometry.Point(*end.at)) {
			return "; " + end.name + " lies outside the graph, but not with its numbers swapped"
		}
	}
	return ""
}
