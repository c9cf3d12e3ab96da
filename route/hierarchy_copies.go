package route

import (
	"cmp"
	"slices"

	"graphbuild/encode"
	"graphbuild/graph"
)

// copies are the nodes of a hierarchy besides the vertices: the columns of the file, or those of a core; see graph.Hierarchy.
type copies struct {
	network
	vertex            []graph.VertexID // unpacked, as each end of each query looks some up
	edge, run, number *encode.Col[uint32]
}

// copyOf is a copy of a vertex: the state that it is for, and its node.
type copyOf struct {
	entry
	node uint32
}

// copiesIn returns the copies that the columns of a hierarchy have.
func copiesIn(n network, h *graph.Hierarchy) copies {
	return copies{n, h.CopyVertex.Slice(), &h.CopyEdge, &h.CopyRun, &h.CopyNumber}
}

// fit reports whether there are as many rows in all columns, one for each node that is no vertex.
func (c *copies) fit(nodes int) bool {
	n := nodes - c.g.NumStreetVertices()
	return len(c.vertex) == n && c.edge.Len() == n && c.run.Len() == n && c.number.Len() == n
}

// lookup returns the node for a state at the end of an edge that is open to the mode: a copy, or the vertex itself.
func (c *copies) lookup(v graph.VertexID, x entry) uint32 {
	for i := c.from(v); c.isOf(i, v); i++ {
		if c.edge.At(i) == uint32(x.edge) && c.run.At(i) == c.m.turns.runOf(x.node) {
			return c.nodeAt(i)
		}
	}
	return uint32(v)
}

// appendAt appends the copies of a vertex to buf, by node.
func (c *copies) appendAt(buf []copyOf, v graph.VertexID) []copyOf {
	for i := c.from(v); c.isOf(i, v); i++ {
		e := graph.EdgeID(c.edge.At(i))
		if id, ok := c.m.turns.ofRun(e, c.run.At(i)); ok {
			buf = append(buf, copyOf{entry{e, id}, c.nodeAt(i)})
		}
	}
	return buf
}

// from returns the first row of a vertex, or where it would be.
func (c *copies) from(v graph.VertexID) int {
	i, _ := slices.BinarySearch(c.vertex, v)
	return i
}

func (c *copies) isOf(i int, v graph.VertexID) bool { return i < len(c.vertex) && c.vertex[i] == v }

func (c *copies) nodeAt(i int) uint32 { return uint32(c.g.NumStreetVertices()) + c.number.At(i) }

// columns sets the columns of a hierarchy that tell the copies of the core.
func (c *core) columns(h *graph.Hierarchy) {
	order := make([]uint32, len(c.copies))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(c.heads[a], c.heads[b]) })
	h.CopyVertex, h.CopyEdge, h.CopyRun = encode.Col[graph.VertexID]{}, encode.Col[uint32]{}, encode.Col[uint32]{}
	for _, i := range order {
		h.CopyVertex.Append(c.heads[i])
		h.CopyEdge.Append(uint32(c.copies[i].edge))
		h.CopyRun.Append(c.m.turns.runOf(c.copies[i].node))
	}
	h.CopyNumber = encode.ColOf(order)
}

// inMemory returns the copies of the core.
func (c *core) inMemory() copies {
	h := new(graph.Hierarchy)
	c.columns(h)
	return copiesIn(c.network, h)
}

// runOf returns what tells a node among those that end with the same edge: its number where it is deep, else 0.
func (t *turns) runOf(at turnID) uint32 {
	if t.deep(at) {
		return uint32(at)
	}
	return 0
}

// ofRun returns the node of an edge that has such a number; false where there is none, as in a file that is corrupt.
func (t *turns) ofRun(e graph.EdgeID, run uint32) (turnID, bool) {
	if run == 0 {
		return t.first.at(e), true
	}
	return turnID(run), uint64(run) < uint64(len(t.nodes)) && t.nodes[run].edge == e
}
