package graph

import (
	"math/rand/v2"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// TestBytesGrowLinearly: n edges cost n times one edge. A codec that writes what can be reached from an edge, its ends and their
// other edges, would write more for each, the more there are.
func TestBytesGrowLinearly(t *testing.T) {
	const most = 16_000
	size := func(n int) float64 { return float64(len(written(t, winding(n), WriteOptions{}))) }
	empty := size(1)
	perEdge := (size(most) - empty) / most
	for n := 1000; n < most; n *= 2 {
		if got := (size(n) - empty) / float64(n); got > 1.1*perEdge || got < perEdge/1.1 {
			t.Errorf("%d edges: %.2f bytes each, %.2f of %d", n, got, perEdge, most)
		}
	}
}

// winding is a road of n pairs, each with a point between its ends.
func winding(n int) *Tables {
	r := rand.New(rand.NewPCG(61, 62))
	both := facts.AllModes
	t := &Tables{Facts: []facts.Edge{{Type: facts.Street, Class: facts.Residential, Modes: [2]facts.Modes{both, both}}}}
	at := geometry.Point{Lon: 86000000, Lat: 461000000}
	step := func() geometry.Point {
		at.Lon += r.Int32N(20000) - 9000
		at.Lat += r.Int32N(20000) - 9000
		return at
	}
	p := &t.Pairs
	p.InnerStart = []uint32{0}
	t.Vertices.Point = append(t.Vertices.Point, step())
	t.Vertices.NodeID.Append(1_000_000)
	for i := range n {
		p.From, p.To = append(p.From, VertexID(i)), append(p.To, VertexID(i+1))
		p.LengthDM, p.Facts = append(p.LengthDM, 200+r.Uint32N(3000)), append(p.Facts, 0)
		p.Reversed = append(p.Reversed, r.IntN(2) == 0)
		p.Way.Append(WayID(i / 4))
		p.Inner = append(p.Inner, step())
		p.InnerStart = append(p.InnerStart, uint32(len(p.Inner)))
		t.Vertices.Point = append(t.Vertices.Point, step())
		t.Vertices.NodeID.Append(1_000_000 + int64(r.IntN(5_000_000)))
		if i%4 == 0 {
			t.Ways.ID.Append(5000 + int64(i)*r.Int64N(90))
			t.Ways.Name.Append([]string{"", "Main Street", "Church Lane"}[r.IntN(3)])
		}
	}
	return t
}
