package route

import (
	"math/rand/v2"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/graph"
)

// TestCorruptHierarchies has random numbers in hierarchies: routes may be wrong then, but nothing panics.
func TestCorruptHierarchies(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 41))
		g := randomGraph(t, rnd)
		r := NewRouter(g)
		d := r.mode(facts.Car)
		h := NewHierarchy(g, facts.Car)
		spoil(h, rnd)
		d.fast.once.Do(func() { d.fast.fast = newFast(g, d, h) })
		if seed%2 == 0 {
			r.Prepare(facts.Car)
		}
		s := r.NewSearch()
		for range 8 {
			s.base, s.m = d, d
			s.from, s.to = randomPlaces(s, rnd), randomPlaces(s, rnd)
			if len(s.from) == 0 || len(s.to) == 0 {
				continue
			}
			s.aim()
			if s.find(&Query{Mode: facts.Car}) {
				s.answer()
			}
		}
	}
}

// spoil changes some numbers of a hierarchy.
func spoil(h *graph.Hierarchy, rnd *rand.Rand) {
	change := func(x uint32) uint32 {
		if rnd.IntN(8) > 0 {
			return x
		}
		return []uint32{0, 1, uint32(rnd.IntN(50)), 1<<31 + 1, 1<<32 - 1}[rnd.IntN(5)]
	}
	for _, c := range []*encode.Col[uint32]{&h.Rank, &h.Parent, &h.CopyEdge, &h.CopyRun, &h.CopyNumber} {
		list := make([]uint32, c.Len())
		for i := range list {
			list[i] = change(c.At(i))
		}
		*c = encode.ColOf(list)
	}
	for i := range h.CopyVertex.Len() {
		h.CopyVertex.Slice()[i] = graph.VertexID(change(uint32(h.CopyVertex.At(i))))
	}
	for _, c := range []*encode.Records{&h.Up, &h.Down} {
		var fields [3][]uint32
		for i := range c.Len() {
			gap, cost, via := c.At3(i)
			fields[0], fields[1], fields[2] = append(fields[0], change(gap)), append(fields[1], change(cost)), append(fields[2], change(via))
		}
		*c = encode.NewRecords(fields[0], fields[1], fields[2])
	}
}
