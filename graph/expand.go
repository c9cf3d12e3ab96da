package graph

import (
	"unsafe"

	"graphbuild/geometry"
)

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
	h := s.packed.views()
	all := h.star.Expand()
	x := &Slices{First: all.First, LengthDM: all.C, Kind: all.Kind, To: idsOf[VertexID](all.Other), Edge: idsOf[EdgeID](all.Half)}
	x.Point = make([]geometry.Point, s.vertices)
	// SAFETY: a Point is two int32, longitude and latitude; the slice is of ours.
	h.point.Unpack(unsafe.Slice((*[2]int32)(unsafe.Pointer(unsafe.SliceData(x.Point))), len(x.Point)))
	s.slices = x
}

// idsOf returns numbers as ids, in the same memory.
func idsOf[T ~uint32](v []uint32) []T {
	// SAFETY: T is a uint32, without pointers; v is handed over.
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}

// appendTo appends the edges out of v, or with flip 1 those into it.
func (x *Slices) appendTo(buf []Arc, v VertexID, flip EdgeID) []Arc {
	for i := x.First[v]; i < x.First[v+1]; i++ {
		buf = append(buf, Arc{x.Edge[i] ^ flip, x.To[i], x.LengthDM[i], FactsID(x.Kind[i] >> 1)})
	}
	return buf
}
