package route

import (
	"graphbuild/graph"
	"graphbuild/route/hierarchy"
)

// A query that the hierarchy cannot answer by itself it can still guide: the cost from a node of the core to the target is a
// bound for A*, as the core allows more than the rules do. It is so close that the search looks at little but the way.

// guide bounds a search by a hierarchy. The zero guide is none.
type guide struct {
	*fast
	search *hierarchy.Search
}

// left returns the bound at the end of an edge without limited access, in ms.
func (x *guide) left(v graph.VertexID, at side) uint64 {
	in := entry{at.edge, at.node}
	if in.node == 0 && x.g.IsSpecial(v) {
		in.node = x.m.turns.first.at(at.edge)
	}
	left := x.search.Left(x.lookup(v, in))
	if left == hierarchy.Inf {
		return endless
	}
	return uint64(left)
}

// runGuided is run after runFast was unsure: by A* with the bound of the hierarchy, where all ways into the target are known.
func (s *Search) runGuided(f *fast) bool {
	if s.guideBy(f) {
		defer s.unguide()
	}
	return s.run()
}

// guideBy has the hierarchy guide the searches for s.to until unguide; false where it cannot.
func (s *Search) guideBy(f *fast) bool {
	if !s.enter(f) {
		return false
	}
	h := s.hierarchyOf(f)
	h.Aim(s.fast.to)
	s.guide = guide{f, h}
	return true
}

func (s *Search) unguide() { s.guide = guide{} }
