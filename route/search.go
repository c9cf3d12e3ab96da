package route

import (
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route/hierarchy"
	"graphbuild/route/internal/stop"
)

// Search answers queries one after another. See Router.NewSearch.
type Search struct {
	r *Router
	g *graph.Graph
	m *modeData // of the query under way
	// base has the times of the answer, which m has not for a query with costs of its own.
	base *modeData

	bound    bound
	marks    marks // of the target, where the mode has landmarks
	from, to []place
	moved    [2]bool // from and to were taken off an island
	found    []place // on the pair that is being snapped to
	labels   []label // by state: all edges, then the side states of the query
	visits   []visit // by vertex
	stamp    uint32  // of the query, so that labels need no clearing
	sides    []side
	sideOf   sparse   // state by side.key
	zone     sparse   // limited edges from which a target can be reached over such edges alone
	island   sparse   // edges seen by cutOff
	reaches  [2]reach // by heading, of areApart
	queue    heap
	guide    guide // of searches that the hierarchy guides
	both     both
	oneSided int  // queries that the search from both ends has left to that from one
	many     many // of searches for many targets
	ways     []hierarchy.Way
	reader   *graph.ArcReader
	lines    *graph.LineReader
	line     []geometry.Point
	arcs     []graph.Arc
	todo     []graph.Arc
	path     []graph.EdgeID
	goal     goal
	fast     fastState
	touched  []touch
	flooding bool // there is no target: all that can be reached is wanted
	// postponing has second visits wait for as long as back.go lets them.
	postponing bool
	watch      stop.Watch
}

// label is the best way known to a state.
type label struct {
	cost  uint64 // ms to the end of the edge of the state
	prev  stateID
	stamp uint32
}

// side is a state that says more than its edge: inside the via of a turn restriction, or on limited edges at the end of
// the trip. The state of an edge alone allows all that its side states allow.
type side struct {
	edge graph.EdgeID
	node turnID // 0 unless deep
	end  bool   // on the limited edges around the target: there is no way out any more
}

func (x side) key() uint64 {
	k := uint64(x.node)<<33 | uint64(x.edge)
	if x.end {
		k |= 1 << 32
	}
	return k
}

// visit is what a search remembers of a vertex that it has left without a rule in its way: no barrier, no turn
// restriction, not from limited edges. All edges could follow then but for the one back. So the second such visit, which
// is not cheaper, has only the edge back from the first to offer, and whatever comes later has nothing, unless it comes
// from the limited edges of the start. This saves about half the work; see back.go for more.
type visit struct {
	cost  uint64       // of the latest visit; before the first, of the best one that is queued
	stamp uint32       // of the query
	first graph.EdgeID // the edge of the first visit; NoEdge before it
	back  uint32       // ms that are left at least to whoever goes back on it; see back.go
	// wait is, before the first visit, an edge on which another one comes that is not queued, or NoEdge; after it, twice
	// where there was a second visit.
	wait graph.EdgeID
}

// twice is no edge that waits.
const twice = graph.NoEdge - 1

// endless is a cost in ms above that of any way.
const endless = 1 << 60

// goal is the best way known to the target.
type goal struct {
	cost uint64
	prev stateID // noState: start and target lie on the same edge, or there is no way
	from *place  // of a way along a single edge
	to   *place  // nil: no way yet
}

// run searches from s.from to s.to, and reports whether there is a way; see stopped. It is A* from one end, by all rules: the
// state with the smallest sum of cost and bound comes first, until none can better the goal. See search for single ways.
func (s *Search) run() bool {
	s.reset()
	if s.cutOff() {
		return false
	}
	s.findZone()
	s.postponing = s.startsOpen()
	for i := range s.from {
		s.start(&s.from[i])
	}
	for len(s.queue) > 0 {
		q := s.queue.pop()
		if s.goal.to != nil && q.bound >= s.goal.cost {
			break
		}
		if s.watch.Stopped() {
			return false
		}
		if s.labels[q.state].cost == q.cost { // else a better way was found after it was queued
			s.expand(q)
		}
	}
	return s.goal.to != nil
}

