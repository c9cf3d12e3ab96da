package build

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/shared"
	"graphbuild/report"
)

// transitOf builds the timetable of feeds labelled a, b, ...
func transitOf(t testing.TB, feeds ...feedtest.Tables) (*graph.Tables, *report.Report) {
	t.Helper()
	r := report.New(report.Options{})
	var opened []*gtfs.Feed
	for i, tables := range feeds {
		f, err := gtfs.OpenFS(tables.FS(), "feed", string(rune('a'+i)), gtfs.Options{Report: r})
		if err != nil {
			t.Fatal(err)
		}
		opened = append(opened, f)
	}
	var out graph.Tables
	if err := addTransit(context.Background(), opened, &out, r); err != nil {
		t.Fatal(err)
	}
	return &out, r
}

// timetable writes each trip with its stop times: "T1 A 08:00:00/08:00:00 B 08:10:00/08:10:00*", * for interpolated.
func timetable(t *graph.Tables) []string {
	var out []string
	for i := range t.Trips.ID.Len() {
		p, pr := int(t.Trips.Pattern.At(i)), int(t.Trips.Profile.At(i))
		arrival, departure := t.Profiles.Times(pr, nil, nil)
		bits := t.Profiles.Interpolated.AppendRow(nil, pr)
		line := t.Trips.ID.At(i)
		for n, stop := range t.Patterns.Stop.AppendRow(nil, p) {
			start := t.Trips.StartS.At(i)
			line += fmt.Sprintf(" %s %s", t.Stops.ID.At(int(stop)), clockText(start+arrival[n]))
			if departure[n] != arrival[n] {
				line += "/" + clockText(start+departure[n])
			}
			if len(bits) > 0 && bits[n]&1 != 0 {
				line += "*"
			}
		}
		out = append(out, line)
	}
	return out
}

// codes lists the issues as code file:line.
func codes(r *report.Report) []string {
	var out []string
	for _, i := range r.Issues() {
		out = append(out, fmt.Sprintf("%s %s:%d", i.Code, i.File, i.Line))
	}
	slices.Sort(out)
	return out
}

const stopTimesHeader = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"

