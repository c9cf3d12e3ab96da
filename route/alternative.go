package route

import (
	"maps"

	"graphbuild/graph"
)

const (
	penalty    = 1.4 // what a way costs more, in the search for another, for each time that it was found
	maxShared  = 0.7 // of the length of an alternative that may lie on better routes
	maxDetour  = 1.5 // how much longer than the best an alternative may take
	maxPenalty = 4   // searches for each alternative that is asked for
)

// Alternatives answers a query with the best route and up to n others that take other ways for a good part and not much
// longer, best first as they are found (penalty method). Without a route there is one answer, which says why. The error is
// as in Route.
func (s *Search) Alternatives(q Query, n int) ([]Answer, error) {
	best, err := s.Route(q)
	if err != nil || best.Status != OK {
		return []Answer{best}, err
	}
	list := []Answer{best}
	m := s.m
	used := map[graph.EdgeID]bool{}
	changed := maps.Clone(m.changed)
	if changed == nil {
		changed = map[graph.EdgeID]pace{}
	}
	s.m = m.with(changed)
	s.penalize(best, used)
	for tries := 0; tries < maxPenalty*n && len(list) <= n; tries++ {
		s.aim()
		if !s.search() {
			if err := s.stopped(); err != nil {
				return nil, err
			}
			break
		}
		a := s.answer()
		if s.sharedM(a, used) <= maxShared*a.DistanceM && a.DurationS <= maxDetour*best.DurationS {
			list = append(list, a)
		}
		s.penalize(a, used)
	}
	return list, nil
}

// penalize makes the edges of an answer cost more, and those that were not used before are now.
func (s *Search) penalize(a Answer, used map[graph.EdgeID]bool) {
	for _, e := range a.Legs[0].Edges {
		for _, id := range []graph.EdgeID{e, e ^ 1} {
			arc, _ := s.arcOf(id)
			if p := s.m.paceOf(arc); p != 0 {
				s.m.changed[id] = p&^paceMask | pace(min(penalty*float64(p&paceMask), float64(paceMask)))
			}
			used[id] = true
		}
	}
}

// sharedM returns how much of an answer lies on edges that are used.
func (s *Search) sharedM(a Answer, used map[graph.EdgeID]bool) float64 {
	sum := 0.0
	for _, e := range a.Legs[0].Edges {
		if used[e] {
			sum += s.g.Edge(e).LengthM()
		}
	}
	return sum
}
