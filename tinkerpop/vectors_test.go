package tinkerpop

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/internal/shared"
)

// vector returns a file of TinkerPop, unpacked.
func vector(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(shared.Path(t, "cases/tinkerpop/"+name))
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(name) == ".gz" {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

type readFunc func(context.Context, io.Reader) (*Graph, error)

// form is a format with its reader and its writer.
type form struct {
	name  string
	read  readFunc
	write func(io.Writer, Source) error
}

var forms = []form{
	{"graphson", ReadGraphSON, func(w io.Writer, s Source) error { return WriteGraphSON(w, s, GraphSONOptions{}) }},
	{"graphson-untyped", ReadGraphSON, func(w io.Writer, s Source) error { return WriteGraphSON(w, s, GraphSONOptions{Untyped: true}) }},
	{"graphbinary", ReadGraphBinary, WriteGraphBinary},
	{"gryo", ReadGryo, WriteGryo},
}

// formOf returns the form of a file by its name.
func formOf(name string) form {
	switch {
	case strings.HasSuffix(name, ".kryo"):
		return forms[3]
	case strings.HasSuffix(name, ".gbin"):
		return forms[2]
	case strings.HasSuffix(name, "-v2.json"), strings.Contains(name, "untyped"):
		if !strings.Contains(name, "-typed-") {
			return forms[1]
		}
	}
	return forms[0]
}

func read(t testing.TB, f form, data []byte) *Graph {
	t.Helper()
	g, err := f.read(context.Background(), bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func written(t testing.TB, f form, s Source) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := f.write(&out, s); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestRewrite: files of TinkerPop come out byte for byte.
func TestRewrite(t *testing.T) {
	for _, name := range []string{
		"gryo/tinkerpop-classic-v3.kryo", "gryo/tinkerpop-crew-v3.kryo", "gryo/tinkerpop-modern-v1.kryo", "gryo/tinkerpop-modern-v3.kryo",
		"gryo/tinkerpop-sink-v3.kryo",
		"graphs/tinkerpop-classic-v3.json", "graphs/tinkerpop-crew-v3.json", "graphs/tinkerpop-modern-v3.json", "graphs/tinkerpop-sink-v3.json",
		"graphs/tinkerpop-crew-typed-v2.json", "graphs/grateful-dead-v3.json.gz",
		"graphs/tinkerpop-classic-v2.json", "graphs/tinkerpop-crew-v2.json", "graphs/tinkerpop-modern-v2.json", "graphs/tinkerpop-sink-v2.json",
		"graphs/grateful-dead-v2-untyped.json.gz",
		"graphbinary-v1/tinkergraph-v1.gbin",
	} {
		t.Run(name, func(t *testing.T) {
			data, f := vector(t, name), formOf(name)
			sameBytes(t, written(t, f, read(t, f, data)), data)
		})
	}
}

func sameBytes(t *testing.T, got, want []byte) {
	t.Helper()
	n := 0
	for n < min(len(got), len(want)) && got[n] == want[n] {
		n++
	}
	if n < max(len(got), len(want)) {
		t.Errorf("%d bytes, want %d; they differ from byte %d on:\n%q\n%q", len(got), len(want), n,
			got[max(0, n-60):min(n+60, len(got))], want[max(0, n-60):min(n+60, len(want))])
	}
}
