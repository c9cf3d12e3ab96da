package export

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/encode"
	"graphbuild/geometry"
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
		"aspen-flex-on-demand", "auburn-transit-flex", "locations-feed.zip", "cobblinc-scheduled-deviated-flex",
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

// TestGTFSOfFlexTrips: calls with times in trips on demand keep all that calls have, and windows at stops stay windows.
func TestGTFSOfFlexTrips(t *testing.T) {
	const header = "trip_id,stop_id,location_id,stop_sequence,arrival_time,departure_time,start_pickup_drop_off_window,end_pickup_drop_off_window," +
		"pickup_booking_rule_id,drop_off_booking_rule_id,stop_headsign,timepoint,continuous_pickup\n"
	area := `{"type":"FeatureCollection","features":[{"type":"Feature","id":"Z","properties":{},"geometry":{"type":"Polygon","coordinates":[` + square + `]}}]}`
	for name, rows := range map[string]string{
		"deviated": "T1,A,,1,08:00:00,08:01:00,,,R1,R2,North,0,2\nT1,,Z,2,,,08:00:00,09:00:00,R1,,,,\nT1,B,,3,,,,,,R2,East,0,\n" +
			"T1,,Z,4,,,08:00:00,09:00:00,,R2,,,\nT1,C,,5,09:00:00,,,,,,,1,\n",
		"windows at stops": "T1,A,,1,,,08:00:00,10:00:00,R1,,,,\nT1,B,,2,,,08:00:00,10:00:00,,R1,,,\n",
		"one time":         "T1,A,,1,08:00:00,08:00:00,,,R1,,,,\nT1,,Z,2,,,08:00:00,10:00:00,,R1,,,\n",
	} {
		t.Run(name, func(t *testing.T) {
			feed := feedtest.Small().With("locations.geojson", area).With("stop_times", header+rows+"T2,A,,1,09:00:00,09:00:00,,,,,,,\nT2,B,,2,09:10:00,09:10:00,,,,,,,\n")
			sameTimetable(t, feed.Folder(t))
		})
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

// TestGTFSZip: the entries of the zip have a date that is one.
func TestGTFSZip(t *testing.T) {
	data := exported(t, built(t, build.Input{Path: feedtest.Small().Folder(t)}), Options{Format: GTFS})
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if date, clock := f.ModifiedDate, f.ModifiedTime; date != 1<<5|1 || clock != 0 {
			t.Errorf("%s: date %#x, time %#x, want 1980-01-01 00:00", f.Name, date, clock)
		}
	}
}

const (
	square    = "[[0,0],[9,0],[9,9],[0,9],[0,0]]"
	lake      = "[[2,2],[7,2],[7,7],[2,7],[2,2]]"
	island    = "[[3,3],[6,3],[6,6],[3,6],[3,3]]"
	pond      = "[[4,4],[5,4],[5,5],[4,5],[4,4]]"
	touching  = "[[0,0],[1,2],[2,1],[0,0]]"
	inscribed = "[[0,4],[4,0],[9,4],[4,9],[0,4]]"
	away      = "[[20,0],[29,0],[29,9],[20,0]]"
)

// TestGTFSAreas: areas of several parts come back as such, however the parts lie.
func TestGTFSAreas(t *testing.T) {
	for name, want := range map[string]string{
		"one":       `"Polygon","coordinates":[` + square + `]`,
		"hole":      `"Polygon","coordinates":[` + square + "," + lake + `]`,
		"touching":  `"Polygon","coordinates":[` + square + "," + touching + `]`,
		"inscribed": `"Polygon","coordinates":[` + square + "," + inscribed + `]`,
		"parts":     `"MultiPolygon","coordinates":[[` + square + `],[` + away + `]]`,
		"island":    `"MultiPolygon","coordinates":[[` + square + "," + lake + `],[` + island + "," + pond + `],[` + away + `]]`,
	} {
		t.Run(name, func(t *testing.T) {
			feed := flexFeed(`{"type":"FeatureCollection","features":[{"type":"Feature","id":"Z","properties":{},"geometry":{"type":` + want + `}}]}`)
			data := exported(t, built(t, build.Input{Path: feed.Folder(t)}), Options{Format: GTFS})
			if got := zipped(t, data, "locations.geojson"); !strings.Contains(got, `"geometry":{"type":`+want+`}`) {
				t.Errorf("%s\nwant %s", got, want)
			}
		})
	}
}

// TestGTFSManyRings: an area of very many rings takes no quadratic time, and loses none.
func TestGTFSManyRings(t *testing.T) {
	var rings [][]geometry.Point
	for i := range int32(200_000) {
		rings = append(rings, []geometry.Point{{Lon: 5 * i}, {Lon: 5*i + 2}, {Lon: 5 * i, Lat: 2}})
	}
	if n := len(polygonsOf(rings)); n != len(rings) {
		t.Errorf("%d rings beside each other are %d polygons", len(rings), n)
	}
	all := []geometry.Point{{Lon: -1, Lat: -1}, {Lon: 2e6, Lat: -1}, {Lon: 2e6, Lat: 9}, {Lon: -1, Lat: 9}}
	if n := len(polygonsOf(append([][]geometry.Point{all}, rings...))); n != 1 {
		t.Errorf("%d rings in one are %d polygons", len(rings), n)
	}
}

// flexFeed is a feed with a trip on demand in area Z.
func flexFeed(locations string) feedtest.Tables {
	return feedtest.Small().With("locations.geojson", locations).With("stop_times",
		"trip_id,stop_id,location_id,stop_sequence,arrival_time,departure_time,start_pickup_drop_off_window,end_pickup_drop_off_window\n"+
			"T1,,Z,1,,,08:00:00,10:00:00\nT1,,Z,2,,,08:00:00,10:00:00\n"+
			"T2,A,,1,09:00:00,09:00:00,,\nT2,B,,2,09:10:00,09:10:00,,\n")
}

// zipped returns a file of a zip.
func zipped(t *testing.T, data []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(z, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
