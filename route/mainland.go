package route

import (
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/walk"
)

// The street nearest to a position may be part of an island: a platform, a path that joins nothing. Where no way is found from
// there, or to there, a position is taken to the nearest street of the mainland.

const (
	// regionEdges is how many edges an island has at most.
	regionEdges = 20_000
	// maxVain is how many edges are looked at in vain before all others count as those of the mainland: on streets of a real map few
	// are, but there may be very many one-way edges without length in a row.
	maxVain = 50 * regionEdges
)

// shore tells, for one side of a query, which edges lead to little street, or on its other side are reached from little.
type shore struct {
	s     *Search
	d     heading
	small map[graph.EdgeID]bool // edges known to be part of an island
	vain  int                   // looks at these again, and at edges of which there were very many
	seen  []graph.EdgeID        // of the search under way
}

func (s *Search) newShore(d heading) *shore {
	return &shore{s: s, d: d, small: map[graph.EdgeID]bool{}}
}

// isIsland reports whether less than walk.MainlandM of street, and no very many edges, can be reached from an edge; behind, from how
// much it can be reached.
func (x *shore) isIsland(e graph.EdgeID) bool {
	if x.small[e] || x.vain > maxVain {
		return x.small[e]
	}
	const mostDM = 10 * walk.MainlandM
	s := x.s
	arc, tail := s.arcOf(e)
	if x.d == behind {
		arc.To = tail
	}
	dm := uint64(arc.LengthDM)
	s.island.reset()
	s.island.put(uint64(e), 1)
	s.todo, x.seen = append(s.todo[:0], arc), append(x.seen[:0], e)
	isSmall := dm < mostDM && s.explore(x.d, func(a graph.Arc) bool {
		if _, counted := s.island.get(uint64(a.Edge ^ 1)); !counted {
			dm += uint64(a.LengthDM)
		}
		if x.small[a.Edge] {
			x.vain++
		}
		x.seen = append(x.seen, a.Edge)
		return dm < mostDM && len(x.seen) <= regionEdges
	})
	switch {
	case len(x.seen) > regionEdges:
		x.vain += len(x.seen)
	case isSmall:
		for _, e := range x.seen {
			x.small[e] = true // what it leads to is no more
		}
	}
	return isSmall
}

// mainlandOf returns the nearest places of the mainland where the places of a position lie on an island; none where they do not,
// or there are none. Starts look ahead, targets behind.
func (x *shore) mainlandOf(places []place, p geometry.Point, maxM float64) []place {
	x.vain = 0 // of another end: that must not tell where this one lies
	for i := range places {
		if !x.isIsland(places[i].arc.Edge) {
			return nil
		}
	}
	if len(places) == 0 {
		return nil
	}
	return x.s.snapEnd(nil, p, snapOptions{maxM: maxM, accept: x.s.offIslands(x)})
}

// onMainland returns the edges to snap to that are on no island, looking that way.
func (s *Search) onMainland(ways ...heading) func(graph.EdgeID) bool {
	shores := make([]*shore, len(ways))
	for i, d := range ways {
		shores[i] = s.newShore(d)
	}
	return s.offIslands(shores...)
}

func (s *Search) offIslands(shores ...*shore) func(graph.EdgeID) bool {
	return func(e graph.EdgeID) bool {
		onIsland := func(x *shore) bool { return x.isIsland(e) }
		return s.isOpen(e) && !s.watch.Stopped() && !slices.ContainsFunc(shores, onIsland)
	}
}

// findOffIslands is find for a query without a way from s.from to s.to, with the ends that lie on islands taken to the mainland:
// one where that will do. Without a way the ends stay as they are.
func (s *Search) findOffIslands(q *Query) bool {
	if q.Nearest {
		return false
	}
	var from, to []place
	if q.FromPlaces == nil && q.FromBearing == nil {
		from = s.newShore(ahead).mainlandOf(s.from, q.From, q.SnapM)
	}
	if q.ToPlaces == nil && q.ToBearing == nil {
		to = s.newShore(behind).mainlandOf(s.to, q.To, q.SnapM)
	}
	return s.findFromMainland(q, from, to)
}

// findFromMainland is findOffIslands where the places on the mainland are known; none for an end that stays.
func (s *Search) findFromMainland(q *Query, from, to []place) bool {
	nearFrom, nearTo := s.from, s.to
	for i, ends := range [...][2][]place{{from, nearTo}, {nearFrom, to}, {from, to}} {
		if len(ends[0]) == 0 || len(ends[1]) == 0 || s.watch.Stopped() {
			continue
		}
		s.from, s.to = ends[0], ends[1]
		s.aim()
		if s.find(q) {
			s.moved = [2]bool{ahead: i != 1, behind: i != 0}
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
	from := s.newShore(ahead).mainlandOfAll(x.from, q.From, one.SnapM)
	to := s.newShore(behind).mainlandOfAll(x.to, q.To, one.SnapM)
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
func (x *shore) mainlandOfAll(list [][]place, points []geometry.Point, maxM float64) [][]place {
	out := make([][]place, len(list))
	if len(points) != len(list) {
		return out
	}
	for i := range list {
		out[i] = x.mainlandOf(list[i], points[i], maxM)
	}
	return out
}
