package route

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"graphbuild/graph"
)

// Limited edges may be used at the start and at the end of a trip. That leaves out public streets that lie within limited
// ones: nobody could get there, or away from there. So where there is no way by the rule as it stands, the edges of such streets
// count as limited too, and the search is made once more.

// enclosed are the edges without limited access of a mode that limited ones join with more such edges, and no others do there
// and back.
type enclosed struct {
	once  sync.Once
	known atomic.Bool // that once is done
	edges []graph.EdgeID

	limitOnce sync.Once
	limited   *modeData // the data of the mode with these edges limited; it never changes
}

// enclosedOf returns the enclosed edges of a mode, found when they are first asked for: some 25 bytes a vertex for the time
// being, and about as long as 4 searches.
func (r *Router) enclosedOf(d *modeData) []graph.EdgeID {
	x := &r.enclosed[d.traveller()]
	x.once.Do(func() {
		x.edges = newParts(r.g, r.plain(d)).enclosed()
		x.known.Store(true)
	})
	return x.edges
}

// parts tells which vertices hang together: by all edges, and by those that are not limited. Nothing passes a barrier.
type parts struct {
	g      *graph.Graph
	m      *modeData
	all    []graph.VertexID // by vertex: another one that edges join with it, the lowest stands for itself
	public []graph.VertexID // by vertex: the lowest of those that public edges lead to and back from
	arcs   []graph.Arc      // reused
}

func newParts(g *graph.Graph, m *modeData) *parts {
	x := &parts{g: g, m: m}
	for v := range graph.VertexID(g.NumStreetVertices()) {
		x.all = append(x.all, v)
	}
	x.find()
	return x
}

// find joins what edges join, and finds what public edges lead to and back from, by M. Sharir, A strong-connectivity algorithm
// and its applications in data flow analysis, 1981: in falling order of when a search along the edges is done with them,
// vertices take all others that still lead to them.
func (x *parts) find() {
	done := x.searched()
	x.public = slices.Repeat([]graph.VertexID{graph.NoVertex}, len(x.all))
	var part []graph.VertexID
	for _, v := range slices.Backward(done) {
		if x.public[v] == graph.NoVertex {
			part = x.take(v, part[:0])
		}
	}
}

// searched returns the vertices in the order in which a depth-first search along the public edges is done with them. It joins
// the ends of all edges by the way.
func (x *parts) searched() []graph.VertexID {
	type visit struct {
		v     graph.VertexID
		first int // of its own in next
	}
	var stack []visit
	var next []graph.VertexID // where the edges lead that are still to be followed
	seen, done := make([]bool, len(x.all)), make([]graph.VertexID, 0, len(x.all))
	enter := func(v graph.VertexID) {
		if !seen[v] {
			seen[v] = true
			stack = append(stack, visit{v, len(next)})
			x.eachNext(v, x.g.AppendArcs, func(w graph.VertexID, p pace) {
				join(x.all, v, w)
				if p&limited == 0 {
					next = append(next, w)
				}
			})
		}
	}
	for v := range graph.VertexID(len(x.all)) {
		for enter(v); len(stack) > 0; {
			if top := stack[len(stack)-1]; len(next) == top.first {
				done = append(done, top.v)
				stack = stack[:len(stack)-1]
				continue
			}
			to := next[len(next)-1]
			next = next[:len(next)-1]
			enter(to)
		}
	}
	return done
}

// take makes one part of v and of what leads to it and is of no part, in list.
func (x *parts) take(v graph.VertexID, list []graph.VertexID) []graph.VertexID {
	x.public[v] = v
	list = append(list, v)
	for i := 0; i < len(list); i++ {
		x.eachNext(list[i], x.g.AppendArcsIn, func(w graph.VertexID, p pace) {
			if p&limited == 0 && x.public[w] == graph.NoVertex {
				x.public[w] = v
				list = append(list, w)
			}
		})
	}
	lowest := slices.Min(list)
	for _, w := range list {
		x.public[w] = lowest
	}
	return list
}

// eachNext visits the other ends of the edges at v that arcsOf gives, none of them a barrier.
func (x *parts) eachNext(v graph.VertexID, arcsOf func([]graph.Arc, graph.VertexID) []graph.Arc, visit func(w graph.VertexID, p pace)) {
	if !x.m.mayPass(x.g, v) {
		return
	}
	x.arcs = arcsOf(x.arcs[:0], v)
	for _, a := range x.arcs {
		if p := x.m.paceOf(a); p != 0 && x.m.mayPass(x.g, a.To) {
			visit(a.To, p)
		}
	}
}

// eachEdge visits the edges that are open to the mode.
func (x *parts) eachEdge(visit func(tail graph.VertexID, a graph.Arc, p pace)) {
	for v := range graph.VertexID(len(x.all)) {
		x.arcs = x.g.AppendArcs(x.arcs[:0], v)
		for _, a := range x.arcs {
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

// enclosed returns the public edges with an end outside of the largest public part in each part of the whole, the first of those
// as large.
func (x *parts) enclosed() []graph.EdgeID {
	size := map[graph.VertexID]int{} // edges, by public part
	x.eachEdge(func(tail graph.VertexID, a graph.Arc, p pace) {
		if p&limited == 0 {
			size[x.public[x.passable(tail, a.To)]]++
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
		v := x.passable(tail, a.To)
		w := x.passable(a.To, v)
		core := largest[partOf(x.all, v)]
		if p&limited == 0 && (x.public[v] != core || x.public[w] != core) {
			list = append(list, a.Edge)
		}
	})
	return list
}

// passable returns the end v of an edge, or w where v is a barrier.
func (x *parts) passable(v, w graph.VertexID) graph.VertexID {
	if x.m.mayPass(x.g, v) {
		return v
	}
	return w
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
