package export

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/graphtest"
	"graphbuild/internal/shared"
)

// built returns the graph of inputs, opened from its file.
func built(t testing.TB, inputs ...build.Input) *graph.Graph {
	t.Helper()
	return graphtest.Open(t, build.Config{Inputs: inputs})
}

// town is a small map with a feed.
func town(t testing.TB) *graph.Graph {
	root := filepath.Join(shared.Root(t), "cmd", "graphbuild", "testdata", "inputs")
	return built(t, build.Input{Path: filepath.Join(root, "town.osm")}, build.Input{Path: filepath.Join(root, "feed"), Label: "town"})
}

// delaware is the state, built once for all benchmarks.
func delaware(b *testing.B) *graph.Graph {
	path := shared.Path(b, "data/osm/delaware.osm.pbf")
	data, err := delawareFile(path)
	if err != nil {
		b.Fatal(err)
	}
	g, err := graph.Load(data)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { g.Close() })
	return g
}

var delawareOnce struct {
	sync.Once
	data []byte
	err  error
}

func delawareFile(path string) ([]byte, error) {
	d := &delawareOnce
	d.Do(func() {
		var folder string
		if folder, d.err = os.MkdirTemp("", "export"); d.err != nil {
			return
		}
		defer os.RemoveAll(folder)
		file := filepath.Join(folder, "delaware.graph")
		if _, d.err = build.Run(context.Background(), build.Config{Inputs: []build.Input{{Path: path}}, Output: file}); d.err == nil {
			d.data, d.err = os.ReadFile(file)
		}
	})
	return d.data, d.err
}

// exported returns the bytes of an export.
func exported(t testing.TB, g *graph.Graph, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(context.Background(), &out, g, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
