package graph

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// bruteSnap looks at every pair.
func bruteSnap(g *Graph, p geometry.Point, o SnapOptions) []Snap {
	var all []Snap
	for pair := range PairID(g.NumPairs()) {
		modes := g.Edge(EdgeID(2*pair)).Modes() | g.Edge(EdgeID(2*pair+1)).Modes()
		if o.Modes != 0 && modes&o.Modes == 0 || modes == 0 {
			continue
		}
		line := g.AppendPairGeometry(nil, pair)
		at := geometry.Project(p, line)
		if at.DistanceM <= o.MaxM {
			x := Snap{Pair: pair, OffsetM: at.AlongM, DistanceM: at.DistanceM, Point: at.Point}
			x.Portion = portionOf(line, x)
			all = append(all, x)
		}
	}
	slices.SortFunc(all, func(a, b Snap) int {
		return cmp.Or(cmp.Compare(a.DistanceM, b.DistanceM), cmp.Compare(a.Pair, b.Pair))
	})
	if o.EquallyM > 0 {
		all = slices.DeleteFunc(all, func(x Snap) bool { return x.DistanceM > all[0].DistanceM+o.EquallyM })
	}
	return all[:min(len(all), max(o.Limit, 1))]
}

func TestSnapAgainstBruteForce(t *testing.T) {
	places := 30
	if testing.Short() {
		places = 4
	}
	for name, g := range graphs(t, randomTables(21, 500)) {
		r := rand.New(rand.NewPCG(2, 3))
		for range places {
			p := geometry.Point{Lon: 86000000 + r.Int32N(900000), Lat: 461000000 + r.Int32N(250000)}
			o := SnapOptions{MaxM: float64(r.IntN(3000)), Limit: r.IntN(20), Modes: []facts.Modes{0, facts.ModesOf(facts.Car)}[r.IntN(2)]}
			o.EquallyM = []float64{0, 0, 0.02, 50}[r.IntN(4)]
			if r.IntN(10) == 0 {
				p = g.Vertex(VertexID(r.IntN(500))).Point() // equally near edges
			}
			if got, want := g.Snap(p, o), bruteSnap(g, p, o); !slices.Equal(got, want) {
				t.Fatalf("%s: at %v with %+v: %v, want %v", name, p, o, got, want)
			}
		}
	}
}

func TestSnapAccept(t *testing.T) {
	g, err := NewGraph(randomTables(22, 100))
	if err != nil {
		t.Fatal(err)
	}
	p := g.Vertex(50).Point()
	all := g.Snap(p, SnapOptions{MaxM: 1e4, Limit: 1000})
	var even []Snap
	for _, s := range all {
		if s.Pair%2 == 0 {
			even = append(even, s)
		}
	}
	got := g.Snap(p, SnapOptions{MaxM: 1e4, Limit: 1000, Accept: func(e EdgeID) bool { return e/2%2 == 0 }})
	if !slices.Equal(got, even) || len(even) == 0 || len(even) == len(all) {
		t.Errorf("%d of %d places accepted, want %d", len(got), len(all), len(even))
	}
}

// TestSnapAsksOfNear: who counts what Accept is asked of counts nothing that is out of reach.
func TestSnapAsksOfNear(t *testing.T) {
	for name, g := range graphs(t, randomTables(25, 500)) {
		asked := 0
		for v := range VertexID(50) {
			p := g.Vertex(v * 10).Point()
			g.Snap(p, SnapOptions{MaxM: 500, Accept: func(e EdgeID) bool {
				asked++
				if m := geometry.Project(p, g.Edge(e).AppendGeometry(nil)).DistanceM; m > 500 {
					t.Errorf("%s: asked of edge %d, %.0f m away", name, e, m)
				}
				return false
			}})
		}
		if asked == 0 {
			t.Errorf("%s: asked of nothing", name)
		}
	}
}
