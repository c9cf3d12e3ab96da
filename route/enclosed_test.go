package route

import (
	"math/rand/v2"
	"testing"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
)

// enclose makes the edges of public streets limited that are not of the largest part of those in what hangs together.
func (b *brute) enclose() {
	whole, public := b.wholes(), b.publicParts()
	size := map[graph.VertexID]int{}
	for e := range b.edges {
		if b.isPublic(e) {
			size[public[b.end(e, 0)]]++
		}
	}
	var enclosed []int
	for e := range b.edges {
		if !b.isPublic(e) {
			continue
		}
		core := graph.NoVertex
		for f := range b.edges {
			p := public[b.end(f, 0)]
			if b.isPublic(f) && whole[e] == whole[f] && (core == graph.NoVertex || size[p] > size[core] || size[p] == size[core] && p < core) {
				core = p
			}
		}
		if public[b.end(e, 0)] != core || public[b.end(e, 1)] != core {
			enclosed = append(enclosed, e)
		}
	}
	for _, e := range enclosed {
		b.edges[e].limited = true
	}
}

func (b *brute) isPublic(e int) bool { return b.edges[e].open && !b.edges[e].limited }

// end returns the tail (0) or the head (1) of an edge, or the other one where that is a barrier; the head where both are.
func (b *brute) end(e, which int) graph.VertexID {
	ends := [2]graph.VertexID{b.edges[e].tail, b.edges[e].head}
	for _, v := range []graph.VertexID{ends[which], ends[1-which]} {
		if b.g.PassAt(v).Has(b.mode) {
			return v
		}
	}
	return ends[1]
}

// wholes numbers the edges so that those that meet at a vertex without a barrier have the same number.
func (b *brute) wholes() []int {
	n := make([]int, len(b.edges))
	for e := range n {
		n[e] = e
	}
	meet := func(e, f int) bool {
		for _, v := range []graph.VertexID{b.edges[e].tail, b.edges[e].head} {
			if (v == b.edges[f].tail || v == b.edges[f].head) && b.g.PassAt(v).Has(b.mode) {
				return true
			}
		}
		return e^1 == f
	}
	for changed := true; changed; {
		changed = false
		for e := range n {
			for f := range n {
				if n[f] < n[e] && b.edges[e].open && b.edges[f].open && meet(e, f) {
					n[e], changed = n[f], true
				}
			}
		}
	}
	return n
}

// publicParts returns for each vertex the lowest to which public edges lead from it and back.
func (b *brute) publicParts() []graph.VertexID {
	n := b.g.NumStreetVertices()
	leads := make([][]bool, n)
	for v := range leads {
		leads[v] = make([]bool, n)
		leads[v][v] = true
	}
	for e := range b.edges {
		if t, h := b.edges[e].tail, b.edges[e].head; b.isPublic(e) && b.g.PassAt(t).Has(b.mode) && b.g.PassAt(h).Has(b.mode) {
			leads[t][h] = true
		}
	}
	for over := range n {
		for v := range n {
			for w := range n {
				leads[v][w] = leads[v][w] || leads[v][over] && leads[over][w]
			}
		}
	}
	part := make([]graph.VertexID, n)
	for v := range part {
		for part[v] = 0; !leads[v][part[v]] || !leads[part[v]][v]; part[v]++ {
		}
	}
	return part
}

