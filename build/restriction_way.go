package build

import (
	"fmt"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/osm"
)

// maxViaSteps bounds the search for a path over via ways: real ones have a handful of edges.
const maxViaSteps = 10_000

// viaSearch looks for the shortest path from an edge of the from way over all via ways to an edge of the to way.
type viaSearch struct {
	run   *run
	legs  legs
	ways  []int                             // rows of the via ways
	exits map[graph.VertexID][]graph.EdgeID // edges of the to way by the vertex that they start at
	path  []graph.EdgeID
	onWay []int // for each via way how many edges of the path are on it
	found []turn
	steps int
}

// resolveWayVia makes restrictions over one or more ways: their edges from the end of the from way to the start of the to
// way. Each via way is on the path; the path that has the fewest edges is meant.
func (r *run) resolveWayVia(l legs) ([]turn, *unusable) {
	s := viaSearch{run: r, legs: l, exits: map[graph.VertexID][]graph.EdgeID{}, onWay: make([]int, len(l.via))}
	for _, m := range l.via {
		s.ways = append(s.ways, r.row(m))
	}
	for _, e := range r.edgesOf(l.to, l.rule.Modes) {
		tail := r.headOf(e ^ 1)
		s.exits[tail] = append(s.exits[tail], e)
	}
	for _, from := range r.edgesOf(l.from, l.rule.Modes) {
		s.extend(from, from)
	}
	if len(s.found) == 0 {
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
	if s.steps++; s.steps > maxViaSteps {
		return
	}
	v := s.run.headOf(last)
	if !slices.Contains(s.onWay, 0) {
		s.leave(from, v)
	}
	for i, w := range s.ways {
		for _, e := range s.run.edgesOutOf(w, v, s.legs.rule.Modes).open {
			if e == last^1 || slices.Contains(s.path, e) || slices.Contains(s.path, e^1) {
				continue
			}
			s.path = append(s.path, e)
			s.onWay[i]++
			s.extend(from, e)
			s.onWay[i]--
			s.path = s.path[:len(s.path)-1]
		}
	}
}

// leave ends the path at v where the to way starts there.
func (s *viaSearch) leave(from graph.EdgeID, v graph.VertexID) {
	for _, to := range s.exits[v] {
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
