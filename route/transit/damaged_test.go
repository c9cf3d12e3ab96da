package transit

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"graphbuild/graph"
	"graphbuild/route"
)

// TestTimesOutOfRange: a damaged file has a vehicle every second for 68 years, which is more than times have room for. It is left
// out, and the search ends.
func TestTimesOutOfRange(t *testing.T) {
	tested := 0
	for seed := range 200 {
		if ridesEverySecond(t, seed, 30*3600) {
			tested++
			if ridesEverySecond(t, seed, math.MaxInt32) {
				t.Fatalf("seed %d: got a ride of the row out of range", seed)
			}
		}
	}
	if tested == 0 {
		t.Error("no such row is ever of use")
	}
}

// ridesEverySecond reports whether riders take trip 0 of a drawn timetable where it runs every second until a time.
func ridesEverySecond(t *testing.T, seed int, untilS int32) bool {
	t.Helper()
	var day graph.Day
	x := rapid.Custom(func(r *rapid.T) *graph.Tables {
		x, d := drawTables(r)
		day = d
		return x
	}).Example(seed)
	if x.Frequencies.Trip.Len() > 0 {
		return false
	}
	x.Frequencies.Trip.Append(0)
	x.Frequencies.StartS.Append(0)
	x.Frequencies.EndS.Append(untilS)
	x.Frequencies.HeadwayS.Append(1)
	x.Frequencies.Exact.Append(0)
	g, err := graph.NewGraph(x)
	if err != nil {
		t.Fatal(err)
	}
	calls := g.Trip(0).StopTimes()
	q := Query{From: g.Stop(calls[0].Stop).Point(), To: g.Stop(calls[1].Stop).Point(), Time: day.Start(zoneOfGraph(g)).Add(12 * time.Hour), Window: time.Minute}
	a, err := NewRouter(g, route.NewRouter(g)).NewSearch().Plan(q)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range a.Journeys {
		for _, leg := range j.Legs {
			if leg.Headway == time.Second {
				return true
			}
		}
	}
	return false
}
