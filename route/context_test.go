package route

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"graphbuild/facts"
)

// TestContextStopsSearches asks queries of a context that is done before, or while they run.
func TestContextStopsSearches(t *testing.T) {
	g := delaware(t)
	plain, fast := NewRouter(g).NewSearch(), withHierarchies(g).NewSearch()
	points := randomPoints(g, rand.New(rand.NewPCG(41, 1)), 300)
	one := Query{From: points[0], To: points[1], Mode: facts.Car}
	queries := map[string]func() error{
		"route":        func() error { _, err := plain.Route(one); return err },
		"alternatives": func() error { _, err := plain.Alternatives(one, 3); return err },
		"table": func() error {
			_, err := plain.Table(TableQuery{From: points, To: points, Mode: facts.Car})
			return err
		},
		"table by hierarchy": func() error {
			_, err := fast.Table(TableQuery{From: points, To: points, Mode: facts.Car})
			return err
		},
		"isochrone": func() error {
			_, err := plain.Isochrone(IsochroneQuery{From: points[0], Mode: facts.Walk, LimitS: maxLimitS, CellM: 5})
			return err
		},
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for name, ask := range queries {
		plain.SetContext(done)
		fast.SetContext(done)
		if err := ask(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, canceled before: %v", name, err)
		}
		brief, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		plain.SetContext(brief)
		fast.SetContext(brief)
		if err := ask(); name != "route" && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s, a millisecond: %v", name, err)
		}
		cancel()
	}
	plain.SetContext(context.Background())
	if err := queries["route"](); err != nil {
		t.Errorf("without a context again: %v", err)
	}
}
