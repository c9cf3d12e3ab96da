package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// pairCursor reads the geometry of consecutive pairs of one block. It is for one goroutine.
type pairCursor struct {
	g       *Graph
	next    PairID // the pair that step goes to
	from    VertexID
	fromEnd uint32 // the first pair that does not start at from
	inner   encode.BlockReader
	line    []geometry.Point
	// Of the pair that was read:
	to       VertexID
	facts    FactsID
	lengthDM uint32
}

// pairsAt returns a cursor before the first pair of a block.
func (g *Graph) pairsAt(block int) pairCursor {
	c := pairCursor{g: g, next: PairID(block * pairsPerLeaf)}
	c.from = g.street.fromOf(c.next)
	if int(c.from) < g.street.vertices {
		_, c.fromEnd = g.street.starting(c.from)
	}
	if s := g.street.stored; s != nil {
		c.inner = s.pairs.Inner.Reader(block)
	}
	return c
}

// read returns the points of the next pair, both ends included, valid until the next call.
func (c *pairCursor) read() []geometry.Point {
	p := c.next
	c.step()
	return c.lineOf(p, c.ends())
}

// step goes to the next pair without its points.
func (c *pairCursor) step() {
	g, p := c.g, c.next
	c.next++
	for uint32(p) >= c.fromEnd && int(c.from)+1 < g.street.vertices {
		c.from++
		_, c.fromEnd = g.street.starting(c.from)
	}
	c.to, c.facts, c.lengthDM = g.street.pairAt(p, c.from)
}

// ends returns the ends of the pair that was read.
func (c *pairCursor) ends() lineEnds { return lineEnds{c.g.PointOf(c.from), c.g.PointOf(c.to)} }

// lineOf returns the points of pair p, which has these ends, valid until the next call. It is called for each pair of the block
// in turn.
func (c *pairCursor) lineOf(p PairID, ends lineEnds) []geometry.Point {
	c.line = append(c.line[:0], ends.from)
	if c.g.street.stored != nil {
		c.line = getLine(&c.inner, ends, c.line)
	} else {
		t := &c.g.tables.Pairs
		c.line = append(c.line, t.Inner[t.InnerStart[p]:t.InnerStart[p+1]]...)
	}
	c.line = append(c.line, ends.to)
	return c.line
}

// AppendPairGeometry appends the points of a pair from its From to its To vertex, both included. In a file they are
// decoded from the beginning of the block of 64 pairs: some microseconds.
func (g *Graph) AppendPairGeometry(buf []geometry.Point, p PairID) []geometry.Point {
	g.mustBeOpen()
	if int(p) >= g.street.pairs {
		return buf
	}
	if t := &g.tables.Pairs; g.street.stored == nil {
		from, to := g.pairEnds(p)
		buf = append(buf, g.street.point(from))
		buf = append(buf, t.Inner[t.InnerStart[p]:t.InnerStart[p+1]]...)
		return append(buf, g.street.point(to))
	}
	c := g.pairsAt(int(p) / pairsPerLeaf)
	for c.next < p {
		c.read()
	}
	return append(buf, c.read()...)
}

// reversed reports whether the way of a pair is drawn from its To to its From vertex.
func (g *Graph) reversed(p PairID) bool {
	g.mustBeOpen()
	if s := g.street.stored; s != nil {
		return int(p) < s.pairs.Reversed.Len() && s.pairs.Reversed.At(int(p))
	}
	return g.tables.Pairs.Reversed[p]
}

// component returns the component of a street vertex for Walk, Bike or Car.
func (g *Graph) component(v VertexID, m facts.Mode) uint32 {
	if s := g.street.stored; s != nil {
		return s.components.at(int(v), m)
	}
	if of := g.tables.Components.Of[m]; int(v) < len(of) {
		return of[v]
	}
	return NoComponent
}

// at returns the component of vertex v for a mode.
func (c *storedComponents) at(v int, m facts.Mode) uint32 {
	if v >= c.Triple.Len() {
		return NoComponent
	}
	col := [...]*encode.Col[uint32]{facts.Walk: &c.Walk, facts.Bike: &c.Bike, facts.Car: &c.Car}[m]
	if i := int(c.Triple.At(v)); i < col.Len() {
		return col.At(i)
	}
	return NoComponent
}

// maxFacts bounds the rows of facts that are decoded from a file.
const maxFacts = 1 << 24

// decodeFacts returns the table of facts.
func (g *Graph) decodeFacts() []facts.Edge {
	s := g.street.stored
	if s == nil {
		return g.tables.Facts
	}
	f := &s.facts
	rows := make([]facts.Edge, 0, min(f.Type.Len(), maxFacts))
	for i := range cap(rows) {
		x := facts.Edge{Type: f.Type.At(i), Class: f.Class.At(i), Flags: f.Flags.At(i)}
		copy(x.Modes[:], f.Modes.AppendRow(nil, i))
		copy(x.Speed[:], f.Speed.AppendRow(nil, i))
		limited := f.Limited.AppendRow(nil, i)
		copy(x.Limited[0][:], limited)
		copy(x.Limited[1][:], limited[min(3, len(limited)):])
		rows = append(rows, x)
	}
	return rows
}

// nodeColumn returns the OSM ids of the street vertices.
func (g *Graph) nodeColumn() *encode.Col[int64] {
	g.mustBeOpen()
	if s := g.street.stored; s != nil {
		return &s.vertices.NodeID
	}
	return &g.tables.Vertices.NodeID
}

// wayColumn returns the ways of the pairs.
func (g *Graph) wayColumn() *encode.Col[WayID] {
	g.mustBeOpen()
	if s := g.street.stored; s != nil {
		return &s.pairs.Way
	}
	return &g.tables.Pairs.Way
}
