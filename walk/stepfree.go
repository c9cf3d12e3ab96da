package walk

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
)

// StepFree reports whether the pathways let a wheelchair get from one stop to another, inside a station or by way of the
// street. GTFS wants all pathways of a station or none: a stop with some is left and reached by these alone. Of a stop without
// nothing is known, and it counts as being on the street.
func (n *Network) StepFree(from, to graph.StopID) bool {
	leaves, meets := n.getsOut(from, to, 0)
	if meets {
		return true
	}
	entered, _ := n.getsOut(to, from, 1)
	return leaves && entered
}

// getsOut reports whether a wheelchair gets from a stop to the street, or to the other stop: by the pathways along (0) or
// against them (1).
func (n *Network) getsOut(from, other graph.StopID, along int) (out, meets bool) {
	seen := map[graph.StopID]bool{from: true}
	inside := false
	for todo := []graph.StopID{from}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		inside = inside || n.hasPathways(s)
		out, meets = out || n.g.Stop(s).LocationType() == entrance && n.modesAt(s).Has(facts.Wheelchair), meets || s == other
		for _, p := range n.inside[along].from(s) {
			if p.wheel && !seen[p.stop] {
				seen[p.stop] = true
				todo = append(todo, p.stop)
			}
		}
	}
	return out || !inside, meets
}

// hasPathways reports whether pathways lead to a stop or away, and not just to its boarding areas.
func (n *Network) hasPathways(s graph.StopID) bool {
	isPathway := func(p passage) bool { return p.edge != graph.NoEdge }
	return slices.ContainsFunc(n.inside[0].from(s), isPathway) || slices.ContainsFunc(n.inside[1].from(s), isPathway)
}

// from returns the ways out of a stop.
func (x *inside) from(s graph.StopID) []passage { return x.to[x.start[s]:x.start[s+1]] }
