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
