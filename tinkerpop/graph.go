package tinkerpop

import (
	"fmt"
	"iter"
)

// Graph is a property graph in memory. It is a Source. After it was made it may be read by many goroutines, but not
// changed. It takes some 60 bytes a vertex and 190 an edge, and 104 a vertex property and 48 another.
type Graph struct {
	vertices []Vertex
	edges    []Edge
	from, to []uint32 // rows of the ends of the edges
	out, in  adjacency
}

// adjacency lists edges by vertex: those of vertex v are edge[start[v]:start[v+1]].
type adjacency struct {
	start, edge []uint32
}

func (a *adjacency) of(v int) []uint32 { return a.edge[a.start[v]:a.start[v+1]] }

// Counts returns how many vertices and edges there are.
func (g *Graph) Counts() (vertices, edges int) { return len(g.vertices), len(g.edges) }

// Vertex returns the vertex of a row.
func (g *Graph) Vertex(row int) Vertex { return g.vertices[row] }

// Edge returns the edge of a row and the rows of the vertices at its ends.
func (g *Graph) Edge(row int) (e Edge, out, in int) {
	return g.edges[row], int(g.from[row]), int(g.to[row])
}

// Out returns the rows of the edges out of a vertex, in their order there. It must not be changed.
func (g *Graph) Out(vertex int) []uint32 { return g.out.of(vertex) }

// In returns the rows of the edges into a vertex, in their order there. It must not be changed.
func (g *Graph) In(vertex int) []uint32 { return g.in.of(vertex) }

// Vertices yields all vertices.
func (g *Graph) Vertices() iter.Seq[*Vertex] {
	return func(yield func(*Vertex) bool) {
		var v Vertex
		for i := range g.vertices {
			v = g.vertices[i]
			if !yield(&v) {
				return
			}
		}
	}
}

// Edges yields all edges.
func (g *Graph) Edges() iter.Seq[*Edge] {
	return func(yield func(*Edge) bool) {
		var e Edge
		for i := range g.edges {
			e = g.edges[i]
			if !yield(&e) {
				return
			}
		}
	}
}

// Stars yields all vertices with their edges.
func (g *Graph) Stars() iter.Seq[*Star] {
	return func(yield func(*Star) bool) {
		var s Star
		for i := range g.vertices {
			s.Vertex = g.vertices[i]
			s.In, s.Out = g.pick(s.In[:0], g.In(i)), g.pick(s.Out[:0], g.Out(i))
			if !yield(&s) {
				return
			}
		}
	}
}

func (g *Graph) pick(buf []Edge, rows []uint32) []Edge {
	for _, row := range rows {
		buf = append(buf, g.edges[row])
	}
	return buf
}

// slabRows is how many properties are allocated at once.
const slabRows = 1024

// Builder makes a Graph. The zero value is ready. Elements are copied, so that their memory can be used again.
type Builder struct {
	g      Graph
	row    map[Value]uint32 // of each vertex
	stars  []star
	order  adjacency // given by Out
	slab   []Property
	vslab  []VertexProperty
	pieces int // of slabs so far
}

// star is what AddStar keeps until all edges are there.
type star struct {
	out []Edge // without properties where the edge stands at its other end, too
	in  []uint32
}

// expect makes room for vertices.
func (b *Builder) expect(vertices int) {
	b.g.vertices = make([]Vertex, 0, vertices)
	b.row = make(map[Value]uint32, vertices)
}

// expectEdges makes room for edges.
func (b *Builder) expectEdges(edges int) { b.g.edges = make([]Edge, 0, edges) }

// AddVertex adds a copy of a vertex. A second one with the same id is an error.
func (b *Builder) AddVertex(v *Vertex) error {
	if b.row == nil {
		b.row = map[Value]uint32{}
	}
	if v.ID.kind == Null {
		return fmt.Errorf("a vertex %q without an id", v.Label)
	}
	if _, ok := b.row[v.ID]; ok {
		return fmt.Errorf("two vertices with the id %s %s", v.ID.kind, v.ID)
	}
	b.row[v.ID] = uint32(len(b.g.vertices))
	b.g.vertices = append(b.g.vertices, Vertex{v.ID, v.Label, b.vertexProperties(v.Properties)})
	return nil
}

