package route

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
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
		if !stops(t, ask, plain, fast) {
			t.Errorf("%s never stopped while it ran", name)
		}
	}
	plain.SetContext(context.Background())
	if err := queries["route"](); err != nil {
		t.Errorf("without a context again: %v", err)
	}
}

// lasting is a context that is done once it has been looked at so many times.
type lasting struct {
	context.Context
	left int
}

func (c *lasting) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// stops reports whether a query of one of the searches ends with its context, which is done while it runs, and does not look
// at it again.
func stops(t *testing.T, ask func() error, searches ...*Search) bool {
	brief := &lasting{t.Context(), 10}
	for _, s := range searches {
		s.SetContext(brief)
	}
	return errors.Is(ask(), context.DeadlineExceeded) && brief.left == -1
}

// TestNoFarTextForNobody: once the context is done there is no second, farther look for a street.
func TestNoFarTextForNobody(t *testing.T) {
	s := newChain(t, 10, 10, false)
	q := SnapQuery{Point: geometry.Point{Lon: 10_0000000, Lat: 50_1000000}, Mode: facts.Walk}
	if s.FarText(q) == "" {
		t.Fatal("no street")
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	s.SetContext(done)
	if text := s.FarText(q); text != "" {
		t.Errorf("%q", text)
	}
}
