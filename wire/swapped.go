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

// SwappedHint returns a text that says so of a position with a name, behind what is wrong, empty where it is not so.
func SwappedHint(g *graph.Graph, name string, p geometry.Point) string {
	if !Swapped(g, p) {
		return ""
	}
	return "; " + name + " lies outside the graph, but not with its numbers swapped"
}

// swappedHint says so of an end of a query.
func (s *Searcher) swappedHint(q *Query) string {
	for _, end := range []struct {
		name string
		at   *Position
	}{{"from", q.From}, {"to", q.To}} {
		if end.at == nil {
			continue
		}
		if hint := SwappedHint(s.Graph, end.name, geometry.Point(*end.at)); hint != "" {
			return hint
		}
	}
	return ""
}