// IDs returns the ids of the vertices that were added, in this order.
func (b *Builder) IDs() []Value {
	ids := make([]Value, len(b.g.vertices))
	for i := range ids {
		ids[i] = b.g.vertices[i].ID
	}
	return ids
}

// AddEdge adds a copy of an edge.
func (b *Builder) AddEdge(e *Edge) {
	c := *e
	c.Properties = b.properties(e.Properties)
	b.g.edges = append(b.g.edges, c)
}

// AddStar adds a vertex with its edges. Those that run into it are added; those out of it should stand at their other end,
// too, and give the order at this one.
func (b *Builder) AddStar(s *Star) error {
	if err := b.AddVertex(&s.Vertex); err != nil {
		return err
	}
	kept := star{out: make([]Edge, len(s.Out)), in: make([]uint32, len(s.In))}
	for i := range s.In {
		kept.in[i] = uint32(len(b.g.edges))
		b.AddEdge(&s.In[i])
	}
	copy(kept.out, s.Out)
	for i := range kept.out {
		kept.out[i].Properties = b.properties(s.Out[i].Properties)
	}
	b.stars = append(b.stars, kept)
	return nil
}

// Out gives the edges out of each vertex, as rows in the order in which they were added: those of vertex v are
// edge[start[v]:start[v+1]]. Without it they come in the order of the rows, as those into a vertex do.
func (b *Builder) Out(start, edge []uint32) { b.order = adjacency{start, edge} }

func (b *Builder) properties(list []Property) []Property {
	if len(list) == 0 {
		return nil
	}
	if len(list) > cap(b.slab)-len(b.slab) {
		b.slab = make([]Property, 0, b.slabSize(len(list)))
	}
	n := len(b.slab)
	b.slab = append(b.slab, list...)
	return b.slab[n:len(b.slab):len(b.slab)]
}

func (b *Builder) vertexProperties(list []VertexProperty) []VertexProperty {
	if len(list) == 0 {
		return nil
	}
	if len(list) > cap(b.vslab)-len(b.vslab) {
		b.vslab = make([]VertexProperty, 0, b.slabSize(len(list)))
	}
	n := len(b.vslab)
	b.vslab = append(b.vslab, list...)
	copied := b.vslab[n:len(b.vslab):len(b.vslab)]
	for i := range copied {
		copied[i].Meta = b.properties(copied[i].Meta)
	}
	return copied
}

// slabSize grows with the graph, so that a small one takes little.
func (b *Builder) slabSize(least int) int {
	b.pieces++
	return max(least, min(slabRows, 16<<min(b.pieces, 16)))
}

// Graph returns the graph and ends the builder. Errors are an edge whose ends are not there and, with stars, an edge that
// differs between its ends.
func (b *Builder) Graph() (*Graph, error) {
	g := &b.g
	var out []uint32
	if b.stars != nil {
		var err error
		if out, err = b.joinStars(); err != nil {
			return nil, err
		}
	}
	if err := b.findEnds(); err != nil {
		return nil, err
	}
	if b.stars != nil {
		g.out.edge = out
		return g, nil
	}
	g.out, g.in = adjacencyOf(g.from, len(g.vertices)), adjacencyOf(g.to, len(g.vertices))
	if b.order.start != nil {
		if err := b.checkOrder(); err != nil {
			return nil, err
		}
		g.out = b.order
	}
	return g, nil
}

