package route

import (
	"math"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

const (
	radians  = math.Pi / 180 / 1e7 // of a unit of geometry.Point
	turn     = 360e7               // units of a whole turn
	cosStep  = 1e6                 // units of latitude between two rows of cosines
	diameter = 2 * geometry.EarthRadiusM
	// caution takes the bound a little low, since the lengths of edges are rounded to decimetres.
	caution = 0.99
)

// cosines are the cosines of latitudes, by steps of 0.1 degrees.
type cosines [902]float64

func newCosines() *cosines {
	var c cosines
	for i := range c {
		c[i] = max(0, math.Cos(float64(i)*cosStep*radians))
	}
	return &c
}

// below returns a cosine a little under that of lat, whatever number a corrupt file has there.
func (c *cosines) below(lat int32) float64 {
	north := max(int64(lat), -int64(lat))
	return c[min(north/cosStep+1, int64(len(c)-1))]
}

// bound gives, for any vertex, a time below which no route reaches the target.
//
// It is the straight distance at the top speed of the mode. Ferries with a time of their own may be faster than that, above all
// for people on foot; a route uses each of them at most once, so that all of it but their whole length is on land.
type bound struct {
	cos      *cosines
	target   geometry.Point
	cosLat   float64
	slackM   float64 // how far the true target may be from the point
	landMS   float64 // for a metre at top speed
	anyMS    float64 // for a metre at top speed or on the fastest ferry
	ferriesM float64 // length of all ferries that are faster than the top speed
}

// newBound looks through a graph for the top speed of a mode and for fast ferries.
func newBound(g *graph.Graph, m facts.Mode, list []pace, cos *cosines) bound {
	top := paceMask
	for _, p := range list {
		if p != 0 {
			top = min(top, p&paceMask)
		}
	}
	b := bound{cos: cos, landMS: 10 * float64(top) / (1 << paceShift)}
	b.anyMS = b.landMS
	for p, s := range g.Durations() {
		e := g.Edge(p.Edge(facts.Forward))
		f := e.Facts()
		length := e.LengthM()
		if length > 0 && (f.Modes[0] | f.Modes[1]).Has(m) && 1000*float64(s)/length < b.landMS {
			b.anyMS = min(b.anyMS, 1000*float64(s)/length)
			b.ferriesM += length
		}
	}
	return b
}

// aim sets the target: a point, and how far at most the places are from it that count as reaching it.
func (b *bound) aim(p geometry.Point, slackM float64) {
	b.target, b.slackM, b.cosLat = p, slackM, b.cos.below(p.Lat)
}

// ms returns the bound in milliseconds from p.
func (b *bound) ms(p geometry.Point) uint64 {
	d := b.distance(p) - b.slackM
	if d <= 0 {
		return 0
	}
	return uint64(caution * max(d*b.anyMS, (d-b.ferriesM)*b.landMS))
}

// distance returns metres that are at most those to the target: by the haversine formula, with each function in it
// replaced by one that is a little smaller and quicker.
func (b *bound) distance(p geometry.Point) float64 {
	lon := math.Abs(float64(p.Lon) - float64(b.target.Lon))
	if lon > turn/2 {
		lon = turn - lon
	}
	sinLon := sinBelow(lon * (radians / 2))
	sinLat := sinBelow(math.Abs(float64(p.Lat)-float64(b.target.Lat)) * (radians / 2))
	return diameter * math.Sqrt(sinLat*sinLat+b.cosLat*b.cos.below(p.Lat)*sinLon*sinLon)
}

// sinBelow returns a value at most the sine of x, for 0 <= x <= pi/2.
func sinBelow(x float64) float64 { return x - x*x*x/6 }
