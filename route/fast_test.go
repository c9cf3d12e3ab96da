package route

import (
	"math/rand/v2"
	"testing"

	"graphbuild/facts"
	"graphbuild/graph"
)

// withHierarchies returns a router of a graph with hierarchies for all modes.
func withHierarchies(g *graph.Graph) *Router {
	r := NewRouter(g)
	for m := facts.Walk; m <= facts.Car; m++ {
		d := r.mode(m)
		d.fast.once.Do(func() { d.fast.fast = newFast(g, d, NewHierarchy(g, m)) })
	}
	return r
}

// TestHierarchyEqualsSearch compares the hierarchy with the reference on small maps full of rules.
func TestHierarchyEqualsSearch(t *testing.T) {
	seeds := uint64(1500)
	if testing.Short() {
		seeds = 200
	}
	routes, none, fallbacks := 0, 0, 0
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(seed, 11))
		g := randomGraph(t, rnd)
		s := withHierarchies(g).NewSearch()
		for range 8 {
			m := facts.Mode(rnd.IntN(3))
			s.m = s.r.mode(m)
			s.from, s.to = randomPlaces(s, rnd), randomPlaces(s, rnd)
			if len(s.from) == 0 || len(s.to) == 0 {
				continue
			}
			s.aim()
			open := s.run()
			ok := s.find(&Query{Mode: m, NoHierarchy: true})
			want := s.goal.cost
			if got := s.find(&Query{Mode: m}); got != ok || ok && s.goal.cost != want {
				t.Fatalf("seed %d, %s: got %v %d, want %v %d\nfrom %+v\nto %+v\n%s",
					seed, modeNames[m], got, s.goal.cost, ok, want, s.from, s.to, describe(g))
			}
			if !ok {
				none++
				continue
			}
			routes++
			b := newBrute(g, m, s)
			if !open {
				b.enclose()
			}
			checkWay(t, s, b)
			if got := b.cost(s); got != want {
				t.Fatalf("seed %d, %s: the way costs %d, want %d", seed, modeNames[m], got, want)
			}
		}
		fallbacks += s.fast.fallbacks
	}
	t.Logf("%d routes, %d without, %d left to A*", routes, none, fallbacks)
	if routes < int(seeds) || none < int(seeds)/3 || fallbacks == 0 || fallbacks > routes/2 {
		t.Errorf("%d routes, %d without, %d left to A*: the maps are too easy or too hard", routes, none, fallbacks)
	}
}

// cost adds up the way in s.path.
func (b *brute) cost(s *Search) uint64 {
	if len(s.path) == 1 {
		return s.goal.cost
	}
	e, last := s.path[0], s.path[len(s.path)-1]
	least := uint64(1<<64 - 1)
	for i := range b.from {
		if f := &b.from[i]; f.arc.Edge == e {
			least = min(least, part(f.ms, 1-f.portion))
		}
	}
	for _, e := range s.path[1 : len(s.path)-1] {
		least += b.edges[e].ms
	}
	for _, e := range s.path[:len(s.path)-1] {
		least += b.rides[b.edges[e].head]
	}
	if s.goal.to.arc.Edge != last {
		return 0
	}
	return least + part(s.goal.to.ms, s.goal.to.portion)
}

// TestHierarchyOfDelaware compares whole answers with those of A* for 500 random pairs a mode.
func TestHierarchyOfDelaware(t *testing.T) {
	g := delaware(t)
	r := withHierarchies(g)
	s, plain := r.NewSearch(), r.NewSearch()
	var rules [3]*brute
	for m := facts.Walk; m <= facts.Car; m++ {
		rnd := rand.New(rand.NewPCG(9, uint64(m)))
		before := s.fast.fallbacks
		for range 500 {
			q := Query{From: randomPoint(g, rnd), To: randomPoint(g, rnd), Mode: m}
			got, _ := s.Route(q)
			q.NoHierarchy = true
			want, _ := plain.Route(q)
			if got.Status != want.Status || s.goal.cost != plain.goal.cost && got.Status == OK {
				t.Fatalf("%s, %+v: got %v %d, want %v %d", modeNames[m], q, got.Status, s.goal.cost, want.Status, plain.goal.cost)
			}
			if got.Status != OK {
				continue
			}
			if rules[m] == nil {
				rules[m] = newBrute(g, m, s)
			}
			checkLongWay(t, s, rules[m])
			checkSums(t, got)
		}
		t.Logf("%s: %d of 500 left to A*", modeNames[m], s.fast.fallbacks-before)
	}
}
