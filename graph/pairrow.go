package graph

import (
	"iter"

	"graphbuild/geometry"
)

// PairRow is an edge pair as EdgePairs yields it.
type PairRow struct {
	ID       PairID
	From, To VertexID
	Facts    FactsID
	LengthDM uint32 // decimetres
	Way      WayID
	// Reversed is set where the way is drawn from To to From.
	Reversed bool
	// Line has the points from From to To, both ends included. It is overwritten by the next row.
	Line []geometry.Point
}

// EdgePairs yields all edge pairs by id, each block of the file being decoded once: for those who read all of them. The
// row is valid until the next one.
func (g *Graph) EdgePairs() iter.Seq[*PairRow] {
	return func(yield func(*PairRow) bool) {
		g.live()
		way := g.wayColumn()
		var c pairCursor
		var row PairRow
		for p := range PairID(g.street.pairs) {
			if p%pairsPerLeaf == 0 {
				line := c.line
				c = g.pairsAt(int(p) / pairsPerLeaf)
				c.line = line
			}
			row.Line = c.read()
			row.ID, row.From, row.To = p, c.from, c.to
			row.Facts, row.LengthDM, row.Way, row.Reversed = c.facts, c.lengthDM, way.At(int(p)), g.reversed(p)
			if !yield(&row) {
				return
			}
		}
	}
}

// WayOf returns the OSM id, false where the file has none, and the name, else the ref, of a way.
func (g *Graph) WayOf(w WayID) (id int64, name string, ok bool) {
	g.live()
	t := &g.tables.Ways
	if int(w) < t.Name.Len() {
		name = t.Name.At(int(w))
	}
	if int(w) >= t.ID.Len() {
		return 0, name, false
	}
	return t.ID.At(int(w)), name, true
}