func TestStopTimesCleaned(t *testing.T) {
	far := feedtest.Small()["stops"] + "F,Far,39.84,-75.55\n"
	one := "route_id,service_id,trip_id\nR,WK,T1\n"
	for _, c := range []struct {
		name   string
		rows   string
		want   []string
		issues []string
	}{
		{"one of two times", "T1,,08:00:00,A,1\nT1,08:10:00,,B,2\nT1,08:20:00,,C,3\n", []string{"T1 A 08:00:00 B 08:10:00 C 08:20:00"}, nil},
		{"untimed middle", "T1,08:00:00,08:01:00,A,1\nT1,,,B,2\nT1,08:21:00,08:21:00,C,3\n",
			[]string{"T1 A 08:00:00/08:01:00 B 08:11:00* C 08:21:00"}, nil},
		{"past 24 h", "T1,23:50:00,23:55:00,A,1\nT1,25:35:00,25:36:00,B,2\nT1,149:09:00,149:09:00,C,3\n",
			[]string{"T1 A 23:50:00/23:55:00 B 25:35:00/25:36:00 C 149:09:00"}, nil},
		{"disorder", "T1,08:20:00,08:20:00,C,30\nT1,08:00:00,08:00:00,A,10\nT1,08:10:00,08:10:00,B,20\n",
			[]string{"T1 A 08:00:00 B 08:10:00 C 08:20:00"}, nil},
		{"falling", "T1,08:00:00,08:00:00,A,1\nT1,07:59:59,08:10:00,B,2\n", nil, []string{"gtfs_times_fall a/stop_times.txt:3"}},
		{"departure before arrival", "T1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:09:00,B,2\n", nil, []string{"gtfs_times_fall a/stop_times.txt:3"}},
		{"falls over an untimed stop", "T1,08:00:00,08:00:00,A,1\nT1,,,B,2\nT1,07:00:00,07:00:00,C,3\n", nil, []string{"gtfs_times_fall a/stop_times.txt:4"}},
		{"first untimed", "T1,,,A,1\nT1,08:10:00,08:10:00,B,2\n", nil, []string{"gtfs_trip_without_times a/stop_times.txt:2"}},
		{"last untimed", "T1,08:10:00,08:10:00,A,1\nT1,,,B,2\n", nil, []string{"gtfs_trip_without_times a/stop_times.txt:3"}},
		{"one stop", "T1,08:10:00,08:10:00,A,1\n", nil, []string{"gtfs_trip_too_short a/trips.txt:2"}},
		{"no stop", "", nil, []string{"gtfs_trip_too_short a/trips.txt:2"}},
		{"equal sequence", "T1,08:10:00,08:10:00,B,1\nT1,08:00:00,08:00:00,A,1\n", []string{"T1 A 08:00:00 B 08:10:00"},
			[]string{"gtfs_repeated_sequence a/stop_times.txt:2"}},
		{"too fast", "T1,08:00:00,08:00:00,A,1\nT1,08:00:00,08:00:00,F,2\n", []string{"T1 A 08:00:00 F 08:00:00"}, []string{"gtfs_too_fast a/stop_times.txt:3"}},
		{"unknown ids", "T1,08:00:00,08:00:00,A,1\nGHOST,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,NOWHERE,2\nT1,08:10:00,08:10:00,,3\nT1,08:20:00,08:20:00,C,4\n",
			[]string{"T1 A 08:00:00 C 08:20:00"}, []string{"gtfs_unknown_stop a/stop_times.txt:4", "gtfs_unknown_stop a/stop_times.txt:5", "gtfs_unknown_trip a/stop_times.txt:3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, r := transitOf(t, feedtest.Small().With("trips", one).With("stop_times", stopTimesHeader+c.rows).With("stops", far))
			if d := cmp.Diff(c.want, timetable(got)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.issues, codes(r)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestTimesWorkedOut: the export marks times that the feed did not give. They are kept, at the ends of a trip they are
// times as others are, and they must not fall either.
func TestTimesWorkedOut(t *testing.T) {
	const header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint,interpolated\n"
	for _, c := range []struct {
		rows   string
		want   []string
		issues []string
	}{
		{"T1,08:00:00,08:00:00,A,1,1,\nT1,08:03:00,08:03:00,B,2,0,1\nT1,08:20:00,08:20:00,C,3,1,\n", []string{"T1 A 08:00:00 B 08:03:00* C 08:20:00"}, nil},
		{"T1,08:00:00,08:00:00,A,1,0,1\nT1,,,B,2,0,2\nT1,08:20:00,08:20:00,C,3,0,1\n", []string{"T1 A 08:00:00 B 08:10:00* C 08:20:00"}, nil},
		{"T1,08:00:00,08:00:00,A,1,1,\nT1,07:00:00,07:00:00,B,2,0,1\nT1,08:20:00,08:20:00,C,3,1,\n", nil, []string{"gtfs_times_fall a/stop_times.txt:3"}},
	} {
		got, r := transitOf(t, feedtest.Small().With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").With("stop_times", header+c.rows))
		if d := cmp.Diff(c.want, timetable(got)); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(c.issues, codes(r)); d != "" {
			t.Error(d)
		}
	}
}

// Two feeds may have the same ids: they stay apart. The order in which they are given does not matter.
func TestFeedsWithTheSameIDs(t *testing.T) {
	got, _ := transitOf(t, feedtest.Small(), feedtest.Small())
	if n := got.Stops.ID.Len(); n != 6 {
		t.Errorf("%d stops, want 6", n)
	}
	if n := got.Trips.ID.Len(); n != 4 {
		t.Errorf("%d trips, want 4", n)
	}
	if n := got.Profiles.Run.Len(); n != 1 {
		t.Errorf("%d profiles, want 1", n)
	}
	if n := got.Services.Days.Len(); n != 1 {
		t.Errorf("%d day sets, want 1", n)
	}
}

func TestServiceWithoutDaysDropsTrips(t *testing.T) {
	got, r := transitOf(t, feedtest.Small().With("calendar_dates", "service_id,date,exception_type\nNEVER,20260601,2\n").
		With("trips", "route_id,service_id,trip_id\nR,WK,T1\nR,NEVER,T2\n"))
	if d := cmp.Diff([]string{"T1 A 08:00:00 B 08:10:00 C 08:20:00"}, timetable(got)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"gtfs_service_without_days a/trips.txt:3"}, codes(r)); d != "" {
		t.Error(d)
	}
}

func TestFrequencies(t *testing.T) {
	got, r := transitOf(t, feedtest.Small().With("frequencies",
		"trip_id,start_time,end_time,headway_secs,exact_times\nT1,10:00:00,11:00:00,600,1\nT1,08:00:00,10:00:00,1800,1\nT1,10:30:00,12:00:00,600,0\nT2,08:00:00,09:00:00,0,1\nNO,08:00:00,09:00:00,600,1\n"))
	var rows []string
	for i := range got.Frequencies.Trip.Len() {
		f := &got.Frequencies
		rows = append(rows, fmt.Sprintf("%s %d-%d %d %d", got.Trips.ID.At(int(f.Trip.At(i))), f.StartS.At(i), f.EndS.At(i), f.HeadwayS.At(i), f.Exact.At(i)))
	}
	if d := cmp.Diff([]string{"T1 28800-36000 1800 1", "T1 36000-39600 600 1", "T1 37800-43200 600 0"}, rows); d != "" {
		t.Error(d)
	}
	want := []string{"gtfs_bad_frequency a/frequencies.txt:5", "gtfs_frequency_overlap a/frequencies.txt:4",
		"gtfs_trip_without_frequency a/trips.txt:3", "gtfs_unknown_trip a/frequencies.txt:6"}
	if d := cmp.Diff(want, codes(r)); d != "" {
		t.Error(d)
	}
	if got.Trips.ID.Len() != 1 || got.Trips.FrequencyOnly.At(0) != 1 {
		t.Error("a trip in frequencies.txt runs by itself, or one that never runs is kept")
	}
}

// The order of rows changes nothing.
func TestRowOrder(t *testing.T) {
	checkRowOrder(t, sampleFeed(t), 5)
	checkRowOrder(t, feedFiles(richFeed()), 20)
	for _, name := range []string{"detroit-people-mover-dtc", "otp-simple", "trimet-vermont-2018-02-06", "brown-county-flex"} {
		t.Run(name, func(t *testing.T) { checkRowOrder(t, folderFeed(t, shared.Path(t, "data/gtfs/"+name)), 1) })
	}
}

func checkRowOrder(t *testing.T, files feedFiles, seeds uint64) {
	if _, ok := files["calendar"]; !ok {
		files["calendar"] = feedtest.Small()["calendar"]
	}
	want := dump(files.tables(t))
	for seed := range seeds {
		shuffled := files.shuffled(rand.New(rand.NewPCG(seed, 1)))
		if d := cmp.Diff(want, dump(shuffled.tables(t))); d != "" {
			t.Fatalf("seed %d: %.2000s", seed, d)
		}
	}
}

type feedFiles feedtest.Tables

func (f feedFiles) tables(t testing.TB) *graph.Tables {
	out, _ := transitOf(t, feedtest.Tables(f))
	return out
}

// shuffled permutes the rows of every file below its header.
func (f feedFiles) shuffled(random *rand.Rand) feedFiles {
	out := feedFiles{}
	for name, content := range f {
		lines := strings.SplitAfter(strings.TrimRight(content, "\n")+"\n", "\n")
		rows := lines[1 : len(lines)-1]
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		out[name] = strings.Join(lines, "")
	}
	return out
}

// dump prints all transit tables.
func dump(t *graph.Tables) string {
	var b bytes.Buffer
	for _, table := range []any{t.Feeds, t.Agencies, t.Levels, t.Stops, t.Routes, t.Patterns, t.Profiles, t.Trips, t.Services,
		t.Frequencies, t.Transfers, t.Pathways, t.Shapes, t.Continuations, t.Calls, t.CallTexts, t.Areas, t.FlexTrips, t.FlexCalls,
		t.RawTables, t.RawColumns, t.RawCells} {
		fmt.Fprintf(&b, "%+v\n", table)
	}
	return b.String()
}

// TestBookings: booking rules stay at calls with times of trips on demand; elsewhere an issue tells of them.
func TestBookings(t *testing.T) {
	const header = "trip_id,stop_id,stop_sequence,arrival_time,departure_time,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id\n"
	feed := feedtest.Small().With("stop_times", header+"T1,A,1,08:00:00,08:00:00,,,R\nT1,B,2,,,08:00:00,09:00:00,\nT1,C,3,09:00:00,09:00:00,,,\n"+
		"T2,A,1,09:00:00,09:00:00,,,\nT2,B,2,09:10:00,09:10:00,,,R\n")
	tables, issues := transitOf(t, feed)
	var got []string
	for i := range tables.FlexCalls.Trip.Len() {
		got = append(got, tables.FlexCalls.PickupBooking.At(i))
	}
	if want := []string{"R", "", ""}; !slices.Equal(got, want) {
		t.Errorf("rules %q, want %q", got, want)
	}
	if list := codes(issues); !slices.Contains(list, "gtfs_column_not_used a/stop_times.txt:6") {
		t.Errorf("issues %q", list)
	}
}
