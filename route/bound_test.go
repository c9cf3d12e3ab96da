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
