package route

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
)

// island are the edges from which a trip may come to a target, where these are few: a search from anywhere else would run through
// all that it can reach before it knew that this target is not there.
type island struct {
	known      bool
	first, end int32 // in many.edges, rising; none: they are not few
}

// maxIsland is how many edges are few.
const maxIsland = 2000

// part of a trip, as seen from its end.
type tripPart uint8

const (
	lastPart  tripPart = iota // on limited edges around the target
	openPart                  // on edges without limits
	firstPart                 // on limited edges around the start
)

// before returns the part in which an edge is that precedes one of a part; false where the trip may not come from there.
func (x tripPart) before(limited bool) (tripPart, bool) {
	switch {
	case limited && x != openPart:
		return x, true
	case limited:
		return firstPart, true
	}
	return openPart, x != firstPart
}

// isBeyond reports whether surely no way leads from s.from to a target.
func (s *Search) isBeyond(target int32) bool {
	m := &s.many
	x := &m.islands[target]
	if !x.known {
		*x = island{known: true, first: int32(len(m.edges))}
		m.edges = s.appendIsland(m.edges, s.placesOf(target))
		x.end = int32(len(m.edges))
	}
	edges := m.edges[x.first:x.end]
	for i := range s.from {
		if _, ok := slices.BinarySearch(edges, s.from[i].arc.Edge); ok {
			return false
		}
	}
	return len(edges) > 0
}

// appendIsland appends the edges from which a trip may come to some places, by the rules for limited edges and barriers, rising; none
// where they are more than a few.
func (s *Search) appendIsland(edges []graph.EdgeID, places []place) []graph.EdgeID {
	s.island.reset()
	s.todo = s.todo[:0]
	n := len(edges)
	reach := func(a graph.Arc, part tripPart) {
		key := uint64(a.Edge)<<2 | uint64(part)
		if _, known := s.island.get(key); !known {
			s.island.put(key, 1)
			a.Facts = graph.FactsID(part) // of no more use
			s.todo = append(s.todo, a)
			edges = append(edges, a.Edge)
		}
	}
	for i := range places {
		part := openPart
		if places[i].pace&limited != 0 {
			part = lastPart
		}
		reach(graph.Arc{Edge: places[i].arc.Edge, To: places[i].tail}, part)
	}
	for len(s.todo) > 0 {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		if len(edges)-n > maxIsland {
			return edges[:n]
		}
		blocked := !s.m.mayPass(s.g, at.To)
		s.arcs = s.g.AppendArcsIn(s.arcs[:0], at.To)
		for _, a := range s.arcs {
			p := s.m.paceOf(a)
			part, ok := tripPart(at.Facts).before(p&limited != 0)
			if p != 0 && ok && (!blocked || a.Edge == at.Edge^1) {
				reach(a, part)
			}
		}
	}
	slices.Sort(edges[n:])
	return edges[:n+len(slices.Compact(edges[n:]))]
}

// onIsland reports whether no place of an end lies on the largest part of the streets of a mode of which any two are joined.
func (s *Search) onIsland(places []place, m facts.Mode) bool {
	for i := range places {
		if s.componentOf(&places[i], m) == 0 {
			return false
		}
	}
	return len(places) > 0
}

// componentOf returns the component in which a place lies, the lower one where its edge joins two.
func (s *Search) componentOf(p *place, m facts.Mode) uint32 {
	return min(s.g.Component(p.arc.To, m), s.g.Component(p.tail, m))
}
