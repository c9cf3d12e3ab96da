// Package feedtest makes GTFS feeds for tests from literal CSV.
package feedtest

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Tables are the files of a feed: content by name. A name without a dot gets .txt. The lines of a literal may be indented
// with tabs, which are removed, so that it can stand inside a function; write \t for a tab that is meant.
type Tables map[string]string

// Small returns a feed with two stops a kilometre apart, a bus route and two trips on the weekdays of June 2026. Tests
// replace or add the tables that they are about.
func Small() Tables {
	return Tables{
		"agency":     "agency_id,agency_name,agency_url,agency_timezone\nAG,Harbour Transit,https://example.invalid/,America/New_York\n",
		"stops":      "stop_id,stop_name,stop_lat,stop_lon\nA,Harbour,39.74,-75.55\nB,Market,39.749,-75.55\nC,Mill,39.758,-75.55\n",
		"routes":     "route_id,agency_id,route_short_name,route_type\nR,AG,1,3\n",
		"calendar":   "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWK,1,1,1,1,1,0,0,20260601,20260630\n",
		"trips":      "route_id,service_id,trip_id\nR,WK,T1\nR,WK,T2\n",
		"stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,B,2\nT1,08:20:00,08:20:00,C,3\nT2,09:00:00,09:00:00,A,1\nT2,09:10:00,09:10:00,B,2\nT2,09:20:00,09:20:00,C,3\n",
	}
}

// With returns a copy with one table replaced or added.
func (t Tables) With(name, content string) Tables {
	out := maps.Clone(t)
	out[name] = content
	return out
}

// Without returns a copy that lacks a table.
func (t Tables) Without(name string) Tables {
	out := maps.Clone(t)
	delete(out, name)
	return out
}

// Files returns the files by their full names.
func (t Tables) Files() map[string][]byte {
	out := map[string][]byte{}
	for name, content := range t {
		if !strings.Contains(name, ".") {
			name += ".txt"
		}
		lines := strings.SplitAfter(content, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimLeft(line, "\t")
		}
		out[name] = []byte(strings.Join(lines, ""))
	}
	return out
}

// FS returns the feed as a file system in memory.
func (t Tables) FS() fs.FS {
	out := fstest.MapFS{}
	for name, content := range t.Files() {
		out[name] = &fstest.MapFile{Data: content, Mode: 0o644}
	}
	return out
}

// Folder writes the feed into a folder that goes with the test, and returns its path.
func (t Tables) Folder(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	for name, content := range t.Files() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// Zip returns the feed as a zip, its files in order of their names.
func (t Tables) Zip(tb testing.TB) []byte {
	tb.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	files := t.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := w.Write(files[name]); err != nil {
			tb.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// ZipFile writes the feed as feed.zip into a folder that goes with the test, and returns its path.
func (t Tables) ZipFile(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "feed.zip")
	if err := os.WriteFile(path, t.Zip(tb), 0o644); err != nil {
		tb.Fatal(err)
	}
	return path
}
