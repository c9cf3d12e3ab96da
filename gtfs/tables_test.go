package gtfs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	lib "github.com/jamespfennell/gtfs"

	"graphbuild/geometry"
	"graphbuild/internal/feedtest"
	"graphbuild/report"
)

// opened reads a feed that must open.
func opened(t testing.TB, tables feedtest.Tables) (*Feed, *report.Report) {
	t.Helper()
	r := report.New(report.Options{})
	f, err := OpenFS(tables.FS(), "feed.zip", "x", Options{Report: r})
	if err != nil {
		t.Fatal(err)
	}
	return f, r
}

// issues lists the issues as severity code file:line message, where the wanted ones have no message to compare.
func issues(r *report.Report) []string {
	var out []string
	for _, i := range r.Issues() {
		out = append(out, fmt.Sprintf("%s %s:%d %s", i.Code, i.File, i.Line, i.Message))
	}
	slices.Sort(out)
	return out
}

// Each bad value is an issue on its line that names column and value; what else the table has is kept.
func TestIssues(t *testing.T) {
	small := feedtest.Small()
	times := "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type\n"
	for _, c := range []struct {
		name, table, content string
		want                 []string
	}{
		{"zone", "agency", "agency_id,agency_name,agency_url,agency_timezone\nAG,A,u,Mars/Base\n",
			[]string{`gtfs_unknown_timezone x/agency.txt:2 agency_timezone "Mars/Base" is not a zone of the IANA time zone database`}},
		{"stop without place", "stops", "stop_id,stop_lat,stop_lon\nA,39.7,-75.5\nB,39.71,-75.5\nC,39.72,-75.5\nD,NaN,-75.5\n",
			[]string{`gtfs_bad_coordinate x/stops.txt:5 stop_lat "NaN" is not a number from -90 to 90`}},
		{"stop at 0 0", "stops", "stop_id,stop_lat,stop_lon\nA,39.7,-75.5\nB,39.71,-75.5\nC,0,0.0\n",
			[]string{"gtfs_stop_at_0_0 x/stops.txt:4 stop_lat and stop_lon are both 0, in the Gulf of Guinea"}},
		{"duplicate stop", "stops", "stop_id,stop_lat,stop_lon\nA,39.7,-75.5\nB,39.71,-75.5\nC,39.72,-75.5\nA,1,1\n",
			[]string{`gtfs_duplicate_id x/stops.txt:5 stop_id "A" stands in an earlier row`}},
		{"parents", "stops", "stop_id,stop_lat,stop_lon,parent_station,location_type\nA,39.7,-75.5,NOPE,0\nB,39.71,-75.5,C,\nC,39.72,-75.5,B,0\n", []string{
			`gtfs_bad_parent x/stops.txt:2 parent_station "NOPE" is not in stops.txt`,
			`gtfs_bad_parent x/stops.txt:3 parent_station "C" leads back to this stop`,
			`gtfs_bad_parent x/stops.txt:4 parent_station "B" leads back to this stop`}},
		{"parent of another type", "stops", "stop_id,stop_lat,stop_lon,parent_station,location_type\nA,39.7,-75.5,B,0\nB,39.71,-75.5,,0\nC,39.72,-75.5,,0\n",
			[]string{`gtfs_bad_parent x/stops.txt:2 parent_station "B" is a stop, expected a station`}},
		{"route", "routes", "route_id,agency_id,route_type,route_color\nR,NO,bus,blue\n", []string{
			`gtfs_bad_color x/routes.txt:2 route_color "blue" is not a color of six hexadecimal digits`,
			`gtfs_bad_route_type x/routes.txt:2 route_type "bus" is not a route type`,
			`gtfs_unknown_agency x/routes.txt:2 agency_id "NO" is not in agency.txt`}},
		{"places of a shape", "shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nS,39.7,-75.5,1\nS,39.7,-75.5,1\nQ,1,1,1\nQ,1,2,3\nQ,1,3,3\n",
			[]string{`gtfs_repeated_shape_sequence x/shapes.txt:4 shape_pt_sequence "3" stands at two places of the shape, expected rising numbers`}},
		{"trips", "trips", "route_id,service_id,trip_id,direction_id,shape_id\nR,WK,T1,2,S\nNO,WK,T2,,\nR,NO,T3,,\nR,WK,,,\nR,WK,T1,,\n", []string{
			`gtfs_bad_number x/trips.txt:2 direction_id "2" is not a number from 0 to 1`,
			`gtfs_duplicate_id x/trips.txt:6 trip_id "T1" stands in an earlier row`,
			`gtfs_missing_id x/trips.txt:5 trip_id is empty`,
			`gtfs_stop_time_of_dropped_trip x/stop_times.txt:5 trip_id "T2" is a trip that was dropped`,
			`gtfs_stop_time_of_dropped_trip x/stop_times.txt:6 trip_id "T2" is a trip that was dropped`,
			`gtfs_stop_time_of_dropped_trip x/stop_times.txt:7 trip_id "T2" is a trip that was dropped`,
			`gtfs_unknown_route x/trips.txt:3 route_id "NO" is not in routes.txt`,
			`gtfs_unknown_service x/trips.txt:4 service_id "NO" is not in calendar.txt or calendar_dates.txt`,
			`gtfs_unknown_shape x/trips.txt:2 shape_id "S" is not in shapes.txt`}},
		{"stop times", "stop_times", times + "T1,08:00:00,08:00:00,A,1,7\nGHOST,08:00:00,08:00:00,A,1,\nT1,08:00:00,08:00:00,NOWHERE,2,\nT1,25:99:00,08:00:00,B,3,\nT1,08:00:00,08:00:00,,4,\nT1,08:00:00,08:00:00,C,-1,\n", []string{
			`gtfs_bad_number x/stop_times.txt:2 pickup_type "7" is not a number from 0 to 3`,
			`gtfs_bad_sequence x/stop_times.txt:7 stop_sequence "-1" is not a whole number from 0`,
			`gtfs_bad_time x/stop_times.txt:5 arrival_time "25:99:00" is not a time H:MM:SS`,
			`gtfs_unknown_stop x/stop_times.txt:4 stop_id "NOWHERE" is not in stops.txt`,
			`gtfs_unknown_stop x/stop_times.txt:6 stop_id is empty`,
			`gtfs_unknown_trip x/stop_times.txt:3 trip_id "GHOST" is not in trips.txt`}},
		{"short, long, blank", "stop_times", times + "T1,08:00:00,08:00:00,A,1\n\nT1,08:10:00,08:10:00,B,2,,,,,\nT1,08:20:00,08:20:00,C,3,0,x\n\n", []string{
			"gtfs_blank_row x/stop_times.txt:3 2 rows are blank, this one first",
			"gtfs_long_row x/stop_times.txt:5 1 rows have more fields than the header",
			"gtfs_short_row x/stop_times.txt:2 1 rows have fewer fields than the header"}},
		{"blanks and BOM", "stops", "\uFEFF\"stop_id\", stop_lat, stop_lon\r\n\"A\", 39.7,-75.5\r\nB,39.71 ,-75.5\r\nC,39.72,-75.5\r\n",
			[]string{"gtfs_blanks_round_value x/stops.txt:2 2 values have blanks before or after them, this one first"}},
		{"calendar dates", "calendar_dates", "service_id,date,exception_type\nWK,20260699,1\nWK,20260601,3\n,20260601,1\nWK,20260602,1\nWK,20260602,1\nWK,20260602,2\n", []string{
			`gtfs_bad_date x/calendar_dates.txt:2 date "20260699" is not a date YYYYMMDD of the years 1970 to 2199`,
			`gtfs_bad_number x/calendar_dates.txt:3 exception_type "3" is not 1 (added) or 2 (removed)`,
			`gtfs_contradicting_date x/calendar_dates.txt:7 date "20260602" is both added and removed`,
			`gtfs_duplicate_date x/calendar_dates.txt:6 date "20260602" stands in an earlier row of the service`,
			`gtfs_missing_id x/calendar_dates.txt:4 service_id is empty`}},
		{"transfers", "transfers", "from_stop_id,to_stop_id,transfer_type\nA,NO,0\nA,B,9\nA,B,4\n,B,0\nA,B,\n", []string{
			`gtfs_bad_number x/transfers.txt:3 transfer_type "9" is not a transfer type from 0 to 5`,
			`gtfs_bad_transfer x/transfers.txt:4 transfer_type "4" is an in-seat transfer, which needs from_trip_id and to_trip_id`,
			`gtfs_bad_transfer x/transfers.txt:5 from_stop_id is empty, and no trip or route is given`,
			`gtfs_unknown_stop x/transfers.txt:2 to_stop_id "NO" is not in stops.txt`}},
		{"pathways", "pathways", "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length\nP1,A,B,1,1,-5\nP2,A,NO,1,1,\nP3,A,B,8,1,\nP4,A,B,7,1,\n", []string{
			`gtfs_bad_number x/pathways.txt:2 length "-5" is not a number in range`,
			`gtfs_bad_pathway x/pathways.txt:4 pathway_mode "8" is not a mode from 1 to 7`,
			`gtfs_bad_pathway x/pathways.txt:5 is_bidirectional "1" is given for an exit gate, which is one-way`,
			`gtfs_unknown_stop x/pathways.txt:3 to_stop_id "NO" is not in stops.txt`}},
		{"optional file without columns", "shapes", "shape_id,lat\nS,1\n",
			[]string{"gtfs_missing_column x/shapes.txt:1 no column shape_pt_lat, shape_pt_lon, shape_pt_sequence, found shape_id,lat"}},
		{"empty optional file", "shapes", "", nil},
		{"unread file", "runcut", "fare_id\n", []string{"gtfs_file_not_used feed.zip:0 files that are not read: runcut.txt"}},
		{"unread columns", "pathways", "pathway_id,from_stop_id,to_stop_id,pathway_mode,max_slope,pathway_id,min_width\nP1,A,B,1,0.1,P2,2\n", []string{
			"gtfs_column_not_used x/pathways.txt:1 columns that are not read: max_slope, min_width",
			`gtfs_repeated_column x/pathways.txt:1 column "pathway_id" stands there twice`}},
		{"unread columns without rows", "pathways", "pathway_id,from_stop_id,to_stop_id,pathway_mode,max_slope\n", nil},
		{"half a window", "stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window\n" +
			"T1,,,A,1,08:00:00,09:00:00\nT1,,,B,2,08:00:00,\nT1,,,C,3,,09:00:00\n", []string{
			`gtfs_bad_window x/stop_times.txt:3 start_pickup_drop_off_window "08:00:00" is one end of a window alone`,
			`gtfs_bad_window x/stop_times.txt:4 end_pickup_drop_off_window "09:00:00" is one end of a window alone`}},
		{"semicolons", "stops", "stop_id;stop_lat;stop_lon\nA;39.7;-75.5\nB;39.71;-75.5\nC;39.72;-75.5\n",
			[]string{"gtfs_separator x/stops.txt:1 fields are separated by ';', expected a comma"}},
		{"Latin-1", "stops", "stop_id,stop_name,stop_lat,stop_lon\nA,Caf\xe9,39.7,-75.5\nB,,39.71,-75.5\nC,,39.72,-75.5\n",
			[]string{"gtfs_not_utf8 x/stops.txt:2 1 values are not UTF-8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, r := opened(t, small.With(c.table, c.content))
			if d := cmp.Diff(c.want, issues(r)); d != "" {
				t.Error(d)
			}
			checkRows(t, f, r)
		})
	}
}

