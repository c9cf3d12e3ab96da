package route

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"graphbuild/graph"
)

// Limited edges may be used at the start and at the end of a trip. That leaves out public streets that lie within limited
// ones: nobody could get there. So where there is no way by the rule as it stands, the edges of such streets count as limited
// too, and the search is made once more.

// enclosed are the edges without limited access of a mode that limited ones join with more such edges, and nothing else
// does.
type enclosed struct {
	once  sync.Once
	known atomic.Bool // that once is done
	edges []graph.EdgeID

	limitOnce sync.Once
	limited   *modeData // the data of the mode with these edges limited; it never changes
}

// enclosedOf returns the enclosed edges of a mode, found when they are first asked for: 8 bytes a vertex for the time being,
// and about as long as 3 searches.
func (r *Router) enclosedOf(d *modeData) []graph.EdgeID {
	x := &r.enclosed[d.traveller()]
	x.once.Do(func() {
		x.edges = newParts(r.g, r.plain(d)).enclosed()
		x.known.Store(true)
	})
	return x.edges
}

// parts joins vertices by edges: those of the network without limited edges, and those of all of it. No edge joins what lies
// on either side of a barrier.
type parts struct {
	g           *graph.Graph
	m           *modeData
	public, all []graph.VertexID // by vertex: another one of its part, the lowest stands for itself
}

func newParts(g *graph.Graph, m *modeData) *parts {
	x := &parts{g: g, m: m}
	for v := range graph.VertexID(g.NumStreetVertices()) {
		x.public, x.all = append(x.public, v), append(x.all, v)
	}
	x.eachEdge(func(tail graph.VertexID, a graph.Arc, p pace) {
		if !x.m.mayPass(x.g, tail) || !x.m.mayPass(x.g, a.To) {
			return
		}
		join(x.all, tail, a.To)
		if p&limited == 0 {
			join(x.public, tail, a.To)
		}
	})
	return x
}

// eachEdge visits the edges that are open to the mode.
func (x *parts) eachEdge(visit func(tail graph.VertexID, a graph.Arc, p pace)) {
	var arcs []graph.Arc
	for v := range graph.VertexID(len(x.all)) {
		arcs = x.g.AppendArcs(arcs[:0], v)
		for _, a := range arcs {
			if p := x.m.paceOf(a); p != 0 {
				visit(v, a, p)
			}
		}
	}
}

// join makes one part of those of two vertices.
func join(part []graph.VertexID, a, b graph.VertexID) {
	a, b = partOf(part, a), partOf(part, b)
	part[max(a, b)] = min(a, b)
}

// partOf returns the lowest vertex of a part.
func partOf(part []graph.VertexID, v graph.VertexID) graph.VertexID {
	for part[v] != v {
		part[v] = part[part[v]]
		v = part[v]
	}
	return v
}

// enclosed returns the edges of all public parts but the largest in each part of the whole, the first of those as large.
func (x *parts) enclosed() []graph.EdgeID {
	size := map[graph.VertexID]int{} // edges, by public part
	x.eachEdge(func(tail graph.VertexID, a graph.Arc, p pace) {
		if p&limited == 0 {
			size[x.publicPart(tail, a)]++
		}
	})
	largest := map[graph.VertexID]graph.VertexID{} // public part, by part of the whole
	for _, v := range slices.Sorted(maps.Keys(size)) {
		whole := partOf(x.all, v)
		if best, ok := largest[whole]; !ok || size[v] > size[best] {
			largest[whole] = v
		}
	}
	var list []graph.EdgeID
	x.eachEdge(func(tail graph.VertexID, a graph.Arc, p pace) {
		if v := x.publicPart(tail, a); p&limited == 0 && largest[partOf(x.all, v)] != v {
			list = append(list, a.Edge)
		}
	})
	return list
}

// publicPart returns the public part that an edge belongs to: that of its end without a barrier.
func (x *parts) publicPart(tail graph.VertexID, a graph.Arc) graph.VertexID {
	if !x.m.mayPass(x.g, tail) {
		tail = a.To
	}
	return partOf(x.public, tail)
}

// findEnclosed is search with the enclosed edges limited too.
func (s *Search) findEnclosed() bool {
	if len(s.from) == 0 || len(s.to) == 0 {
		return false
	}
	if !s.r.enclosed[s.m.traveller()].known.Load() && (s.isApart(behind, regionEdges) || s.isApart(ahead, regionEdges)) {
		return false
	}
	edges := s.r.enclosedOf(s.m)
	if len(edges) == 0 {
		return false
	}
	base := s.m
	s.m = s.limitingOnce(edges)
	defer func() {
		s.m = base
		s.setPaces()
	}()
	return s.setPaces() && s.search()
}

// limitingOnce is limiting, for the data of the mode itself made once.
func (s *Search) limitingOnce(edges []graph.EdgeID) *modeData {
	if s.m != s.r.plain(s.m) {
		return s.limiting(edges)
	}
	x := &s.r.enclosed[s.m.traveller()]
	x.limitOnce.Do(func() { x.limited = s.limiting(edges) })
	return x.limited
}

// limiting returns the data of the search with some more edges that are limited.
func (s *Search) limiting(edges []graph.EdgeID) *modeData {
	m := s.m
	changed := make(map[graph.EdgeID]pace, len(m.changed)+len(edges))
	maps.Copy(changed, m.changed)
	for _, e := range edges {
		arc, _ := s.arcOf(e)
		if p := m.paceOf(arc); p != 0 {
			changed[e] = p | limited
		}
	}
	return m.with(changed)
}

// setPaces gives the places of the query the paces of s.m, and reports whether one of them is limited: else limited edges are
// of no use.
func (s *Search) setPaces() bool {
	some := false
	for _, list := range [...][]place{s.from, s.to} {
		for i := range list {
			list[i].pace = s.m.paceOf(list[i].arc)
			some = some || list[i].pace&limited != 0
		}
	}
	return some
}
