package export

import "graphbuild/geometry"

// appendArea appends the rings of an area as a GeoJSON Polygon, or MultiPolygon where it has several outer rings. The
// order of the rings stays as it is.
func appendArea(out []byte, rings [][]geometry.Point) []byte {
	polygons := polygonsOf(rings)
	if len(polygons) == 1 {
		out = appendRings(append(out, `{"type":"Polygon","coordinates":`...), polygons[0])
		return append(out, '}')
	}
	out = append(out, `{"type":"MultiPolygon","coordinates":[`...)
	for i, p := range polygons {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendRings(out, p)
	}
	return append(out, "]}"...)
}

func appendRings(out []byte, rings [][]geometry.Point) []byte {
	out = append(out, '[')
	for i, ring := range rings {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPositions(out, closedRing(ring))
	}
	return append(out, ']')
}

// Bounds of the work for one area, half a second: the edges that points are held against, after which rings are taken as
// holes, and the points of one ring.
const (
	maxRingTests  = 1e7
	maxRingProbes = 10
)

// polygonsOf parts rings, of which each outer one stands before its holes, into polygons: a ring that is in an even number
// of the rings of the polygon before begins another.
func polygonsOf(rings [][]geometry.Point) [][][]geometry.Point {
	var polygons [][][]geometry.Point
	first, edges, tests := 0, 0, 0
	for i, ring := range rings {
		tests += edges
		if i > 0 && tests <= maxRingTests && isOuter(ring, rings[first:i]) {
			polygons = append(polygons, rings[first:i])
			first, edges = i, 0
		}
		edges += len(ring)
	}
	return append(polygons, rings[first:])
}

// isOuter reports whether a ring is in an even number of others.
func isOuter(ring []geometry.Point, others [][]geometry.Point) bool {
	outer := true
	for _, o := range others {
		if isInside(ring, o) {
			outer = !outer
		}
	}
	return outer
}

// isInside reports whether a ring lies within another, which it may touch.
func isInside(ring, outer []geometry.Point) bool {
	for _, p := range ring[:min(len(ring), maxRingProbes)] {
		if in, on := geometry.Around(p, outer); !on {
			return in
		}
	}
	return true
}
