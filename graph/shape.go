package graph

import "graphbuild/geometry"

// NumShapes returns the number of shapes.
func (g *Graph) NumShapes() int {
	g.mustBeOpen()
	if s := g.street.stored; s != nil {
		return s.shapes.Points.Len()
	}
	return g.tables.Shapes.ID.Len()
}

// AppendShape appends the points of a shape to buf and returns it.
func (g *Graph) AppendShape(buf []geometry.Point, shape ShapeID) []geometry.Point {
	i := int(shape)
	if i >= g.NumShapes() {
		return buf
	}
	if s := g.street.stored; s != nil {
		return s.shapes.append(buf, i)
	}
	t := &g.tables.Shapes
	return append(buf, t.Point[t.Start[i]:t.Start[i+1]]...)
}

// append appends the points of shape i.
func (s *storedShapes) append(buf []geometry.Point, i int) []geometry.Point {
	n := s.Points.At(i)
	if n == 0 || i >= s.First.Len() || i >= s.Last.Len() || i >= s.Inner.Len() {
		return buf
	}
	var ends lineEnds
	ends.from.Lat, ends.from.Lon = s.First.At(i)
	ends.to.Lat, ends.to.Lon = s.Last.At(i)
	buf = append(buf, ends.from)
	if n == 1 {
		return buf
	}
	r := s.Inner.Reader(i)
	return append(getLine(&r, ends, buf), ends.to)
}
