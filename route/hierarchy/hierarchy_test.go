package hierarchy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/geometry"
)

// randomNetwork is a grid with gaps, one-way arcs, arcs of no cost and closed ones, and far jumps.
func randomNetwork(rnd *rand.Rand) ([]geometry.Point, []Arc) {
	w, h := 1+rnd.IntN(9), 1+rnd.IntN(9)
	var positions []geometry.Point
	var arcs []Arc
	join := func(a, b int) {
		for _, x := range [][2]int{{a, b}, {b, a}} {
			if rnd.IntN(5) == 0 {
				continue
			}
			cost := uint32(rnd.IntN(20))
			if rnd.IntN(15) == 0 {
				cost = Inf
			}
			arcs = append(arcs, Arc{uint32(x[0]), uint32(x[1]), cost, uint32(len(arcs))})
		}
	}
	for y := range h {
		for x := range w {
			positions = append(positions, geometry.Point{Lon: int32(x*100 + rnd.IntN(50)), Lat: int32(y*100 + rnd.IntN(50))})
			if x > 0 && rnd.IntN(6) > 0 {
				join(y*w+x-1, y*w+x)
			}
			if y > 0 && rnd.IntN(6) > 0 {
				join(y*w+x-w, y*w+x)
			}
		}
	}
	for range rnd.IntN(5) {
		join(rnd.IntN(w*h), rnd.IntN(w*h))
	}
	return positions, arcs
}

// bellmanFord returns the least cost to each node from seeds.
func bellmanFord(n int, arcs []Arc, from []Seed) []uint32 {
	cost := filled(uint32(n))
	for _, s := range from {
		cost[s.Node] = min(cost[s.Node], s.Cost)
	}
	for changed := true; changed; {
		changed = false
		for _, a := range arcs {
			if c := sum(cost[a.Tail], a.Cost); c < cost[a.Head] {
				cost[a.Head], changed = c, true
			}
		}
	}
	return cost
}

func TestPathsAreShortest(t *testing.T) {
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		positions, arcs := randomNetwork(rnd)
		top := NewTopology(Order(positions, arcs), arcs)
		for range 2 { // the second time with other costs
			checkGraph(t, rnd, top.Customize(arcs), arcs)
			for i := range arcs {
				arcs[i].Cost = uint32(rnd.IntN(100))
			}
		}
	}
}

// checkGraph compares paths, also of the stored form, with brute force.
func checkGraph(t *testing.T, rnd *rand.Rand, g *Graph, arcs []Arc) {
	t.Helper()
	c := g.Columns()
	stored, err := OpenGraph(&c)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Search{NewSearch(g), NewSearch(stored), NewSearch(stored.Expand())} {
		for range 10 {
			from, to := randomSeeds(rnd, g.NumNodes()), randomSeeds(rnd, g.NumNodes())
			cost := bellmanFord(g.NumNodes(), arcs, from)
			want := uint32(Inf)
			for _, x := range to {
				want = min(want, sum(cost[x.Node], x.Cost))
			}
			if ok := s.Find(from, to, Inf); ok != (want != Inf) || s.Cost != want {
				t.Fatalf("from %v to %v: got %d, want %d", from, to, s.Cost, want)
			}
			if want != Inf {
				checkPath(t, s, arcs, from, to)
			}
			checkLeft(t, s, cost, from, to)
		}
	}
}

// checkLeft compares the costs ahead of single nodes with those of paths.
func checkLeft(t *testing.T, s *Search, cost []uint32, from, to []Seed) {
	t.Helper()
	s.Aim(to)
	left, least := map[uint32]uint32{}, uint32(Inf)
	for i := range 2 * s.g.NumNodes() {
		node := uint32(i*7) % uint32(s.g.NumNodes())
		left[node] = s.Left(node)
	}
	for _, x := range from {
		least = min(least, sum(x.Cost, s.Left(x.Node)))
	}
	want := uint32(Inf)
	for _, x := range to {
		want = min(want, sum(cost[x.Node], x.Cost))
	}
	if least != want {
		t.Fatalf("from %v to %v: %d are left, want %d", from, to, least, want)
	}
	for node, got := range left {
		want := uint32(Inf)
		if s.Find([]Seed{{Node: node}}, to, Inf) {
			want = s.Cost
		}
		if got != want {
			t.Fatalf("from %d to %v: %d are left, want %d", node, to, got, want)
		}
	}
	if s.Aim(to); s.Left(uint32(s.g.NumNodes())) != Inf {
		t.Error("there is something left for a node that is none")
	}
}

func checkPath(t *testing.T, s *Search, arcs []Arc, from, to []Seed) {
	t.Helper()
	path, first, last := s.AppendPath(nil)
	total := sum(from[first].Cost, to[last].Cost)
	at, _ := s.g.RankOf(from[first].Node)
	for _, label := range path {
		a := arcs[label]
		if r, _ := s.g.RankOf(a.Tail); r != at {
			t.Fatalf("the path %v has a gap before %d", path, label)
		}
		at, _ = s.g.RankOf(a.Head)
		total = sum(total, a.Cost)
	}
	if end, _ := s.g.RankOf(to[last].Node); at != end || total != s.Cost {
		t.Fatalf("the path %v ends at %d and costs %d, want %d and %d", path, at, total, end, s.Cost)
	}
}

func randomSeeds(rnd *rand.Rand, n int) []Seed {
	var list []Seed
	for range 1 + rnd.IntN(3) {
		list = append(list, Seed{Node: uint32(rnd.IntN(n)), Cost: uint32(rnd.IntN(10))})
	}
	return list
}

func TestOrderIsAPermutation(t *testing.T) {
	for seed := range uint64(100) {
		positions, arcs := randomNetwork(rand.New(rand.NewPCG(seed, 2)))
		rank := Order(positions, arcs)
		if !slices.Equal(rank, Order(positions, arcs)) {
			t.Fatal("the order differs from run to run")
		}
		sorted := slices.Sorted(slices.Values(rank))
		for i, r := range sorted {
			if r != uint32(i) {
				t.Fatalf("seed %d: rank %d is %d", seed, i, r)
			}
		}
	}
}

// TestAnewRefusesBadOrders: an order that takes out the middle of a star first joins all of its rays.
func TestAnewRefusesBadOrders(t *testing.T) {
	const rays = 400
	var arcs []Arc
	first, last := make([]uint32, rays+1), make([]uint32, rays+1) // rank of node 0, the middle
	last[0] = rays
	for i := uint32(1); i <= rays; i++ {
		arcs = append(arcs, Arc{Tail: i, Cost: 1}, Arc{Head: i, Cost: 1})
		first[i], last[i] = i, i-1
	}
	for name, c := range map[string]struct {
		rank []uint32
		ok   bool
	}{"middle last": {last, true}, "middle first": {first, false}} {
		g := NewTopology(c.rank, arcs).Customize(arcs)
		if _, ok := g.Anew(arcs); ok != c.ok {
			t.Errorf("%s: made is %v, expected %v", name, ok, c.ok)
		}
	}
}
