package route

import (
	"slices"

	"graphbuild/graph"
)

// At either end of a trip there may be limited edges, and none between. So each side first goes through all limited edges
// that hang together with the places of its end. Their spots, and those of the places, it goes on from before the search
// begins, as the other side could not meet them at vertices that are not special, where it has no spots of its own. From
// then on both go along edges without limits alone.

// seedBoth queues what a side begins with, behind before ahead; false where there is too much of it.
func (s *Search) seedBoth(d heading) bool {
	b := &s.both
	b.seeding = true
	defer func() { b.seeding = false }()
	s.seedPlaces(d)
	b.seeds = append(b.seeds[:0], b.queue[d]...)
	b.queue[d] = b.queue[d][:0]
	for _, q := range b.seeds {
		if b.isCurrent(d, q) {
			s.expandBoth(d, q)
		}
	}
	if !s.crossZone(d) {
		return false
	}
	for _, q := range b.seeds {
		if b.isCurrent(d, q) {
			b.queue[d].push(q)
		}
	}
	return true
}

// seedPlaces queues a spot for each place of an end.
func (s *Search) seedPlaces(d heading) {
	list := [...][]place{s.from, s.to}[d]
	for i := range list {
		p := &list[i]
		w := way{at: p.arc.To, cost: part(p.ms, 1-p.portion), prev: noNode, edge: graph.EdgeID(i)}
		if d == behind {
			w.at, w.cost = p.tail, part(p.ms, p.portion)
		}
		w.node = s.spotFor(spot{p.arc.Edge, w.at, d, p.pace&limited != 0})
		s.reachBoth(d, w)
	}
}

// crossZone goes on from all limited edges in a queue, and leaves what else was in it in the seeds; false where there are too
// many.
func (s *Search) crossZone(d heading) bool {
	b := &s.both
	b.seeds = b.seeds[:0]
	steps := 0
	for len(b.queue[d]) > 0 {
		q := b.queue[d].pop()
		switch {
		case !b.isCurrent(d, q):
		case !s.isInZone(q):
			b.seeds = append(b.seeds, q)
		case steps == maxSteps:
			return false
		default:
			steps++
			s.expandBoth(d, q)
		}
	}
	return true
}

// bridge has behind know an edge that leads to one of its first spots as a spot too, for the first spots ahead to meet it:
// where no more than that edge lies between them, they share no vertex.
func (s *Search) bridge(q queued, a graph.Arc) {
	p := s.m.paceOf(a)
	n := s.spotFor(spot{a.Edge, a.To, behind, p&limited != 0})
	s.reachBoth(behind, way{node: n, at: a.To, cost: q.cost + s.m.ms(s.g, a, p), prev: node(q.state), edge: a.Edge})
}

func (s *Search) isInZone(q queued) bool {
	i := int(q.state) - s.g.NumStreetVertices()
	return i >= 0 && s.both.spots[i].zone
}

// joinBoth lists the best way in s.path, with its ends in s.goal, and looks whether it keeps all rules.
func (s *Search) joinBoth() verdict {
	b := &s.both
	switch {
	case b.over && b.best >= maxMS:
		return unsure
	case b.best < s.goal.cost:
		s.path = s.path[:0]
		from := s.appendSide(ahead)
		slices.Reverse(s.path)
		to := s.appendSide(behind)
		s.goal = goal{cost: b.best, prev: noState, from: &s.from[from], to: &s.to[to]}
		s.trimEnds()
		if !s.keepsTurns() {
			return unsure
		}
	case s.goal.to == nil:
		return noWay
	default:
		s.path = append(s.path[:0], s.goal.to.arc.Edge)
	}
	return someWay
}

// appendSide appends the edges from where the sides meet to an end of the way to s.path, and returns the number of its place.
func (s *Search) appendSide(d heading) int {
	b := &s.both
	x := &b.nodes[b.meet[d]]
	for ; x.prev[d] != noNode; x = &b.nodes[x.prev[d]] {
		s.path = append(s.path, x.edge[d])
	}
	i := int(x.edge[d])
	s.path = append(s.path, [...][]place{s.from, s.to}[d][i].arc.Edge)
	return i
}

// trimEnds leaves out an edge at an end of the way that it only touches, where the next one has a place there too.
func (s *Search) trimEnds() {
	if s.goal.from.portion == 1 && len(s.path) > 1 {
		if p := placeAt(s.from, s.path[1], 0); p != nil {
			s.goal.from, s.path = p, slices.Delete(s.path, 0, 1)
		}
	}
	if n := len(s.path); s.goal.to.portion == 0 && n > 1 {
		if p := placeAt(s.to, s.path[n-2], 1); p != nil {
			s.goal.to, s.path = p, s.path[:n-1]
		}
	}
}

// placeAt returns the place at a portion of an edge, nil where there is none.
func placeAt(list []place, e graph.EdgeID, portion float64) *place {
	for i := range list {
		if list[i].arc.Edge == e && list[i].portion == portion {
			return &list[i]
		}
	}
	return nil
}

// keepsTurns reports whether s.path keeps the rules for turns that the search from both ends does not know.
func (s *Search) keepsTurns() bool {
	t := s.m.turns
	at := t.next(0, s.path[0])
	for i, e := range s.path[1:] {
		if !t.allows(at, e) || e == s.path[i]^1 && !s.mayTurnBack(s.path[i]) {
			return false
		}
		at = t.next(at, e)
	}
	return true
}

// mayTurnBack reports whether the edge back may follow an edge.
func (s *Search) mayTurnBack(e graph.EdgeID) bool {
	c := s.crossingAt(s.g.Edge(e).To().ID())
	return s.mayTurn(&c, e, e^1)
}
