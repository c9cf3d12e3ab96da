package route

import "graphbuild/graph"

// The second visit of a vertex has only the edge to offer on which the first one came. At the other end of that edge, where
// the first visit of the trip before came by, it has again only the edge back, and so on, all the way back to where the trip
// met a turn restriction, came from limited edges, or began. Only there it may find something new. So to a second visit at
// least the way back to there is left, and from there to the target; mostly that is more than the best way takes, and the
// visit need not be made. This saves another half of the work, and more with good bounds.

// backless is the time left to whoever can go back nowhere of use.
const backless = 1<<32 - 1

// startsOpen reports whether no start lies on limited edges: then all states of edges alone are on edges without.
func (s *Search) startsOpen() bool {
	for i := range s.from {
		if s.from[i].pace&limited != 0 {
			return false
		}
	}
	return true
}

// postpone reports whether a state needs no expanding now: it is put back into the queue with more time left, or dropped.
func (s *Search) postpone(q queued) bool {
	v := &s.visits[q.head]
	if v.stamp != s.stamp || v.cost > q.cost || int(q.state) >= s.g.NumStreetEdges() || v.first == graph.EdgeID(q.state) {
		return false
	}
	if v.twice {
		return true
	}
	bound := q.cost + uint64(v.back)
	if bound <= q.bound {
		return false
	}
	if v.back != backless && bound < s.goal.cost {
		q.bound = bound
		s.queue.push(q)
	}
	return true
}

// leftBack returns the milliseconds that are left at least to whoever follows the first visit of a vertex and goes back on
// its edge.
func (s *Search) leftBack(h *here) uint32 {
	p := s.m.paceOf(h.back)
	switch {
	case s.g.IsSpecial(h.head) || p&limited != 0 || s.endsOn(h.back.Edge):
		return 0
	case p == 0:
		return backless
	}
	prev := s.labels[h.state].prev
	if prev == noState {
		if s.startsOn(h.back.Edge) {
			return backless
		}
		return 0
	}
	left := s.boundOf(h.back.To, side{edge: h.back.Edge})
	if v := &s.visits[h.back.To]; v.stamp == s.stamp && v.first == graph.EdgeID(prev) {
		if v.back == backless {
			return backless
		}
		left = max(left, uint64(v.back))
	}
	return uint32(min(left+s.m.ms(s.g, h.back, p), backless-1))
}

// endsOn reports whether a target lies on an edge.
func (s *Search) endsOn(e graph.EdgeID) bool {
	for i := range s.to {
		if s.to[i].arc.Edge == e {
			return true
		}
	}
	return false
}
