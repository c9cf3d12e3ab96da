package build

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/internal/feedtest"
)

// Of two trips of a pattern, the one before is nowhere later, whatever their services are; and all trips stay.
func TestNoTripOvertakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var trips, rows strings.Builder
		trips.WriteString("route_id,service_id,trip_id\n")
		rows.WriteString(stopTimesHeader)
		n := rapid.IntRange(2, 12).Draw(t, "trips")
		for i := range n {
			fmt.Fprintf(&trips, "R,WK,T%d\n", i)
			at := 8 * 3600
			for k, stop := range []string{"A", "B", "C"} {
				at += rapid.IntRange(0, 9).Draw(t, "run") * 60
				leave := at + rapid.IntRange(0, 2).Draw(t, "dwell")*60
				fmt.Fprintf(&rows, "T%d,%s,%s,%s,%d\n", i, clockText(int32(at)), clockText(int32(leave)), stop, k+1)
				at = leave
			}
		}
		got := tablesOfFeed(t, feedtest.Small().With("trips", trips.String()).With("stop_times", rows.String()))
		if got.Trips.ID.Len() != n {
			t.Fatalf("%d trips, want %d", got.Trips.ID.Len(), n)
		}
		for i := 1; i < n; i++ {
			if got.Trips.Pattern.At(i) != got.Trips.Pattern.At(i-1) {
				continue
			}
			before, after := clocksOf(got, i-1), clocksOf(got, i)
			for k := range before {
				if after[k] < before[k] {
					t.Fatalf("trip %d overtakes: %v, %v", i, before, after)
				}
			}
		}
	})
}

// clocksOf returns arrivals and departures of a trip.
func clocksOf(t *graph.Tables, trip int) []int32 {
	times, leave := t.Profiles.Times(int(t.Trips.Profile.At(trip)), nil, nil)
	times = append(times, leave...)
	for k := range times {
		times[k] += t.Trips.StartS.At(trip)
	}
	return times
}

// A trip that overtakes another gets a pattern that takes its stops from the first.
func TestSplitPattern(t *testing.T) {
	got := tablesOfFeed(t, feedtest.Small().With("stop_times", stopTimesHeader+
		"T1,08:00:00,08:00:00,A,1\nT1,08:20:00,08:20:00,B,2\nT1,08:30:00,08:30:00,C,3\n"+
		"T2,08:05:00,08:05:00,A,1\nT2,08:10:00,08:10:00,B,2\nT2,08:40:00,08:40:00,C,3\n"))
	if d := cmp.Diff([]graph.PatternID{0, 0}, got.Patterns.As.Slice()); d != "" {
		t.Error(d)
	}
	g, err := graph.NewGraph(got)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]graph.StopID{0, 1, 2}, g.Pattern(1).AppendStops(nil)); d != "" {
		t.Error(d)
	}
}

// TestAllOvertakeAll has a feed in which each trip overtakes all before it.
func TestAllOvertakeAll(t *testing.T) {
	const many = 60_000
	trips, times := &strings.Builder{}, &strings.Builder{}
	trips.WriteString("route_id,service_id,trip_id\n")
	times.WriteString(stopTimesHeader)
	for i := range int32(many) {
		start, end := clockText(i), clockText(3*many-i)
		fmt.Fprintf(trips, "R,WK,T%d\n", i)
		fmt.Fprintf(times, "T%d,%s,%s,A,1\nT%d,%s,%s,B,2\n", i, start, start, i, end, end)
	}
	got := tablesOfFeed(t, feedtest.Small().With("trips", trips.String()).With("stop_times", times.String()))
	if n := got.Patterns.Route.Len(); n != many {
		t.Errorf("%d patterns of %d trips", n, many)
	}
}

// fataler is what *testing.T and *rapid.T share.
type fataler interface{ Fatal(args ...any) }

// tablesOfFeed builds the timetable of one feed.
func tablesOfFeed(t fataler, f feedtest.Tables) *graph.Tables {
	feed, err := gtfs.OpenFS(f.FS(), "feed", "a", gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out graph.Tables
	if err := addTransit(context.Background(), []*gtfs.Feed{feed}, &out, nil); err != nil {
		t.Fatal(err)
	}
	return &out
}
