package route

import (
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// TestCostsByHierarchy compares routes by other costs of A* and of a hierarchy.
func TestCostsByHierarchy(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 21))
		g := randomGraph(t, rnd)
		r := NewRouter(g)
		s := r.NewSearch()
		slow := r.NewCosts(facts.Car, func(f *facts.Edge, d facts.Direction) float64 {
			return float64(f.Speed[d]%7) + float64(f.Modes[d])*0.3 - 0.5
		})
		slow.Contract()
		for _, c := range []*Costs{r.Shortest(facts.Car), slow} {
			s.base, s.m = r.mode(facts.Car), &c.modeData
			s.from, s.to = randomPlaces(s, rnd), randomPlaces(s, rnd)
			if len(s.from) == 0 || len(s.to) == 0 {
				continue
			}
			s.aim()
			want := s.find(&Query{Mode: facts.Car, Costs: c, NoHierarchy: true})
			cost := s.goal.cost
			if got := s.find(&Query{Mode: facts.Car, Costs: c}); got != want || got && s.goal.cost != cost {
				t.Fatalf("seed %d: got %v %d, want %v %d", seed, got, s.goal.cost, want, cost)
			}
		}
	}
}

// randomPoints returns positions on Delaware.
func randomPoints(g *graph.Graph, rnd *rand.Rand, n int) []geometry.Point {
	list := make([]geometry.Point, n)
	for i := range list {
		list[i] = randomPoint(g, rnd)
	}
	return list
}

// TestDelawareAPI compares the shortest route, alternatives and isochrones with single routes.
func TestDelawareAPI(t *testing.T) {
	g := delaware(t)
	rnd := rand.New(rand.NewPCG(31, 1))
	r := NewRouter(g)
	plain := r.NewSearch()
	points := randomPoints(g, rnd, 12)
	checkShortest(t, plain, points)
	checkAlternatives(t, plain, points)
	checkIsochrone(t, plain, points)
}

func checkShortest(t *testing.T, s *Search, points []geometry.Point) {
	for i := 1; i < len(points); i++ {
		q := Query{From: points[i-1], To: points[i], Mode: facts.Car}
		fast, _ := s.Route(q)
		q.Costs = s.r.Shortest(facts.Car)
		short, _ := s.Route(q)
		if short.Status != fast.Status || short.DistanceM > fast.DistanceM+1 || short.DurationS < fast.DurationS-1 {
			t.Errorf("shortest: %v %.0f m %.0f s, fastest: %v %.0f m %.0f s",
				short.Status, short.DistanceM, short.DurationS, fast.Status, fast.DistanceM, fast.DurationS)
		}
	}
}

func checkAlternatives(t *testing.T, s *Search, points []geometry.Point) {
	more := 0
	for i := 1; i < len(points); i++ {
		list, err := s.Alternatives(Query{From: points[i-1], To: points[i], Mode: facts.Car}, 2)
		if err != nil || len(list) == 0 || len(list) > 3 {
			t.Fatal(len(list), err)
		}
		for _, a := range list[1:] {
			more++
			if a.DurationS < list[0].DurationS-1 || a.DurationS > maxDetour*list[0].DurationS {
				t.Errorf("an alternative takes %.0f s, the best %.0f s", a.DurationS, list[0].DurationS)
			}
			checkSums(t, a)
		}
	}
	if more < len(points)/2 {
		t.Errorf("%d alternatives", more)
	}
}

func checkIsochrone(t *testing.T, s *Search, points []geometry.Point) {
	const limitS = 600
	iso, err := s.Isochrone(IsochroneQuery{From: points[0], Mode: facts.Bike, LimitS: limitS})
	if err != nil {
		t.Fatal(err)
	}
	in := map[graph.EdgeID][]Reached{}
	for _, r := range iso.Reached {
		in[r.Edge] = append(in[r.Edge], r)
	}
	for e := graph.EdgeID(0); int(e) < s.g.NumStreetEdges(); e += 997 {
		checkReached(t, s, points[0], in, e, limitS)
	}
	for i := 0; i < len(iso.Reached); i += 37 {
		checkReached(t, s, points[0], in, iso.Reached[i].Edge, limitS)
	}
	for _, polygon := range iso.Polygons {
		for i, ring := range polygon {
			if ring[0] != ring[len(ring)-1] || (signedArea(ring) > 0) != (i == 0) {
				t.Errorf("ring %d of %d points, area %g", i, len(ring), signedArea(ring))
			}
		}
	}
}

// checkReached compares whether the middle of an edge is within reach with a route to it along that edge.
func checkReached(t *testing.T, s *Search, from geometry.Point, in map[graph.EdgeID][]Reached, e graph.EdgeID, limitS float64) {
	t.Helper()
	s.m = s.r.mode(facts.Bike)
	arc, tail := s.arcOf(e)
	p := s.m.paceOf(arc)
	if p == 0 {
		return
	}
	s.from = s.snapEnd(s.from[:0], from, snapOptions{maxM: DefaultSnapM})
	s.to = append(s.to[:0], place{arc: arc, tail: tail, pace: p, ms: s.m.ms(s.g, arc, p), portion: 0.5, point: s.g.PointOf(tail), apartM: 1e6})
	s.aim()
	ok := s.run() && s.goal.cost <= uint64(limitS*1000)
	if reached := slices.ContainsFunc(in[e], func(r Reached) bool { return r.From <= 0.5 && r.To >= 0.5 }); reached != ok {
		t.Errorf("edge %d: the isochrone says %v (%+v), the route %v in %d ms", e, reached, in[e], ok, s.goal.cost)
	}
}

func signedArea(ring []geometry.Point) float64 {
	sum := 0.0
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		sum += float64(a.Lon-ring[0].Lon)*float64(b.Lat-ring[0].Lat) - float64(b.Lon-ring[0].Lon)*float64(a.Lat-ring[0].Lat)
	}
	return sum
}
