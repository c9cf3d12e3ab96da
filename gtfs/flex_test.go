package gtfs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/geometry"
	"graphbuild/internal/feedtest"
)

const square = `{"type":"Polygon","coordinates":[[[-75.6,39.6],[-75.4,39.6],[-75.4,39.8],[-75.6,39.8],[-75.6,39.6]]]}`

func flexFeed() feedtest.Tables {
	return feedtest.Small().
		With("trips", "route_id,service_id,trip_id\nR,WK,T1\nR,WK,F\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,location_id,location_group_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,pickup_booking_rule_id\n"+
			"T1,08:00:00,08:00:00,A,,,1,,,,\nT1,08:10:00,08:10:00,B,,,2,,,,\n"+
			"F,,,,Z,,1,08:00:00,12:00:00,2,BR\nF,,,,,G,2,08:00:00,12:00:00,1,\nF,,,C,,,3,09:00:00,10:00:00,,\nF,,,,NO,,4,08:00:00,12:00:00,,\n").
		With("location_groups", "location_group_id,location_group_name\nG,Group\n").
		With("location_group_stops", "location_group_id,stop_id\nG,A\nG,B\nG,NO\nH,A\n").
		With("locations.geojson", `{"type":"FeatureCollection","features":[{"id":"Z","type":"Feature","properties":{"stop_name":"Zone"},"geometry":`+square+
			`},{"type":"Feature","geometry":`+square+`},{"id":"P","geometry":{"type":"Point","coordinates":[1,2]}},{"id":7,"geometry":`+square+`}]}`)
}

func TestFlex(t *testing.T) {
	f, r := opened(t, flexFeed())
	want := []FlexCall{
		{Trip: 1, Sequence: 1, Stop: NoStop, Area: 0, StartS: 28800, EndS: 43200, Flags: 2, PickupBooking: "BR", Line: 4},
		{Trip: 1, Sequence: 2, Stop: NoStop, Area: 2, StartS: 28800, EndS: 43200, Flags: 1, Line: 5},
		{Trip: 1, Sequence: 3, Stop: 2, Area: NoArea, StartS: 32400, EndS: 36000, Line: 6},
	}
	if d := cmp.Diff(want, f.FlexCalls); d != "" {
		t.Error(d)
	}
	var ids []string
	for _, a := range f.Areas {
		ids = append(ids, a.ID)
	}
	if d := cmp.Diff([]string{"Z", "7", "G"}, ids); d != "" {
		t.Error(d)
	}
	corner := geometry.Point{Lon: -756000000, Lat: 396000000}
	if a := f.Areas[0]; a.Name != "Zone" || len(a.Rings) != 1 || len(a.Rings[0]) != 4 || a.Rings[0][0] != corner {
		t.Errorf("area %v", a)
	}
	if d := cmp.Diff([]StopIndex{0, 1}, f.Areas[2].Stops); d != "" {
		t.Error(d)
	}
	wantIssues := []string{
		`gtfs_bad_location x/locations.geojson:0 feature 2 has no id`,
		`gtfs_bad_location x/locations.geojson:0 feature 3 is of type "Point", expected Polygon or MultiPolygon`,
		`gtfs_unknown_area x/location_group_stops.txt:5 location_group_id "H" is not in location_groups.txt`,
		`gtfs_unknown_area x/stop_times.txt:7 location_id "NO" is not in locations.geojson or location_groups.txt`,
		`gtfs_unknown_stop x/location_group_stops.txt:4 stop_id "NO" is not in stops.txt`,
	}
	if d := cmp.Diff(wantIssues, issues(r)); d != "" {
		t.Error(d)
	}
	checkRows(t, f, r)
}

func TestBrokenGeoJSON(t *testing.T) {
	for _, text := range []string{"", "[]", `{"features":3}`, `{"features":[{]}`, `{"features":[{"id":"a","geometry":{"type":"Polygon","coordinates":[[[500,1],[2,3],[4,5]]]}}]}`,
		`{"features":[{"id":"a","geometry":{"type":"Polygon","coordinates":[[[1,1],[2,3],[1,1]]]}}]}`, `{"features":[1]}`} {
		f, r := opened(t, feedtest.Small().With("locations.geojson", text))
		if len(f.Areas) != 0 || len(r.Issues()) != 1 {
			t.Errorf("%q: %d areas, issues %v", text, len(f.Areas), issues(r))
		}
	}
}

