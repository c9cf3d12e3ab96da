package hierarchy

// Way is the best path between two sets of seeds.
type Way struct {
	Cost uint32 // Inf: there is none
	Trait
}

// bucket is what a target costs from a rank.
type bucket struct {
	target, cost uint32
	next         int32 // bucket of the same rank; -1: none
}

// table has the targets of Search.Ways.
type table struct {
	*Traits
	first   []int32 // bucket of each rank; -1: none
	ranks   []uint32
	buckets []bucket
	trait   []Trait    // of the paths from the ranks of buckets to the targets
	at      [2][]Trait // by rank, of paths from, or to, the seeds
	met     []meeting  // by target
}

// meeting is where the best path to a target begins to go down.
type meeting struct {
	rank   uint32
	bucket int32
}

// ClearTargets forgets the targets of Ways. From then on ways have traits, which must be those of the graph.
func (s *Search) ClearTargets(traits *Traits) {
	t := &s.table
	t.Traits = traits
	if t.first == nil {
		t.first = make([]int32, s.g.n)
		for x := range t.first {
			t.first[x] = -1
		}
		t.at[up], t.at[down] = make([]Trait, s.g.n), make([]Trait, s.g.n)
	}
	for _, x := range t.ranks {
		t.first[x] = -1
	}
	t.ranks, t.buckets, t.trait, t.met = t.ranks[:0], t.buckets[:0], t.trait[:0], t.met[:0]
}

// AddTarget adds a target to those of Ways, the next number. It takes 28 bytes for each rank on the way to the root.
func (s *Search) AddTarget(to []Seed) {
	t, b := &s.table, &s.sides[down]
	target := uint32(len(t.met))
	t.met = append(t.met, meeting{})
	b.start(s.g, to)
	for x := b.next(s.g); x != none; x = b.next(s.g) {
		if b.cost(x) == Inf {
			continue
		}
		b.relax(s.g, x, Inf)
		if t.first[x] < 0 {
			t.ranks = append(t.ranks, x)
		}
		t.buckets = append(t.buckets, bucket{target, b.cost(x), t.first[x]})
		t.trait = append(t.trait, s.traitAt(x, down))
		t.first[x] = int32(len(t.buckets) - 1)
	}
}

// traitAt returns the trait of the path from, or to, the seeds, and remembers it: it is asked for by rising rank.
func (s *Search) traitAt(x uint32, d direction) Trait {
	t, c := &s.table, &s.sides[d]
	at := c.came[x]
	switch {
	case at.from == none:
		t.at[d][x] = c.seeds[at.arc].Trait
	case d == up:
		t.at[d][x] = t.join(t.at[d][at.from], t.arcs[d][at.arc])
	default:
		t.at[d][x] = t.join(t.arcs[d][at.arc], t.at[d][at.from])
	}
	return t.at[d][x]
}

// Ways sets the best ways from the seeds to all targets, by number (S. Knopp, P. Sanders and others, Computing Many-to-Many
// Shortest Paths Using Highway Hierarchies, 2007).
func (s *Search) Ways(from []Seed, ways []Way) {
	t, f := &s.table, &s.sides[up]
	for i := range ways {
		ways[i].Cost = Inf
	}
	f.start(s.g, from)
	for x := f.next(s.g); x != none; x = f.next(s.g) {
		own := f.cost(x)
		if own == Inf {
			continue
		}
		f.relax(s.g, x, Inf)
		s.traitAt(x, up)
		for i := t.first[x]; i >= 0; i = t.buckets[i].next {
			b := &t.buckets[i]
			if c := sum(own, b.cost); c < ways[b.target].Cost {
				ways[b.target].Cost = c
				t.met[b.target] = meeting{x, i}
			}
		}
	}
	for i := range ways {
		if m := t.met[i]; ways[i].Cost != Inf {
			ways[i].Trait = t.join(t.at[up][m.rank], t.trait[m.bucket])
		}
	}
}
