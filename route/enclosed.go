package route

import (
	"maps"
	"sync"
	"sync/atomic"

	"graphbuild/graph"
)

// Limited edges may be used at the start and at the end of a trip. That leaves out public streets that lie within limited
// ones: nobody could get there, or away from there. So where there is no way by the rule as it stands, the edges of such streets
// count as limited too, and the search is made once more.

// enclosed are the edges without limited access of a mode that limited ones join with more such edges, and no others do there
// and back.
type enclosed struct {
	once  sync.Once
	known atomic.Bool // that once is done
	edges []graph.EdgeID
	spent atomic.Int64 // vertices that areApart has looked at before

	limitOnce sync.Once
	limited   *modeData // the data of the mode with these edges limited; it never changes
}

// enclosedOf returns the enclosed edges of a mode, found when they are first asked for: see parts.
func (r *Router) enclosedOf(d *modeData) []graph.EdgeID {
	x := &r.enclosed[d.traveller()]
	x.once.Do(func() {
		x.edges = newParts(r.g, r.plain(d)).enclosed()
		x.known.Store(true)
	})
	return x.edges
}

// findEnclosed is search with the enclosed edges limited too.
func (s *Search) findEnclosed() bool {
	if len(s.from) == 0 || len(s.to) == 0 {
		return false
	}
	if s.mayBeApart() && s.areApart() {
		return false
	}
	edges := s.r.enclosedOf(s.m)
	if len(edges) == 0 {
		return false
	}
	base := s.m
	s.m = s.limitingOnce(edges)
	defer func() {
		s.m = base
		s.setPaces()
	}()
	return s.setPaces() && s.search()
}

// mayBeApart reports whether areApart is worth its while before a look at all of the graph, which it may cost again in all.
func (s *Search) mayBeApart() bool {
	x := &s.r.enclosed[s.m.traveller()]
	return !x.known.Load() && x.spent.Load() <= int64(s.g.NumStreetVertices()) && !s.connected()
}

// areApart reports whether surely no way leads from s.from to s.to, whatever the rules for turns and limited edges: it goes on
// from both until they meet or one of them can go no further.
func (s *Search) areApart() bool {
	sides := &s.reaches
	sides[ahead].begin(s.g, s.from)
	sides[behind].begin(s.g, s.to)
	defer func() {
		s.r.enclosed[s.m.traveller()].spent.Add(int64(len(sides[ahead].list) + len(sides[behind].list)))
	}()
	for !s.watch.Stopped() {
		for d := range sides {
			x := &sides[d]
			switch {
			case x.meets(&sides[1-d]):
				return false
			case x.next == len(x.list):
				return true
			}
			s.goOn(x, heading(d))
		}
	}
	return false
}

// reach are the vertices that a side of a search may come to, in the order in which it does: 4 bytes each, and a bit for each
// vertex of the graph, kept for the next query.
type reach struct {
	list    []graph.VertexID
	next    int // in list: the first from which it has not gone on
	checked int // in list: the first of which it is not known that the other side is not there
	seen    bitSet
}

// begin forgets the query before, and begins at both ends of the edges of places, since at a barrier one may turn.
func (x *reach) begin(g *graph.Graph, places []place) {
	if x.seen == nil {
		x.seen = newBitSet(g.NumStreetVertices())
	}
	for _, v := range x.list {
		x.seen[v/64] = 0 // all of its bits are of the list
	}
	x.list, x.next, x.checked = x.list[:0], 0, 0
	for i := range places {
		x.add(places[i].arc.To)
		x.add(places[i].tail)
	}
}

func (x *reach) add(v graph.VertexID) {
	if !x.seen.has(uint32(v)) {
		x.seen.add(uint32(v))
		x.list = append(x.list, v)
	}
}

// meets reports whether another side has been where this one was since the last call.
func (x *reach) meets(other *reach) bool {
	for ; x.checked < len(x.list); x.checked++ {
		if other.seen.has(uint32(x.list[x.checked])) {
			return true
		}
	}
	return false
}

// goOn adds the vertices next to the first from which the side has not gone on.
func (s *Search) goOn(x *reach, d heading) {
	v := x.list[x.next]
	x.next++
	if !s.m.mayPass(s.g, v) {
		return
	}
	s.arcs = s.g.AppendArcs(s.arcs[:0], v)
	for _, a := range s.arcs {
		a.Edge ^= graph.EdgeID(d)
		if s.m.paceOf(a) != 0 {
			x.add(a.To)
		}
	}
}

// limitingOnce is limiting, for the data of the mode itself made once.
func (s *Search) limitingOnce(edges []graph.EdgeID) *modeData {
	if s.m != s.r.plain(s.m) {
		return s.limiting(edges)
	}
	x := &s.r.enclosed[s.m.traveller()]
	x.limitOnce.Do(func() { x.limited = s.limiting(edges) })
	return x.limited
}

// limiting returns the data of the search with some more edges that are limited.
func (s *Search) limiting(edges []graph.EdgeID) *modeData {
	m := s.m
	changed := make(map[graph.EdgeID]pace, len(m.changed)+len(edges))
	maps.Copy(changed, m.changed)
	for _, e := range edges {
		arc, _ := s.arcOf(e)
		if p := m.paceOf(arc); p != 0 {
			changed[e] = p | limited
		}
	}
	return m.with(changed)
}

// setPaces gives the places of the query the paces of s.m, and reports whether one of them is limited: else limited edges are
// of no use.
func (s *Search) setPaces() bool {
	some := false
	for _, list := range [...][]place{s.from, s.to} {
		for i := range list {
			list[i].pace = s.m.paceOf(list[i].arc)
			some = some || list[i].pace&limited != 0
		}
	}
	return some
}
