package route

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"graphbuild/facts"
)

// TestIsochrones compares isochrones of several limits with those of each.
func TestIsochrones(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 71))
		g := randomGraph(t, rnd)
		s := NewRouter(g).NewSearch()
		q := IsochroneQuery{From: randomPoint(g, rnd), Mode: facts.Walk, SnapM: 2000}
		limits := []float64{600, 0, 100, 3600}
		list, err := s.Isochrones(q, limits...)
		if err != nil || len(list) != len(limits) {
			t.Fatal(len(list), err)
		}
		for i, limitS := range limits {
			q.LimitS = limitS
			one, err := s.Isochrone(q)
			if err != nil || !reflect.DeepEqual(one, list[i]) {
				t.Fatalf("seed %d, %g s: got %+v, alone %+v, %v", seed, limitS, list[i], one, err)
			}
		}
	}
}

func TestIsochronesRefuse(t *testing.T) {
	s := NewRouter(randomGraph(t, rand.New(rand.NewPCG(1, 71)))).NewSearch()
	for _, limits := range [][]float64{{}, {-1}, {10, math.NaN()}, {maxLimitS + 1}} {
		if _, err := s.Isochrones(IsochroneQuery{Mode: facts.Walk}, limits...); err == nil {
			t.Errorf("limits %v: no error", limits)
		}
	}
	for _, cellM := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := s.Isochrones(IsochroneQuery{Mode: facts.Walk, CellM: cellM}, 1); err == nil {
			t.Errorf("cells of %g m: no error", cellM)
		}
	}
}
