package hierarchy

// ahead has, for the ranks that were asked for, the cost from there to the target of Aim.
type ahead struct {
	cost  []uint32
	stamp []uint32 // the cost is known where this is the number of the aim
	aim   uint32
	todo  []uint32
}

// Aim sets the target of Left: seeds with the costs from there on. It takes 8 bytes a node when it is first called.
func (s *Search) Aim(to []Seed) {
	a, b := &s.ahead, &s.sides[down]
	if a.cost == nil {
		a.cost, a.stamp = make([]uint32, s.g.n), make([]uint32, s.g.n)
	}
	a.aim++
	if a.aim == 0 {
		clear(a.stamp)
		a.aim = 1
	}
	b.start(s.g, to)
	for x := b.next(s.g); x != none; x = b.next(s.g) {
		b.relax(s.g, x, Inf)
	}
}

// Left returns the cost of the best path from a node to the target that was set last; Inf where there is none, and for a
// number that is no node. It is exact, and cheap when nodes nearby were asked for before: what leads up from a node ends at
// its ancestors in the elimination tree, and these are done first (B. Strasser, T. Zeitz, A Fast and Tight Heuristic for A* in
// Road Networks, 2021). No other method may be called between Aim and Left.
func (s *Search) Left(node uint32) uint32 {
	a := &s.ahead
	asked, ok := s.g.RankOf(node)
	if !ok {
		return Inf
	}
	a.todo = a.todo[:0]
	for x := asked; x != none && a.stamp[x] != a.aim; x = s.g.parentOf(x) {
		a.todo = append(a.todo, x)
	}
	for i := len(a.todo) - 1; i >= 0; i-- {
		x := a.todo[i]
		a.cost[x] = s.leftAt(x)
		a.stamp[x] = a.aim
	}
	return a.cost[asked]
}

// leftAt returns the cost from a rank whose ancestors are known.
func (s *Search) leftAt(x uint32) uint32 {
	a := &s.ahead
	least := s.sides[down].cost(x)
	first, end := s.g.arcsOf(x, up)
	for i := first; i < end; i++ {
		arc := s.g.arcAt(x, i, up)
		if arc.head < s.g.n && a.stamp[arc.head] == a.aim { // else the file is corrupt
			least = min(least, sum(arc.cost, a.cost[arc.head]))
		}
	}
	return least
}
