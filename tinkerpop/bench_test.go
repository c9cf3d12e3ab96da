package tinkerpop

import (
	"bytes"
	"context"
	"testing"
)

// followedBy returns the graph of the songs that follow each other in Grateful Dead: 338 vertices, 7,047 edges.
func followedBy(t testing.TB) *Graph {
	all := read(t, forms[0], vector(t, "graphs/grateful-dead-v3.json.gz"))
	var b Builder
	ends := map[Value]bool{}
	for e := range all.Edges() {
		if e.Label == "followedBy" {
			ends[e.Out], ends[e.In] = true, true
			b.AddEdge(e)
		}
	}
	for v := range all.Vertices() {
		if ends[v.ID] {
			if err := b.AddVertex(v); err != nil {
				t.Fatal(err)
			}
		}
	}
	g, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	if v, e := g.Counts(); v != 338 || e != 7047 {
		t.Fatalf("%d vertices and %d edges, want 338 and 7,047", v, e)
	}
	return g
}

// BenchmarkGraphs writes and reads a small graph, of the size of a short answer, and a large one in each form. scan reads
// GraphBinary into one vertex and one edge.
func BenchmarkGraphs(b *testing.B) {
	for _, x := range []struct {
		name string
		g    *Graph
	}{{"small", small(b)}, {"followedBy", followedBy(b)}} {
		for _, f := range forms {
			benchmarkForm(b, x.name+"/"+f.name, f, x.g)
		}
	}
	data := written(b, forms[2], followedBy(b))
	b.Run("followedBy/graphbinary/scan", func(b *testing.B) { benchmarkScan(b, data) })
}

func benchmarkForm(b *testing.B, name string, f form, g *Graph) {
	data := written(b, f, g)
	b.Run(name+"/write", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		var out bytes.Buffer
		for b.Loop() {
			out.Reset()
			if err := f.write(&out, g); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(name+"/read", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			read(b, f, data)
		}
	})
}

func benchmarkScan(b *testing.B, data []byte) {
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	s := newScan()
	for b.Loop() {
		if n := s.run(b, data); n != 338+7047 {
			b.Fatalf("%d elements", n)
		}
	}
}

// scan holds what a program that scans many graphs keeps.
type scan struct {
	source bytes.Reader
	r      *BinaryReader
	v      Vertex
	e      Edge
}

func newScan() *scan { return &scan{} }

func (s *scan) run(t testing.TB, data []byte) (elements int) {
	s.source.Reset(data)
	if s.r == nil {
		s.r = NewBinaryReader(context.Background(), &s.source)
	} else {
		s.r.Reset(context.Background(), &s.source)
	}
	for s.r.Vertex(&s.v) {
		elements++
	}
	for s.r.Edge(&s.e) {
		elements++
	}
	if err := s.r.Err(); err != nil {
		t.Fatal(err)
	}
	return elements
}

// TestScanAllocatesNothing: a reader that is used again reads a whole graph without allocating.
func TestScanAllocatesNothing(t *testing.T) {
	data := written(t, forms[2], followedBy(t))
	s := newScan()
	s.run(t, data)
	if n := testing.AllocsPerRun(5, func() { s.run(t, data) }); n > 0 {
		t.Errorf("%.0f allocations, want none", n)
	}
}