// TestAreaWithoutWindow: a call in an area without a window is kept, and an issue tells of it.
func TestAreaWithoutWindow(t *testing.T) {
	feed := flexFeed().With("stop_times", "trip_id,arrival_time,departure_time,stop_id,location_id,stop_sequence\n"+
		"T1,08:00:00,08:00:00,A,,1\nT1,08:10:00,08:10:00,B,,2\nF,,,,Z,1\n")
	f, r := opened(t, feed)
	want := "gtfs_bad_window x/stop_times.txt:4 a call in an area must have a window"
	if got := issues(r); len(f.FlexCalls) != 1 || !slices.Contains(got, want) {
		t.Errorf("%d calls, issues %q", len(f.FlexCalls), got)
	}
}

// TestLongFeature: a feature of a size that no place has ends the file; what many features are together does not.
func TestLongFeature(t *testing.T) {
	feature := `{"id":"%s","geometry":{"type":"Polygon","coordinates":[[[1,1],[2,3],[3,1]]]},"properties":{"note":"` + strings.Repeat("x", maxFeatureBytes*2/5) + `"}}`
	text := `{"features":[` + fmt.Sprintf(feature, "a") + "," + fmt.Sprintf(feature, "b") + "," + fmt.Sprintf(feature, "c")
	long := `,{"id":"d","properties":{"note":"` + strings.Repeat("x", 2*maxFeatureBytes) // some of it was read with those before
	for tail, want := range map[string]string{"]}": "", long + `"}}]}`: errLongFeature.Error()} {
		f, r := opened(t, feedtest.Small().With("locations.geojson", text+tail))
		if list := strings.Join(issues(r), "\n"); len(f.Areas) != 3 || (list == "") != (want == "") || !strings.Contains(list, want) {
			t.Errorf("%d areas, issues %s, want %q", len(f.Areas), list, want)
		}
	}
}

func TestStopTimesSayMore(t *testing.T) {
	f, _ := opened(t, feedtest.Small().With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,continuous_pickup,continuous_drop_off\n"+
		"T1,08:20:00,08:20:00,C,3,,,\nT1,08:00:00,08:00:00,A,1,,,\nT1,08:10:00,08:10:00,B,2,Port,0,2\n"))
	want := []CallWords{{}, {Headsign: "Port", ContinuousPickup: 1, ContinuousDropOff: 3}, {}}
	var got []CallWords
	for _, n := range f.StopTimes.Said {
		got = append(got, f.StopTimes.Words[n])
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestRawTables(t *testing.T) {
	f, _ := opened(t, feedtest.Small().With("translations", "table_name,field_name,language,translation,record_id\nstops,stop_name,fr,Ville,B\nstops,stop_name,de,Stadt,A\n").
		With("fare_rules", "fare_id\n"))
	want := []RawTable{{Name: "translations.txt", Rows: 2, Columns: []string{"table_name", "field_name", "language", "translation", "record_id"},
		Cells: [][]string{{"stops", "stops"}, {"stop_name", "stop_name"}, {"de", "fr"}, {"Stadt", "Ville"}, {"A", "B"}}}}
	if d := cmp.Diff(want, f.Raw); d != "" {
		t.Error(d)
	}
}

// TestRawTableOfShortRows: rows that leave out fields without end are dropped at last, those that have them are kept.
func TestRawTableOfShortRows(t *testing.T) {
	text := strings.Repeat("c,", maxColumns-1) + "c\n" + strings.Repeat("1\n", maxPadding/(maxColumns-1)+5) + strings.Repeat("2,", maxColumns-1) + "2\n"
	f, r := opened(t, feedtest.Small().With("fare_rules", text))
	if x := f.Raw[0]; x.Rows != maxPadding/(maxColumns-1)+1 || x.Cells[maxColumns-1][x.Rows-1] != "2" {
		t.Errorf("%d rows, the last ends with %q", x.Rows, x.Cells[maxColumns-1][x.Rows-1])
	}
	if got := strings.Join(issues(r), "\n"); strings.Count(got, "as very many rows before") != 5 {
		t.Errorf("%.500q", got)
	}
}

// TestRawTableOfManyColumns has a file whose rows are short and whose header claims columns without end.
func TestRawTableOfManyColumns(t *testing.T) {
	const claimed = 200_000
	header := "c0"
	for i := 1; i < 120; i++ {
		header += fmt.Sprintf(",c%d", i)
	}
	header += strings.Repeat(",", claimed-120)
	f, r := opened(t, feedtest.Small().With("fare_rules", header+"\n"+strings.Repeat("1\n", 10_000)))
	if x := f.Raw[0]; len(x.Columns) != maxColumns || x.Rows != 10_000 || len(x.Cells) != maxColumns {
		t.Errorf("%d columns, %d rows", len(x.Columns), x.Rows)
	}
	if got := issues(r); len(got) == 0 || !strings.HasPrefix(got[0], "gtfs_column_not_used x/fare_rules.txt:1 columns that are not read: c100, c101,") {
		t.Errorf("%.200q", got)
	}
}