func TestStops(t *testing.T) {
	f, r := opened(t, feedtest.Small().With("levels", "level_id,level_index\nL,-1.5\n").With("stops",
		"stop_id,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding,level_id,stop_timezone,platform_code\n"+
			"BA,,,4,A,,,,\nN,,,3,ST,,L,,\nA,39.7,-75.5,0,ST,,,,1\nB,39.71,-75.5,,,2,,,\nC,39.72,-75.5,,,,,,\nST,39.73,-75.5,1,,1,,Europe/Berlin,\n"))
	if d := cmp.Diff([]string(nil), issues(r)); d != "" {
		t.Error(d)
	}
	want := []Stop{
		{ID: "BA", Point: geometry.Point{Lon: -755000000, Lat: 397000000}, Type: lib.StopType_BoardingArea, Parent: 2, Level: NoLevel, Wheelchair: 1, Timezone: "Europe/Berlin", Line: 2},
		{ID: "N", Point: geometry.Point{Lon: -755000000, Lat: 397300000}, Type: lib.StopType_GenericNode, Parent: 5, Level: 0, Wheelchair: 1, Timezone: "Europe/Berlin", Line: 3},
		{ID: "A", Point: geometry.Point{Lon: -755000000, Lat: 397000000}, Parent: 5, Level: NoLevel, Wheelchair: 1, Timezone: "Europe/Berlin", Platform: "1", Line: 4},
		{ID: "B", Point: geometry.Point{Lon: -755000000, Lat: 397100000}, Parent: NoStop, Level: NoLevel, Wheelchair: 2, Line: 5},
		{ID: "C", Point: geometry.Point{Lon: -755000000, Lat: 397200000}, Parent: NoStop, Level: NoLevel, Line: 6},
		{ID: "ST", Point: geometry.Point{Lon: -755000000, Lat: 397300000}, Type: lib.StopType_Station, Parent: NoStop, Level: NoLevel, Wheelchair: 1, Timezone: "Europe/Berlin", Line: 7},
	}
	if d := cmp.Diff(want, f.Stops); d != "" {
		t.Error(d)
	}
	if f.Levels[0].Index != -150 {
		t.Errorf("level %d", f.Levels[0].Index)
	}
}

