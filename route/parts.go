package route

import (
	"cmp"
	"slices"

	"graphbuild/graph"
)

// parts tells which vertices hang together: by all edges, and by those that are not limited there and back. Nothing passes a
// barrier. It takes 16 bytes a vertex and 12 a one-way edge, and about as long as 2 searches through all of the graph.
type parts struct {
	g      *graph.Graph
	m      *modeData
	all    []graph.VertexID // by vertex: another one that edges join with it, the lowest stands for itself
	public []graph.VertexID // likewise by those that public edges lead to and back from
	edges  []uint32         // public ones, by the vertex where they begin, and of the lowest vertex of a public part all of it
	odd    []oddEdge
	arcs   []graph.Arc // reused
}

// oddEdge is a public edge that has none back, or a barrier at an end. Its ends stand both for the one that is no barrier,
// or where both are for its tail.
type oddEdge struct {
	edge       graph.EdgeID
	tail, head graph.VertexID
}

func newParts(g *graph.Graph, m *modeData) *parts {
	n := g.NumStreetVertices()
	x := &parts{g: g, m: m, all: make([]graph.VertexID, n), public: make([]graph.VertexID, n), edges: make([]uint32, n)}
	for v := range graph.VertexID(n) {
		x.all[v], x.public[v] = v, v
	}
	for v := range graph.VertexID(n) {
		x.look(v)
	}
	x.joinCycles()
	for v := range graph.VertexID(n) {
		if part := partOf(x.public, v); part != v {
			x.edges[part] += x.edges[v]
		}
	}
	return x
}

// look joins what the edges out of a vertex join, there and back.
func (x *parts) look(v graph.VertexID) {
	passes := x.m.mayPass(x.g, v)
	x.arcs = x.g.AppendArcs(x.arcs[:0], v)
	for _, a := range x.arcs {
		p := x.m.paceOf(a)
		if p == 0 {
			continue
		}
		e := oddEdge{a.Edge, v, a.To}
		open := passes && x.m.mayPass(x.g, a.To)
		switch {
		case open:
			join(x.all, v, a.To)
		case x.m.mayPass(x.g, a.To):
			e.tail = a.To
		default:
			e.head = v
		}
		if p&limited != 0 {
			continue
		}
		x.edges[e.tail]++
		a.Edge ^= 1
		if back := x.m.paceOf(a); open && back != 0 && back&limited == 0 {
			join(x.public, v, a.To)
		} else {
			x.odd = append(x.odd, e)
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

// link leads from a public part to another.
type link struct{ from, to graph.VertexID }

// joinCycles joins the public parts that one-way edges lead round in, by M. Sharir, A strong-connectivity algorithm and its
// applications in data flow analysis, 1981: in falling order of when a search along the links is done with them, parts take all
// others that still lead to them.
func (x *parts) joinCycles() {
	links := x.links()
	done := searched(links, len(x.public))
	for i, l := range links {
		links[i] = link{l.to, l.from}
	}
	sortLinks(links)
	taken := make([]bool, len(x.public))
	var list []graph.VertexID
	for _, v := range slices.Backward(done) {
		if taken[v] {
			continue
		}
		taken[v] = true
		list = append(list[:0], v)
		for i := 0; i < len(list); i++ {
			for _, l := range linksOf(links, list[i]) {
				if !taken[l.to] {
					taken[l.to] = true
					list = append(list, l.to)
					join(x.public, v, l.to)
				}
			}
		}
	}
}

// links returns the one-way edges between public parts, sorted.
func (x *parts) links() []link {
	var list []link
	for _, e := range x.odd {
		l := link{partOf(x.public, e.tail), partOf(x.public, e.head)}
		if l.from != l.to && x.m.mayPass(x.g, e.tail) && x.m.mayPass(x.g, e.head) {
			list = append(list, l)
		}
	}
	sortLinks(list)
	return list
}

func sortLinks(list []link) {
	slices.SortFunc(list, func(a, b link) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
}

// linksOf returns those of a part in a sorted list.
func linksOf(list []link, v graph.VertexID) []link {
	i, _ := slices.BinarySearchFunc(list, v, func(l link, v graph.VertexID) int { return cmp.Compare(l.from, v) })
	end := i
	for end < len(list) && list[end].from == v {
		end++
	}
	return list[i:end]
}

// searched returns the parts with links, of n vertices, in the order in which a depth-first search along these is done with them.
func searched(links []link, n int) []graph.VertexID {
	type visit struct {
		v    graph.VertexID
		rest []link
	}
	var stack []visit
	var done []graph.VertexID
	seen := make([]bool, n)
	enter := func(v graph.VertexID) {
		if !seen[v] {
			seen[v] = true
			stack = append(stack, visit{v, linksOf(links, v)})
		}
	}
	for _, l := range links {
		for enter(l.from); len(stack) > 0; {
			top := &stack[len(stack)-1]
			if len(top.rest) == 0 {
				done = append(done, top.v)
				stack = stack[:len(stack)-1]
				continue
			}
			to := top.rest[0].to
			top.rest = top.rest[1:]
			enter(to)
		}
	}
	return done
}

// enclosed returns the public edges with an end outside of the largest public part in each part of the whole, the first of those
// as large; rising.
func (x *parts) enclosed() []graph.EdgeID {
	largest := x.largest()
	isCore := func(v, of graph.VertexID) bool { return partOf(x.public, v) == largest[partOf(x.all, of)] }
	var list []graph.EdgeID
	for v := range graph.VertexID(len(x.all)) {
		if x.edges[v] == 0 || isCore(v, v) || !x.m.mayPass(x.g, v) {
			continue
		}
		x.arcs = x.g.AppendArcs(x.arcs[:0], v)
		for _, a := range x.arcs {
			if p := x.m.paceOf(a); p != 0 && p&limited == 0 {
				list = append(list, a.Edge)
			}
		}
	}
	for _, e := range x.odd {
		if !isCore(e.tail, e.tail) || !isCore(e.head, e.tail) {
			list = append(list, e.edge)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// largest returns the public part with the most edges of each part of the whole.
func (x *parts) largest() []graph.VertexID {
	largest := slices.Repeat([]graph.VertexID{graph.NoVertex}, len(x.all))
	for v := range graph.VertexID(len(x.all)) {
		if x.edges[v] == 0 || partOf(x.public, v) != v {
			continue
		}
		whole := partOf(x.all, v)
		if best := largest[whole]; best == graph.NoVertex || x.edges[v] > x.edges[best] {
			largest[whole] = v
		}
	}
	return largest
}
