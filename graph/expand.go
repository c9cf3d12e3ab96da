package graph

import "graphbuild/geometry"

// Slices are what a search needs of a graph, as plain slices: 8 bytes a vertex and 4 more, 32 a pair. Half edge i of vertex v
// is one from First[v] up to First[v+1].
type Slices struct {
	First    []uint32   // vertices and one more
	To       []VertexID // the other end of each half edge
	LengthDM []uint32   // decimetres
	Kind     []uint32   // twice its FactsID, and its direction along or against the pair
	Edge     []EdgeID
	Point    []geometry.Point // of each vertex
}

// Slices returns the slices of a graph that was opened with Expand; false for others. They must not be changed, and are good
// also after Close.
func (g *Graph) Slices() (Slices, bool) {
	if g.street.slices == nil {
		return Slices{}, false
	}
	return *g.street.slices, true
}

// expand unpacks what a search touches into slices; all else stays where it is.
func (s *streets) expand() {
	x := &Slices{First: make([]uint32, s.vertices+1), Point: make([]geometry.Point, s.vertices)}
	n := 2 * s.pairs
	x.To, x.Edge = make([]VertexID, n), make([]EdgeID, n)
	x.LengthDM, x.Kind = make([]uint32, n), make([]uint32, n)
	h := s.packed.views()
	for v := range x.Point {
		lat, lon := h.point.At(v)
		x.Point[v] = geometry.Point{Lon: lon, Lat: lat}
	}
	var buf []Arc
	at := 0
	for v := range s.vertices {
		buf = appendStar(buf[:0], &h.star, VertexID(v))
		for _, a := range buf[:min(len(buf), n-at)] { // a corrupt file may have more
			x.To[at], x.Edge[at], x.LengthDM[at] = a.To, a.Edge, a.LengthDM
			x.Kind[at] = 2*uint32(a.Facts) + uint32(a.Edge&1)
			at++
		}
		x.First[v+1] = uint32(at)
	}
	s.slices = x
}

// appendTo appends the edges out of v, or with flip 1 those into it.
func (x *Slices) appendTo(buf []Arc, v VertexID, flip EdgeID) []Arc {
	for i := x.First[v]; i < x.First[v+1]; i++ {
		buf = append(buf, Arc{x.Edge[i] ^ flip, x.To[i], x.LengthDM[i], FactsID(x.Kind[i] >> 1)})
	}
	return buf
}
