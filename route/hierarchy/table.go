package hierarchy

// bucket is what a target costs from a rank.
type bucket struct {
	target, cost uint32
	next         int32 // bucket of the same rank; -1: none
}

// table has the targets of Search.Costs.
type table struct {
	first   []int32 // bucket of each rank; -1: none
	ranks   []uint32
	buckets []bucket
	targets uint32
}

// ClearTargets forgets the targets of Costs.
func (s *Search) ClearTargets() {
	t := &s.table
	if t.first == nil {
		t.first = make([]int32, s.g.n)
		for x := range t.first {
			t.first[x] = -1
		}
	}
	for _, x := range t.ranks {
		t.first[x] = -1
	}
	t.ranks, t.buckets, t.targets = t.ranks[:0], t.buckets[:0], 0
}

// AddTarget adds a target to those of Costs, the next number. It takes 12 bytes for each rank on the way to the root.
func (s *Search) AddTarget(to []Seed) {
	t, b := &s.table, &s.sides[down]
	b.start(s.g, to)
	for x := b.next(s.g); x != none; x = b.next(s.g) {
		if b.cost[x] == Inf {
			continue
		}
		b.relax(s.g, x, Inf)
		if t.first[x] < 0 {
			t.ranks = append(t.ranks, x)
		}
		t.buckets = append(t.buckets, bucket{t.targets, b.cost[x], t.first[x]})
		t.first[x] = int32(len(t.buckets) - 1)
	}
	t.targets++
}

// Costs sets the costs from the seeds to all targets, by number; Inf where there is no way (S. Knopp, P. Sanders and
// others, Computing Many-to-Many Shortest Paths Using Highway Hierarchies, 2007).
func (s *Search) Costs(from []Seed, costs []uint32) {
	t, f := &s.table, &s.sides[up]
	for i := range costs {
		costs[i] = Inf
	}
	f.start(s.g, from)
	for x := f.next(s.g); x != none; x = f.next(s.g) {
		own := f.cost[x]
		if own == Inf {
			continue
		}
		f.relax(s.g, x, Inf)
		for i := t.first[x]; i >= 0; i = t.buckets[i].next {
			b := &t.buckets[i]
			if c := sum(own, b.cost); c < costs[b.target] {
				costs[b.target] = c
			}
		}
	}
}
