package geometry

import "math"

// Vicinity tells from the ends and the length of a line alone how near it may come to a point: the line lies within an
// ellipse whose foci are its ends and whose long axis is its length. So a search for what is near has no use for the points of
// most lines.
type Vicinity struct {
	plane    plane
	tan, cos float64
}

// VicinityOf returns the vicinity of p.
func VicinityOf(p Point) Vicinity {
	sin, cos := math.Sincos(math.Abs(float64(p.Lat)) * radiansPerUnit)
	return Vicinity{plane: plane{p, cos}, tan: sin / cos, cos: cos}
}

// Project is Project for the point; false where the place is farther than withinM, and AlongM is missing.
func (v *Vicinity) Project(line []Point, withinM float64) (Projection, bool) {
	return v.plane.project(line, withinM)
}

const (
	vicinityM       = 50_000              // beyond, the Earth is no plane
	vicinityLat     = 80 * unitsPerDegree // nor is it near the poles
	metresPerUnit   = EarthRadiusM * radiansPerUnit
	vicinityRoundM  = 0.02 // of the place that Project finds, and of sums
	vicinityLengthM = 0.11 // by which lengths may be too short: they are stored in decimetres, rounded or, by others, cut off
)

// LeastM returns metres that no place on a line from a to b is nearer than, where one is within withinM: what it returns above
// that says that none is. lengthM is the length of the line, too short by a decimetre at most. It returns 0 where it cannot tell.
//
// Lengths in the plane that touches the Earth at the point are at most f times those on the sphere, for places within r
// radians: with c the least cosine of a latitude there, by newMetric, f is at most cos/(c k). And
//
//	c = cos(lat+r) >= cos (1 - e), e = tan r + r²/2
//	k = 1 - q, q = (2.2 r/(cos (1-e)))²/24, since longitudes differ by at most 2.2 r/c
//
// so that f <= 1/(1-e-q).
func (v *Vicinity) LeastM(a, b Point, lengthM, withinM float64) float64 {
	reachM := withinM + lengthM
	if !(reachM <= vicinityM) || v.plane.origin.Lat > vicinityLat || v.plane.origin.Lat < -vicinityLat {
		return 0
	}
	r := reachM / EarthRadiusM
	e := r * (v.tan + r/2)
	width := 2.2 * r / (v.cos * (1 - e))
	shrunk := 1 - e - width*width/24
	leastM := v.plane.outside(a, b, (lengthM+vicinityLengthM)/(metresPerUnit*shrunk)) * (metresPerUnit * shrunk)
	return max(leastM-vicinityRoundM, 0)
}

// outside returns the distance from the origin to the box around the ellipse of foci a and b and of a long axis, 0 within it.
func (m plane) outside(a, b Point, axis float64) float64 {
	ax := float64(LonDifference(m.origin.Lon, a.Lon)) * m.cosLat
	ay := float64(a.Lat) - float64(m.origin.Lat)
	dx := float64(LonDifference(a.Lon, b.Lon)) * m.cosLat
	dy := float64(b.Lat) - float64(a.Lat)
	x, y := ax+dx/2, ay+dy/2 // the middle
	foci2 := dx*dx + dy*dy
	if foci2 == 0 {
		return max(math.Sqrt(x*x+y*y)-axis/2, 0)
	}
	foci := math.Sqrt(foci2)
	along, across := math.Abs(x*dx+y*dy)/foci, math.Abs(x*dy-y*dx)/foci
	along = max(along-axis/2, 0)
	across = max(across-math.Sqrt(max(axis*axis-foci2, 0))/2, 0)
	return math.Sqrt(along*along + across*across)
}
