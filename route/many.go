package route

import (
	"math"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// many are the targets of a search for all of them at once. It goes on until every target has its best way: at first with no
// bound, as most targets are near, and where it has gone far by A* towards what is still open.
type many struct {
	on    bool
	of    []int32 // by place in Search.to: its target
	next  []int32 // by place: another one on the same edge; -1: none
	last  sparse  // by edge: the last place on it
	goals []goal  // by target
	open  []int32 // targets that a better way may be found to

	first   []int32        // by target: its first place in Search.to
	islands []island       // by target
	edges   []graph.EdgeID // of the islands
	aimed   []unitVector   // of the places of open targets; none: there is no bound
	every   int            // checkEvery, in tests less
	offMS   float64        // by which bounds may be off
	msPer   float64        // for the radius of the Earth
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
	x.first, x.islands, x.edges = x.first[:0], x.islands[:0], x.edges[:0]
	x.last.reset()
	for target, places := range to {
		x.first = append(x.first, int32(len(s.to)))
		for _, p := range places {
			x.next = append(x.next, x.firstOn(p.arc.Edge))
			x.last.put(uint64(p.arc.Edge), uint32(len(s.to)))
			x.of = append(x.of, int32(target))
			s.to = append(s.to, p)
		}
		x.goals = append(x.goals, goal{})
		x.islands = append(x.islands, island{})
	}
	x.first = append(x.first, int32(len(s.to)))
}

// placesOf returns the places of a target.
func (s *Search) placesOf(target int32) []place {
	return s.to[s.many.first[target]:s.many.first[target+1]]
}

const (
	// checkEvery is after how many steps a search for many targets looks whether it is done.
	checkEvery = 256
	// farChecks is after how many looks it has gone far: it leaves out targets that it cannot come to, and gets a bound.
	farChecks = 8
	// maxAlone is how few of them are left to single searches then, which are from both ends; not when it has gone on for long, where
	// it is nearly done.
	maxAlone  = 4
	lateCheck = 4 * farChecks
	// maxAimed is at how many places it aims at most: the bound is that of the nearest.
	maxAimed = 8
)

// searchMany finds the best ways from s.from to all targets: those whose goal has a place. Targets that are open in the end are left to
// single searches.
func (s *Search) searchMany() {
	x := &s.many
	x.on, x.open, x.aimed = true, x.open[:0], x.aimed[:0]
	defer func() { x.on = false }()
	for i := range x.goals {
		x.goals[i] = goal{cost: endless, prev: noState}
		if x.first[i] < x.first[i+1] {
			x.open = append(x.open, int32(i))
		}
	}
	s.reset()
	s.findZone()
	for i := range s.from {
		s.start(&s.from[i])
	}
	every := x.every
	if every == 0 {
		every = checkEvery
	}
	for n := 1; len(s.queue) > 0 && !s.watch.Stopped(); n++ {
		q := s.queue.pop()
		if n%every == 0 && s.isDone(n/every, q.bound) {
			return
		}
		if s.labels[q.state].cost == q.cost {
			s.expand(q)
		}
	}
	x.open = x.open[:0] // there is no other way
}

// isDone is the look at targets of this number: it closes those that nothing can better that is left, from a bound on, and reports
// whether all are closed but for those that are left to single searches.
func (s *Search) isDone(n int, least uint64) bool {
	x := &s.many
	x.close(func(target int32) bool { return x.goals[target].cost <= least })
	if n == farChecks {
		x.close(func(target int32) bool { return x.goals[target].to == nil && s.isBeyond(target) })
	}
	left := len(x.open)
	switch {
	case n < farChecks:
		return left == 0
	case left == 0 || left <= maxAlone && n <= lateCheck:
		return true
	case left <= maxAimed && len(x.aimed) == 0:
		s.aimAtOpen()
	}
	return false
}

// close takes targets out of those that are open.
func (x *many) close(closed func(target int32) bool) {
	open := x.open[:0]
	for _, i := range x.open {
		if !closed(i) {
			open = append(open, i)
		}
	}
	x.open = open
}

// aimAtOpen gives the search a bound, that to the nearest of the places of open targets, and puts the queue in its order.
func (s *Search) aimAtOpen() {
	x := &s.many
	x.aimed = x.aimed[:0]
	slackM := float64(offM)
	for _, target := range x.open {
		list := s.placesOf(target)
		x.aimed = append(x.aimed, s.r.sines.vector(list[0].point))
		for i := range list {
			slackM = max(slackM, offM+list[i].apartM)
		}
	}
	x.offMS = slackM * s.m.bound.landMS
	x.msPer = caution * s.m.bound.anyMS * geometry.EarthRadiusM
	list := s.queue
	s.queue = s.queue[:0] // in place: the queue is never longer than what was read of the list
	for _, q := range list {
		if s.labels[q.state].cost == q.cost {
			q.bound = q.cost + x.bound(s, q.head)
			s.queue.push(q)
		}
	}
}

// bound returns a time in ms below which no target that is open is reached from a vertex.
func (x *many) bound(s *Search, v graph.VertexID) uint64 {
	if len(x.aimed) == 0 {
		return 0
	}
	at, apart := s.r.sines.vector(s.reader.Point(v)), math.Inf(1)
	for _, target := range x.aimed {
		apart = min(apart, at.apart2(target))
	}
	return uint64(max(0, x.msPer*math.Sqrt(apart)-x.offMS))
}