// reset forgets the query before.
func (s *Search) reset() {
	if s.labels == nil {
		n := s.g.NumStreetEdges()
		s.labels = make([]label, n, n+n/16+1024) // untouched memory costs nothing, another place a copy of it all
		s.visits = make([]visit, s.g.NumStreetVertices())
	}
	s.stamp++
	if s.stamp == 0 {
		clear(s.labels)
		clear(s.visits)
		s.stamp = 1
	}
	s.labels = s.labels[:s.g.NumStreetEdges()]
	s.sides = s.sides[:0]
	s.queue = s.queue[:0]
	s.sideOf.reset()
	s.zone.reset()
	s.goal = goal{cost: endless, prev: noState}
	s.postponing = false
}

// start queues the rest of an edge on which the trip may start, and looks whether a target lies on it.
func (s *Search) start(p *place) {
	s.sameEdge(p)
	q := queued{cost: part(p.ms, 1-p.portion), head: p.arc.To, state: stateID(p.arc.Edge)}
	s.label(q, noState, side{edge: p.arc.Edge, end: p.pace&limited != 0})
}

// sameEdge looks whether a target lies on the edge of a place, beyond it.
func (s *Search) sameEdge(p *place) {
	for i := range s.to {
		t := &s.to[i]
		if t.arc.Edge != p.arc.Edge || t.portion < p.portion {
			continue
		}
		s.offer(i, goal{cost: part(p.ms, t.portion-p.portion), prev: noState, from: p, to: t})
	}
}

// offer takes a way to place i of s.to for the best one unless a better one is known.
func (s *Search) offer(i int, way goal) {
	best := &s.goal
	if s.many.on {
		best = &s.many.goals[s.many.of[i]]
	}
	if way.cost < best.cost {
		*best = way
	}
}

// label queues a state, from which at least some time is left, when the way to it is the best so far.
func (s *Search) label(q queued, prev stateID, x side) {
	l := &s.labels[q.state]
	if l.stamp == s.stamp && l.cost <= q.cost {
		return
	}
	if s.postponing && s.wait(&q) {
		*l = label{cost: q.cost, prev: prev, stamp: s.stamp}
		return
	}
	if q.bound = q.cost + s.boundOf(q.head, x); q.bound >= s.goal.cost {
		return
	}
	*l = label{cost: q.cost, prev: prev, stamp: s.stamp}
	if s.postponing {
		s.expect(&q)
	}
	s.queue.push(q)
}

// boundOf returns a time below which nothing reaches the target from the end of an edge, in ms. Of x, end stands for all
// limited edges.
func (s *Search) boundOf(v graph.VertexID, x side) uint64 {
	if s.many.on {
		return s.many.bound(s, v)
	}
	if s.flooding {
		return 0
	}
	if s.guide.fast != nil && !x.end {
		return s.guide.left(v, x)
	}
	if s.m.landmarks != nil {
		return s.m.landmarks.bound(v, &s.marks)
	}
	return s.bound.ms(s.reader.Point(v))
}

// here is a state that is being expanded.
type here struct {
	queued
	side
	limited bool         // the edge is limited
	plain   bool         // nothing but the edge limits what may follow
	only    graph.EdgeID // the one edge that is of use; NoEdge: all are
	blocked bool         // the mode may not pass the vertex at its end
	back    graph.Arc    // the edge back
	others  int          // edges on from there, but for the one back
}

// expand relaxes the edges that may follow a state.
func (s *Search) expand(q queued) {
	if s.postponing && s.postpone(q) {
		return
	}
	h := here{queued: q, side: s.sideAt(q.state), only: graph.NoEdge}
	if s.g.IsSpecial(q.head) {
		h.blocked = !s.m.mayPass(s.g, q.head)
		h.cost += s.m.rides[q.head]
		if h.node == 0 {
			h.node = s.m.turns.first.at(h.edge)
		}
	}
	h.plain = h.node == 0 && !h.end && !h.blocked
	arcs := s.reader.Out(q.head)
	s.lookAround(&h, arcs)
	if !s.visit(&h) {
		return
	}
	for _, a := range arcs {
		if h.only != graph.NoEdge && a.Edge != h.only {
			continue
		}
		if p := s.m.paceOf(a); p != 0 && s.mayFollow(&h, a.Edge) {
			s.relax(&h, a, p)
		}
	}
}

