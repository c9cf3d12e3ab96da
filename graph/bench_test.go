package graph

import (
	"math/rand/v2"
	"os"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// benchGraph returns the graph file that GRAPHBUILD_GRAPH names, such as that of Delaware, else a random one.
func benchGraph(b *testing.B, opts ...Option) *Graph {
	b.Helper()
	if path := os.Getenv("GRAPHBUILD_GRAPH"); path != "" {
		g, err := Open(path, opts...)
		if err != nil {
			b.Fatal(err)
		}
		return g
	}
	g, err := Load(written(b, randomTables(1, 50_000), WriteOptions{}), opts...)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func BenchmarkOpen(b *testing.B) {
	path := os.Getenv("GRAPHBUILD_GRAPH")
	if path == "" {
		path = b.TempDir() + "/x.graph"
		if err := os.WriteFile(path, written(b, randomTables(1, 50_000), WriteOptions{}), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		g, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		g.Close()
	}
}

// BenchmarkArcs reads the edges out of vertices in the order in which a search outwards reaches them.
func BenchmarkArcs(b *testing.B) {
	for name, opts := range map[string][]Option{"packed": nil, "expanded": {Expand()}} {
		b.Run(name, func(b *testing.B) {
			g := benchGraph(b, opts...)
			order := outwards(g)
			var buf []Arc
			n := 0
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				buf = g.AppendArcs(buf[:0], order[i%len(order)])
				n += len(buf)
			}
			b.ReportMetric(float64(n)/float64(b.N), "arcs/op")
		})
	}
}

// outwards returns the street vertices by breadth first from some.
func outwards(g *Graph) []VertexID {
	seen := make([]bool, g.NumStreetVertices())
	var order []VertexID
	for start := range seen {
		first := len(order)
		if !seen[start] {
			seen[start] = true
			order = append(order, VertexID(start))
		}
		for ; first < len(order); first++ {
			for _, a := range g.AppendArcs(nil, order[first]) {
				if !seen[a.To] {
					seen[a.To] = true
					order = append(order, a.To)
				}
			}
		}
	}
	return order
}

func BenchmarkPoint(b *testing.B) {
	g := benchGraph(b)
	for i := 0; b.Loop(); i++ {
		g.PointOf(VertexID(i % g.NumStreetVertices()))
	}
}

// BenchmarkSnap looks for the nearest street for cars around places near streets, up to 200 m away.
func BenchmarkSnap(b *testing.B) {
	g := benchGraph(b)
	r := rand.New(rand.NewPCG(1, 2))
	places := make([]geometry.Point, 1000)
	for i := range places {
		p := g.PointOf(VertexID(r.IntN(g.NumStreetVertices())))
		places[i] = geometry.Point{Lon: p.Lon + r.Int32N(20000) - 10000, Lat: p.Lat + r.Int32N(20000) - 10000}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g.Snap(places[i%len(places)], SnapOptions{Modes: facts.ModesOf(facts.Car)})
	}
}

func BenchmarkPairGeometry(b *testing.B) {
	g := benchGraph(b)
	r := rand.New(rand.NewPCG(1, 2))
	var buf []geometry.Point
	for b.Loop() {
		buf = g.AppendPairGeometry(buf[:0], PairID(r.IntN(g.NumPairs())))
	}
}

func BenchmarkNodeID(b *testing.B) {
	g := benchGraph(b)
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		g.Vertex(VertexID(r.IntN(g.NumStreetVertices()))).OSMNodeID()
	}
}

func BenchmarkWrite(b *testing.B) {
	t := benchGraph(b).Unpack()
	names := make([]string, t.Ways.Name.Len())
	for i := range names {
		names[i] = t.Ways.Name.At(i)
	}
	t.Ways.Name, t.Ways.ID = encode.StringsOf(names), encode.ColOf(t.Ways.ID.Slice())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Write(discard{}, t, WriteOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkExpand tells the bytes of slices that it makes a second.
func BenchmarkExpand(b *testing.B) {
	g := benchGraph(b)
	b.SetBytes(int64(12*g.NumStreetVertices() + 32*g.NumPairs()))
	for b.Loop() {
		s := g.street
		s.expand()
	}
}
