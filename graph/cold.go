package graph

import (
	"graphbuild/facts"
	"graphbuild/geometry"
)

// appendInner appends the points of a pair between its ends, from From to To.
func (g *Graph) appendInner(buf []geometry.Point, p PairID) []geometry.Point {
	t := &g.tables.Pairs
	return append(buf, t.Inner[t.InnerStart[p]:t.InnerStart[p+1]]...)
}

// reversed reports whether the way of a pair is drawn from its To to its From vertex.
func (g *Graph) reversed(p PairID) bool {
	g.live()
	return g.tables.Pairs.Reversed[p]
}

// component returns the component of a street vertex for Walk, Bike or Car.
func (g *Graph) component(v VertexID, m facts.Mode) uint32 {
	if of := g.tables.Components.Of[m]; int(v) < len(of) {
		return of[v]
	}
	return NoComponent
}

// decodeFacts returns the table of facts.
func (g *Graph) decodeFacts() []facts.Edge { return g.tables.Facts }
