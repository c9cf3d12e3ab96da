package transit

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
)

// drawnLive is news about some runs.
type drawnLive map[graph.TripID][]drawnRun

type drawnRun struct {
	day       graph.Day
	startS    int32
	cancelled bool
	calls     []graph.StopTime // Pickup 1: skipped
}

func (l drawnLive) NumRuns(t graph.TripID) int { return len(l[t]) }

func (l drawnLive) Run(t graph.TripID, i int) (graph.Day, int32, bool) {
	r := &l[t][i]
	return r.day, r.startS, r.cancelled
}

func (l drawnLive) Call(t graph.TripID, i, at int) (int32, int32, bool) {
	c := &l[t][i].calls[at]
	return c.ArrivalS, c.DepartureS, c.Pickup == 1
}

// drawLive draws news about some runs of one trip in n on some days: cancelled, late or early ones, with stops left out.
func drawLive(g *graph.Graph, seed uint64, n int, days ...graph.Day) drawnLive {
	rnd := rand.New(rand.NewPCG(seed, 3))
	live := drawnLive{}
	for t := range graph.TripID(g.NumTrips()) {
		if rnd.IntN(n) != 0 {
			continue
		}
		trip := g.Trip(t)
		var starts []int32
		if !trip.FrequencyOnly() {
			starts = append(starts, trip.StartS())
		}
		for _, f := range trip.Frequencies() {
			for k := int32(0); k < 3; k++ {
				if at := f.StartS + k*int32(f.HeadwayS); f.HeadwayS > 0 && at < f.EndS && !slices.Contains(starts, at) {
					starts = append(starts, at)
				}
			}
		}
		for _, d := range days {
			if !trip.Service().RunsOn(d) {
				continue
			}
			for _, s := range starts {
				if rnd.IntN(3) > 0 {
					live[t] = append(live[t], drawRun(rnd, trip, d, s))
				}
			}
		}
	}
	return live
}

func drawRun(rnd *rand.Rand, trip graph.Trip, day graph.Day, startS int32) drawnRun {
	r := drawnRun{day: day, startS: startS, cancelled: rnd.IntN(5) == 0, calls: trip.StopTimes()}
	delay, last := int32(rnd.IntN(3600)-900), int32(-1<<30)
	for i := range r.calls {
		c := &r.calls[i]
		c.ArrivalS = max(last, c.ArrivalS+startS-trip.StartS()+delay)
		c.DepartureS = max(c.ArrivalS, c.DepartureS+startS-trip.StartS()+delay)
		c.Pickup = uint8(max(0, rnd.IntN(6)-4))
		delay, last = delay+int32(rnd.IntN(240)-100), c.DepartureS
	}
	return r
}

// TestLiveRuns: news about one trip changes its times, its stops, or takes it away, and the planned router stays as it is.
func TestLiveRuns(t *testing.T) {
	g, err := buildGraph([]build.Input{{Path: feedtest.Small().ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	planned := NewRouter(g, route.NewRouter(g))
	q := Query{From: stopA, To: stopC, Time: time.Date(2026, 6, 3, 7, 0, 0, 0, newYork(t)), WalkS: 60}
	first := func(l Realtime) *Leg {
		t.Helper()
		a, err := planned.WithRealtime(l).NewSearch().Plan(q)
		if err != nil || a.Status != route.OK {
			t.Fatalf("%v %s", err, a.Error)
		}
		return &a.Journeys[0].Legs[0]
	}
	before := first(nil)
	trip := before.Trip
	calls := trip.StopTimes()
	for i := range calls {
		calls[i].ArrivalS += 90
		calls[i].DepartureS += 90
	}
	late := first(drawnLive{trip.Number(): {{day: before.Day, startS: trip.StartS(), calls: calls}}})
	if !late.Realtime || late.Trip != trip || late.Depart.Sub(before.Depart) != 90*time.Second || late.Calls[1].ArrivalDelayS != 90 {
		t.Errorf("got %+v, want 90 s after %+v", late, before)
	}
	for name, r := range map[string]drawnRun{
		"cancelled": {cancelled: true},
		"skipped":   {calls: skipping(trip.StopTimes(), 0)},
	} {
		r.day, r.startS = before.Day, trip.StartS()
		if other := first(drawnLive{trip.Number(): {r}}); other.Trip == trip && other.Day == before.Day {
			t.Errorf("%s: it is used still", name)
		}
	}
	if after := first(nil); after.Realtime || !after.Depart.Equal(before.Depart) {
		t.Errorf("got %+v without news, want %+v", after, before)
	}
}

func skipping(calls []graph.StopTime, at int) []graph.StopTime {
	calls[at].Pickup = 1
	return calls
}

// TestLiveSharesChanges: only what news can change is read anew when a message comes.
func TestLiveSharesChanges(t *testing.T) {
	g, err := buildGraph([]build.Input{{Path: feedtest.Small().ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	planned := NewRouter(g, route.NewRouter(g))
	live := planned.WithRealtime(drawnLive{})
	for _, mirrored := range []bool{false, true} {
		a, err1 := planned.table(mirrored)
		b, err2 := live.table(mirrored)
		if err1 != nil || err2 != nil || a == b || a.changes[0] == nil || a.changes != b.changes {
			t.Errorf("mirrored %t: got changes %p and %p, %v, %v", mirrored, a.changes[0], b.changes[0], err1, err2)
		}
	}
}
