package geometry

import "math"

// Projection is the place on a line that is nearest to a point.
type Projection struct {
	Point     Point   // the place
	Segment   int     // it lies between points Segment and Segment+1 of the line; 0 where the line is one point
	AlongM    float64 // metres along the line to the place
	DistanceM float64 // metres from the given point to the place
}

// Project returns the place on line nearest to p. The line has at least one point. Of places equally near, the first
// along the line is taken.
//
// Near is measured in the plane that touches the Earth at p: the place is off by at most 1e-4 of the distance where that
// is under a kilometre, which is what snapping needs. AlongM and DistanceM are exact for the place.
func Project(p Point, line []Point) Projection {
	plane := planeAt(p)
	at, _ := plane.project(line, math.Inf(1))
	return at
}

// project is Project for the origin of the plane; false, and nothing along the line, where that is farther than withinM.
func (m plane) project(line []Point, withinM float64) (Projection, bool) {
	best := foot{distance2: math.Inf(1)}
	segment := 0
	for i := 0; i+1 < len(line); i++ {
		if f := m.foot(line[i], line[i+1]); f.distance2 < best.distance2 {
			best, segment = f, i
		}
	}
	at := line[segment]
	if len(line) > 1 {
		at = between(at, line[segment+1], best.fraction)
	}
	x := Projection{Point: at, Segment: segment, DistanceM: Distance(m.origin, at)}
	if x.DistanceM > withinM {
		return x, false
	}
	x.AlongM = Length(line[:segment+1]) + Distance(line[segment], at)
	return x, true
}

// plane is a map of the surroundings of a point, in units of latitude.
type plane struct {
	origin Point
	cosLat float64
}

// foot is the place on a segment that is nearest to the origin of a plane.
type foot struct {
	fraction  float64 // of the segment, in [0, 1]
	distance2 float64 // squared, in units of the plane
}

func planeAt(p Point) plane {
	return plane{origin: p, cosLat: math.Cos(float64(p.Lat) * radiansPerUnit)}
}

func (m plane) foot(a, b Point) foot {
	ax := float64(float64(LonDifference(m.origin.Lon, a.Lon)) * m.cosLat)
	ay := float64(a.Lat) - float64(m.origin.Lat)
	dx := float64(LonDifference(a.Lon, b.Lon)) * m.cosLat
	dy := float64(b.Lat) - float64(a.Lat)
	fraction := 0.0
	if length2 := float64(dx*dx) + float64(dy*dy); length2 > 0 {
		fraction = min(max(-(float64(ax*dx)+float64(ay*dy))/length2, 0), 1)
	}
	x, y := ax+float64(fraction*dx), ay+float64(fraction*dy)
	return foot{fraction: fraction, distance2: float64(x*x) + float64(y*y)}
}

// between returns the point at a fraction of the way from a to b.
func between(a, b Point, fraction float64) Point {
	switch {
	case fraction <= 0:
		return a
	case fraction >= 1:
		return b
	}
	lon := math.Round(fraction * float64(LonDifference(a.Lon, b.Lon)))
	lat := math.Round(fraction * (float64(b.Lat) - float64(a.Lat)))
	return Point{Lon: wrapLon(int64(a.Lon) + int64(lon)), Lat: a.Lat + int32(lat)}
}

// PointAlong returns the point at alongM metres along line, and the segment that it lies on: between points segment and
// segment+1. Offsets before the start and beyond the end give the ends. The line has at least one point.
func PointAlong(line []Point, alongM float64) (at Point, segment int) {
	rest := alongM
	for i := 0; i+1 < len(line); i++ {
		m := Distance(line[i], line[i+1])
		if rest <= m {
			return between(line[i], line[i+1], fractionOf(rest, m)), i
		}
		rest -= m
	}
	return line[len(line)-1], max(len(line)-2, 0)
}

func fractionOf(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return part / whole
}

// Part appends to dst the stretch of line from fromM to toM metres along it, and returns it: both ends, and the points of
// the line between. Where fromM is greater the stretch is appended in reverse. Offsets beyond the line give its ends. It
// appends at least two points, equal ones where the stretch has no length. The line has at least one point.
func Part(dst, line []Point, fromM, toM float64) []Point {
	first := len(dst)
	low, lowSegment := PointAlong(line, min(fromM, toM))
	high, highSegment := PointAlong(line, max(fromM, toM))
	dst = append(dst, low)
	for i := lowSegment + 1; i <= highSegment; i++ {
		if line[i] != dst[len(dst)-1] {
			dst = append(dst, line[i])
		}
	}
	if high != dst[len(dst)-1] || len(dst) == first+1 {
		dst = append(dst, high)
	}
	if fromM > toM {
		reverse(dst[first:])
	}
	return dst
}

func reverse(line []Point) {
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		line[i], line[j] = line[j], line[i]
	}
}
