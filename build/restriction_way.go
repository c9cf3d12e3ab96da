package build

import (
	"fmt"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/osm"
)

// Bounds of the search for a path over via ways: real ones have a handful of edges.
const (
	maxViaSteps = 10_000 // edges looked at, for one rule of a relation
	maxViaEdges = 200    // of a path
)

// viaWays are the via ways of a relation, made ready for the modes of one rule.
type viaWays struct {
	run   *run
	count int                                       // of the ways
	out   map[graph.VertexID][]viaEdge              // in the order of the ways, then along them
	exits map[int]map[graph.VertexID][]graph.EdgeID // edges of a to way, by its row and the vertex that they start at
	steps int
}

// viaEdge is a directed edge of a via way.
type viaEdge struct {
	edge graph.EdgeID
	way  int // among the via ways
}

// viaWaysOf returns nil where the via is a node.
func (r *run) viaWaysOf(via []member, modes facts.Modes) *viaWays {
	if via[0].kind == osm.NodeMember {
		return nil
	}
	w := &viaWays{run: r, count: len(via), out: map[graph.VertexID][]viaEdge{}, exits: map[int]map[graph.VertexID][]graph.EdgeID{}}
	for i, m := range via {
		for _, e := range r.edgesOf(r.row(m), modes) {
			tail := r.headOf(e ^ 1)
			w.out[tail] = append(w.out[tail], viaEdge{e, i})
		}
	}
	return w
}

// exitsTo returns the edges of a to way by the vertex that they start at.
func (w *viaWays) exitsTo(to int, modes facts.Modes) map[graph.VertexID][]graph.EdgeID {
	exits, ok := w.exits[to]
	if !ok {
		exits = map[graph.VertexID][]graph.EdgeID{}
		for _, e := range w.run.edgesOf(to, modes) {
			tail := w.run.headOf(e ^ 1)
			exits[tail] = append(exits[tail], e)
		}
		w.exits[to] = exits
	}
	return exits
}

// viaSearch looks for the shortest path from an edge of the from way over all via ways to an edge of the to way.
type viaSearch struct {
	*viaWays
	legs  legs
	exits map[graph.VertexID][]graph.EdgeID
	path  []graph.EdgeID
	onWay []int // for each via way how many edges of the path are on it
	found []turn
}

// resolveWayVia makes restrictions over one or more ways: their edges from the end of the from way to the start of the to
// way. Each via way is on the path; the path that has the fewest edges is meant.
func (r *run) resolveWayVia(l legs) ([]turn, *unusable) {
	s := viaSearch{viaWays: l.over, legs: l, exits: l.over.exitsTo(l.to, l.rule.Modes), onWay: make([]int, l.over.count)}
	if s.steps <= maxViaSteps {
		for _, from := range r.edgesOf(l.from, l.rule.Modes) {
			s.extend(from, from)
		}
	}
	switch {
	case s.steps > maxViaSteps:
		return nil, &unusable{code: "osm_restriction_members", message: fmt.Sprintf("more than %d edges lead over %s (via) and the like", maxViaSteps, memberName(l.via[0]))}
	case len(s.found) == 0:
		return nil, &unusable{code: "osm_restriction_not_connected", message: fmt.Sprintf("no way from %s (from) over %s (via) to %s (to)",
			osm.ObjectName(osm.Ways, r.ways.id[l.from]), memberName(l.via[0]), osm.ObjectName(osm.Ways, r.ways.id[l.to]))}
	}
	return s.shortest(), nil
}

// edgesOf returns all directed edges of a way that one of the modes may use.
func (r *run) edgesOf(w int, modes facts.Modes) []graph.EdgeID {
	var edges []graph.EdgeID
	first, last := r.piecesOf(w)
	for piece := first; piece < last; piece++ {
		for _, d := range []facts.Direction{facts.Forward, facts.Backward} {
			if e := edgeOf(r.pairOf[piece], d); r.edgeModes(e)&modes != 0 {
				edges = append(edges, e)
			}
		}
	}
	return edges
}

// extend tries all edges of via ways that follow edge last, depth first.
func (s *viaSearch) extend(from, last graph.EdgeID) {
	if s.steps++; s.steps > maxViaSteps || len(s.path) > maxViaEdges {
		return
	}
	v := s.run.headOf(last)
	if !slices.Contains(s.onWay, 0) {
		s.leave(from, v)
	}
	for _, e := range s.out[v] {
		if e.edge == last^1 || slices.Contains(s.path, e.edge) || slices.Contains(s.path, e.edge^1) {
			continue
		}
		s.path = append(s.path, e.edge)
		s.onWay[e.way]++
		s.extend(from, e.edge)
		s.onWay[e.way]--
		s.path = s.path[:len(s.path)-1]
	}
}

// leave ends the path at v where the to way starts there.
func (s *viaSearch) leave(from graph.EdgeID, v graph.VertexID) {
	for _, to := range s.exits[v] {
		if s.steps++; s.steps > maxViaSteps {
			return
		}
		if to == s.path[len(s.path)-1]^1 {
			continue
		}
		s.found = append(s.found, turn{rule: s.legs.rule, from: from, to: to, via: slices.Clone(s.path)})
	}
}

// shortest returns the turns with the fewest via edges.
func (s *viaSearch) shortest() []turn {
	fewest := len(s.found[0].via)
	for _, t := range s.found {
		fewest = min(fewest, len(t.via))
	}
	return slices.DeleteFunc(s.found, func(t turn) bool { return len(t.via) > fewest })
}
