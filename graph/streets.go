package graph

import (
	"sort"
	"sync/atomic"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// streets is the part of a street graph that a search touches. Pairs are sorted by their From vertex, so that the pairs
// starting at a vertex are a range; for those ending there it has references back, in pair order.
type streets struct {
	vertices, pairs int
	fwd             []uint32 // vertices+1: pairs that start before a vertex
	back            []uint32 // vertices+1: pairs that end before a vertex
	backPair        []PairID
	from, to        []VertexID
	lengthDM        []uint32
	facts           []FactsID
	pos             []geometry.Point
	specials        []uint64
	slices          *Slices     // of a graph opened with Expand, for arcs and points
	packed          *hotColumns // hot columns are read in place; nil: from the slices above
	stored          *stored     // where cold columns are; nil: in the tables
}

// expandedStreets derives the plain form from tables in memory: 16 bytes a pair and 8 a vertex beside the tables.
func expandedStreets(t *Tables) streets {
	n, p := len(t.Vertices.Point), len(t.Pairs.From)
	s := streets{vertices: n, pairs: p, pos: t.Vertices.Point, specials: specialVertices(t)}
	s.from, s.to, s.lengthDM, s.facts = t.Pairs.From, t.Pairs.To, t.Pairs.LengthDM, t.Pairs.Facts
	s.fwd, s.back = countEnds(t.Pairs.From, n), countEnds(t.Pairs.To, n)
	s.backPair = make([]PairID, p)
	next := append([]uint32(nil), s.back...)
	for i, v := range s.to {
		s.backPair[next[v]] = PairID(i)
		next[v]++
	}
	return s
}

// countEnds returns for each of n vertices, and one more, how many of the ends lie at a smaller vertex.
func countEnds(ends []VertexID, n int) []uint32 {
	first := make([]uint32, n+1)
	for _, v := range ends {
		first[v+1]++
	}
	for v := range n {
		first[v+1] += first[v]
	}
	return first
}

// specialVertices returns the bits that IsSpecial reads.
func specialVertices(t *Tables) []uint64 {
	bits := make([]uint64, (len(t.Vertices.Point)+63)/64)
	set := func(v VertexID) {
		if int(v) < len(t.Vertices.Point) {
			bits[v/64] |= 1 << (v % 64)
		}
	}
	for i := range t.Access.Vertex.Len() {
		set(t.Access.Vertex.At(i))
	}
	var via []EdgeID
	for i := range t.Restrictions.From.Len() {
		via = t.Restrictions.Via.AppendRow(append(via[:0], t.Restrictions.From.At(i)), i)
		for _, e := range via {
			set(t.headOf(e))
		}
	}
	for i := range t.Links.Pair.Len() {
		if p := t.Links.Pair.At(i); int(p) < len(t.Pairs.From) {
			set(t.Pairs.From[p])
			set(t.Pairs.To[p])
		}
	}
	return bits
}

// headOf returns the vertex that a street edge runs to, NoVertex when there is no such edge.
func (t *Tables) headOf(e EdgeID) VertexID {
	p := int(e / 2)
	if p >= len(t.Pairs.From) {
		return NoVertex
	}
	if facts.Direction(e%2) == facts.Forward {
		return t.Pairs.To[p]
	}
	return t.Pairs.From[p]
}

// hotColumns are the columns of a file that a search touches, set up when they are first touched.
type hotColumns struct {
	stored *stored
	ready  atomic.Pointer[hotViews]
}

// hotViews are kept side by side, so that a search follows one pointer to all of them.
type hotViews struct {
	degree      *encode.DegreesView
	record, ref *encode.RecordsView
	point       *encode.PointsView
	star        encode.Star
}

func (h *hotColumns) views() *hotViews {
	if v := h.ready.Load(); v != nil {
		return v
	}
	return h.open()
}

func (h *hotColumns) open() *hotViews {
	v, p := &h.stored.vertices, &h.stored.pairs
	star := encode.NewStar(&v.Degree, &p.Record, &p.Ref)
	h.ready.Store(&hotViews{v.Degree.View(), p.Record.View(), p.Ref.View(), v.Point.View(), star}) // twice does no harm
	return h.ready.Load()
}

// packedStreets reads the tables of a file in place.
func packedStreets(s *stored) streets {
	return streets{vertices: s.vertices.Degree.Len(), pairs: s.pairs.Record.Len(), packed: &hotColumns{stored: s}, stored: s}
}

// starting returns the range of pairs that start at v.
func (s *streets) starting(v VertexID) (first, end uint32) {
	if s.packed != nil {
		first, n := s.packed.views().degree.Forward(int(v))
		return s.rangeOf(first, n)
	}
	return s.fwd[v], s.fwd[v+1]
}

// ending returns the range of references back to pairs that end at v.
func (s *streets) ending(v VertexID) (first, end uint32) {
	if s.packed != nil {
		first, n := s.packed.views().degree.Backward(int(v))
		return s.rangeOf(first, n)
	}
	return s.back[v], s.back[v+1]
}

// rangeOf returns a range of pairs that does not go beyond them, whatever a corrupt file says.
func (s *streets) rangeOf(first, n uint32) (uint32, uint32) {
	all := uint32(s.pairs)
	first = min(first, all)
	return first, first + min(n, all-first)
}

// refAt returns the pair of reference i, and where it starts; v is where it ends.
func (s *streets) refAt(i uint32, v VertexID) (PairID, VertexID) {
	if s.packed != nil {
		h := s.packed.views()
		first, _ := h.degree.Forward(int(v))
		p := first - 1 - h.ref.At1(int(i))
		if int(p) >= s.pairs {
			return NoPair, NoVertex
		}
		gap, _, _ := h.record.At3(int(p))
		return PairID(p), v - VertexID(gap)
	}
	p := s.backPair[i]
	if int(p) >= s.pairs { // of a corrupt file
		return NoPair, NoVertex
	}
	return p, s.from[p]
}

// pairAt returns the end, facts and length of pair p, which starts at from.
func (s *streets) pairAt(p PairID, from VertexID) (to VertexID, f FactsID, lengthDM uint32) {
	if s.packed != nil {
		gap, kind, length := s.packed.views().record.At3(int(p))
		return from + VertexID(gap), FactsID(kind), length
	}
	return s.to[p], s.facts[p], s.lengthDM[p]
}

// fromOf returns the vertex at which pair p starts.
func (s *streets) fromOf(p PairID) VertexID {
	if s.from != nil {
		return s.from[p]
	}
	return VertexID(sort.Search(s.vertices, func(v int) bool {
		_, end := s.starting(VertexID(v))
		return end > uint32(p)
	}))
}

// point returns the position of a street vertex.
func (s *streets) point(v VertexID) geometry.Point {
	if s.slices != nil {
		return s.slices.Point[v]
	}
	if s.packed != nil {
		lat, lon := s.packed.views().point.At(int(v))
		return geometry.Point{Lon: lon, Lat: lat}
	}
	return s.pos[v]
}

// special reports the bit that IsSpecial reads.
func (s *streets) special(v VertexID) bool {
	if s.packed != nil {
		return s.packed.views().degree.Flag(int(v))
	}
	return s.specials[v/64]>>(v%64)&1 != 0
}
