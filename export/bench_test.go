package export

import (
	"bytes"
	"context"
	"io"
	"testing"

	"graphbuild/graph"
	"graphbuild/tinkerpop"
)

// counter counts the bytes that are written to it.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// BenchmarkExport writes the whole of Delaware in each format. MB/cpu-s is by the processor time of the whole program,
// the collector of garbage included.
func BenchmarkExport(b *testing.B) {
	g := delaware(b)
	for _, f := range Formats() {
		if Format(f) == GTFS { // the state has no feed
			continue
		}
		b.Run(f, func(b *testing.B) {
			b.ReportAllocs()
			var c counter
			start := cpuTime()
			for b.Loop() {
				c.n = 0
				if err := Write(context.Background(), &c, g, Options{Format: Format(f)}); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(c.n)
			if used := cpuTime() - start; used > 0 {
				b.ReportMetric(float64(c.n)*float64(b.N)/1e6/used.Seconds(), "MB/cpu-s")
			}
		})
	}
}

// BenchmarkFollowedBy writes and reads the graph of songs that follow each other (338 vertices, 7,047 edges) in each format
// and in the tables of a graph file. file-B is the size of the file.
func BenchmarkFollowedBy(b *testing.B) {
	g := followedBy(b)
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
		read  func([]byte) error
	}{
		{"graphson", func(w io.Writer) error { return tinkerpop.WriteGraphSON(w, g, tinkerpop.GraphSONOptions{}) }, readWith(tinkerpop.ReadGraphSON)},
		{"graphbinary", func(w io.Writer) error { return tinkerpop.WriteGraphBinary(w, g) }, readWith(tinkerpop.ReadGraphBinary)},
		{"gryo", func(w io.Writer) error { return tinkerpop.WriteGryo(w, g) }, readWith(tinkerpop.ReadGryo)},
		{"graph", func(w io.Writer) error { return Store(w, g, graph.Meta{}) }, readStored},
	} {
		var out bytes.Buffer
		if err := f.write(&out); err != nil {
			b.Fatal(err)
		}
		data := bytes.Clone(out.Bytes())
		write := func() error { out.Reset(); return f.write(&out) }
		b.Run(f.name+"/write", func(b *testing.B) { measure(b, len(data), write) })
		b.Run(f.name+"/read", func(b *testing.B) { measure(b, len(data), func() error { return f.read(data) }) })
	}
}

func measure(b *testing.B, size int, run func() error) {
	b.ReportAllocs()
	start := cpuTime()
	for b.Loop() {
		if err := run(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size), "file-B")
	b.ReportMetric(float64((cpuTime()-start).Microseconds())/1e3/float64(b.N), "cpu-ms/op")
}

func readWith(read Read) func([]byte) error {
	return func(data []byte) error {
		_, err := read(context.Background(), bytes.NewReader(data))
		return err
	}
}

func readStored(data []byte) error {
	var p PropertyTables
	if _, err := graph.Load(data, p.Option()); err != nil {
		return err
	}
	_, err := p.Graph()
	return err
}

// followedBy returns the edges of one label in Grateful Dead, with their vertices.
func followedBy(b *testing.B) *tinkerpop.Graph {
	all, err := tinkerpop.ReadGraphSON(context.Background(), bytes.NewReader(vector(b, "graphs/grateful-dead-v3.json.gz")))
	if err != nil {
		b.Fatal(err)
	}
	var builder tinkerpop.Builder
	ends := map[tinkerpop.Value]bool{}
	for e := range all.Edges() {
		if e.Label == "followedBy" {
			ends[e.Out], ends[e.In] = true, true
			builder.AddEdge(e)
		}
	}
	for v := range all.Vertices() {
		if ends[v.ID] {
			if err := builder.AddVertex(v); err != nil {
				b.Fatal(err)
			}
		}
	}
	g, err := builder.Graph()
	if err != nil {
		b.Fatal(err)
	}
	return g
}
