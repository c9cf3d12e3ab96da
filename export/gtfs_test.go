package export

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"graphbuild/build"
	"graphbuild/encode"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/shared"
)

// transitSections are the parts of a file that come from feeds, with their checksums.
func transitSections(g *graph.Graph) (list []encode.Section) {
	own := []string{
		"feeds", "agencies", "levels", "stops", "routes", "patterns", "profiles", "trips", "services", "frequencies", "transfers", "pathways", "shapes",
		"continuations", "calls", "call_texts", "raw_tables", "raw_columns", "raw_cells", "areas",
		"flex_trips", "flex_calls",
	}
	for _, s := range g.Sections() {
		if slices.Contains(own, s.Table) {
			s.Offset = 0
			list = append(list, s)
		}
	}
	return list
}

// rebuilt returns the graph of the feed that another one exports.
func rebuilt(t *testing.T, g *graph.Graph, label string) *graph.Graph {
	t.Helper()
	path := filepath.Join(t.TempDir(), "feed.zip")
	if err := os.WriteFile(path, exported(t, g, Options{Format: GTFS, Feed: label}), 0o600); err != nil {
		t.Fatal(err)
	}
	return built(t, build.Input{Path: path, Label: label})
}

// TestGTFS: a feed that is exported and built again gives the same timetable.
func TestGTFS(t *testing.T) {
	root := shared.Root(t)
	for _, path := range []string{filepath.Join(root, "testdata", "wilmington"), filepath.Join(root, "cmd", "graphbuild", "testdata", "inputs", "feed")} {
		sameTimetable(t, path)
	}
}

// TestGTFSOfCities does it with real feeds, also such with trips on demand.
func TestGTFSOfCities(t *testing.T) {
	for _, name := range []string{
		"google-sample-feed-1.zip", "bullrunner-usf.zip", "vvs-bus-751-only.zip", "marta-bus-856-only.zip",
		"aspen-flex-on-demand", "auburn-transit-flex", "locations-feed.zip",
		"addison-county-vermont.zip", "cairns.zip", "porto-alegre-eptc.zip", // with times to interpolate
	} {
		t.Run(name, func(t *testing.T) { sameTimetable(t, shared.Path(t, "data/gtfs/"+name)) })
	}
}

func sameTimetable(t *testing.T, path string) {
	t.Helper()
	first := built(t, build.Input{Path: path, Label: "x"})
	want, got := transitSections(first), transitSections(rebuilt(t, first, "x"))
	for _, s := range want {
		i := slices.IndexFunc(got, func(o encode.Section) bool { return o.Table == s.Table && o.Column == s.Column })
		if i < 0 {
			t.Errorf("%s: %s.%s is missing", path, s.Table, s.Column)
		} else if got[i].CRC != s.CRC {
			t.Errorf("%s: %s.%s differs: %d rows in %d bytes, want %d in %d", path, s.Table, s.Column, got[i].Rows, got[i].Bytes, s.Rows, s.Bytes)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d sections, want %d", path, len(got), len(want))
	}
}

func TestGTFSFeeds(t *testing.T) {
	g := town(t)
	if err := Write(t.Context(), &bytes.Buffer{}, g, Options{Format: GTFS, Feed: "other"}); err == nil {
		t.Error("no error for a feed that is not there")
	}
}

// TestGTFSOfTwoFeeds: a transfer between routes stays with the feed of the routes.
func TestGTFSOfTwoFeeds(t *testing.T) {
	a := feedtest.Small().With("transfers", "from_stop_id,to_stop_id,from_route_id,to_route_id,transfer_type\n,,R,R,3\n")
	g := built(t, build.Input{Path: a.Folder(t), Label: "a"}, build.Input{Path: feedtest.Small().Folder(t), Label: "b"})
	for label, want := range map[string]int{"a": 1, "b": 0} {
		if n := rebuilt(t, g, label).Unpacked().Transfers.Type.Len(); n != want {
			t.Errorf("%d transfers of feed %s, want %d", n, label, want)
		}
	}
}
