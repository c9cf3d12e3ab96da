package graph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/geometry"
)

// TestLineReader reads edges in any order, near each other and far apart, and compares with the geometry of edges.
func TestLineReader(t *testing.T) {
	for name, g := range graphs(t, randomTables(23, 3000)) {
		r, rnd := g.NewLineReader(), rand.New(rand.NewPCG(3, 4))
		at := 0
		for range 3000 {
			if at += rnd.IntN(200) - 100; rnd.IntN(20) == 0 {
				at = rnd.IntN(g.NumStreetEdges())
			}
			at = min(max(at, 0), g.NumStreetEdges()-1)
			e := EdgeID(at)
			before := g.PointOf(0)
			got := r.Append([]geometry.Point{before}, e)
			if want := g.Edge(e).AppendGeometry(nil); got[0] != before || !slices.Equal(got[1:], want) {
				t.Fatalf("%s: edge %d: %v, want %v", name, e, got, want)
			}
		}
		if got := r.Append(nil, EdgeID(g.NumStreetEdges())); got != nil {
			t.Errorf("%s: %v of no edge", name, got)
		}
	}
}

// TestLineReaderKeepsLittle: blocks with very many points, as a corrupt file may have, are read without being kept.
func TestLineReaderKeepsLittle(t *testing.T) {
	tab := randomTables(24, 100)
	p := &tab.Pairs
	start, inner := []uint32{0}, []geometry.Point(nil)
	for i := range p.From {
		at := tab.Vertices.Point[p.From[i]]
		for k := range int32(keptPoints / 40 * (i % 2)) {
			inner = append(inner, geometry.Point{Lon: at.Lon + k%7, Lat: at.Lat + k%5})
		}
		start = append(start, uint32(len(inner)))
	}
	p.Inner, p.InnerStart = inner, start
	for name, g := range graphs(t, tab) {
		r := g.NewLineReader()
		for e := range EdgeID(g.NumStreetEdges()) {
			if got := r.Append(nil, e); !slices.Equal(got, g.Edge(e).AppendGeometry(nil)) {
				t.Fatalf("%s: edge %d: %d points", name, e, len(got))
			}
		}
		for i := range r.blocks {
			if n := cap(r.blocks[i].points); n > 2*keptPoints {
				t.Errorf("%s: %d points kept", name, n)
			}
		}
	}
}
