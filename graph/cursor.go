package graph

import (
	"graphbuild/encode"
	"graphbuild/geometry"
)

// ArcReader reads the street edges at vertices, one vertex after another, for a search: it keeps at hand what AppendArcs has
// to look for each time, and its own buffer. It is for one goroutine.
type ArcReader struct {
	g *Graph
	// Of a graph that was expanded: the edges out of vertex v are arcs[first[v]:first[v+1]].
	first []uint32
	arcs  []Arc
	// Of a file that is read in place.
	packed       bool
	vertices     uint32
	pairs        uint32
	degree       encode.DegreesView
	record, back encode.RecordsView
	point        encode.PointsView
	buf          []Arc
}

// NewArcReader returns a reader of the edges of g, valid until g is closed.
func (g *Graph) NewArcReader() *ArcReader {
	g.live()
	s := &g.street
	r := &ArcReader{g: g, vertices: uint32(s.vertices), pairs: uint32(s.pairs)}
	switch {
	case s.packed != nil:
		h := s.packed.views()
		r.packed, r.degree, r.record, r.back, r.point = true, *h.degree, *h.record, *h.back, *h.point
	case s.arcs != nil:
		r.first, r.arcs = s.arcFirst, s.arcs
	}
	return r
}

// Out returns the street edges out of v, also those that a mode may not use, as AppendArcs does. The slice must not be
// changed and is valid until the next call.
func (r *ArcReader) Out(v VertexID) []Arc {
	if r.g.closed.Load() {
		panic(ErrClosed)
	}
	if uint(v)+1 < uint(len(r.first)) {
		if a, b := r.first[v], r.first[v+1]; a <= b && int(b) <= len(r.arcs) {
			return r.arcs[a:b]
		}
	}
	if r.packed {
		return r.read(v)
	}
	r.buf = r.g.AppendArcs(r.buf[:0], v)
	return r.buf
}

// read reads the edges out of v from the file. The degrees of v, and of the vertices that pairs to it start at, are read
// once each.
func (r *ArcReader) read(v VertexID) []Arc {
	buf := r.buf[:0]
	if uint32(v) >= r.vertices {
		return buf
	}
	firstF, nF, firstB, nB := r.degree.At(int(v))
	firstF, firstB = min(firstF, r.pairs), min(firstB, r.pairs)
	for p := firstF; p < firstF+min(nF, r.pairs-firstF); p++ {
		gap, kind, length := r.record.At3(int(p))
		if to := uint32(v) + gap; to < r.vertices {
			buf = append(buf, Arc{EdgeID(2 * p), VertexID(to), length, FactsID(kind)})
		}
	}
	for i := firstB; i < firstB+min(nB, r.pairs-firstB); i++ {
		gap, nth := r.back.At2(int(i))
		from := uint32(v) - gap
		if from >= r.vertices {
			continue
		}
		first, _ := r.degree.Forward(int(from))
		if p := first + nth; p < r.pairs {
			_, kind, length := r.record.At3(int(p))
			buf = append(buf, Arc{EdgeID(2*p) + 1, VertexID(from), length, FactsID(kind)})
		}
	}
	r.buf = buf
	return buf
}

// Point returns the position of a street vertex, as Graph.PointOf does.
func (r *ArcReader) Point(v VertexID) geometry.Point {
	if !r.packed || uint32(v) >= r.vertices || r.g.closed.Load() {
		return r.g.PointOf(v)
	}
	lat, lon := r.point.At(int(v))
	return geometry.Point{Lon: lon, Lat: lat}
}
