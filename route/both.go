package route

import (
	"math"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// A single way is searched from both ends at once, by A* with the rule of W. Pijls and H. Post (Yet another bidirectional
// algorithm for finding the shortest path, 2009): a side goes on from a state only where the least that the other one has
// yet to come by shows that a better way than the best known may lead there. It takes a third of the time of A* from one end.
//
// It does so in a network that keeps nearly all rules. Ahead, a state is a vertex, or an edge that ends at a special one: with
// a turn restriction, a barrier or an elevator. Behind, seen from the target, it is a vertex, or an edge that begins at a
// special one. A way is whole where both sides know a vertex, or an edge and one that may follow it. So the network allows
// more than the rules in two things alone: it turns back at vertices that are not special, and of turn restrictions it
// knows those of two edges. Hence the best way in it, where it keeps these rules too, which is looked at in the end, is the
// best of all, and where it has none there is none. One query in a hundred is left to run, as turning back behind a
// restriction is quicker there than any allowed way.
//
// Proof of the rule. Take a way better than the best known, and on it, from the start, the first state f that side ahead has
// not gone on from at its least cost, likewise b from the target. Were f beyond b, the sides would have met on the way. So
// both are queued, and b costs at least rest (see both) less the bound from the start to b, which is at most the bound to f
// and the time from f to b. Hence the way costs at least cost(f)+rest-bound(start, f): when that is no less than the
// best, f is of no use. Bounds that are off by some metres make it as much less; slack is more than twice that. Nothing is asked
// of costs when a state is first expanded: a better one expands it again.

// heading is a side of the search.
type heading int

const (
	ahead  heading = iota // from the start
	behind                // from the target, against the edges
)

// node is a state: a vertex, or beyond the number of vertices one of the spots of the query.
type node uint32

const noNode node = math.MaxUint32

// twin is what both sides know of a node; of a spot only one does.
type twin struct {
	cost  [2]uint32       // ms from the start and to the target; unknown
	edge  [2]graph.EdgeID // the edge by which the side came; at a place of the query its number
	prev  [2]node         // the node before on that side; noNode at a place of the query
	left  [2]uint32       // ms that are left at least to the target and to the start
	stamp uint32          // of the query
}

const (
	unknown = math.MaxUint32
	maxMS   = 1 << 31 // costs are lower: about 25 days
)

// spot is a node that is more than its vertex: at a special one, at an end of the query, or on limited edges around it.
type spot struct {
	edge graph.EdgeID // the edge that ends or, behind, begins there
	at   graph.VertexID
	side heading
	zone bool // the edge is limited
}

func (x *spot) key() uint64 {
	return uint64(x.edge)<<1 | uint64(x.side)
}

// both is a search from both ends.
type both struct {
	nodes   []twin
	stamp   uint32
	spots   []spot
	spotOf  sparse // node by spot.key
	queue   [2]heap
	rest    uint64 // ms: the least bound in the queue of the other side; 0 until the queues are full
	best    uint64 // ms of the best way known
	meet    [2]node
	over    bool // a cost was too high
	seeding bool // see seedBoth
	seeds   []queued

	slack uint64        // ms by which bounds may be off
	marks [2]marks      // of the target and the start, for the bounds by landmarks
	goals [2]unitVector // where these lie, for the others
	msPer float64       // for the radius of the Earth
}

// offM is more than twice the metres by which edges in a row may fall short of the chord between their ends, beyond what
// caution allows for: lengths are rounded to decimetres and times to milliseconds.
const offM = 20

// search finds the best way from s.from to s.to and lists it in s.path: from both ends, or from one where that cannot tell.
func (s *Search) search() bool {
	if v := s.runBoth(); v != unsure {
		return v == someWay
	}
	s.oneSided++
	return s.unwind(s.run())
}

// runBoth is search from both ends. When the context of the search is done it has found nothing.
func (s *Search) runBoth() verdict {
	b := &s.both
	s.resetBoth()
	if s.cutOff() {
		return noWay
	}
	if !s.seedBoth(behind) || !s.seedBoth(ahead) {
		return unsure
	}
	for len(b.queue[ahead]) > 0 && len(b.queue[behind]) > 0 {
		if s.watch.Stopped() {
			return noWay
		}
		d := ahead
		if len(b.queue[behind]) < len(b.queue[ahead]) {
			d = behind
		}
		q := b.queue[d].pop()
		if q.bound >= b.best+b.slack {
			break
		}
		b.rest = b.queue[1-d][0].bound
		if b.isCurrent(d, q) && !b.isUseless(&b.nodes[q.state], d) {
			s.expandBoth(d, q)
		}
	}
	return s.joinBoth()
}

// resetBoth forgets the query before and aims at both ends.
func (s *Search) resetBoth() {
	b := &s.both
	n := s.g.NumStreetVertices()
	if b.nodes == nil {
		b.nodes = make([]twin, n, n+n/16+1024) // as in reset
	}
	b.stamp++
	if b.stamp == 0 {
		clear(b.nodes)
		b.stamp = 1
	}
	b.nodes, b.spots = b.nodes[:n], b.spots[:0]
	b.spotOf.reset()
	b.queue = [2]heap{b.queue[ahead][:0], b.queue[behind][:0]}
	b.rest, b.over = 0, false
	s.aimBoth()
	s.goal = goal{cost: endless, prev: noState}
	for i := range s.from {
		s.sameEdge(&s.from[i])
	}
	b.best = s.goal.cost
}

// aimBoth sets the bounds: those of landmarks, which fit exactly, or chords at the highest speed on land or sea. Unlike that of
// run the bound cannot count the length of fast ferries once. To chords all places of an end are the first.
func (s *Search) aimBoth() {
	b := &s.both
	if l := s.m.landmarks; l != nil {
		b.slack, b.marks = 0, [2]marks{l.aim(s.to), l.aimBack(s.from)}
		return
	}
	b.goals = [2]unitVector{s.r.sines.vector(s.to[0].point), s.r.sines.vector(s.from[0].point)}
	b.msPer = caution * s.m.bound.anyMS * geometry.EarthRadiusM
	slackM := float64(offM)
	for _, list := range [...][]place{s.from, s.to} {
		for i := range list {
			slackM = max(slackM, offM+list[i].apartM)
		}
	}
	b.slack = uint64(min(slackM*s.m.bound.landMS, maxMS)) + 2
}

// bounds returns what is left at least from a vertex to the target, and to it from the start, in ms.
func (s *Search) bounds(v graph.VertexID) [2]uint32 {
	b := &s.both
	if l := s.m.landmarks; l != nil {
		return [2]uint32{uint32(l.bound(v, &b.marks[0])), b.marks[1].bound(&l.times[v])}
	}
	at := s.r.sines.vector(s.reader.Point(v))
	return [2]uint32{b.msOf(at.apart(b.goals[0])), b.msOf(at.apart(b.goals[1]))}
}

func (b *both) msOf(radii float64) uint32 { return uint32(min(b.msPer*radii, maxMS)) }

// isCurrent reports whether no better way to a node was found after it was queued.
func (b *both) isCurrent(d heading, q queued) bool { return uint64(b.nodes[q.state].cost[d]) == q.cost }

// isUseless reports whether no way through a node can be better than the best known.
func (b *both) isUseless(x *twin, d heading) bool {
	cost, limit := uint64(x.cost[d]), b.best+b.slack
	return cost+uint64(x.left[d]) >= limit || cost+b.rest >= limit+uint64(x.left[1-d])
}

// way is a way to a node, from one end.
type way struct {
	node node
	at   graph.VertexID
	cost uint64
	prev node
	edge graph.EdgeID
}

// reachBoth queues a node when the way to it is the best so far and of use.
func (s *Search) reachBoth(d heading, w way) {
	b := &s.both
	x := &b.nodes[w.node]
	if x.stamp != b.stamp {
		*x = twin{cost: [2]uint32{unknown, unknown}, left: s.bounds(w.at), stamp: b.stamp}
	}
	switch {
	case w.cost >= maxMS:
		b.over = true
		return
	case uint64(x.cost[d]) <= w.cost:
		return
	}
	x.cost[d], x.prev[d], x.edge[d] = uint32(w.cost), w.prev, w.edge
	if other := x.cost[1-d]; other != unknown && w.cost+uint64(other) < b.best {
		b.best, b.meet = w.cost+uint64(other), [2]node{w.node, w.node}
	}
	if !b.isUseless(x, d) {
		b.queue[d].push(queued{bound: w.cost + uint64(x.left[d]), cost: w.cost, state: stateID(w.node), head: w.at})
	}
}

// expandBoth goes on from a node.
func (s *Search) expandBoth(d heading, q queued) {
	if i := int(q.state) - s.g.NumStreetVertices(); i >= 0 {
		s.expandSpot(s.both.spots[i], q)
		return
	}
	for _, a := range s.reader.Out(q.head) {
		a.Edge ^= graph.EdgeID(d)
		if p := s.m.paceOf(a); p != 0 && p&limited == 0 {
			s.follow(d, q, a)
		}
	}
}

// follow goes along an arc that is open to the mode.
func (s *Search) follow(d heading, q queued, a graph.Arc) {
	p := s.m.paceOf(a)
	w := way{node: node(a.To), at: a.To, cost: q.cost + s.m.ms(s.g, a, p), prev: node(q.state), edge: a.Edge}
	if zone := p&limited != 0; zone || s.g.IsSpecial(a.To) {
		w.node = s.spotFor(spot{a.Edge, a.To, d, zone})
	}
	s.reachBoth(d, w)
}

// spotFor returns the node of a spot.
func (s *Search) spotFor(x spot) node {
	b := &s.both
	key := x.key()
	if n, ok := b.spotOf.get(key); ok {
		return node(n)
	}
	n := node(len(b.nodes))
	b.nodes = append(b.nodes, twin{})
	b.spots = append(b.spots, x)
	b.spotOf.put(key, uint32(n))
	return n
}

// expandSpot goes on from a spot by the rules for turns, and looks whether the other side knows the edge that follows.
func (s *Search) expandSpot(x spot, q queued) {
	c := s.crossingAt(x.at)
	q.cost += c.ride
	for _, a := range c.arcs {
		a.Edge ^= graph.EdgeID(x.side)
		turn := [2]graph.EdgeID{x.edge, a.Edge}
		p := s.m.paceOf(a)
		if p == 0 || !s.mayTurn(&c, turn[x.side], turn[1-x.side]) {
			continue
		}
		s.meetAcross(x.side, q, a.Edge)
		if x.zone || p&limited == 0 {
			s.follow(x.side, q, a)
			if x.side == behind && s.both.seeding {
				s.bridge(q, a)
			}
		}
	}
}

// crossing is what the rules for turns say of a vertex.
type crossing struct {
	arcs    []graph.Arc // out of it
	special bool
	blocked bool // the mode may not pass it
	ride    uint64
}

func (s *Search) crossingAt(v graph.VertexID) crossing {
	c := crossing{arcs: s.reader.Out(v), special: s.g.IsSpecial(v)}
	if c.special {
		c.blocked, c.ride = !s.m.mayPass(s.g, v), s.m.rides[v]
	}
	return c
}

// mayTurn is mayFollow by what two edges tell.
func (s *Search) mayTurn(c *crossing, in, out graph.EdgeID) bool {
	back := out == in^1
	if back != c.blocked && (c.blocked || s.leadsOn(c, in)) {
		return false
	}
	return !c.special || s.m.turns.allows(s.m.turns.first.at(in), out)
}

// leadsOn reports whether an edge is open after another, but for the one back.
func (s *Search) leadsOn(c *crossing, in graph.EdgeID) bool {
	return slices.ContainsFunc(c.arcs, func(a graph.Arc) bool { return a.Edge != in^1 && s.m.paceOf(a) != 0 })
}

// meetAcross looks whether the other side knows an edge, from the end of one that it may follow or, behind, precede.
func (s *Search) meetAcross(d heading, q queued, e graph.EdgeID) {
	b := &s.both
	x := spot{edge: e, side: 1 - d}
	n, ok := b.spotOf.get(x.key())
	if !ok {
		return
	}
	y := &b.nodes[n] // reached when it was made, unless at too high a cost
	if other := y.cost[1-d]; other != unknown && q.cost+uint64(other) < b.best {
		b.best = q.cost + uint64(other)
		b.meet[d], b.meet[1-d] = node(q.state), node(n)
	}
}
