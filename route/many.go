package route

import "graphbuild/graph"

// many are the targets of a search for all of them at once. It has no bound and goes on until every target has its best way.
type many struct {
	on    bool
	of    []int32 // by place in Search.to: its target
	next  []int32 // by place: another one on the same edge; -1: none
	last  sparse  // by edge: the last place on it
	goals []goal  // by target
	open  []int32 // targets that a better way may be found to
}

// firstOn returns a place on an edge, -1 where there is none; next has the others.
func (x *many) firstOn(e graph.EdgeID) int32 {
	if i, ok := x.last.get(uint64(e)); ok {
		return int32(i)
	}
	return -1
}

// aimAtAll sets the targets of searchMany.
func (s *Search) aimAtAll(to [][]place) {
	x := &s.many
	s.to, x.of, x.next, x.goals = s.to[:0], x.of[:0], x.next[:0], x.goals[:0]
	x.last.reset()
	for target, places := range to {
		for _, p := range places {
			x.next = append(x.next, x.firstOn(p.arc.Edge))
			x.last.put(uint64(p.arc.Edge), uint32(len(s.to)))
			x.of = append(x.of, int32(target))
			s.to = append(s.to, p)
		}
		x.goals = append(x.goals, goal{})
	}
}

// checkEvery is after how many steps a search for many targets looks whether it is done.
const checkEvery = 256

// searchMany finds the best ways from s.from to all targets: those whose goal has a place.
func (s *Search) searchMany() {
	x := &s.many
	x.on, x.open = true, x.open[:0]
	defer func() { x.on = false }()
	for i := range x.goals {
		x.goals[i] = goal{cost: endless, prev: noState}
		x.open = append(x.open, int32(i))
	}
	s.reset()
	s.findZone()
	for i := range s.from {
		s.start(&s.from[i])
	}
	for n := 1; len(s.queue) > 0 && !s.watch.Stopped(); n++ {
		q := s.queue.pop()
		if n%checkEvery == 0 && x.done(q.cost) {
			return
		}
		if s.labels[q.state].cost == q.cost {
			s.expand(q)
		}
	}
}

// done closes the targets that are reached at no more than a cost, and reports whether all are closed.
func (x *many) done(cost uint64) bool {
	open := x.open[:0]
	for _, i := range x.open {
		if x.goals[i].cost > cost {
			open = append(open, i)
		}
	}
	x.open = open
	return len(open) == 0
}