func TestCharsets(t *testing.T) {
	utf16 := func(s string, little bool, mark string) string {
		out := mark
		for _, c := range []byte(s) {
			if little {
				out += string([]byte{c, 0})
			} else {
				out += string([]byte{0, c})
			}
		}
		return out
	}
	stops := "stop_id,stop_name,stop_lat,stop_lon\nA,Hay,39.7,-75.5\nB,,39.71,-75.5\nC,,39.72,-75.5\n"
	for name, content := range map[string]string{
		"little": utf16(stops, true, "\xff\xfe"), "big": utf16(stops, false, "\xfe\xff"), "no mark": utf16(stops, true, ""),
		"CR": strings.ReplaceAll(stops, "\n", "\r"), "CRLF": strings.ReplaceAll(stops, "\n", "\r\n"),
	} {
		f, _ := opened(t, feedtest.Small().With("stops", content))
		if len(f.Stops) != 3 || f.Stops[0].Name != "Hay" || len(f.StopTimes.Stop) != 6 {
			t.Errorf("%s: %+v", name, f.Stops)
		}
	}
}

func TestBasicType(t *testing.T) {
	for number, want := range map[uint16]lib.RouteType{
		0: lib.RouteType_Tram, 3: lib.RouteType_Bus, 12: lib.RouteType_Monorail, 109: lib.RouteType_Rail, 405: lib.RouteType_Monorail, 715: lib.RouteType_Bus,
		900: lib.RouteType_Tram, 1400: lib.RouteType_Funicular, 8: lib.RouteType_Unknown, 1700: lib.RouteType_Unknown,
	} {
		if got := BasicType(number); got != want {
			t.Errorf("%d: %s, want %s", number, got, want)
		}
	}
}

