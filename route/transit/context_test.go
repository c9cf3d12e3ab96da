package transit

import (
	"context"
	"errors"
	"testing"
	"time"

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
