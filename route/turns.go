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
	first  turnTable             // nodes of depth 1; read at vertices with restrictions only
	inside map[graph.EdgeID]bool // edges of nodes of more depth: those of via ways
	last   graph.EdgeID          // the largest in first, if it has any
	more   []turnMore
}

// turnID is a node of the automaton.
type turnID int32

// turnNode takes no pointers, since a large graph has tens of thousands, of which few are more than one forbidden turn, or one
// that alone is allowed.
type turnNode struct {
	edge  graph.EdgeID // the last of the run
	fail  turnID       // of the longest shorter run that ends the same way
	no    graph.EdgeID // must not follow; NoEdge: none
	only  graph.EdgeID // nothing else may follow; NoEdge: all may
	depth int32
	more  int32 // one more than the place in turns.more; 0: nothing there
}

// turnMore is what few nodes have.
type turnMore struct {
	deep []turnID         // children, of a node of depth 1 or more
	no   []graph.EdgeID   // besides turnNode.no
	only [][]graph.EdgeID // besides turnNode.only; each list: nothing but these
}

// newTurns reads the restrictions of a graph that hold for a mode: those of which holds says so, and of others those that hold
// where nobody says when.
func newTurns(g *graph.Graph, m facts.Mode, holds map[graph.RestrictionID]bool) *turns {
	n := g.NumRestrictions() // each takes one node, few more than one
	t := &turns{nodes: make([]turnNode, 0, n+1), first: newTurnTable(n), inside: map[graph.EdgeID]bool{}}
	t.nodes = append(t.nodes, turnNode{no: graph.NoEdge, only: graph.NoEdge})
	for i, r := range g.Restrictions() {
		on, known := holds[i]
		if r.Modes.Has(m) && (on || !known && r.HoldsWithoutTime()) {
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
	if r.Kind == facts.No {
		t.forbid(at, r.To)
		return
	}
	t.allowOnly(at, r.To)
}

// allowOnly has nothing follow a node but this edge, and those that were allowed before.
func (t *turns) allowOnly(at turnID, to graph.EdgeID) {
	n := &t.nodes[at]
	only := t.rest(at).only
	switch {
	case len(only) > 0:
		only[0] = append(only[0], to)
	case n.only == graph.NoEdge:
		n.only = to
	default:
		t.moreOf(at).only = [][]graph.EdgeID{{n.only, to}}
		n.only = graph.NoEdge
	}
}

// forbid has an edge not follow a node.
func (t *turns) forbid(at turnID, to graph.EdgeID) {
	if n := &t.nodes[at]; n.no == graph.NoEdge {
		n.no = to
		return
	}
	x := t.moreOf(at)
	x.no = append(x.no, to)
}

// moreOf returns the rest of a node, to be changed before the next call.
func (t *turns) moreOf(at turnID) *turnMore {
	if t.nodes[at].more == 0 {
		t.more = append(t.more, turnMore{})
		t.nodes[at].more = int32(len(t.more))
	}
	return &t.more[t.nodes[at].more-1]
}

// rest returns the rest of a node, to be read.
func (t *turns) rest(at turnID) turnMore {
	if i := t.nodes[at].more; i > 0 {
		return t.more[i-1]
	}
	return turnMore{}
}

// child returns the child of a node for an edge, making it when there is none.
func (t *turns) child(at turnID, e graph.EdgeID) turnID {
	rising := at == 0 && (t.first.n == 0 || e > t.last) // as those of a file are, so that it is a new one
	if !rising {
		if c, ok := t.find(at, e); ok {
			return c
		}
	}
	c := turnID(len(t.nodes))
	t.nodes = append(t.nodes, turnNode{edge: e, no: graph.NoEdge, only: graph.NoEdge, depth: t.nodes[at].depth + 1})
	if at == 0 {
		t.first.set(e, c)
		if rising {
			t.last = e
		}
	} else {
		x := t.moreOf(at)
		x.deep = append(x.deep, c)
		t.inside[e] = true
	}
	return c
}

func (t *turns) find(at turnID, e graph.EdgeID) (turnID, bool) {
	if at == 0 {
		c := t.first.at(e)
		return c, c != 0
	}
	for _, c := range t.rest(at).deep {
		if t.nodes[c].edge == e {
			return c, true
		}
	}
	return 0, false
}

// link sets fail of all nodes, by rising depth, and gives each node the rules of those that it fails to.
func (t *turns) link() {
	var level []turnID
	for i := range t.nodes {
		if t.nodes[i].depth == 1 && t.nodes[i].more != 0 { // else it has no children
			level = append(level, turnID(i))
		}
	}
	for len(level) > 0 {
		var below []turnID
		for _, at := range level {
			deep := t.rest(at).deep
			for _, c := range deep {
				t.inherit(c, t.next(t.nodes[at].fail, t.nodes[c].edge))
			}
			below = append(below, deep...)
		}
		level = below
	}
}

// inherit gives a node the rules of the one that it fails to.
func (t *turns) inherit(at, fail turnID) {
	t.nodes[at].fail = fail
	if no := t.nodes[fail].no; no != graph.NoEdge {
		t.forbid(at, no)
	}
	from := t.rest(fail)
	if only := t.nodes[fail].only; only != graph.NoEdge {
		x := t.moreOf(at)
		x.only = append(x.only, []graph.EdgeID{only})
	}
	for _, to := range from.no {
		t.forbid(at, to)
	}
	if len(from.only) > 0 {
		x := t.moreOf(at)
		x.only = append(x.only, from.only...)
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
	if n.no == e || n.only != e && n.only != graph.NoEdge {
		return false
	}
	if n.more == 0 {
		return true
	}
	x := &t.more[n.more-1]
	if slices.Contains(x.no, e) {
		return false
	}
	for _, list := range x.only {
		if !slices.Contains(list, e) {
			return false
		}
	}
	return true
}

// rules reports whether a node forbids anything.
func (t *turns) rules(at turnID) bool {
	n := &t.nodes[at]
	return n.no != graph.NoEdge || n.only != graph.NoEdge || len(t.rest(at).only) > 0
}

// deep reports whether the node is more than what the last edge says.
func (t *turns) deep(at turnID) bool { return t.nodes[at].depth > 1 }
