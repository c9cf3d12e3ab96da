package route

import (
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/graph"
)

// TestCopies compares what the columns of a hierarchy say of copies with the core that they were made of.
func TestCopies(t *testing.T) {
	deep := 0
	for seed := range uint64(200) {
		g := randomGraph(t, rand.New(rand.NewPCG(seed, 43)))
		d := NewRouter(g).mode(facts.Car)
		c := newCore(g, d)
		x := copiesIn(network{g, d}, NewHierarchy(g, facts.Car))
		if !x.fit(c.numNodes()) {
			t.Fatalf("seed %d: the columns do not fit %d nodes", seed, c.numNodes())
		}
		at := map[graph.VertexID][]copyOf{}
		for i, e := range c.copies {
			v, node := c.heads[i], uint32(g.NumStreetVertices()+i)
			at[v] = append(at[v], copyOf{e, node})
			if got := x.lookup(v, e); got != node {
				t.Errorf("seed %d: state %+v has node %d, expected %d", seed, e, got, node)
			}
			if d.turns.deep(e.node) {
				deep++
			}
		}
		for v := range graph.VertexID(g.NumStreetVertices()) {
			in := g.AppendArcsIn(nil, v)
			if got := x.appendAt(nil, v); !slices.Equal(got, at[v]) {
				t.Errorf("seed %d: vertex %d has copies %v, expected %v", seed, v, got, at[v])
			}
			for _, a := range in {
				e := entry{a.Edge, d.turns.first.at(a.Edge)}
				if got := x.lookup(v, e); d.paceOf(a) != 0 && c.isPlain(v, e) && got != uint32(v) {
					t.Errorf("seed %d: state %+v has node %d, expected that of vertex %d", seed, e, got, v)
				}
			}
		}
	}
	if deep == 0 {
		t.Error("no copy is inside the via of a restriction")
	}
}

// TestHierarchyWithoutCopies opens a hierarchy of a file made before these had copies.
func TestHierarchyWithoutCopies(t *testing.T) {
	for seed := range uint64(50) {
		g := randomGraph(t, rand.New(rand.NewPCG(seed, 47)))
		d := NewRouter(g).mode(facts.Car)
		h := NewHierarchy(g, facts.Car)
		f := newFast(g, d, h)
		old := *h
		old.CopyVertex, old.CopyEdge, old.CopyRun, old.CopyNumber = encode.Col[graph.VertexID]{}, encode.Col[uint32]{}, encode.Col[uint32]{}, encode.Col[uint32]{}
		x := newFast(g, d, &old)
		if f == nil || x == nil {
			t.Fatalf("seed %d: the hierarchy does not open", seed)
		}
		for i := range f.vertex {
			if f.vertex[i] != x.vertex[i] || f.edge.At(i) != x.edge.At(i) || f.run.At(i) != x.run.At(i) || f.number.At(i) != x.number.At(i) {
				t.Errorf("seed %d: row %d of the copies differs", seed, i)
			}
		}
		if old.Costs = encode.ColOf([]uint64{h.Costs.At(0) + 1}); newFast(g, d, &old) == nil {
			t.Errorf("seed %d: a hierarchy for other costs does not open", seed)
		}
		old.Rank = encode.ColOf(append(slices.Clone(h.Rank.Slice()), 0))
		if newFast(g, d, &old) != nil {
			t.Errorf("seed %d: a hierarchy of another graph opens", seed)
		}
	}
}
