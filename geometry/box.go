package geometry

import "math"

// Box is a rectangle of longitudes and latitudes, its bounds included, in units of 1e-7 degrees. Where W > E it crosses
// the 180th meridian. Where S > N it holds nothing: see EmptyBox.
type Box struct {
	W, S, E, N int32
}

// EmptyBox returns the box that holds nothing, to which points and boxes are added.
func EmptyBox() Box {
	return Box{W: math.MaxInt32, S: math.MaxInt32, E: math.MinInt32, N: math.MinInt32}
}

// Empty reports whether the box holds nothing.
func (b Box) Empty() bool { return b.S > b.N }

// Contains reports whether p lies in the box or on its rim.
func (b Box) Contains(p Point) bool {
	return b.S <= p.Lat && p.Lat <= b.N && b.lonGap(p.Lon) == 0
}

// Intersects reports whether two boxes share a place, be it on their rims.
func (b Box) Intersects(c Box) bool {
	if b.Empty() || c.Empty() || b.N < c.S || c.N < b.S {
		return false
	}
	return b.lonGap(c.W) == 0 || c.lonGap(b.W) == 0
}

// Add widens the box to hold p, to the east or to the west, whichever is shorter: points of a street or a country that
// lies on both sides of the 180th meridian make a box that crosses it. Where all points lie within 180 degrees, their
// order makes no difference.
func (b *Box) Add(p Point) {
	b.Union(Box{W: p.Lon, S: p.Lat, E: p.Lon, N: p.Lat})
}

// AddLine widens the box to hold all points of line and the stretches between them.
func (b *Box) AddLine(line []Point) {
	for _, p := range line {
		if p.Lon < b.W || p.Lon > b.E || p.Lat < b.S || p.Lat > b.N { // most lie within already
			b.Add(p)
		}
	}
}

// Union widens the box to hold c, in the way of Add.
func (b *Box) Union(c Box) {
	switch {
	case c.Empty():
	case b.Empty():
		*b = c
	default:
		b.S, b.N = min(b.S, c.S), max(b.N, c.N)
		b.unionLon(c)
	}
}

func (b *Box) unionLon(c Box) {
	if b.W <= b.E && c.W <= c.E && int64(max(b.E, c.E))-int64(min(b.W, c.W)) <= maxLon {
		b.W, b.E = min(b.W, c.W), max(b.E, c.E)
		return
	}
	fromB, fromC := eastward(b.W, c.W), eastward(c.W, b.W)
	widthIfB := max(b.width(), fromB+c.width()) // eastwards from b.W until both are held
	widthIfC := max(c.width(), fromC+b.width())
	west, width := b.W, widthIfB
	if widthIfC < widthIfB {
		west, width = c.W, widthIfC
	}
	if width >= fullCircle {
		b.W, b.E = -maxLon, maxLon
		return
	}
	b.W, b.E = west, wrapLon(int64(west)+width)
}

// width returns the extent in longitude, in units: 0 to a full circle.
func (b Box) width() int64 {
	w := int64(b.E) - int64(b.W)
	if w < 0 {
		w += fullCircle
	}
	return w
}

// eastward returns the units to go east from one longitude to another: 0 up to, not with, a full circle.
func eastward(from, to int32) int64 {
	d := int64(to) - int64(from)
	switch {
	case d < 0:
		return d + fullCircle
	case d >= fullCircle:
		return d - fullCircle
	}
	return d
}

// lonGap returns the units of longitude between lon and the box, 0 within it.
func (b Box) lonGap(lon int32) int64 {
	if eastward(b.W, lon) <= b.width() {
		return 0
	}
	return min(eastward(lon, b.W), eastward(b.E, lon))
}

// DistanceM returns a lower bound of the metres from p to any place in the box: the distance less 1e-9 of it, and 0
// within the box. The empty box is infinitely far.
func (b Box) DistanceM(p Point) float64 {
	if b.Empty() {
		return math.Inf(1)
	}
	return gapDistanceM(p.Lat, b.lonGap(p.Lon), b.S, b.N)
}

// gapDistanceM returns the metres from a point at latitude lat to the stretch from south to north of a meridian that is
// lonGap units away, less what rounding may have added. All places beyond that meridian are farther.
func gapDistanceM(lat int32, lonGap int64, south, north int32) float64 {
	const safety = (1 - 1e-9) * EarthRadiusM
	if lonGap == 0 {
		gap := max(int64(south)-int64(lat), int64(lat)-int64(north), 0)
		return float64(gap) * radiansPerUnit * safety
	}
	from, gap := float64(lat)*radiansPerUnit, float64(lonGap)*radiansPerUnit
	s, n := float64(south)*radiansPerUnit, float64(north)*radiansPerUnit
	// The foot of the perpendicular on the meridian; beyond a quarter of the Earth an end may be nearer.
	foot := math.Atan2(math.Sin(from), math.Cos(from)*math.Cos(gap))
	h := haversineTo(from, gap, min(max(foot, s), n))
	if gap > math.Pi/2 {
		h = min(h, haversineTo(from, gap, s), haversineTo(from, gap, n))
	}
	return 2 * safety * math.Asin(math.Sqrt(min(h, 1)))
}

// haversineTo returns the squared sine of half the angle between places at two latitudes, gap apart in longitude, all in
// radians.
func haversineTo(from, gap, to float64) float64 {
	return haversine(math.Sin((to-from)/2), math.Sin(gap/2), math.Cos((from+to)/2))
}
