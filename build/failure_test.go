package build

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/geometry"
	"graphbuild/internal/shared"
)

// runFails runs a build that must fail with one line that holds all of the words, and leave an older output as it was and
// nothing else behind.
func runFails(t *testing.T, c Config, words ...string) {
	t.Helper()
	folder := t.TempDir()
	if c.Output == "" {
		c.Output = filepath.Join(folder, "out.graph")
		if err := os.WriteFile(c.Output, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Run(t.Context(), c)
	if err == nil {
		t.Fatal("the build did not fail")
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %q", err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not hold %q", err, w)
		}
	}
	checkUntouched(t, c.Output, folder)
}

func checkUntouched(t *testing.T, output, folder string) {
	t.Helper()
	if filepath.Dir(output) != folder {
		return
	}
	if content, err := os.ReadFile(output); err != nil || string(content) != "old" {
		t.Errorf("the older output is now %q, %v", content, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestBadInput(t *testing.T) {
	streets := line(2).way(100, []int64{1, 2}, road).save(t, "streets.osm")
	for name, test := range map[string]struct {
		config Config
		words  []string
	}{
		"no input":        {Config{}, []string{"no input"}},
		"missing file":    {Config{Inputs: inputsOf("nowhere/a.osm.pbf")}, []string{"nowhere/a.osm.pbf", "no such file"}},
		"empty file":      {Config{Inputs: inputsOf(saveFile(t, "a.osm.pbf", ""))}, []string{"a.osm.pbf", "empty"}},
		"HTML page":       {Config{Inputs: inputsOf(saveFile(t, "a.osm.pbf", "<!DOCTYPE html><html><body>404</body></html>"))}, []string{"a.osm.pbf", "HTML"}},
		"cut XML":         {Config{Inputs: inputsOf(saveFile(t, "a.osm", `<osm version="0.6"><node id="1" l`))}, []string{"a.osm", "cut off"}},
		"no street":       {Config{Inputs: inputsOf(line(2).way(1, []int64{1, 2}, "building=yes").save(t, "b.osm"))}, []string{"no street or stop", "b.osm"}},
		"no node":         {Config{Inputs: inputsOf((&osmDoc{}).way(1, []int64{1, 2}, road).save(t, "b.osm"))}, []string{"no street or stop", "b.osm"}},
		"nothing in box":  {Config{Inputs: inputsOf(streets), BBox: &geometry.Box{W: 1, E: 2, S: 1, N: 2}}, []string{"no street or stop", "streets.osm within 0.0000001,"}},
		"zip, no stops":   {Config{Inputs: inputsOf(saveZip(t, "feed.zip", "agency.txt"))}, []string{"feed.zip", "stops.txt"}},
		"not a zip":       {Config{Inputs: []Input{{Path: saveFile(t, "feed.zip", "PK\x03\x04junk"), Kind: GTFS}}}, []string{"feed.zip"}},
		"empty folder":    {Config{Inputs: inputsOf(t.TempDir())}, []string{"empty", "stops.txt"}},
		"folder as OSM":   {Config{Inputs: []Input{{Path: t.TempDir(), Kind: OSM}}}, []string{"folder"}},
		"output folder":   {Config{Inputs: inputsOf(streets), Output: filepath.Join(t.TempDir(), "none", "a.graph")}, []string{"none", "the folder"}},
		"output a folder": {Config{Inputs: inputsOf(streets), Output: t.TempDir()}, []string{"a folder"}},
		"label twice": {
			Config{Inputs: []Input{{saveZip(t, "a.zip", "a"), GTFS, "x"}, {saveZip(t, "b.zip", "b"), GTFS, "x"}}},
			[]string{`"x"`, "a.zip", "b.zip"},
		},
		"memory": {Config{Inputs: inputsOf(streets), MemoryBytes: 1 << 20}, []string{"memory", "1 streets", "1.05 MB", "--memory"}},
	} {
		t.Run(name, func(t *testing.T) { runFails(t, test.config, test.words...) })
	}
}

// saveZip writes a zip file with empty files of the given names.
func saveZip(t *testing.T, name string, files ...string) string {
	t.Helper()
	var b strings.Builder
	z := zip.NewWriter(&b)
	for _, f := range files {
		if _, err := z.Create(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return saveFile(t, name, b.String())
}

func TestUnreadableInput(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	path := line(2).way(100, []int64{1, 2}, road).save(t, "a.osm")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	runFails(t, Config{Inputs: inputsOf(path)}, "a.osm", "permission denied")
}

// TestTruncatedPBF cuts a real file at each seam between blobs, and before and after each.
func TestTruncatedPBF(t *testing.T) {
	whole, err := os.ReadFile(shared.Path(t, "data/osm/monaco-planetiler.osm.pbf"))
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at = nextBlob(whole, at) {
		for _, cut := range []int{at - 1, at, at + 1, at + 5} {
			if cut < 0 || cut >= len(whole) || at > len(whole)*2/3 {
				continue // a file that ends after its first ways is a legal one
			}
			runFails(t, Config{Inputs: inputsOf(saveFile(t, "cut.osm.pbf", string(whole[:cut])))}, "cut.osm.pbf")
		}
	}
}

// nextBlob returns where the blob after the one at the given place starts. Before it come the length of its header and the
// header, whose last field, number 3, is its size.
func nextBlob(file []byte, at int) int {
	end := at + 4 + int(binary.BigEndian.Uint32(file[at:]))
	tag := end - 2
	for file[tag] != 3<<3 {
		tag--
	}
	size, _ := binary.Uvarint(file[tag+1 : end])
	return end + int(size)
}

func TestCancelLeavesNothingBehind(t *testing.T) {
	path := line(2).way(100, []int64{1, 2}, road).save(t, "a.osm")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	folder := t.TempDir()
	output := filepath.Join(folder, "out.graph")
	if err := os.WriteFile(output, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(ctx, Config{Inputs: inputsOf(path), Output: output}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	checkUntouched(t, output, folder)
}
