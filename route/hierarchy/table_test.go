package hierarchy

import (
	"math/rand/v2"
	"testing"
)

// TestWays compares ways to many targets with paths to each, on networks whose costs leave no doubt which one is the best.
func TestWays(t *testing.T) {
	sound, unsound := 0, 0
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		positions, arcs := randomNetwork(rnd)
		for i := range arcs {
			if arcs[i].Cost != Inf {
				arcs[i].Cost = rnd.Uint32N(1 << 24)
			}
		}
		g := NewTopology(Order(positions, arcs), arcs).Customize(arcs)
		c := g.Columns()
		stored, err := OpenGraph(&c)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []*Graph{g, stored, stored.Expand()} {
			s := NewSearch(g)
			traits := NewTraits(g, func(label uint32) uint32 { return label%7 + 1 }, joinsInTest)
			for range 2 { // the second time on what the first has left
				yes, no := checkWays(t, rnd, s, traits)
				sound, unsound = sound+yes, unsound+no
			}
		}
	}
	if sound < 1000 || unsound < 1000 {
		t.Errorf("%d ways are sound, %d are not", sound, unsound)
	}
}

func joinsInTest(before, after uint32) bool { return (before+after)%9 != 0 }

// checkWays counts the ways that are sound, and those that are not.
func checkWays(t *testing.T, rnd *rand.Rand, s *Search, traits *Traits) (sound, unsound int) {
	t.Helper()
	seeds := func() []Seed {
		list := randomSeeds(rnd, s.g.NumNodes())
		for i := range list {
			list[i].Cost = rnd.Uint32N(1 << 24)
			list[i].Trait = Trait{rnd.Uint32N(100), rnd.Uint32N(100), rnd.Uint32N(100), rnd.IntN(20) == 0}
		}
		return list
	}
	s.ClearTargets(traits)
	var targets [][]Seed
	for range rnd.IntN(5) {
		targets = append(targets, seeds())
		s.AddTarget(targets[len(targets)-1])
	}
	ways := make([]Way, len(targets))
	for range 3 {
		from := seeds()
		s.Ways(from, ways)
		for i, to := range targets {
			want := Way{Cost: Inf}
			if s.Find(from, to, Inf) {
				want = Way{s.Cost, traitOfPath(s, traits, from, to)}
			}
			if ways[i] != want && (ways[i].Cost != Inf || want.Cost != Inf) {
				t.Fatalf("from %v to %v: got %+v, want %+v", from, to, ways[i], want)
			}
			if want.Unsound {
				unsound++
			} else if want.Cost != Inf {
				sound++
			}
		}
	}
	return sound, unsound
}

// traitOfPath adds up the path found last.
func traitOfPath(s *Search, traits *Traits, from, to []Seed) Trait {
	path, first, last := s.AppendPath(nil)
	list := []Trait{from[first].Trait}
	for _, label := range path {
		list = append(list, Trait{label, label, label%7 + 1, false})
	}
	list = append(list, to[last].Trait)
	all := list[0]
	for _, x := range list[1:] {
		all = Trait{all.First, x.Last, all.Length + x.Length, all.Unsound || x.Unsound || !traits.joins(all.Last, x.First)}
	}
	return all
}