// exhausted reports whether a visit of a vertex at this cost, unless from the limited edges of the start, has nothing to
// offer any more.
func (s *Search) exhausted(v graph.VertexID, cost uint64) bool {
	x := &s.visits[v]
	return x.stamp == s.stamp && x.wait == twice && x.cost <= cost
}

// visit remembers that a state is expanded, and finds out which edges are of use; false where none is.
func (s *Search) visit(h *here) bool {
	atStart := h.limited && !h.end
	if !atStart && s.exhausted(h.head, h.cost) {
		return false
	}
	v := &s.visits[h.head]
	switch {
	case !h.plain || h.limited:
	case v.stamp != s.stamp || v.first == graph.NoEdge:
		s.firstVisit(h, v)
	case v.wait != twice && v.cost <= h.cost && v.first != h.edge:
		h.only = v.first ^ 1
		v.cost, v.wait = h.cost, twice
	}
	return true
}

// sideAt returns what there is to know of a state.
func (s *Search) sideAt(id stateID) side {
	if n := s.g.NumStreetEdges(); int(id) >= n {
		return s.sides[int(id)-n]
	}
	return side{edge: graph.EdgeID(id)}
}

// lookAround fills in what the edges at the end of a state tell. The edge back is always one of them.
func (s *Search) lookAround(h *here, arcs []graph.Arc) {
	for _, a := range arcs {
		switch {
		case a.Edge == h.edge^1:
			h.back = a
			a.Edge = h.edge
			h.limited = s.m.paceOf(a)&limited != 0
		case s.m.paceOf(a) != 0:
			h.others++
		}
	}
}

// mayFollow reports whether the rules for turns let an edge follow.
func (s *Search) mayFollow(h *here, e graph.EdgeID) bool {
	back := e == h.edge^1
	if back != h.blocked && (h.blocked || h.others > 0) {
		return false
	}
	return h.node == 0 || s.m.turns.allows(h.node, e)
}

// relax goes on along an arc, unless limited access forbids it.
func (s *Search) relax(h *here, a graph.Arc, p pace) {
	next := side{edge: a.Edge, end: h.end}
	if p&limited == 0 {
		if h.end {
			return
		}
	} else if h.end || !h.limited {
		if _, ok := s.zone.get(uint64(a.Edge)); !ok && !s.flooding {
			return
		}
		next.end = true
	}
	if h.node != 0 {
		if n := s.m.turns.next(h.node, a.Edge); s.m.turns.deep(n) {
			next.node = n
		}
	}
	s.reach(h, a.Edge)
	ms := s.m.ms(s.g, a, p)
	q := queued{cost: h.cost + ms, head: a.To}
	if s.flooding {
		s.touched = append(s.touched, touch{a.Edge, 0, h.cost, ms})
	}
	if (p&limited == 0 || next.end) && s.exhausted(a.To, q.cost) {
		return
	}
	q.state = s.stateOf(next, q.cost)
	next.end = p&limited != 0
	s.label(q, h.state, next)
}

// reach looks whether a target lies on an edge that follows a state.
func (s *Search) reach(h *here, e graph.EdgeID) {
	if s.many.on {
		for i := s.many.firstOn(e); i >= 0; i = s.many.next[i] {
			t := &s.to[i]
			s.offer(int(i), goal{cost: h.cost + part(t.ms, t.portion), prev: h.state, to: t})
		}
		return
	}
	for i := range s.to {
		if t := &s.to[i]; t.arc.Edge == e {
			s.offer(i, goal{cost: h.cost + part(t.ms, t.portion), prev: h.state, to: t})
		}
	}
}

// stateOf returns the state for an edge reached at a cost. Where the edge alone was reached at no more, which allows all
// that the side state allows, it is that of the edge.
func (s *Search) stateOf(x side, cost uint64) stateID {
	plain := stateID(x.edge)
	if x.node == 0 && !x.end {
		return plain
	}
	if l := &s.labels[plain]; l.stamp == s.stamp && l.cost <= cost {
		return plain
	}
	if id, ok := s.sideOf.get(x.key()); ok {
		return stateID(id)
	}
	id := stateID(len(s.labels))
	s.labels = append(s.labels, label{})
	s.sides = append(s.sides, x)
	s.sideOf.put(x.key(), uint32(id))
	return id
}

// part returns a portion of a time.
func part(ms uint64, portion float64) uint64 { return uint64(float64(ms)*portion + 0.5) }
