package walk

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Options say what walk is meant.
type Options struct {
	LimitS     int32   // how long it may take, in seconds; more than three days count as three
	SnapM      float64 // how far a position may be from a street; 0: graph.DefaultSnapM
	Wheelchair bool    // in a wheelchair
	Backward   bool    // to the place, not from it
}

// Reached is a stop at the other end of a walk.
type Reached struct {
	Stop      graph.StopID
	S         int32  // seconds, rounded up
	LengthDM  uint32 // decimetres
	StepFree  bool   // a wheelchair can do it as fast
	lastLabel uint32
}

// Search finds walks, one after another. It is for one goroutine at a time and keeps its memory: some 50 bytes for each
// vertex that its largest search touched.
type Search struct {
	n       *Network
	o       Options
	limit   uint32 // ms
	mode    facts.Mode
	pace    []pace
	flip    uint8 // 1 where the walk is backward
	places  []place
	origin  geometry.Point
	labels  []label
	index   index
	queue   queue
	arcs    []graph.Arc
	reached []Reached
	seen    index // stops that are in reached
	island  Island
	stopped func() bool  // may be nil
	toward  bool         // the search looks into the direction of target alone
	only    graph.StopID // the stop at which the search ends; NoStop
	target  geometry.Point
}

// NewSearch returns a search.
func (n *Network) NewSearch() *Search { return &Search{n: n, only: graph.NoStop} }

// SetStop has searches from now on end as soon as stopped returns true. They have then not reached all that they could. It is
// asked at each vertex, so it should be quick; nil stops no search.
func (s *Search) SetStop(stopped func() bool) { s.stopped = stopped }

// label is the best way known to a vertex in a state.
type label struct {
	key      uint32
	ms, dm   uint32
	prev     int32 // label; noLabel: none
	via, aux uint32
	how      how
	wheel    bool
	done     bool
}

const noLabel = -1

// how a label was reached.
type how uint8

const (
	atStop  how = iota // the walk begins at the stop
	onto               // from a position to the end of its pair: via is the edge, aux the place
	street             // via is the edge
	out                // from a stop to the end of a pair: via is the link, aux the end
	into               // the other way
	along              // from a position to a stop on the same pair: via is the link, aux the place
	across             // between two stops on one pair: via and aux are the links
	indoors            // via is the passage
	byAir              // from a position straight to a stop
)

// Of a street vertex there are three states, by what may follow.
const (
	onlyLimited = iota // only streets with limited access so far
	public
	limitedEnd // on such streets again: no way back
	noState
)

// step returns the state after one more edge.
func step(state int, limited bool) int {
	switch {
	case !limited && state == limitedEnd:
		return noState
	case !limited:
		return public
	case state == public:
		return limitedEnd
	}
	return state
}

// A stop has two states: before any street, and after.
const (
	before = iota
	after
)

func (s *Search) vertexKey(v graph.VertexID, state int) uint32 { return 3*uint32(v) + uint32(state) }

func (s *Search) stopKey(stop graph.StopID, phase uint32) uint32 {
	return 3*uint32(s.n.g.NumStreetVertices()) + 2*uint32(stop) + phase
}

// FromPoint finds the stops around a position, by time. The result is valid until the next search. It returns false
// where no street is near; stops that no street leads to are then reached in a straight line. The walk begins on the nearest
// street; where that is part of an island, see Search.Island, or in a straight line to the nearest other one that is not.
func (s *Search) FromPoint(p geometry.Point, o Options) ([]Reached, bool) {
	s.begin(p, o)
	s.snap(p)
	if len(s.places) == 0 {
		for _, stop := range s.n.free().near(p, float64(o.LimitS)*KMH/3.6) {
			at := s.n.pointOf(stop)
			dm := uint32(10*geometry.Distance(p, at) + 0.5)
			s.relax(label{key: s.stopKey(stop, after), ms: straight.ofLength(dm), dm: dm, prev: noLabel, how: byAir, wheel: true})
		}
	}
	for i := range s.places {
		s.leavePlace(uint32(i))
	}
	s.run()
	return s.reached, len(s.places) > 0
}

