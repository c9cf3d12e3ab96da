package graph

import (
	"iter"

	"graphbuild/encode"
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

// PairsPerBlock is how many pairs, by number, a block holds; the last may have fewer. They lie near each other, and the
// points of one are found by decoding its block from the start.
const PairsPerBlock = pairsPerLeaf

// EdgePairs yields all edge pairs by id, each block of the file being decoded once: for those who read all of them. The
// row is valid until the next one.
func (g *Graph) EdgePairs() iter.Seq[*PairRow] {
	return func(yield func(*PairRow) bool) {
		g.mustBeOpen()
		r := rowReader{g: g, way: g.wayColumn()}
		for block := range g.NumPairBlocks() {
			if !r.block(block, yield) {
				return
			}
		}
	}
}

// NumPairBlocks returns the number of blocks of pairs.
func (g *Graph) NumPairBlocks() int { return leavesOf(g.NumPairs()) }

// PairBlocksIn yields the blocks that may hold pairs in or across a box, rising. It reads the spatial index alone.
func (g *Graph) PairBlocksIn(b geometry.Box) iter.Seq[int] {
	return func(yield func(int) bool) {
		g.mustBeOpen()
		g.index.open(g).Within(b, yield)
	}
}

// PairsOfBlock yields the pairs of a block by id, none where there is no such block. The row is valid until the next one.
func (g *Graph) PairsOfBlock(block int) iter.Seq[*PairRow] {
	return func(yield func(*PairRow) bool) {
		g.mustBeOpen()
		if block >= 0 && block < g.NumPairBlocks() {
			r := rowReader{g: g, way: g.wayColumn()}
			r.block(block, yield)
		}
	}
}

// rowReader reads pairs, block by block.
type rowReader struct {
	g    *Graph
	way  *encode.Col[WayID]
	line []geometry.Point // reused
	row  PairRow
}

// block yields the pairs of a block; false where that was enough.
func (r *rowReader) block(block int, yield func(*PairRow) bool) bool {
	g, row := r.g, &r.row
	c := g.pairsAt(block)
	c.line = r.line
	for p := c.next; int(p) < min((block+1)*pairsPerLeaf, g.street.pairs); p++ {
		row.Line = c.read()
		row.ID, row.From, row.To = p, c.from, c.to
		row.Facts, row.LengthDM, row.Way, row.Reversed = c.facts, c.lengthDM, r.way.At(int(p)), g.reversed(p)
		if !yield(row) {
			return false
		}
	}
	r.line = c.line
	return true
}

// WayOf returns the OSM id, false where the file has none, and the name, else the ref, of a way.
func (g *Graph) WayOf(w WayID) (id int64, name string, ok bool) {
	g.mustBeOpen()
	t := &g.tables.Ways
	if int(w) >= t.Name.Len() {
		return NoOSMID, "", false
	}
	id = t.ID.At(int(w))
	return id, t.Name.At(int(w)), id != NoOSMID
}
