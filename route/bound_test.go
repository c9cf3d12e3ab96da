package route

import (
	"math"
	"testing"

	"graphbuild/geometry"
)

// TestBoundOfAnyPoint: positions of a corrupt file have no bound that means anything, but they have one.
func TestBoundOfAnyPoint(t *testing.T) {
	b := bound{cos: newCosines(), landMS: 1, anyMS: 1}
	s := newSines()
	for _, v := range []int32{math.MinInt32, math.MinInt32 + 1, -90e7, 0, 90e7, math.MaxInt32} {
		b.aim(geometry.Point{Lat: v, Lon: v}, 0)
		for _, w := range []int32{math.MinInt32, 0, math.MaxInt32} {
			b.ms(geometry.Point{Lat: w, Lon: -v})
			s.vector(geometry.Point{Lat: v, Lon: w})
		}
	}
}

// TestBoundsAreBelowDistances, also where the 180th meridian lies between.
func TestBoundsAreBelowDistances(t *testing.T) {
	b := bound{cos: newCosines(), landMS: 1, anyMS: 1}
	lons := []int32{-180e7, -179_9999_999, -170e7, -10e7, 0, 1, 10e7, 170e7, 179_9999_999, 180e7}
	for _, lat := range []int32{-90e7, -60e7, -1e7, 0, 45e7, 45_0000_001, 89e7, 90e7} {
		for _, lon := range lons {
			p := geometry.Point{Lon: lon, Lat: lat}
			b.aim(p, 0)
			for _, to := range lons {
				q := geometry.Point{Lon: to, Lat: lat / 2}
				if got, want := b.distance(q), geometry.Distance(p, q); got > want+1e-6 {
					t.Errorf("%v to %v: bound of %g m, distance %g", q, p, got, want)
				}
			}
		}
	}
}

// TestCosinesBelow: the cosine is never above the true one, and not far below.
func TestCosinesBelow(t *testing.T) {
	c := newCosines()
	for lat := int32(-90e7); lat <= 90e7-123_457; lat += 123_457 {
		want := math.Cos(float64(lat) * radians)
		if got := c.below(lat); got > want || got < want-0.004 {
			t.Fatalf("at %d: %g, want a little less than %g", lat, got, want)
		}
	}
}
