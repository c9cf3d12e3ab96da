package route

import "graphbuild/graph"

// findZone collects the limited edges from which a target on a limited edge can be reached over such edges alone: a trip
// has no use for others once it has left those around its start.
func (s *Search) findZone() {
	s.todo = s.todo[:0]
	for i := range s.to {
		if t := &s.to[i]; t.pace&limited != 0 {
			s.zone.put(uint64(t.arc.Edge), 1)
			s.todo = append(s.todo, graph.Arc{Edge: t.arc.Edge, To: t.tail})
		}
	}
	for len(s.todo) > 0 {
		tail := s.todo[len(s.todo)-1].To
		s.todo = s.todo[:len(s.todo)-1]
		s.arcs = s.g.AppendArcsIn(s.arcs[:0], tail)
		for _, a := range s.arcs {
			_, known := s.zone.get(uint64(a.Edge))
			if !known && s.m.paceOf(a)&limited != 0 {
				s.zone.put(uint64(a.Edge), 1)
				s.todo = append(s.todo, a)
			}
		}
	}
}

// islandEdges is how many edges isApart looks at.
const islandEdges = 500

// cutOff reports whether few edges lead to the target, and none of them from the start: the search would run through all
// that the start can reach before it knew.
func (s *Search) cutOff() bool {
	if s.connected() {
		return false
	}
	if l := s.m.landmarks; l != nil && l.cutOff(s.from, s.to) {
		return true
	}
	return s.isApart()
}

// isApart reports whether no more than some edges lead to the target, and none of the start is among them. Then there is no way,
// whatever the rules for turns and limited edges.
func (s *Search) isApart() bool {
	s.island.reset()
	s.todo = s.todo[:0]
	for i := range s.to {
		arc := s.to[i].arc
		if isOn(s.from, arc.Edge) {
			return false
		}
		arc.To = s.to[i].tail
		s.island.put(uint64(arc.Edge), 1)
		s.todo = append(s.todo, arc)
	}
	return s.explore(behind, func(a graph.Arc) bool { return !isOn(s.from, a.Edge) && s.island.used <= islandEdges })
}

// explore visits the open edges on which a trip may go on from those of s.todo, as seen in the direction of a side of the search, each
// once, until visit says no, and reports whether it never did. Those of s.todo are in s.island, which has the edges seen.
func (s *Search) explore(d heading, visit func(graph.Arc) bool) bool {
	for len(s.todo) > 0 {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		blocked := !s.m.mayPass(s.g, at.To)
		s.arcs = s.g.AppendArcs(s.arcs[:0], at.To)
		for _, a := range s.arcs {
			a.Edge ^= graph.EdgeID(d)
			if _, known := s.island.get(uint64(a.Edge)); known || s.m.paceOf(a) == 0 || blocked && a.Edge != at.Edge^1 {
				continue
			}
			if !visit(a) {
				return false
			}
			s.island.put(uint64(a.Edge), 1)
			s.todo = append(s.todo, a)
		}
	}
	return true
}

// connected reports whether start and target lie in the same strongly connected component.
func (s *Search) connected() bool {
	if len(s.from) == 0 || len(s.to) == 0 {
		return false
	}
	c := s.g.Component(s.from[0].arc.To, s.m.mode)
	return c != graph.NoComponent && c == s.g.Component(s.to[0].tail, s.m.mode)
}

// isOn reports whether one of the places lies on an edge.
func isOn(list []place, e graph.EdgeID) bool {
	for i := range list {
		if list[i].arc.Edge == e {
			return true
		}
	}
	return false
}
