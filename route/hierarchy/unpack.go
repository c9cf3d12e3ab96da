package hierarchy

// piece is an arc of a path that is still to be unpacked, in the direction of travel.
type piece struct {
	tail, head, via uint32
}

// AppendPath appends the labels of the arcs of the path found last, in travel order, to labels. It returns also the numbers of
// the seeds where the path begins and ends. There must be a path. In a file that is corrupt it may have gaps, and nothing
// follows where it has become longer than paths are.
func (s *Search) AppendPath(labels []uint32) (path []uint32, from, to int) {
	first, last := s.top, s.top
	f, b := &s.sides[up], &s.sides[down]
	s.todo, s.steps = s.todo[:0], maxPieces*int(s.g.n)
	for f.came[first].from != none {
		at := f.came[first]
		s.todo = append(s.todo, piece{at.from, first, s.g.arcAt(at.from, at.arc, up).via})
		first = at.from
	}
	labels = s.unpack(labels)
	for b.came[last].from != none {
		at := b.came[last]
		s.todo = append(s.todo, piece{last, at.from, s.g.arcAt(at.from, at.arc, down).via})
		labels = s.unpack(labels)
		last = at.from
	}
	return labels, int(f.came[first].arc), int(b.came[last].arc)
}

// maxPieces is how many pieces a path may have for each node of the network. One that passes each node once has fewer than two;
// in a corrupt file, each half may be unpacked into as many as the whole.
const maxPieces = 4

// unpack appends the labels of s.todo, the last piece first. Nodes in between have ever lower ranks, so that it ends.
func (s *Search) unpack(labels []uint32) []uint32 {
	for len(s.todo) > 0 && s.steps > 0 {
		s.steps--
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
		if i, ok := s.g.find(m, p.head, up); ok {
			s.todo = append(s.todo, piece{m, p.head, s.g.arcAt(m, i, up).via})
		}
		if i, ok := s.g.find(m, p.tail, down); ok {
			s.todo = append(s.todo, piece{p.tail, m, s.g.arcAt(m, i, down).via})
		}
	}
	s.todo = s.todo[:0]
	return labels
}

// find returns the number of the arc between two ranks, the first the lower.
func (g *Graph) find(x, head uint32, d direction) (uint32, bool) {
	first, end := g.arcsOf(x, d)
	if g.stored != nil {
		view := g.stored.arcs(d)
		for i := first; i < end; i++ {
			if gap, _, _ := view.At3(int(i)); x+gap == head {
				return i, true
			}
		}
		return 0, false
	}
	for i := first; i < end; i++ {
		if g.arcAt(x, i, d).head == head {
			return i, true
		}
	}
	return 0, false
}
