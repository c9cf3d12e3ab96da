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

// isFollowed reports whether a state that is about to be queued or expanded is a plain one at a vertex where another came
// first, for no more.
func (s *Search) isFollowed(q *queued, v *visit) bool {
	return v.stamp == s.stamp && v.cost <= q.cost && int(q.state) < s.g.NumStreetEdges()
}

// wait reports whether a state need not be queued: it waits until the first visit of its vertex, or for good. Where that was
// already, it goes into the queue for as long as it has to wait.
func (s *Search) wait(q *queued) bool {
	v := &s.visits[q.head]
	switch {
	case !s.isFollowed(q, v):
		return false
	case v.first != graph.NoEdge:
		return v.back != 0 && s.postpone(*q)
	case v.wait != graph.NoEdge:
		return false
	}
	v.wait = graph.EdgeID(q.state)
	return true
}

// expect notes that a state is queued and will visit its vertex.
func (s *Search) expect(q *queued) {
	v := &s.visits[q.head]
	switch {
	case int(q.state) >= s.g.NumStreetEdges() || s.g.IsSpecial(q.head):
	case v.stamp != s.stamp:
		*v = visit{cost: q.cost, stamp: s.stamp, first: graph.NoEdge, wait: graph.NoEdge}
	case v.first == graph.NoEdge:
		v.cost = min(v.cost, q.cost)
	}
}

// firstVisit notes the first visit of a vertex, and queues the one that has waited for it.
func (s *Search) firstVisit(h *here, v *visit) {
	waits := graph.NoEdge
	if v.stamp == s.stamp {
		waits = v.wait
	}
	*v = visit{cost: h.cost, stamp: s.stamp, first: h.edge}
	if !s.postponing {
		return
	}
	v.back = s.leftBack(h)
	if waits == graph.NoEdge || waits == h.edge {
		return
	}
	q := queued{cost: s.labels[waits].cost, state: stateID(waits), head: h.head}
	if v.back == 0 {
		q.bound = q.cost + s.boundOf(q.head, side{edge: waits})
	}
	if !s.postpone(q) && q.bound < s.goal.cost {
		s.queue.push(q)
	}
}

// postpone reports whether a state needs no expanding now: it is put back into the queue with more time left, or dropped.
func (s *Search) postpone(q queued) bool {
	v := &s.visits[q.head]
	if !s.isFollowed(&q, v) || v.first == graph.EdgeID(q.state) || v.first == graph.NoEdge {
		return false
	}
	if v.wait == twice {
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
		if isOn(s.from, h.back.Edge) {
			return backless
		}
		return 0
	}
	v := &s.visits[h.back.To]
	if v.stamp != s.stamp || v.first != graph.EdgeID(prev) || v.back == 0 {
		left := s.boundOf(h.back.To, side{edge: h.back.Edge})
		return uint32(min(left+s.m.ms(s.g, h.back, p), backless-1))
	}
	if v.back == backless {
		return backless
	}
	return uint32(min(uint64(v.back)+s.m.ms(s.g, h.back, p), backless-1))
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
