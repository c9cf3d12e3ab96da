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

// enclose makes the edges of public streets within limited ones limited, found by spreading numbers from edge to edge until
// nothing changes.
func (b *brute) enclose() {
	all, public := b.parts(false), b.parts(true)
	size := map[int]int{}
	for e, p := range public {
		if b.edges[e].open && !b.edges[e].limited {
			size[p]++
		}
	}
	lowest := func(p int) graph.VertexID { // vertex of a public part that is no barrier
		least := graph.NoVertex
		for e, q := range public {
			for _, v := range []graph.VertexID{b.edges[e].tail, b.edges[e].head} {
				if p == q && b.edges[e].open && !b.edges[e].limited && b.g.PassAt(v).Has(b.mode) {
					least = min(least, v)
				}
			}
		}
		return least
	}
	for e := range b.edges {
		if !b.edges[e].open || b.edges[e].limited {
			continue
		}
		for f := range b.edges {
			p, q := public[e], public[f]
			if !b.edges[f].open || b.edges[f].limited || all[e] != all[f] || p == q {
				continue
			}
			if size[q] > size[p] || size[q] == size[p] && lowest(q) < lowest(p) {
				defer func() { b.edges[e].limited = true }()
				break
			}
		}
	}
}

// parts numbers the edges so that those that meet at a vertex without a barrier have the same number.
func (b *brute) parts(public bool) []int {
	n := make([]int, len(b.edges))
	for e := range n {
		n[e] = e
	}
	counts := func(e int) bool { return b.edges[e].open && !(public && b.edges[e].limited) }
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
				if n[f] < n[e] && counts(e) && counts(f) && meet(e, f) {
					n[e], changed = n[f], true
				}
			}
		}
	}
	return n
}

// TestEnclosedEqualsBruteForce compares queries that have no way by the rule for limited edges as it stands.
func TestEnclosedEqualsBruteForce(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 120
	}
	ways := 0
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
		}
	}
	if ways < int(seeds)/15 {
		t.Errorf("%d ways", ways)
	}
}

// TestNoWayFromIslands: where one end lies on a small island, the graph is not searched for enclosed streets, by which there is
// no way either.
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
		a, err := r.NewSearch().Route(Query{Mode: facts.Walk, From: m.At(rune(ends[0])), To: m.At(rune(ends[1]))})
		if err != nil || a.Status != NoRoute {
			t.Fatalf("%s: %v %+v", ends, err, a)
		}
		asked := true
		if r.enclosed[facts.Walk].once.Do(func() { asked = false }); asked {
			t.Errorf("%s: all of the graph was looked at", ends)
		}
	}
}
