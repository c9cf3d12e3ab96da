package route

import (
	"slices"
	"sync"

	"graphbuild/graph"
	"graphbuild/route/hierarchy"
)

// A query is answered by the hierarchy of its mode like this. From a start on edges with limited access a small search
// finds the ways out, likewise backwards from the target; between them the hierarchy finds the way. What it finds is the
// best of all ways that keep the rules and of some more, which turn back in the middle of a street to get round a turn
// restriction. So when the way keeps the rules it is the best one, when there is none there is none, and the rest, one
// query in a hundred, is for A*, which the hierarchy guides.

// fast is the hierarchy of a mode, ready to be searched.
type fast struct {
	copies
	graph  *hierarchy.Graph
	traits struct { // for tables
		once sync.Once
		*hierarchy.Traits
	}
}

// newFast returns a hierarchy of the graph for a mode, nil where it is none. It takes 4 bytes a copy;
// files that do not tell the copies, and other costs, take a look at all of the graph.
func newFast(g *graph.Graph, m *modeData, h *graph.Hierarchy) *fast {
	if h == nil {
		return nil
	}
	opened, err := hierarchy.OpenGraph(columnsOf(h))
	if err != nil || h.Costs.Len() != 1 {
		return nil
	}
	f := &fast{copies: copiesIn(network{g, m}, h), graph: opened}
	known := m.hasCosts(g, h.Costs.At(0))
	if known && f.fit(opened.NumNodes()) {
		return f
	}
	c := newCore(g, m)
	if opened.NumNodes() != c.numNodes() {
		return nil
	}
	f.copies = c.inMemory()
	if known {
		return f
	}
	var ok bool
	if f.graph, ok = opened.Anew(c.arcs()); !ok { // it is of a router with other speeds
		return nil
	}
	return f
}

// fastState is what a search keeps for queries by the hierarchy.
type fastState struct {
	search    [3]*hierarchy.Search // by mode
	of        [3]*fast             // what search is of
	out, in   []step               // ways out of the limited edges of the start, and into those of the target
	known     sparse               // steps by entry
	from, to  []hierarchy.Seed
	fromStep  []int32 // by seed: the step that leads there
	toStep    []int32
	copies    []copyOf
	labels    []uint32
	fallbacks int // queries that were left to A*
	unsure    int // ways of tables that were
}

// step is an edge at an end of the trip: the last one before the core, or the first one after.
type step struct {
	entry
	vertex graph.VertexID // where the core begins
	cost   uint64         // of the trip on the far side of the vertex
	dm     uint32         // of it
	next   int32          // the step on that side; -1: the trip starts or ends on this edge
	place  int32          // in Search.from or Search.to
	zone   bool           // the edge has limited access, so that more such edges may lie between it and the core
	via    bool           // steps of a trip that ends there may lie on the via ways of a turn restriction
}

// maxSteps is how many limited edges a fast query looks at on either side.
const maxSteps = 2000

// verdict is how a fast query ended.
type verdict uint8

const (
	noWay verdict = iota
	someWay
	unsure // A* has to tell
)

// find finds the best way from s.from to s.to.
func (s *Search) find(q *Query) bool {
	return s.findOpen(q) || s.findEnclosed()
}

// findOpen is find where public streets within limited ones do not count as such.
func (s *Search) findOpen(q *Query) bool {
	if f := s.fastFor(q); f != nil {
		v := s.runFast(f)
		if v == unsure {
			s.fast.fallbacks++
			return s.unwind(s.runGuided(f))
		}
		return v == someWay
	}
	return s.search()
}

// fastFor returns the hierarchy for a query, nil where there is none.
func (s *Search) fastFor(q *Query) *fast {
	switch {
	case q.NoHierarchy:
		return nil
	case q.Costs != nil:
		return q.Costs.fast.fast
	case s.m == s.r.mode(q.Mode):
		return s.r.fastOf(q.Mode)
	}
	return nil // some rules hold at the time of the query alone
}

// hierarchyOf returns the state of searches in a hierarchy.
func (s *Search) hierarchyOf(f *fast) *hierarchy.Search {
	x, m := &s.fast, s.m.mode
	if x.of[m] != f {
		x.of[m], x.search[m] = f, hierarchy.NewSearch(f.graph)
	}
	return x.search[m]
}

// runFast is find by the hierarchy. It leaves the way in s.path and its ends in s.goal.
func (s *Search) runFast(f *fast) verdict {
	x := &s.fast
	s.goal = goal{cost: endless, prev: noState}
	for i := range s.from {
		s.sameEdge(&s.from[i])
	}
	if !s.leave(f) || !s.enter(f) {
		return unsure
	}
	h := s.hierarchyOf(f)
	bound := uint32(min(s.goal.cost, hierarchy.Inf))
	if h.Find(x.from, x.to, bound) {
		return s.join(f, h)
	}
	if s.goal.to == nil {
		return noWay
	}
	s.path = append(s.path[:0], s.goal.to.arc.Edge)
	return someWay
}

// join puts the way together that the hierarchy has found, and looks whether it keeps the rules.
func (s *Search) join(f *fast, h *hierarchy.Search) verdict {
	x := &s.fast
	var out, in int
	x.labels, out, in = h.AppendPath(x.labels[:0])
	s.path = s.path[:0]
	at := &x.out[x.fromStep[out]]
	start := at.place
	for ; ; at = &x.out[at.next] {
		s.path = append(s.path, at.edge)
		if at.next < 0 {
			break
		}
	}
	slices.Reverse(s.path)
	for _, e := range x.labels {
		if int(e) >= s.g.NumStreetEdges() {
			return unsure // the file is corrupt
		}
		s.path = append(s.path, graph.EdgeID(e))
	}
	at = &x.in[x.toStep[in]]
	via := at.via
	for ; ; at = &x.in[at.next] {
		s.path = append(s.path, at.edge)
		if at.next < 0 {
			break
		}
	}
	s.goal = goal{cost: uint64(h.Cost), prev: noState, from: &s.from[start], to: &s.to[at.place]}
	if (via || turnsBack(s.path)) && !s.keepsRules(f) {
		return unsure
	}
	return someWay
}

// turnsBack reports whether a way somewhere goes back on the edge that it came on.
func turnsBack(path []graph.EdgeID) bool {
	for i := 1; i < len(path); i++ {
		if path[i] == path[i-1]^1 {
			return true
		}
	}
	return false
}

// keepsRules reports whether the rules for turns allow all of s.path.
func (s *Search) keepsRules(f *fast) bool {
	at := entry{s.path[0], s.m.turns.first.at(s.path[0])}
	arc, _ := s.arcOf(s.path[0])
	v := arc.To
	for _, e := range s.path[1:] {
		s.arcs = f.follow(s.arcs[:0], v, at)
		i := slices.IndexFunc(s.arcs, func(a graph.Arc) bool { return a.Edge == e })
		if i < 0 {
			return false
		}
		v, at = s.arcs[i].To, f.after(at, e)
	}
	return true
}

func capped(cost uint64) uint32 { return uint32(min(cost, hierarchy.Inf)) }
