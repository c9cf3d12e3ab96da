package graph

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// LineReader reads the points of street edges that lie near each other, such as those of a route: it keeps what it has decoded
// of the last blocks, some 40 KB, and 2 MB at most. It is for one goroutine, and valid until the graph is closed.
type LineReader struct {
	g      *Graph
	blocks [lineBlocks]lineBlock
}

const (
	lineBlocks = 16      // that a LineReader keeps: routes come back to a block after some others
	keptPoints = 1 << 14 // of a block; of one with more, which may be a corrupt one with millions, none are kept
)

// lineBlock is the beginning of a block, as far as it was asked for.
type lineBlock struct {
	cursor pairCursor // zero: no block
	first  PairID
	ends   []int // in points, of the pairs that were read
	points []geometry.Point
}

// NewLineReader returns a reader of the points of street edges.
func (g *Graph) NewLineReader() *LineReader { return &LineReader{g: g} }

// Append appends the points of a street edge to buf, both ends included, in the direction of travel, and returns it: nothing
// where there is no such edge.
func (r *LineReader) Append(buf []geometry.Point, e EdgeID) []geometry.Point {
	r.g.mustBeOpen()
	p := PairID(e / 2)
	if int(p) >= r.g.street.pairs {
		return buf
	}
	n := len(buf)
	if r.g.street.stored == nil {
		buf = r.g.AppendPairGeometry(buf, p)
	} else {
		buf = append(buf, r.line(p)...)
	}
	if facts.Direction(e%2) == facts.Backward {
		slices.Reverse(buf[n:])
	}
	return buf
}

// line returns the points of a pair, valid until the next call.
func (r *LineReader) line(p PairID) []geometry.Point {
	block := int(p) / pairsPerLeaf
	b := &r.blocks[block%lineBlocks]
	if first := PairID(block * pairsPerLeaf); b.cursor.g == nil || b.first != first {
		line := b.cursor.line
		*b = lineBlock{cursor: r.g.pairsAt(block), first: first, ends: b.ends[:0], points: b.points[:0]}
		b.cursor.line = line
	}
	for b.cursor.next <= p {
		line := b.cursor.read()
		if len(b.points)+len(line) > keptPoints {
			*b = lineBlock{}
			return r.g.AppendPairGeometry(nil, p)
		}
		b.points = append(b.points, line...)
		b.ends = append(b.ends, len(b.points))
	}
	i, start := int(p-b.first), 0
	if i > 0 {
		start = b.ends[i-1]
	}
	return b.points[start:b.ends[i]]
}
