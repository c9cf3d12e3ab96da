package route

import (
	"math"
	"math/rand/v2"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// TestBothEndsEqualOne compares the searches on Delaware, with bounds by chords and by landmarks.
func TestBothEndsEqualOne(t *testing.T) {
	g := delaware(t)
	rnd := rand.New(rand.NewPCG(61, 1))
	r := NewRouter(g)
	s := r.NewSearch()
	const pairs = 100
	for _, bounds := range []string{"chords", "landmarks"} {
		for m := facts.Walk; m <= facts.Car; m++ {
			if bounds == "landmarks" {
				r.Prepare(m)
			}
			s.m = r.mode(m)
			for range pairs {
				if !aimAtRandom(s, rnd) {
					continue
				}
				ok := s.run()
				cost := s.goal.cost
				if s.search() != ok || s.goal.cost != cost {
					t.Errorf("%s, %s: %v, %d ms from one end, %d from both", bounds, modeNames[m], ok, cost, s.goal.cost)
				}
			}
		}
	}
	if s.oneSided > pairs/5 {
		t.Errorf("%d of %d queries were left to the search from one end", s.oneSided, 6*pairs)
	}
}

// TestCostsTooHighForBothEnds: a street that takes a month.
func TestCostsTooHighForBothEnds(t *testing.T) {
	g := randomGraph(t, rand.New(rand.NewPCG(1, 7)))
	r := NewRouter(g)
	s := r.NewSearch()
	dear := r.NewCosts(facts.Walk, func(*facts.Edge, facts.Direction) float64 { return maxCost })
	rnd := rand.New(rand.NewPCG(62, 1))
	high := 0
	for range 200 {
		s.m = &dear.modeData
		s.from, s.to = randomPlaces(s, rnd), randomPlaces(s, rnd)
		if len(s.from) == 0 || len(s.to) == 0 {
			continue
		}
		for i := range s.from {
			s.from[i].ms += 3 * maxMS // as if the edge were as long
		}
		s.aim()
		ok := s.run()
		cost := s.goal.cost
		if s.search() != ok || s.goal.cost != cost {
			t.Fatalf("%v, %d ms from one end, %d from both", ok, cost, s.goal.cost)
		}
		if ok && cost > maxMS {
			high++
		}
	}
	if high == 0 {
		t.Error("no costs were high")
	}
}

func TestSinesAreExact(t *testing.T) {
	s := newSines()
	rnd := rand.New(rand.NewPCG(63, 1))
	for i := range 10_000 {
		x := int32(rnd.IntN(3600e6+1) - 1800e6)
		if i < 2 {
			x = []int32{-1800e6, 1800e6}[i]
		}
		sin, cos := s.at(x)
		wantSin, wantCos := math.Sincos(float64(x) * radians)
		if math.Abs(sin-wantSin) > 1e-12 || math.Abs(cos-wantCos) > 1e-12 {
			t.Fatalf("%d: %g %g, want %g %g", x, sin, cos, wantSin, wantCos)
		}
	}
	for _, x := range []int32{math.MinInt32, math.MaxInt32} { // of a corrupt file: no panic
		s.at(x)
	}
}

// TestChordIsNoLongerThanTheWay compares chords with distances along the ground, which differ little where both are short.
func TestChordIsNoLongerThanTheWay(t *testing.T) {
	s := newSines()
	rnd := rand.New(rand.NewPCG(64, 1))
	for range 10_000 {
		p := geometry.Point{Lon: int32(rnd.IntN(3600e6) - 1800e6), Lat: int32(rnd.IntN(1700e6) - 850e6)}
		q := geometry.Point{Lon: p.Lon, Lat: p.Lat + int32(rnd.IntN(2e7)-1e7)}
		if p.Lon < 17e8 {
			q.Lon += int32(rnd.IntN(2e7))
		}
		chord := geometry.EarthRadiusM * s.vector(p).apart(s.vector(q))
		if ground := geometry.Distance(p, q); chord > ground+1e-3 || chord < 0.999*ground-1e-3 {
			t.Fatalf("%v to %v: a chord of %g m, %g m along the ground", p, q, chord, ground)
		}
	}
}
