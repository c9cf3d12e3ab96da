package geometry

// Ray says how an edge lies to the ray that goes from a point straight to the east, in the plane of degrees.
type Ray uint8

const (
	Misses Ray = iota
	// Crosses the ray: of a ring around the point an odd number of edges does. The northern end of an edge is not part of it, so
	// that a ray through a corner is counted right.
	Crosses
	// Holds the point, be it at an end.
	Holds
)

// RayTo says how the edge from a to b lies to the ray from p, exactly: no rounding, on all of the Earth. The edge does not
// cross the 180th meridian: from -179 to 179 degrees it goes by 0.
func RayTo(p, a, b Point) Ray {
	return rayTo(int64(a.Lon)-int64(p.Lon), int64(a.Lat)-int64(p.Lat), int64(b.Lon)-int64(p.Lon), int64(b.Lat)-int64(p.Lat))
}

// rayTo is RayTo with the edge as seen from the point. It is exact where the sum of the heights times the longer width fits into
// 63 bits, as on all of the Earth in units of degrees.
func rayTo(x1, y1, x2, y2 int64) Ray {
	if (y1 > 0) == (y2 > 0) {
		if y1 == 0 && (x1 == 0 || y2 == 0 && (x1 > 0) != (x2 > 0)) || x2 == 0 && y2 == 0 {
			return Holds
		}
		return Misses
	}
	east := x1*y2 - x2*y1 // of opposite signs: no product is larger than the sum of the heights times the width
	if y2 < y1 {
		east = -east
	}
	switch {
	case east > 0:
		return Crosses
	case east == 0:
		return Holds
	}
	return Misses
}

// Around reports whether a ring goes around a point an odd number of times, or runs through it: then in is false and on is true.
// The ring is without or with its first point again at the end. The answer is exact, see RayTo.
func Around(p Point, ring []Point) (in, on bool) {
	for i, b := range ring {
		a := ring[len(ring)-1]
		if i > 0 {
			a = ring[i-1]
		}
		switch RayTo(p, a, b) {
		case Crosses:
			in = !in
		case Holds:
			return false, true
		}
	}
	return in, false
}