// Any bytes for stop_times.txt: no panic, all rows are kept or dropped, and columns are of one length.
func FuzzStopTimes(f *testing.F) {
	f.Add(feedtest.Small()["stop_times"])
	f.Add("trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled,timepoint\nT1,,8:00,A,\"1\",0.5,0\nT1,x,08:00:00,B,1,,\n")
	f.Add("trip_id;arrival_time;stop_id;stop_sequence\rT1;08:00:00;A;4294967295\r")
	f.Fuzz(func(t *testing.T, content string) {
		r := report.New(report.Options{})
		feed, err := OpenFS(feedtest.Small().With("stop_times", content).FS(), "feed", "x", Options{Report: r})
		if err != nil {
			return
		}
		checkRows(t, feed, r)
		st := &feed.StopTimes
		n := len(st.Stop)
		if len(st.ArrivalS) != n || len(st.DepartureS) != n || len(st.Sequence) != n || len(st.Flags) != n || len(st.Line) != n ||
			st.ShapeDist != nil && len(st.ShapeDist) != n || int(st.Start[len(feed.Trips)]) != n {
			t.Fatal("columns differ in length")
		}
		for i := range feed.Trips {
			if !slices.IsSorted(st.Sequence[st.Start[i]:st.Start[i+1]]) {
				t.Error("not in sequence")
			}
		}
	})
}
