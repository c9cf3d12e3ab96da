package route

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
)

// turns are the turn restrictions of one mode as an automaton that reads the edges of a route (Aho and Corasick, 1975).
// A node stands for the longest run of edges at the end of the route with which the From and Via of some restriction
// begins; node 0 is none. The rules of a node are those of all restrictions whose From and Via lie completely at the end
// of the route.
//
// A node of depth 1 depends on the last edge alone, so that only deeper ones, inside the via ways of a restriction, make
// states of the search beside its edges.
type turns struct {
	nodes  []turnNode
	first  map[graph.EdgeID]turnID // nodes of depth 1; read at vertices with restrictions only
	inside map[graph.EdgeID]bool   // edges of nodes of more depth: those of via ways
	last   graph.EdgeID            // the largest in first, if it has any
	to     []graph.EdgeID          // memory of the lists of one edge
}

// turnID is a node of the automaton.
type turnID int32

type turnNode struct {
	edge  graph.EdgeID // the last of the run
	depth int32
	fail  turnID   // of the longest shorter run that ends the same way
	deep  []turnID // children, where depth is 1 or more
	no    []graph.EdgeID
	only  [][]graph.EdgeID // each list: nothing but these
}

// newTurns reads the restrictions of a graph that hold for a mode: those without a condition, and those named.
func newTurns(g *graph.Graph, m facts.Mode, holds map[graph.RestrictionID]bool) *turns {
	n := g.NumRestrictions() // each takes one node, few more than one
	t := &turns{
		nodes: make([]turnNode, 1, n+1), first: make(map[graph.EdgeID]turnID, n), inside: map[graph.EdgeID]bool{},
		to: make([]graph.EdgeID, 0, n),
	}
	for i, r := range g.Restrictions() {
		if r.Modes.Has(m) && (r.Condition == "" || holds[i]) {
			t.add(r)
		}
	}
	t.link()
	return t
}

// add enters a restriction. Several of kind Only with the same From and Via allow what any of them names.
func (t *turns) add(r *graph.Restriction) {
	at := t.child(0, r.From)
	for _, e := range r.Via {
		at = t.child(at, e)
	}
	n := &t.nodes[at]
	switch {
	case r.Kind == facts.No && len(n.no) == 0: // almost always the only one
		t.to = append(t.to, r.To)
		n.no = t.to[len(t.to)-1 : len(t.to) : len(t.to)]
	case r.Kind == facts.No:
		n.no = append(n.no, r.To)
	case len(n.only) == 0:
		n.only = [][]graph.EdgeID{{r.To}}
	default:
		n.only[0] = append(n.only[0], r.To)
	}
}

// child returns the child of a node for an edge, making it when there is none.
func (t *turns) child(at turnID, e graph.EdgeID) turnID {
	rising := at == 0 && (len(t.first) == 0 || e > t.last) // as those of a file are, so that it is a new one
	if !rising {
		if c, ok := t.find(at, e); ok {
			return c
		}
	}
	c := turnID(len(t.nodes))
	t.nodes = append(t.nodes, turnNode{edge: e, depth: t.nodes[at].depth + 1})
	if at == 0 {
		t.first[e] = c
		if rising {
			t.last = e
		}
	} else {
		t.nodes[at].deep = append(t.nodes[at].deep, c)
		t.inside[e] = true
	}
	return c
}

func (t *turns) find(at turnID, e graph.EdgeID) (turnID, bool) {
	if at == 0 {
		c, ok := t.first[e]
		return c, ok
	}
	for _, c := range t.nodes[at].deep {
		if t.nodes[c].edge == e {
			return c, true
		}
	}
	return 0, false
}

// link sets fail of all nodes, by rising depth, and gives each node the rules of those that it fails to.
func (t *turns) link() {
	level := make([]turnID, 0, len(t.first))
	for i := range t.nodes {
		if t.nodes[i].depth == 1 {
			level = append(level, turnID(i))
		}
	}
	for len(level) > 0 {
		var below []turnID
		for _, at := range level {
			for _, c := range t.nodes[at].deep {
				fail := t.next(t.nodes[at].fail, t.nodes[c].edge)
				t.nodes[c].fail = fail
				t.nodes[c].no = append(t.nodes[c].no, t.nodes[fail].no...)
				t.nodes[c].only = append(t.nodes[c].only, t.nodes[fail].only...)
				below = append(below, c)
			}
		}
		level = below
	}
}

// next returns the node after one more edge.
func (t *turns) next(at turnID, e graph.EdgeID) turnID {
	for {
		if c, ok := t.find(at, e); ok || at == 0 {
			return c
		}
		at = t.nodes[at].fail
	}
}

// allows reports whether the edge may follow.
func (t *turns) allows(at turnID, e graph.EdgeID) bool {
	n := &t.nodes[at]
	if slices.Contains(n.no, e) {
		return false
	}
	for _, list := range n.only {
		if !slices.Contains(list, e) {
			return false
		}
	}
	return true
}

// deep reports whether the node is more than what the last edge says.
func (t *turns) deep(at turnID) bool { return t.nodes[at].depth > 1 }