// FromStop finds the stops around a stop, by time, without itself. The result is valid until the next search.
func (s *Search) FromStop(stop graph.StopID, o Options) []Reached {
	s.begin(s.n.pointOf(stop), o)
	s.seen.at(uint32(stop))
	s.relax(label{key: s.stopKey(stop, before), prev: noLabel, how: atStop, wheel: true})
	s.run()
	return s.reached
}

// Between finds the walk from a stop to another one; false where it takes longer than the limit.
func (s *Search) Between(from, to graph.StopID, o Options) (Reached, bool) {
	s.only, s.target = to, s.n.pointOf(to)
	defer func() { s.only, s.toward = graph.NoStop, false }()
	for _, s.toward = range []bool{true, false} { // what is faster than a walk, as a ferry, may lie off the way
		list := s.FromStop(from, o)
		if i := slices.IndexFunc(list, func(x Reached) bool { return x.Stop == to }); i >= 0 {
			return list[i], true
		}
	}
	return Reached{}, false
}

// isAstray reports whether a label of a search toward a target cannot get there within the limit at the pace of walkers, with
// something to spare for lengths that are rounded.
func (s *Search) isAstray(l *label) bool {
	streetKeys := 3 * uint32(s.n.g.NumStreetVertices())
	v := graph.VertexID(l.key / 3)
	if l.key >= streetKeys {
		v = s.n.g.FirstStop() + graph.VertexID((l.key-streetKeys)/2)
	}
	left := geometry.Distance(s.n.g.PointOf(v), s.target) * 3600 / KMH
	return float64(l.ms)+left*0.95 > float64(s.limit)+1000
}

func (s *Search) begin(p geometry.Point, o Options) {
	s.o, s.origin, s.limit = o, p, 1000*uint32(min(max(o.LimitS, 0), maxLimitS))
	s.mode, s.pace, s.flip = facts.Walk, s.n.pace[0], 0
	if o.Wheelchair {
		s.mode, s.pace = facts.Wheelchair, s.n.pace[1]
	}
	if o.Backward {
		s.flip = 1
	}
	s.island = Island{}
	s.places, s.labels, s.queue, s.reached = s.places[:0], s.labels[:0], s.queue[:0], s.reached[:0]
	s.index.reset()
	s.seen.reset()
}

// leavePlace walks from a position to the ends of its pair and to stops on it.
func (s *Search) leavePlace(i uint32) {
	at := &s.places[i]
	aside := straight.ofLength(at.asideDM)
	for end, v := range at.end {
		dir := uint8(1-end) ^ s.flip
		p := s.pace[2*uint32(at.facts)+uint32(dir)]
		if p.ms == 0 {
			continue
		}
		dm := at.offsetDM
		if end == 1 {
			dm = at.lengthDM - at.offsetDM
		}
		edge := at.pair.Edge(facts.Direction(dir))
		s.relax(label{
			key: s.vertexKey(v, step(onlyLimited, p.limited)), ms: aside + s.part(p, edge, dm, at.lengthDM), dm: dm + at.asideDM, prev: noLabel,
			how: onto, via: uint32(edge), aux: i, wheel: s.wheels(at.facts, dir),
		})
	}
	for _, l := range s.n.linksOn(at.pair) {
		x := &s.n.links[l]
		dm, p, edge, ok := s.between(x, at.offsetDM)
		if !ok {
			continue
		}
		s.relax(label{
			key: s.stopKey(x.stop, after), ms: aside + s.part(p, edge, dm, x.lengthDM) + straight.ofLength(x.asideDM),
			dm: at.asideDM + dm + x.asideDM, prev: noLabel, how: along, via: l, aux: i, wheel: s.wheelsTo(x, uint8(edge&1)),
		})
	}
}

// between returns the way along a pair from an offset to that of a link, or the other way in a backward walk.
func (s *Search) between(x *link, fromDM uint32) (dm uint32, p pace, edge graph.EdgeID, ok bool) {
	dir := uint8(0)
	dm = x.offsetDM - fromDM
	if fromDM > x.offsetDM {
		dir, dm = 1, fromDM-x.offsetDM
	}
	dir ^= s.flip
	p = s.pace[2*uint32(x.facts)+uint32(dir)]
	if p.ms == 0 && dm == 0 { // either direction will do
		dir ^= 1
		p = s.pace[2*uint32(x.facts)+uint32(dir)]
	}
	return dm, p, x.pair.Edge(facts.Direction(dir)), p.ms != 0 && x.modes.Has(s.mode)
}

