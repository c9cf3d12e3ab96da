package geometry

// Polygon is an area bounded by rings, in the plane of degrees. A place is inside where it lies within an odd number of
// rings: a ring inside another is a hole. It is immutable and safe for concurrent use. Tests are exact: no rounding.
type Polygon struct {
	rings [][]Point // without the first point again at the end
}

// maxPolygonSide bounds the box of a polygon, in 1e-7 degrees, so that products of doubled distances fit into 63 bits.
// What is larger is a mistake, or crosses the 180th meridian.
const maxPolygonSide = 1 << 29

// NewPolygon returns the polygon of rings, each without or with its first point again at the end; points that repeat the
// one before are left out. False where a ring has fewer than three points, or the box is wider or higher than 53 degrees.
func NewPolygon(rings [][]Point) (Polygon, bool) {
	var p Polygon
	box := EmptyBox()
	for _, ring := range rings {
		clean := cleanRing(ring)
		if len(clean) < 3 {
			return Polygon{}, false
		}
		for _, x := range clean {
			box.W, box.E = min(box.W, x.Lon), max(box.E, x.Lon)
			box.S, box.N = min(box.S, x.Lat), max(box.N, x.Lat)
		}
		p.rings = append(p.rings, clean)
	}
	if len(p.rings) == 0 || int64(box.E)-int64(box.W) > maxPolygonSide || int64(box.N)-int64(box.S) > maxPolygonSide {
		return Polygon{}, false
	}
	return p, true
}

func cleanRing(ring []Point) []Point {
	var out []Point
	for _, x := range ring {
		if len(out) == 0 || out[len(out)-1] != x {
			out = append(out, x)
		}
	}
	for len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}

// Rings returns the rings, which must not be changed.
func (p Polygon) Rings() [][]Point { return p.rings }

// NumPoints returns the number of points of all rings.
func (p Polygon) NumPoints() int {
	n := 0
	for _, ring := range p.rings {
		n += len(ring)
	}
	return n
}

// Sees reports whether the straight line between two points of rings runs through the inside alone. It does not where it
// touches a third point of a ring, nor along an edge of a ring.
func (p Polygon) Sees(a, b Point) bool {
	if a == b {
		return false
	}
	for _, ring := range p.rings {
		c := ring[len(ring)-1]
		for _, d := range ring {
			if blocks(a, b, c, d) {
				return false
			}
			c = d
		}
	}
	return p.inside(twice{int64(a.Lon) + int64(b.Lon), int64(a.Lat) + int64(b.Lat)})
}

// blocks reports whether the edge from c to d of a ring stands in the way from a to b.
func blocks(a, b, c, d Point) bool {
	if max(a.Lon, b.Lon) < min(c.Lon, d.Lon) || max(c.Lon, d.Lon) < min(a.Lon, b.Lon) ||
		max(a.Lat, b.Lat) < min(c.Lat, d.Lat) || max(c.Lat, d.Lat) < min(a.Lat, b.Lat) {
		return false
	}
	if a == c && b == d || a == d && b == c {
		return true
	}
	left, right := turn(a, b, c), turn(a, b, d)
	if left == 0 && c != a && c != b && isBetween(a, b, c) {
		return true
	}
	if left == 0 || right == 0 || (left > 0) == (right > 0) {
		return false
	}
	from, to := turn(c, d, a), turn(c, d, b)
	return from != 0 && to != 0 && (from > 0) != (to > 0)
}

// isBetween reports whether c, on the line through a and b, lies between them.
func isBetween(a, b, c Point) bool {
	return min(a.Lon, b.Lon) <= c.Lon && c.Lon <= max(a.Lon, b.Lon) && min(a.Lat, b.Lat) <= c.Lat && c.Lat <= max(a.Lat, b.Lat)
}

// turn is positive where b lies to the left of the way from o to a, negative to the right, zero on the line.
func turn(o, a, b Point) int64 {
	return (int64(a.Lon)-int64(o.Lon))*(int64(b.Lat)-int64(o.Lat)) - (int64(a.Lat)-int64(o.Lat))*(int64(b.Lon)-int64(o.Lon))
}

// twice is a place in half units, so that the middle of two points is one.
type twice struct{ lon, lat int64 }

// inside reports whether a place, not on a ring, is inside.
func (p Polygon) inside(x twice) bool {
	in := false
	for _, ring := range p.rings {
		in = in != within(ring, x)
	}
	return in
}

// within reports whether a place, not on the ring, lies within it.
func within(ring []Point, x twice) bool {
	in := false
	c := ring[len(ring)-1]
	for _, d := range ring {
		y1, y2 := 2*int64(c.Lat)-x.lat, 2*int64(d.Lat)-x.lat
		if (y1 > 0) != (y2 > 0) && rayTo(2*int64(c.Lon)-x.lon, y1, 2*int64(d.Lon)-x.lon, y2) == Crosses { // few reach the parallel
			in = !in
		}
		c = d
	}
	return in
}

// Reflex says for each point of each ring whether the inside takes more than half a turn there: the shortest way through
// the polygon bends at such points only.
func (p Polygon) Reflex() [][]bool {
	out := make([][]bool, len(p.rings))
	for r, ring := range p.rings {
		out[r] = make([]bool, len(ring))
		insideLeft := (area(ring) > 0) != p.isHole(r)
		for i := range ring {
			t := turn(ring[(i+len(ring)-1)%len(ring)], ring[i], ring[(i+1)%len(ring)])
			out[r][i] = t != 0 && (t < 0) == insideLeft
		}
	}
	return out
}

// isHole reports whether a ring lies within an odd number of others.
func (p Polygon) isHole(r int) bool {
	a, b := p.rings[r][0], p.rings[r][1]
	middle := twice{int64(a.Lon) + int64(b.Lon), int64(a.Lat) + int64(b.Lat)}
	hole := false
	for i, ring := range p.rings {
		if i != r {
			hole = hole != within(ring, middle)
		}
	}
	return hole
}

// area returns a number that is positive for a ring that runs counter-clockwise. It is a sum of floats, since the exact one
// of a ring of many points may not fit.
func area(ring []Point) float64 {
	sum := 0.0
	for i := 1; i+1 < len(ring); i++ {
		sum += float64(turn(ring[0], ring[i], ring[i+1]))
	}
	return sum
}
