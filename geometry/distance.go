package geometry

import "math"

// EarthRadiusM is the mean radius of the WGS 84 ellipsoid, (2a+b)/3, in metres: that of the haversine formula in OSRM,
// Valhalla and others.
const EarthRadiusM = 6371008.8

// shortUnits is the largest difference of longitudes and of latitudes for which sines and the arc sine are taken from
// their series: 0.5 degrees, about 55 km.
const shortUnits = unitsPerDegree / 2

// Distance returns the metres from a to b along the great circle, by the haversine formula. For points within half a
// degree the functions in it are short polynomials: the result is the same within 1e-11 of its value or 1e-7 m, in half
// the time, and to the bit on all processors.
func Distance(a, b Point) float64 {
	dLon := LonDifference(a.Lon, b.Lon)
	dLat := int64(b.Lat) - int64(a.Lat)
	midLat := float64(int64(a.Lat)+int64(b.Lat)) * (radiansPerUnit / 2)
	halfLon := float64(float64(dLon) * (radiansPerUnit / 2))
	halfLat := float64(float64(dLat) * (radiansPerUnit / 2))
	if -shortUnits < dLon && dLon < shortUnits && -shortUnits < dLat && dLat < shortUnits {
		h := haversine(sinSmall(halfLat), sinSmall(halfLon), cosPolynomial(midLat))
		// The arc sine of a root, its series in h being independent of the slow root.
		series := 2*EarthRadiusM + float64(h*(2*EarthRadiusM/6+float64(h*(2*EarthRadiusM*3/40))))
		return math.Sqrt(h) * series
	}
	h := haversine(math.Sin(halfLat), math.Sin(halfLon), math.Cos(midLat))
	return 2 * EarthRadiusM * math.Asin(math.Sqrt(min(h, 1)))
}

// haversine returns the squared sine of half the angle between two points, from the sines of half the differences of
// their latitudes and longitudes and the cosine of the middle latitude. It is the usual formula with
// cos(lat1) cos(lat2) = cos²(middle) - sin²(dLat/2), which saves a cosine.
func haversine(sinLat, sinLon, cosMid float64) float64 {
	lat2, lon2 := float64(sinLat*sinLat), float64(sinLon*sinLon)
	return float64(lat2*(1-lon2)) + float64(float64(cosMid*cosMid)*lon2)
}

// Here and in all that makes files, conversions keep the compiler from fusing a product and a sum, which it does for some
// processors only: the files would differ. TestNoFusedArithmetic of package build looks for others.

// sinSmall returns the sine of x for |x| < 0.0044 (a quarter of a degree), within 1e-15 of its value.
func sinSmall(x float64) float64 {
	x2 := float64(x * x)
	return x - float64(float64(x*x2)*(1.0/6-float64(x2*(1.0/120))))
}

// cosPolynomial returns the cosine of x for |x| <= pi/2, within 1e-12: the series up to x^16. It is added up in pairs,
// since the processor can work on them at once.
func cosPolynomial(x float64) float64 {
	y := float64(x * x)
	y2 := float64(y * y)
	y4 := float64(y2 * y2)
	a := 1 - float64(y*(1.0/2))
	b := 1.0/24 - float64(y*(1.0/720))
	c := 1.0/40320 - float64(y*(1.0/3628800))
	d := 1.0/479001600 - float64(y*(1.0/87178291200))
	low := a + float64(y2*b)
	high := c + float64(y2*d) + float64(y4*(1.0/20922789888000))
	return low + float64(y4*high)
}

// Bearing returns the direction in which the great circle from a to b starts, in degrees clockwise from north, in
// [0, 360). It is 0 where a and b are equal.
func Bearing(a, b Point) float64 {
	dLon := float64(LonDifference(a.Lon, b.Lon)) * radiansPerUnit
	dLat := float64(int64(b.Lat)-int64(a.Lat)) * radiansPerUnit
	cosB := math.Cos(float64(b.Lat) * radiansPerUnit)
	sinHalf := math.Sin(dLon / 2)
	east := math.Sin(dLon) * cosB
	// cos(a)sin(b) - sin(a)cos(b)cos(dLon), written so that nothing cancels for points close to each other.
	north := math.Sin(dLat) + float64(2*math.Sin(float64(a.Lat)*radiansPerUnit)*cosB*sinHalf*sinHalf)
	degrees := float64(math.Atan2(east, north) * (180 / math.Pi))
	if degrees < 0 {
		degrees += 360
	}
	if degrees >= 360 { // a tiny negative angle rounds up
		return 0
	}
	return degrees
}

// Length returns the metres along line, 0 for less than two points.
func Length(line []Point) float64 {
	sum := 0.0
	for i := 1; i < len(line); i++ {
		sum += Distance(line[i-1], line[i])
	}
	return sum
}
