package route

import (
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// The street nearest to a position may be part of an island: a platform, a path that joins nothing. Where no way is found from
// there, or to there, a position is taken to the nearest street of the mainland.

// mainlandM is the length of street from which on what hangs together is no island. It is that of walks to stops.
const mainlandM = 5000

// shore tells, for one end of a query, which edges lead to little street, or at its other end are reached from little.
type shore struct {
	s     *Search
	d     heading
	small map[graph.EdgeID]bool // edges known to be part of an island
}

// isIsland reports whether less than mainlandM of street can be reached from an edge; behind, from how much it can be reached.
func (x *shore) isIsland(e graph.EdgeID) bool {
	if x.small[e] {
		return true
	}
	arc, tail := x.s.arcOf(e)
	if x.d == behind {
		arc.To = tail
	}
	seen := map[graph.EdgeID]bool{e: true}
	dm, todo := uint64(arc.LengthDM), []graph.Arc{arc}
	for len(todo) > 0 && dm < 10*mainlandM {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, a := range x.next(at) {
			if seen[a.Edge] {
				continue
			}
			if seen[a.Edge] = true; !seen[a.Edge^1] {
				dm += uint64(a.LengthDM)
			}
			todo = append(todo, a)
		}
	}
	if dm >= 10*mainlandM {
		return false
	}
	for e := range seen {
		x.small[e] = true // what it leads to is no more
	}
	return true
}

// next returns the edges on which a trip may go on from an edge, valid until the next call.
func (x *shore) next(at graph.Arc) []graph.Arc {
	s := x.s
	if x.d == behind {
		s.arcs = s.g.AppendArcsIn(s.arcs[:0], at.To)
	} else {
		s.arcs = s.g.AppendArcs(s.arcs[:0], at.To)
	}
	blocked := !s.m.mayPass(s.g, at.To)
	return slices.DeleteFunc(s.arcs, func(a graph.Arc) bool {
		return s.m.paceOf(a) == 0 || blocked && a.Edge != at.Edge^1
	})
}

// mainlandOf returns the nearest places of the mainland where the places of a position lie on an island; none where they do not,
// or there are none. Starts look ahead, targets behind.
func (s *Search) mainlandOf(places []place, p geometry.Point, d heading, maxM float64) []place {
	x := shore{s: s, d: d, small: map[graph.EdgeID]bool{}}
	for i := range places {
		if !x.isIsland(places[i].arc.Edge) {
			return nil
		}
	}
	if len(places) == 0 {
		return nil
	}
	return s.snapEnd(nil, p, snapOptions{maxM: maxM, accept: s.offIslands(x)})
}

// onMainland returns the edges to snap to that are on no island, looking that way.
func (s *Search) onMainland(ways ...heading) func(graph.EdgeID) bool {
	shores := make([]shore, len(ways))
	for i, d := range ways {
		shores[i] = shore{s: s, d: d, small: map[graph.EdgeID]bool{}}
	}
	return s.offIslands(shores...)
}

func (s *Search) offIslands(shores ...shore) func(graph.EdgeID) bool {
	return func(e graph.EdgeID) bool {
		onIsland := func(x shore) bool { return x.isIsland(e) }
		return s.isOpen(e) && !s.watch.Stopped() && !slices.ContainsFunc(shores, onIsland)
	}
}

// findOffIslands is find for a query without a way from s.from to s.to, with the ends that lie on islands taken to the mainland:
// one where that will do. Without a way the ends stay as they are.
func (s *Search) findOffIslands(q *Query) bool {
	var from, to []place
	if q.FromPlaces == nil && q.FromBearing == nil {
		from = s.mainlandOf(s.from, q.From, ahead, q.SnapM)
	}
	if q.ToPlaces == nil && q.ToBearing == nil {
		to = s.mainlandOf(s.to, q.To, behind, q.SnapM)
	}
	return s.findFromMainland(q, from, to)
}

// findFromMainland is findOffIslands where the places on the mainland are known; none for an end that stays.
func (s *Search) findFromMainland(q *Query, from, to []place) bool {
	nearFrom, nearTo := s.from, s.to
	for _, ends := range [...][2][]place{{from, nearTo}, {nearFrom, to}, {from, to}} {
		if len(ends[0]) == 0 || len(ends[1]) == 0 || s.watch.Stopped() {
			continue
		}
		s.from, s.to = ends[0], ends[1]
		s.aim()
		if s.find(q) {
			return true
		}
	}
	s.from, s.to = nearFrom, nearTo
	return false
}

// retryIslands looks for the ways of a table that there are not with the ends on islands taken to the mainland, as Route does.
func (s *Search) retryIslands(q *TableQuery, one *Query, x *tableRun) {
	if !slices.Contains(x.MS, NoTime) {
		return
	}
	from := s.mainlandOfAll(x.from, q.From, ahead, one.SnapM)
	to := s.mainlandOfAll(x.to, q.To, behind, one.SnapM)
	for i, ms := range x.MS {
		at := pair{i / len(x.to), i % len(x.to)}
		s.from, s.to = x.from[at.from], x.to[at.to]
		if ms != NoTime || len(s.from) == 0 || len(s.to) == 0 {
			continue
		}
		if s.findFromMainland(one, from[at.from], to[at.to]) {
			x.set(at, s.goal.cost, s.lengthDM())
		}
	}
}

// mainlandOfAll is mainlandOf for one side of a table: none for each end that is not given by its position.
func (s *Search) mainlandOfAll(list [][]place, points []geometry.Point, d heading, maxM float64) [][]place {
	out := make([][]place, len(list))
	if len(points) != len(list) {
		return out
	}
	for i := range list {
		out[i] = s.mainlandOf(list[i], points[i], d, maxM)
	}
	return out
}