// part returns the time for a part of an edge.
func (s *Search) part(p pace, edge graph.EdgeID, dm, lengthDM uint32) uint32 {
	if !p.timed || lengthDM == 0 {
		return p.ofLength(dm)
	}
	return uint32(uint64(s.whole(p, edge, lengthDM)) * uint64(dm) / uint64(lengthDM))
}

// whole returns the time for an edge.
func (s *Search) whole(p pace, edge graph.EdgeID, dm uint32) uint32 {
	if !p.timed {
		return p.ofLength(dm)
	}
	e := s.n.g.Edge(edge)
	if sec, ok := e.DurationS(); ok {
		return 1000 * min(sec, maxMS/1000)
	}
	if e.Type() == facts.Elevator {
		return p.ofLength(dm) + ElevatorMS
	}
	return p.ofLength(dm)
}

// wheels reports whether a wheelchair gets along an edge.
func (s *Search) wheels(f graph.FactsID, dir uint8) bool {
	return s.n.pace[1][2*uint32(f)+uint32(dir)].ms != 0
}

// wheelsTo reports whether a wheelchair gets to the stop of a link, or from it, along its street.
func (s *Search) wheelsTo(x *link, dir uint8) bool {
	return x.modes.Has(facts.Wheelchair) && s.wheels(x.facts, dir)
}

// relax enters a label when it is the best so far for its key.
func (s *Search) relax(l label) {
	if l.ms > s.limit {
		return
	}
	slot, taken := s.index.at(l.key)
	if taken {
		if old := &s.labels[slot.label]; old.done || old.ms <= l.ms {
			return
		}
		s.labels[slot.label].done = true // it is still in the queue
	}
	slot.label = uint32(len(s.labels))
	s.queue.push(l.ms, slot.label)
	s.labels = append(s.labels, l)
}

func (s *Search) run() {
	streetKeys := 3 * uint32(s.n.g.NumStreetVertices())
	for len(s.queue) > 0 {
		_, id := s.queue.pop()
		l := &s.labels[id]
		if l.done {
			continue
		}
		if s.stopped != nil && s.stopped() {
			return
		}
		l.done = true
		if s.toward && s.isAstray(l) {
			continue
		}
		from := *l
		if from.key < streetKeys {
			s.leaveVertex(id, &from)
			continue
		}
		stop := graph.StopID((from.key - streetKeys) / 2)
		if s.settle(stop, id, &from); stop == s.only {
			return
		}
		s.leaveStop(stop, id, &from)
	}
}

// settle notes a stop when it is reached first.
func (s *Search) settle(stop graph.StopID, id uint32, l *label) {
	if _, taken := s.seen.at(uint32(stop)); !taken {
		s.reached = append(s.reached, Reached{stop, seconds(l.ms), l.dm, l.wheel, id})
	}
}

// leaveVertex goes on from a street vertex, along streets and to stops.
func (s *Search) leaveVertex(id uint32, from *label) {
	v, state := graph.VertexID(from.key/3), int(from.key%3)
	special, wheel := s.n.g.IsSpecial(v), from.wheel
	if special {
		pass := s.n.g.PassAt(v)
		if !pass.Has(s.mode) && !s.beginsAt(from) {
			return
		}
		wheel = wheel && pass.Has(facts.Wheelchair)
	}
	if s.flip == 0 {
		s.arcs = s.n.g.AppendArcs(s.arcs[:0], v)
	} else {
		s.arcs = s.n.g.AppendArcsIn(s.arcs[:0], v)
	}
	for _, a := range s.arcs {
		dir := uint8(a.Edge & 1)
		p := s.pace[2*uint32(a.Facts)+uint32(dir)]
		next := step(state, p.limited)
		if p.ms == 0 || next == noState {
			continue
		}
		s.relax(label{
			key: s.vertexKey(a.To, next), ms: from.ms + s.whole(p, a.Edge, a.LengthDM), dm: from.dm + a.LengthDM, prev: int32(id),
			how: street, via: uint32(a.Edge), wheel: wheel && s.wheels(a.Facts, dir),
		})
	}
	if special {
		for _, l := range s.n.linksAt(v) {
			s.enterStop(id, from, l, state)
		}
	}
}

