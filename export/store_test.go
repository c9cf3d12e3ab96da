package export

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"graphbuild/graph"
	"graphbuild/internal/shared"
	"graphbuild/tinkerpop"
)

// vector returns a file of TinkerPop, unpacked.
func vector(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(shared.Path(t, "cases/tinkerpop/"+name))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, ".gz") {
		return data
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return data
}

func stored(t testing.TB, g *tinkerpop.Graph) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Store(&out, g, graph.Meta{Builder: "test"}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// loaded returns the tables of a file and the file.
func loaded(t testing.TB, data []byte) (*PropertyTables, *graph.Graph) {
	t.Helper()
	var p PropertyTables
	g, err := graph.Load(data, p.Option())
	if err != nil {
		t.Fatal(err)
	}
	return &p, g
}

// TestStored: the sample graphs of TinkerPop, stored and exported again, are the same bytes.
func TestStored(t *testing.T) {
	for _, name := range []string{
		"graphs/tinkerpop-classic-v3.json", "graphs/tinkerpop-crew-v3.json", "graphs/tinkerpop-modern-v3.json", "graphs/tinkerpop-sink-v3.json",
		"graphs/grateful-dead-v3.json.gz", "gryo/tinkerpop-crew-v3.kryo", "gryo/tinkerpop-sink-v3.kryo", "gryo/tinkerpop-modern-v3.kryo",
		"graphbinary-v1/tinkergraph-v1.gbin",
	} {
		data := vector(t, name)
		read, format, err := ReaderOf(data)
		if err != nil {
			t.Fatal(err)
		}
		g, err := read(t.Context(), bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		file := stored(t, g)
		p, in := loaded(t, file)
		if !p.Stored() {
			t.Errorf("%s: the file has no property graph", name)
		}
		if err := in.Verify(func(error) {}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var out bytes.Buffer
		if err := WriteStored(t.Context(), &out, p, Options{Format: format}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s: %d bytes come back as %d others, by way of %d", name, len(data), out.Len(), len(file))
		}
		if WriteStored(t.Context(), io.Discard, p, Options{Format: GeoJSON}) == nil {
			t.Errorf("%s: no error for a format of maps", name)
		}
	}
}

// TestStoredDamaged: bytes that are changed give an error or another graph, and no panic.
func TestStoredDamaged(t *testing.T) {
	g, err := tinkerpop.ReadGraphSON(t.Context(), bytes.NewReader(vector(t, "graphs/tinkerpop-crew-v3.json")))
	if err != nil {
		t.Fatal(err)
	}
	data := stored(t, g)
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x55
		var p PropertyTables
		if _, err := graph.Load(bad, p.Option()); err == nil {
			_ = WriteStored(context.Background(), io.Discard, &p, Options{Format: GraphSON})
		}
	}
}

// TestStoredDisagrees: tables that disagree with each other, which checksums do not show, are errors.
func TestStoredDisagrees(t *testing.T) {
	g, err := tinkerpop.ReadGraphSON(t.Context(), bytes.NewReader(vector(t, "graphs/tinkerpop-crew-v3.json")))
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*PropertyTables){
		"shape of a vertex": func(p *PropertyTables) { p.vertices.Shape.Append(99); p.vertices.Out.Append() },
		"one vertex twice":  func(p *PropertyTables) { p.vertices.Shape.Append(0); p.vertices.Out.Append() },
		"end of an edge":    func(p *PropertyTables) { p.edges.Shape.Append(0); p.edges.From.Append(77); p.edges.To.Append(0) },
		"column of a shape": func(p *PropertyTables) { p.shapes.Label.Append("x"); p.shapes.Column.Append(1000) },
		"rows of a column": func(p *PropertyTables) {
			p.columns.Role.Append(roleID)
			p.columns.Key.Append("")
			p.columns.Kind.Append(tinkerpop.String)
			p.columns.Rows.Append(1 << 30)
		},
		"role of a column": func(p *PropertyTables) {
			p.columns.Role.Append(numRoles)
			p.columns.Key.Append("")
			p.columns.Kind.Append(tinkerpop.Null)
			p.columns.Rows.Append(1)
		},
	} {
		p := newPropertyPacker(g).pack()
		if _, err := p.Graph(); err != nil {
			t.Fatal(err)
		}
		spoil(p)
		if _, err := p.Graph(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
