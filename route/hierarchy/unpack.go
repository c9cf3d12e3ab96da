package hierarchy

// piece is an arc of a path that is still to be unpacked, in the direction of travel.
type piece struct {
	tail, head, via uint32
}

// AppendPath appends the labels of the arcs of the path found last, in travel order, to labels. It returns also the ranks
// where the path begins and ends; see Graph.RankOf. In a file that is corrupt the path may have gaps.
func (s *Search) AppendPath(labels []uint32) (path []uint32, first, last uint32) {
	first, last = s.top, s.top
	if s.top == none {
		return labels, none, none
	}
	f, b := &s.sides[up], &s.sides[down]
	s.todo = s.todo[:0]
	for f.came[first].from != none {
		at := f.came[first]
		s.todo = append(s.todo, piece{at.from, first, at.via})
		first = at.from
	}
	labels = s.unpack(labels)
	for b.came[last].from != none {
		at := b.came[last]
		s.todo = append(s.todo, piece{last, at.from, at.via})
		labels = s.unpack(labels)
		last = at.from
	}
	return labels, first, last
}

// unpack appends the labels of s.todo, the last piece first. Nodes in between have ever lower ranks, so that it ends.
func (s *Search) unpack(labels []uint32) []uint32 {
	for len(s.todo) > 0 {
		p := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if p.via&shortcut == 0 {
			labels = append(labels, p.via)
			continue
		}
		m := p.via &^ shortcut
		if m >= p.tail || m >= p.head {
			continue
		}
		if via, ok := s.g.find(m, p.head, up); ok {
			s.todo = append(s.todo, piece{m, p.head, via})
		}
		if via, ok := s.g.find(m, p.tail, down); ok {
			s.todo = append(s.todo, piece{p.tail, m, via})
		}
	}
	return labels
}

// find returns the via of the arc between two ranks, the first the lower.
func (g *Graph) find(x, head uint32, d direction) (uint32, bool) {
	first, end := g.arcsOf(x, d)
	if g.stored != nil {
		view := g.stored.arcs(d)
		for i := first; i < end; i++ {
			if gap, _, via := view.At3(int(i)); x+gap == head {
				return viaOf(x, via), true
			}
		}
		return 0, false
	}
	for i := first; i < end; i++ {
		if a := g.arcAt(x, i, d); a.head == head {
			return a.via, true
		}
	}
	return 0, false
}
