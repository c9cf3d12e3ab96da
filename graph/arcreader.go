package graph

import (
	"unsafe"

	"graphbuild/encode"
	"graphbuild/geometry"
)

// ArcReader reads the street edges at vertices, one vertex after another, as a search does: it has at hand what AppendArcs
// looks for each time, and a buffer of its own. It is for one goroutine, and valid until the graph is closed. A search that
// wants the last bit of speed opens the graph with Expand and reads its Slices.
type ArcReader struct {
	g *Graph
	// Of a file that is read in place.
	packed bool
	star   encode.Star
	point  encode.PointsView
	spokes []encode.Spoke
	buf    []Arc // of any other graph
}

// NewArcReader returns a reader of the street edges of g.
func (g *Graph) NewArcReader() *ArcReader {
	g.mustBeOpen()
	r := &ArcReader{g: g}
	if s := &g.street; s.packed != nil && s.slices == nil {
		h := s.packed.views()
		r.packed, r.star, r.point = true, h.star, *h.point
	}
	return r
}

// Out returns the street edges out of v, also those that a mode may not use, as AppendArcs does. The slice must not be
// changed and is valid until the next call.
func (r *ArcReader) Out(v VertexID) []Arc {
	r.g.mustBeOpen()
	if !r.packed {
		r.buf = r.g.appendArcs(r.buf[:0], v, 0)
		return r.buf
	}
	r.spokes = r.star.Append(r.spokes[:0], uint32(v))
	// SAFETY: as in appendStar.
	return unsafe.Slice((*Arc)(unsafe.Pointer(unsafe.SliceData(r.spokes))), len(r.spokes))
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
	if !r.packed || int(v) >= r.g.street.vertices {
		return r.g.PointOf(v)
	}
	r.g.mustBeOpen()
	lat, lon := r.point.At(int(v))
	return geometry.Point{Lon: lon, Lat: lat}
}