// checkOrder returns an error where Out does not list each edge once, at the vertex that it comes from.
func (b *Builder) checkOrder() error {
	o := &b.order
	if len(o.start) != len(b.g.vertices)+1 || len(o.edge) != len(b.g.edges) {
		return fmt.Errorf("the order of %d edges at %d vertices is given, but there are %d and %d",
			len(o.edge), len(o.start)-1, len(b.g.edges), len(b.g.vertices))
	}
	seen := make([]bool, len(o.edge))
	for v := range b.g.vertices {
		if o.start[v] > o.start[v+1] || int(o.start[v+1]) > len(o.edge) {
			return fmt.Errorf("the list of edges out of vertex %d ends before it begins", v)
		}
		for _, e := range o.of(v) {
			if int(e) >= len(seen) || seen[e] || int(b.g.from[e]) != v {
				return fmt.Errorf("edge %d is listed twice, or at vertex %d, from which it does not come", e, v)
			}
			seen[e] = true
		}
	}
	return nil
}

// findEnds fills from and to.
func (b *Builder) findEnds() error {
	g := &b.g
	g.from, g.to = make([]uint32, len(g.edges)), make([]uint32, len(g.edges))
	var out, in Value // of the edge before: edges mostly come vertex by vertex
	var from, to uint32
	for i := range g.edges {
		e := &g.edges[i]
		ok := true
		if e.Out != out {
			from, ok = b.row[e.Out]
			out = e.Out
		}
		if !ok || out.kind == Null {
			return fmt.Errorf("edge %s %s comes from the vertex %s %s, which is not there", e.ID.kind, e.ID, e.Out.kind, e.Out)
		}
		if e.In != in {
			to, ok = b.row[e.In]
			in = e.In
		}
		if !ok || in.kind == Null {
			return fmt.Errorf("edge %s %s runs to the vertex %s %s, which is not there", e.ID.kind, e.ID, e.In.kind, e.In)
		}
		g.from[i], g.to[i] = from, to
	}
	return nil
}

// joinStars finds the edges out of each vertex among those into the others. One that stands only at the vertex that it
// comes from is added, where TinkerPop would lose it.
func (b *Builder) joinStars() (out []uint32, err error) {
	g := &b.g
	rows := make(map[Value]uint32, len(g.edges))
	for i := range g.edges {
		rows[g.edges[i].ID] = uint32(i)
	}
	extra := map[Value][]uint32{} // the edges added, by the vertex that they run to
	g.out.start = append(make([]uint32, 0, len(b.stars)+1), 0)
	for i := range b.stars {
		for j := range b.stars[i].out {
			e := &b.stars[i].out[j]
			row, ok := rows[e.ID]
			if !ok {
				row = uint32(len(g.edges))
				rows[e.ID] = row
				g.edges = append(g.edges, *e)
				extra[e.In] = append(extra[e.In], row)
			}
			if found := &g.edges[row]; found.Out != e.Out || found.In != e.In || found.Label != e.Label {
				return nil, fmt.Errorf("edge %s %s differs between its two ends", e.ID.kind, e.ID)
			}
			out = append(out, row)
		}
		g.out.start = append(g.out.start, uint32(len(out)))
	}
	b.joinIn(extra)
	if len(out) != len(g.edges) {
		return nil, fmt.Errorf("%d edges stand at the vertex that they come from, but there are %d", len(out), len(g.edges))
	}
	return out, nil
}

// joinIn lists the edges into each vertex.
func (b *Builder) joinIn(extra map[Value][]uint32) {
	g := &b.g
	g.in.start = append(make([]uint32, 0, len(b.stars)+1), 0)
	g.in.edge = make([]uint32, 0, len(g.edges))
	for i := range b.stars {
		g.in.edge = append(g.in.edge, b.stars[i].in...)
		g.in.edge = append(g.in.edge, extra[g.vertices[i].ID]...)
		g.in.start = append(g.in.start, uint32(len(g.in.edge)))
	}
}

// adjacencyOf lists the edges by the vertex at one end, in their order.
func adjacencyOf(ends []uint32, vertices int) adjacency {
	a := adjacency{make([]uint32, vertices+1), make([]uint32, len(ends))}
	for _, v := range ends {
		a.start[v+1]++
	}
	for v := range vertices {
		a.start[v+1] += a.start[v]
	}
	next := append([]uint32(nil), a.start[:vertices]...)
	for i, v := range ends {
		a.edge[next[v]] = uint32(i)
		next[v]++
	}
	return a
}
