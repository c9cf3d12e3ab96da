package walk

import (
	"cmp"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// freeStops are the stops that neither streets nor pathways lead to, with a spatial index over them: 20 bytes each.
type freeStops struct {
	stops  []graph.StopID // along the curve
	points []geometry.Point
	index  geometry.Index
}

// newFreeStops finds them. In a graph without streets all stops are free.
func newFreeStops(n *Network) *freeStops {
	type stop struct {
		key uint64
		id  graph.StopID
	}
	var list []stop
	for s := range graph.StopID(n.g.NumStops()) {
		if !n.streets || !n.Linked(s) {
			list = append(list, stop{geometry.CurveKey(n.pointOf(s)), s})
		}
	}
	slices.SortFunc(list, func(a, b stop) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) })
	f := &freeStops{}
	boxes := make([]geometry.Box, len(list))
	for i, s := range list {
		at := n.pointOf(s.id)
		f.stops, f.points = append(f.stops, s.id), append(f.points, at)
		boxes[i] = geometry.EmptyBox()
		boxes[i].Add(at)
	}
	f.index, _ = geometry.OpenIndex(geometry.BuildIndex(boxes), len(boxes)) // no error: the bytes are ours
	return f
}

// near returns the free stops within a straight distance of a point, by number.
func (f *freeStops) near(p geometry.Point, m float64) []graph.StopID {
	var list []graph.StopID
	f.index.Near(p, m, func(leaf int, _ float64) float64 {
		if geometry.Distance(p, f.points[leaf]) <= m {
			list = append(list, f.stops[leaf])
		}
		return m
	})
	slices.Sort(list)
	return list
}
