package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/shared"
	"graphbuild/report"
)

// buildFile builds a graph into a file of its own.
func buildFile(t *testing.T, c Config) string {
	t.Helper()
	c.Output = filepath.Join(t.TempDir(), "out.graph")
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return c.Output
}

func sectionsOf(t *testing.T, path string) (map[string]uint64, *graph.Graph) {
	t.Helper()
	g, err := graph.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	out := map[string]uint64{}
	for _, s := range g.Sections() {
		if s.Table != "" && s.Table != "meta" {
			out[s.Table+"."+s.Column] = uint64(s.CRC)
		}
	}
	return out, g
}

// checkSameGraph compares what a build on a base wrote with a full build.
func checkSameGraph(t *testing.T, full, onBase string) {
	t.Helper()
	want, a := sectionsOf(t, full)
	got, b := sectionsOf(t, onBase)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if a.ContentHash() != b.ContentHash() {
		t.Errorf("content %s, want %s", b.ContentHash(), a.ContentHash())
	}
	if d := cmp.Diff(a.Meta(), b.Meta()); d != "" {
		t.Error(d)
	}
}

// A feed with all that a feed may have.
func richFeed() feedtest.Tables {
	return feedtest.Small().
		With("trips", "route_id,service_id,trip_id,block_id,trip_headsign,cars_allowed\nR,WK,T1,b,Port,1\nR,WK,T2,b,Port,\nR,WK,T3,,,\nR,WK,F,,,\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,location_id,stop_sequence,stop_headsign,start_pickup_drop_off_window,end_pickup_drop_off_window\n"+
			"T1,08:00:00,08:01:00,A,,1,,,\nT1,,,B,,2,Way,,\nT1,08:30:00,08:31:00,C,,5,,,\n"+
			"T2,08:40:00,08:40:00,C,,1,,,\nT2,09:10:00,09:10:00,A,,2,,,\n"+
			"T3,08:05:00,08:05:00,A,,1,,,\nT3,08:06:00,08:06:00,B,,2,,,\nT3,08:08:00,08:08:00,C,,5,,,\n"+
			"F,,,,Z,1,,08:00:00,12:00:00\nF,,,,Z,2,,08:00:00,12:00:00\nF,,,C,,3,,,\n").
		With("locations.geojson", `{"type":"FeatureCollection","features":[{"id":"Z","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-76,39],[-75,39],[-75,40],[-76,40],[-76,39]]]}}]}`).
		With("translations", "table_name,field_name,language,translation,record_id\nstops,stop_name,fr,Ville,B\n").
		With("transfers", "from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time\nA,B,,,2,60\n,,T3,T2,4,\nX,B,,,2,60\n").
		With("frequencies", "trip_id,start_time,end_time,headway_secs,exact_times\nT3,10:00:00,11:00:00,600,1\n").
		With("shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nS,39.7,-75.5,1\nS,39.8,-75.5,2\n").
		With("stop_times_extra", "x\n")
}

// A build on a base gives what a full build does, whether feeds are added, replaced or both.
func TestBaseEqualsFullBuild(t *testing.T) {
	streets := line(3).way(100, []int64{1, 2, 90}, road).save(t, "a.osm")
	feed := func(label, path string) Input { return Input{Path: path, Kind: GTFS, Label: label} }
	sample := filepath.Join(shared.Root(t), "testdata", "wilmington")
	rich, small := richFeed().Folder(t), feedtest.Small().Folder(t)
	old := feedtest.Small().With("routes", "route_id,agency_id,route_type\nR,AG,3\nX,AG,bus\n").Folder(t)
	osm := Input{Path: streets}
	for _, c := range []struct {
		name             string
		base, add, whole []Input
	}{
		{"first feed", []Input{osm}, []Input{feed("r", rich)}, []Input{osm, feed("r", rich)}},
		{"added before", []Input{osm, feed("r", rich)}, []Input{feed("a", sample)}, []Input{osm, feed("r", rich), feed("a", sample)}},
		{"added behind", []Input{osm, feed("r", rich), feed("a", sample)}, []Input{feed("s", small)}, []Input{osm, feed("r", rich), feed("a", sample), feed("s", small)}},
		{"replaced", []Input{osm, feed("r", rich), feed("m", old)}, []Input{feed("m", sample)}, []Input{osm, feed("r", rich), feed("m", sample)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := buildFile(t, Config{Inputs: c.base})
			checkSameGraph(t, buildFile(t, Config{Inputs: c.whole}), buildFile(t, Config{Base: base, Inputs: c.add}))
		})
	}
}

func TestBaseRefused(t *testing.T) {
	feed := Input{Path: feedtest.Small().Folder(t), Kind: GTFS, Label: "f"}
	osm := Input{Path: line(3).way(100, []int64{1, 2, 3}, road).save(t, "a.osm")}
	base := buildFile(t, Config{Inputs: []Input{osm}})
	runFails(t, Config{Base: buildFile(t, Config{Inputs: []Input{feed}}), Inputs: []Input{feed}}, "has no streets")
	runFails(t, Config{Base: base, Inputs: []Input{osm, feed}}, "the base has the streets already")
	runFails(t, Config{Base: base, Lean: true, Inputs: []Input{feed}}, "the streets are those of the base")
	runFails(t, Config{Base: base + ".missing", Inputs: []Input{feed}}, "base")
	runFails(t, Config{Base: saveFile(t, "no.graph", "text"), Inputs: []Input{feed}}, "base", "not a graph")
}

// The base may be the output.
func TestBaseIsOutput(t *testing.T) {
	feed := Input{Path: feedtest.Small().Folder(t), Kind: GTFS, Label: "f"}
	osm := Input{Path: line(3).way(100, []int64{1, 2, 3}, road).save(t, "a.osm")}
	path := buildFile(t, Config{Inputs: []Input{osm}})
	if _, err := Run(t.Context(), Config{Base: path, Output: path, Inputs: []Input{feed}}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(buildFile(t, Config{Inputs: []Input{osm, feed}}))
	if err != nil || !bytes.Equal(want, got) {
		t.Errorf("differs from a full build, %v", err)
	}
}

// TestCancelWhileBaseIsRead stops builds on a base while they write: the base must not be unmapped under what still reads it.
func TestCancelWhileBaseIsRead(t *testing.T) {
	path := shared.Path(t, "data/osm/delaware.osm.pbf")
	base, feed := buildFile(t, Config{Inputs: inputsOf(path)}), inputsOf(feedtest.Small().Folder(t))
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		c := Config{Base: base, Inputs: feed, Output: filepath.Join(t.TempDir(), "out.graph"),
			Report: report.New(report.Options{Sink: stopAt{"write", cancel}})}
		if _, err := Run(ctx, c); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		time.Sleep(300 * time.Millisecond)
	}
}
