package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"graphbuild/graph"
	"graphbuild/internal/shared"
)

// hashOf builds a file and returns the hash of the content of the graph, which leaves provenance and issues out.
func hashOf(t *testing.T, path string) string {
	t.Helper()
	g, err := graph.Load(buildBytes(t, Config{Inputs: inputsOf(path)}))
	if err != nil {
		t.Fatal(err)
	}
	return g.ContentHash()
}

// TestSameBytesInAnyForm builds one map from files that hold it in other formats, packings and orders.
func TestSameBytesInAnyForm(t *testing.T) {
	original := shared.Path(t, "data/osm/locarno.osm.pbf")
	want := hashOf(t, original)
	forms := []string{original + ".zst"}
	for _, form := range []string{
		"-blob-lz4.osm.pbf", "-blob-lzma.osm.pbf", "-blob-none.osm.pbf", "-blob-zstd.osm.pbf", "-bom.osm",
		"-every-object-twice.osm.pbf", "-file-appended-to-itself.osm.pbf", "-header-absent.osm.pbf",
		"-history-flag.osh.pbf", "-lat-lon-offset.osm.pbf", "-locations-on-ways.osm.pbf",
		"-nometa.osm.pbf", "-nondense.osm.pbf", "-rawsize-absent.osm.pbf", "-shuffled.osm.pbf", "-types-reversed.osm.pbf",
		"-unknown-blob-type.osm.pbf", ".osm.bz2", ".osm.gz",
	} {
		forms = append(forms, shared.Path(t, "data/odd/derived/locarno"+form))
	}
	for _, form := range forms {
		if strings.HasSuffix(form, ".zst") {
			form = packZstd(t, strings.TrimSuffix(form, ".zst"))
		}
		if got := hashOf(t, form); got != want {
			t.Errorf("%s: content %s, want %s", filepath.Base(form), got, want)
		}
	}
}

func packZstd(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return saveFile(t, filepath.Base(path)+".zst", string(w.EncodeAll(content, nil)))
}

// TestSameBytesInAnyFormOfTowns compares sorted with other forms of extracts that have areas, ferries and restrictions.
func TestSameBytesInAnyFormOfTowns(t *testing.T) {
	for _, pair := range [][2]string{
		{"monaco-planetiler.osm.pbf", "monaco-planetiler.lz4.osm.pbf"},
		{"liechtenstein-2013-08-03.osm.pbf", "liechtenstein-2013-08-03.osm.bz2"},
	} {
		a, b := hashOf(t, shared.Path(t, "data/osm/"+pair[0])), hashOf(t, shared.Path(t, "data/osm/"+pair[1]))
		if a != b {
			t.Errorf("%s and %s differ", pair[0], pair[1])
		}
	}
}
