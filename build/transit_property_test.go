package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/shared"
	"graphbuild/report"
)

// Interpolated times never fall, and the times that are given stay.
func TestInterpolation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "stops")
		withDist := rapid.Bool().Draw(t, "dist")
		var rows, stops strings.Builder
		stops.WriteString("stop_id,stop_lat,stop_lon\n")
		rows.WriteString("trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\n")
		clock, dist := 8*3600, 0.0
		given := map[int]int{}
		for i := range n {
			fmt.Fprintf(&stops, "S%d,%f,%f\n", i, rapid.Float64Range(39.6, 39.8).Draw(t, "lat"), -75.5)
			clock += rapid.IntRange(0, 900).Draw(t, "run")
			dist += rapid.Float64Range(0, 5).Draw(t, "metres")
			text, length := "", ""
			if i == 0 || i == n-1 || rapid.Bool().Draw(t, "timed") {
				given[i] = clock
				text = clockText(int32(clock))
			}
			if withDist {
				length = fmt.Sprint(dist)
			}
			fmt.Fprintf(&rows, "T1,%s,%s,S%d,%d,%s\n", text, text, i, i, length)
		}
		feed, err := gtfs.OpenFS(feedtest.Small().With("stops", stops.String()).With("stop_times", rows.String()).FS(), "feed", "x", gtfs.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out graph.Tables
		if err := addTransit(context.Background(), []*gtfs.Feed{feed}, &out, nil); err != nil {
			t.Fatal(err)
		}
		checkInterpolated(t, &out, given)
	})
}

func checkInterpolated(t *rapid.T, out *graph.Tables, given map[int]int) {
	arrival, _ := out.Profiles.Times(0, nil, nil)
	bits := out.Profiles.Interpolated.AppendRow(nil, 0)
	last := arrival[0]
	for i, s := range arrival {
		if s < last {
			t.Fatalf("times fall: %v", arrival)
		}
		last = s
		clock, ok := given[i]
		if ok && clock != int(out.Trips.StartS.At(0)+s) {
			t.Fatalf("time of stop %d moved", i)
		}
		if interpolated := len(bits) > 0 && bits[i]&1 != 0; interpolated == ok {
			t.Fatalf("stop %d: interpolated %v, given %v", i, interpolated, ok)
		}
	}
}

// Every shared feed that opens makes a timetable; trips and stop times add up with those dropped.
func TestEverySharedFeedBuilds(t *testing.T) {
	for _, pattern := range []string{"data/gtfs/*", "data/odd/gtfs/*", "data/odd/derived/gtfs-*.zip"} {
		paths, _ := filepath.Glob(filepath.Join(shared.Path(t, "data"), "..", pattern))
		for _, path := range paths {
			if info, err := os.Stat(path); err != nil || !info.IsDir() && filepath.Ext(path) != ".zip" {
				continue
			}
			t.Run(filepath.Base(path), func(t *testing.T) { buildFeed(t, path) })
		}
	}
}

// dropped are the codes of issues that stand for one trip each.
var droppedTrips = map[string]bool{"gtfs_service_without_days": true, "gtfs_trip_too_short": true, "gtfs_trip_without_times": true, "gtfs_times_fall": true}

func buildFeed(t *testing.T, path string) {
	r := report.New(report.Options{})
	f, err := gtfs.Open(path, "x", gtfs.Options{Report: r})
	if err != nil {
		t.Log(err)
		return
	}
	var out graph.Tables
	if err := addTransit(context.Background(), []*gtfs.Feed{f}, &out, r); err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, c := range r.Counts() {
		if droppedTrips[c.Code] {
			lost += c.Count
		}
	}
	for i := range out.FlexTrips.ID.Len() {
		if out.FlexTrips.Trip.At(i) == graph.NoTrip {
			lost++ // on demand alone
		}
	}
	if out.Trips.ID.Len()+lost != len(f.Trips) {
		t.Errorf("%d trips, %d built, %d dropped", len(f.Trips), out.Trips.ID.Len(), lost)
	}
	if _, err := graph.NewGraph(&out); err != nil {
		t.Error(err)
	}
	t.Logf("%d patterns %d profiles %d trips; %v", out.Patterns.Route.Len(), out.Profiles.Run.Len(), out.Trips.ID.Len(), r.Counts())
}