// beginsAt reports whether a walk begins just at the vertex of a label, so that it passes no barrier there.
func (s *Search) beginsAt(l *label) bool {
	switch l.how {
	case onto:
		return l.dm == s.places[l.aux].asideDM
	case out:
		return l.dm-s.labels[l.prev].dm == s.n.links[l.via].asideDM
	}
	return false
}

// enterStop walks from the end of a pair to a stop that is linked to it.
func (s *Search) enterStop(id uint32, from *label, at linkEnd, state int) {
	x := &s.n.links[at.link]
	dir := at.end ^ s.flip
	p := s.pace[2*uint32(x.facts)+uint32(dir)]
	if p.ms == 0 || !x.modes.Has(s.mode) || step(state, p.limited) == noState {
		return
	}
	dm := x.offsetDM
	if at.end == 1 {
		dm = x.lengthDM - x.offsetDM
	}
	edge := x.pair.Edge(facts.Direction(dir))
	s.relax(label{
		key: s.stopKey(x.stop, after), ms: from.ms + s.part(p, edge, dm, x.lengthDM) + straight.ofLength(x.asideDM),
		dm: from.dm + dm + x.asideDM, prev: int32(id), how: into, via: at.link, aux: uint32(at.end), wheel: from.wheel && s.wheelsTo(x, dir),
	})
}

// leaveStop goes on from a stop: within its station, and to the street where the walk has not been there.
func (s *Search) leaveStop(stop graph.StopID, id uint32, from *label) {
	phase := (from.key - s.stopKey(0, 0)) % 2
	in := &s.n.inside[s.flip]
	for i := in.start[stop]; i < in.start[stop+1]; i++ {
		p := &in.to[i]
		if s.o.Wheelchair && !p.wheel {
			continue
		}
		s.relax(label{
			key: s.stopKey(p.stop, phase), ms: from.ms + p.ms, dm: from.dm + p.dm, prev: int32(id), how: indoors, via: i,
			wheel: from.wheel && p.wheel,
		})
	}
	if phase == after {
		return
	}
	for l := s.n.ofStop[stop]; l < s.n.ofStop[stop+1]; l++ {
		s.leaveByLink(id, from, l)
	}
}

// leaveByLink walks from a stop to the ends of a pair that it is linked to, and to other stops on it.
func (s *Search) leaveByLink(id uint32, from *label, l uint32) {
	x := &s.n.links[l]
	if !x.modes.Has(s.mode) {
		return
	}
	aside := straight.ofLength(x.asideDM)
	for end, v := range x.end {
		dir := uint8(1-end) ^ s.flip
		p := s.pace[2*uint32(x.facts)+uint32(dir)]
		if p.ms == 0 {
			continue
		}
		dm := x.offsetDM
		if end == 1 {
			dm = x.lengthDM - x.offsetDM
		}
		edge := x.pair.Edge(facts.Direction(dir))
		s.relax(label{
			key: s.vertexKey(v, step(onlyLimited, p.limited)), ms: from.ms + s.part(p, edge, dm, x.lengthDM) + aside, dm: from.dm + dm + x.asideDM,
			prev: int32(id), how: out, via: l, aux: uint32(end), wheel: from.wheel && s.wheelsTo(x, dir),
		})
	}
	for _, o := range s.n.linksOn(x.pair) {
		y := &s.n.links[o]
		dm, p, edge, ok := s.between(y, x.offsetDM)
		if !ok || y.stop == x.stop {
			continue
		}
		s.relax(label{
			key: s.stopKey(y.stop, after), ms: from.ms + aside + s.part(p, edge, dm, x.lengthDM) + straight.ofLength(y.asideDM),
			dm: from.dm + x.asideDM + dm + y.asideDM, prev: int32(id), how: across, via: o, aux: l, wheel: from.wheel && x.modes.Has(facts.Wheelchair) && s.wheelsTo(y, uint8(edge&1)),
		})
	}
}
