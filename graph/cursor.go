package graph

import (
	"unsafe"

	"graphbuild/encode"
	"graphbuild/geometry"
)

// ArcReader reads the street edges at vertices, one vertex after another, as a search does: it has at hand what AppendArcs
// looks for each time, and a buffer of its own. It is for one goroutine, and valid until the graph is closed.
type ArcReader struct {
	g *Graph
	// Of a graph that was expanded: the edges out of vertex v are arcs[first[v]:first[v+1]].
	first []uint32
	arcs  []Arc
	pos   []geometry.Point
	// Of a file that is read in place.
	packed bool
	star   encode.Star
	point  encode.PointsView
	buf    []Arc
}

// NewArcReader returns a reader of the street edges of g.
func (g *Graph) NewArcReader() *ArcReader {
	g.live()
	s := &g.street
	r := &ArcReader{g: g, first: s.arcFirst, arcs: s.arcs}
	if s.packed == nil {
		r.pos = s.pos
		return r
	}
	h := s.packed.views()
	r.packed, r.star, r.point = true, h.star, *h.point
	return r
}

// Out returns the street edges out of v, also those that a mode may not use, as AppendArcs does. The slice must not be
// changed and is valid until the next call.
func (r *ArcReader) Out(v VertexID) []Arc {
	if int(v)+1 >= len(r.first) {
		return r.read(v)
	}
	return r.arcs[r.first[v]:r.first[v+1]]
}

func (r *ArcReader) read(v VertexID) []Arc {
	r.g.live()
	if r.packed {
		r.buf = appendStar(r.buf[:0], &r.star, v)
	} else {
		r.buf = r.g.appendArcs(r.buf[:0], v, 0)
	}
	return r.buf
}

// appendStar appends the edges out of v, read in place.
func appendStar(buf []Arc, s *encode.Star, v VertexID) []Arc {
	// SAFETY: an Arc and a Spoke are four uint32 each, in this order: twice the pair and the direction, the other end, length,
	// facts. Neither has pointers; the slice is handed back as it came, but for its length and, where it grew, its place.
	spokes := unsafe.Slice((*encode.Spoke)(unsafe.Pointer(unsafe.SliceData(buf))), cap(buf))[:len(buf)]
	spokes = s.Append(spokes, uint32(v))
	return unsafe.Slice((*Arc)(unsafe.Pointer(unsafe.SliceData(spokes))), cap(spokes))[:len(spokes)]
}

// An Arc must have the size of a Spoke: one of these would be negative.
const (
	_ = uint(unsafe.Sizeof(Arc{}) - unsafe.Sizeof(encode.Spoke{}))
	_ = uint(unsafe.Sizeof(encode.Spoke{}) - unsafe.Sizeof(Arc{}))
)

// Point returns the position of a street vertex, as Graph.PointOf does.
func (r *ArcReader) Point(v VertexID) geometry.Point {
	if int(v) >= len(r.pos) {
		return r.readPoint(v)
	}
	return r.pos[v]
}

func (r *ArcReader) readPoint(v VertexID) geometry.Point {
	if !r.packed || int(v) >= r.g.street.vertices {
		return r.g.PointOf(v)
	}
	r.g.live()
	lat, lon := r.point.At(int(v))
	return geometry.Point{Lon: lon, Lat: lat}
}