// TestEnclosedEqualsBruteForce compares queries that have no way by the rule for limited edges as it stands.
func TestEnclosedEqualsBruteForce(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 120
	}
	ways, apart := 0, 0
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(seed, 61))
		g := randomGraph(t, rnd)
		s := NewRouter(g).NewSearch()
		for range 8 {
			m := facts.Mode(rnd.IntN(3))
			s.m = s.r.mode(m)
			s.from, s.to = randomPlaces(s, rnd), randomPlaces(s, rnd)
			if len(s.from) == 0 || len(s.to) == 0 {
				continue
			}
			if s.aim(); s.run() {
				continue
			}
			ok := s.find(&Query{Mode: m})
			b := newBrute(g, m, s)
			b.enclose()
			want, wantOK := b.search()
			if ok != wantOK || ok && s.goal.cost != want {
				t.Fatalf("seed %d, %s: got %v %d, brute force %v %d\nfrom %+v\nto %+v\n%s",
					seed, modeNames[m], ok, s.goal.cost, wantOK, want, s.from, s.to, describe(g))
			}
			if ok {
				ways++
				checkWay(t, s, b)
			}
			if s.areApart() {
				apart++
				if ok {
					t.Fatalf("seed %d, %s: a way between what is apart\nfrom %+v\nto %+v\n%s", seed, modeNames[m], s.from, s.to, describe(g))
				}
			}
		}
	}
	if ways < int(seeds)/15 || apart < int(seeds)/15 {
		t.Errorf("%d ways, %d apart", ways, apart)
	}
}

// TestNoWayFromIslands: where one end hangs together with nothing at the other, the graph is not searched for enclosed streets, by
// which there is no way either, unless that has been asked often enough.
func TestNoWayFromIslands(t *testing.T) {
	m := asciimap.Draw(t, 50, `
		A--B--C--D  H--I
		|     |
		F--E--G     K--L`)
	for _, w := range []string{"ABCD", "AFEGC", "HI", "KL"} {
		m.Way(w, "highway=residential")
	}
	g := graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(m.File()), Jobs: 1})
	for _, ends := range []string{"HA", "AH", "HK"} {
		r := NewRouter(g)
		for n := range 10 {
			a, err := r.NewSearch().Route(Query{Mode: facts.Walk, From: m.At(rune(ends[0])), To: m.At(rune(ends[1]))})
			if err != nil || a.Status != NoRoute {
				t.Fatalf("%s: %v %+v", ends, err, a)
			}
			if asked := r.enclosed[facts.Walk].known.Load(); asked && n == 0 || !asked && n == 9 {
				t.Errorf("%s: after %d queries all of the graph was looked at: %v", ends, n+1, asked)
			}
		}
	}
}

// TestStreetBetweenBarriersIsNotEnclosed: nothing joins an edge between two barriers with others, so that it is all of its part.
func TestStreetBetweenBarriersIsNotEnclosed(t *testing.T) {
	m := asciimap.Draw(t, 50, "A--B--C--D")
	m.Way("ABCD", "highway=residential")
	m.Node("B", "barrier=bollard")
	m.Node("C", "barrier=bollard")
	g := graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(m.File()), Jobs: 1})
	r := NewRouter(g)
	if g.NumStreetEdges() != 6 {
		t.Fatalf("%d edges, want 3 pairs", g.NumStreetEdges())
	}
	if got := r.enclosedOf(r.mode(facts.Car)); len(got) > 0 {
		t.Errorf("enclosed: %v", got)
	}
}

// TestAreApartKeepsItsMemory: islands are told apart again and again, which must not cost a bit for each vertex every time.
func TestAreApartKeepsItsMemory(t *testing.T) {
	m := asciimap.Draw(t, 50, "A--B  C--D")
	m.Way("AB", "highway=residential")
	m.Way("CD", "highway=residential")
	g := graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(m.File()), Jobs: 1})
	s := NewRouter(g).NewSearch()
	s.m = s.r.mode(facts.Walk)
	ask := func(from, to rune, want bool) {
		o := snapOptions{maxM: 10}
		s.from, s.to = s.snapEnd(s.from[:0], m.At(from), o), s.snapEnd(s.to[:0], m.At(to), o)
		if got := s.areApart(); got != want {
			t.Errorf("%c to %c: apart: %v", from, to, got)
		}
	}
	ask('A', 'B', false)
	ask('A', 'D', true)
	ask('C', 'D', false) // the sets have been emptied
	ask('D', 'A', true)
	if n := testing.AllocsPerRun(10, func() { s.areApart() }); n > 0 {
		t.Errorf("%g allocations a query", n)
	}
}
