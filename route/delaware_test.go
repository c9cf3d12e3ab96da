package route

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// delaware builds the extract that comes with the module paulmach/osm, once a run of the tests.
func delaware(t testing.TB) *graph.Graph {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the graph of Delaware")
	}
	g, err := buildDelaware()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var buildDelaware = sync.OnceValues(func() (*graph.Graph, error) {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "delaware")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := build.Config{
		Inputs: []build.Input{{Path: filepath.Join(strings.TrimSpace(string(module)), "testdata", "delaware-latest.osm.pbf")}},
		Output: filepath.Join(dir, "delaware.graph"),
	}
	if _, err := build.Run(context.Background(), c); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(c.Output)
	if err != nil {
		return nil, err
	}
	return graph.Load(data)
})

// randomPoint returns the position of a vertex, or one up to some metres off.
func randomPoint(g *graph.Graph, rnd *rand.Rand) geometry.Point {
	p := g.PointOf(graph.VertexID(rnd.IntN(g.NumStreetVertices())))
	if rnd.IntN(2) == 0 {
		p.Lon += int32(rnd.IntN(2000) - 1000)
		p.Lat += int32(rnd.IntN(2000) - 1000)
	}
	return p
}

// TestDelaware follows the answers for 1,000 random pairs edge by edge by the rules of brute force, and compares their
// parts with the whole.
func TestDelaware(t *testing.T) {
	g := delaware(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	s := NewRouter(g).NewSearch()
	var rules [3]*brute
	found := 0
	for i := range 1000 {
		m := facts.Mode(i % 3)
		a, err := s.Route(Query{From: randomPoint(g, rnd), To: randomPoint(g, rnd), Mode: m})
		if err != nil || a.Status == BadRequest {
			t.Fatal(a.Error, err)
		}
		if a.Status != OK {
			continue
		}
		found++
		if rules[m] == nil {
			rules[m] = newBrute(g, m, s)
		}
		checkLongWay(t, s, rules[m])
		checkSums(t, a)
	}
	if found < 900 {
		t.Errorf("%d routes of 1,000", found)
	}
}

// checkLongWay is checkWay where enclosed streets have to be looked for as the search does: by brute force it takes too long.
func checkLongWay(t *testing.T, s *Search, b *brute) {
	t.Helper()
	if b.broken(s.path) < 0 {
		return
	}
	found := *b
	found.edges = slices.Clone(b.edges)
	for _, e := range s.r.enclosedOf(s.m) {
		found.edges[e].limited = true
	}
	checkWay(t, s, &found)
	if s.aim(); s.run() {
		t.Errorf("the way %v goes through limited edges, and need not", s.path)
	}
}

// checkSums compares a leg with its steps and its geometry.
func checkSums(t *testing.T, a Answer) {
	t.Helper()
	for _, leg := range a.Legs {
		lengthM, durationS := 0.0, 0.0
		for _, x := range leg.Steps {
			lengthM += x.DistanceM
			durationS += x.DurationS
		}
		if math.Abs(lengthM-leg.DistanceM) > 1e-6 || math.Abs(durationS-leg.DurationS) > 1e-6 {
			t.Fatalf("steps add up to %g m and %g s, the leg is %g m and %g s", lengthM, durationS, leg.DistanceM, leg.DurationS)
		}
		if drawn := geometry.Length(leg.Geometry); math.Abs(drawn-leg.DistanceM) > 1+0.002*leg.DistanceM {
			t.Fatalf("the geometry is %g m long, the leg %g m", drawn, leg.DistanceM)
		}
	}
}

// aimAtRandom sets two random ends for the mode of a search; false where one has no street near.
func aimAtRandom(s *Search, rnd *rand.Rand) bool {
	s.from = s.snapEnd(s.from[:0], randomPoint(s.g, rnd), snapOptions{maxM: 1000})
	s.to = s.snapEnd(s.to[:0], randomPoint(s.g, rnd), snapOptions{maxM: 1000})
	if len(s.from) == 0 || len(s.to) == 0 {
		return false
	}
	s.aim()
	return true
}

// TestBoundChangesNothing compares A* with the same search without its bound.
func TestBoundChangesNothing(t *testing.T) {
	g := delaware(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	s := NewRouter(g).NewSearch()
	for i := range 30 {
		m := facts.Mode(i % 3)
		s.m = s.r.mode(m)
		if !aimAtRandom(s, rnd) {
			continue
		}
		ok := s.run()
		cost := s.goal.cost
		s.bound.landMS, s.bound.anyMS = 0, 0
		if s.run() != ok || s.goal.cost != cost {
			t.Fatalf("query %d: %v %d ms with the bound, %d ms without", i, ok, cost, s.goal.cost)
		}
	}
}

// TestSearchesAllocateNothing looks at the search itself: snapping and the answer have memory of their own.
func TestSearchesAllocateNothing(t *testing.T) {
	g := delaware(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	s := NewRouter(g).NewSearch()
	s.m = s.r.mode(facts.Car)
	s.from = s.snapEnd(nil, randomPoint(g, rnd), snapOptions{maxM: 1000})
	s.to = s.snapEnd(nil, randomPoint(g, rnd), snapOptions{maxM: 1000})
	s.aim()
	for name, run := range map[string]func() bool{"both ends": s.search, "one end": s.run} {
		run()
		if n := testing.AllocsPerRun(3, func() { run() }); n > 0 {
			t.Errorf("%g allocations a search from %s", n, name)
		}
	}
}

func BenchmarkRoute(b *testing.B) {
	g := delaware(b)
	for m, name := range modeNames {
		b.Run(name, func(b *testing.B) {
			rnd := rand.New(rand.NewPCG(7, 8))
			s := NewRouter(g).NewSearch()
			for b.Loop() {
				q := Query{From: randomPoint(g, rnd), To: randomPoint(g, rnd), Mode: facts.Mode(m)}
				if _, err := s.Route(q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
