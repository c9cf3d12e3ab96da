package transit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
)

// TestContextStopsSearches asks queries of a context that is done before, or while they run, and once more without one.
func TestContextStopsSearches(t *testing.T) {
	g := feed(t, "newport")
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	calls := g.Trip(0).StopTimes()
	q := Query{From: g.Stop(calls[0].Stop).Point(), To: g.Stop(calls[len(calls)-1].Stop).Point(), Time: busyWednesday(g).Start(zoneOfGraph(g)).Add(8 * time.Hour), Window: 20 * time.Hour}
	if a, err := s.Plan(q); err != nil || a.Status != route.OK {
		t.Fatalf("%v %s", err, a.Error)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	s.SetContext(done)
	if a, err := s.Plan(q); !errors.Is(err, context.Canceled) || len(a.Journeys) > 0 {
		t.Errorf("canceled before: %d journeys, %v", len(a.Journeys), err)
	}
	if !stops(t, s, func() error { _, err := s.Plan(q); return err }) {
		t.Error("it never stopped while it ran")
	}
	s.SetContext(context.Background())
	if a, err := s.Plan(q); err != nil || a.Status != route.OK {
		t.Errorf("without a context again: %v %s", err, a.Error)
	}
}

// stops reports whether a query ends with its context, which is done while it runs. On a machine with much to do, the timer
// may come too late: then it is asked again.
func stops(t *testing.T, s *Search, ask func() error) bool {
	for range 20 {
		brief, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		s.SetContext(brief)
		err := ask()
		cancel()
		if err != nil {
			return errors.Is(err, context.DeadlineExceeded)
		}
	}
	return false
}

// TestContextStopsScans: a trip of very many calls is not followed to its end for nobody.
func TestContextStopsScans(t *testing.T) {
	var times strings.Builder
	times.WriteString("trip_id,arrival_time,departure_time,stop_id,stop_sequence\n")
	const calls = 2*watchedCalls + 1 // at A and B in turn, at last at C
	for i := range calls {
		stop := "AB"[i%2 : i%2+1]
		if i == calls-1 {
			stop = "C"
		}
		clock := fmt.Sprintf("%02d:%02d:%02d", 8+i/3600, i/60%60, i%60)
		fmt.Fprintf(&times, "T1,%s,%s,%s,%d\n", clock, clock, stop, i)
	}
	feed := feedtest.Small().With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").With("stop_times", times.String())
	g, err := buildGraph([]build.Input{{Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{context.Background(), done} {
		if got, want := reachesLast(t, g, ctx), ctx != done; got != want {
			t.Errorf("context %v: reached the last stop: %v, want %v", ctx.Err(), got, want)
		}
	}
}

// reachesLast reports whether one round from stop A leads to stop C.
func reachesLast(t *testing.T, g *graph.Graph, ctx context.Context) bool {
	t.Helper()
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	s.SetContext(ctx)
	table, err := s.r.table(false)
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Time: time.Date(2026, 6, 3, 7, 59, 0, 0, s.r.zone())}
	p := s.newPass(table, &q, q.Time.Unix(), horizonS)
	stops := map[string]graph.StopID{}
	for _, id := range []string{"A", "C"} {
		x, err := g.StopByID(id)
		if err != nil {
			t.Fatal(err)
		}
		stops[id] = x.Number()
	}
	p.r.seed(stops["A"], 0)
	p.r.run(1)
	for at := range table.placesOf(stops["C"]) {
		if p.r.arrive[levels*int(at)+1] < never {
			return true
		}
	}
	return false
}
