package geometry

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// rayByFractions is RayTo by the place where the edge meets the parallel of the point, in fractions of any length.
func rayByFractions(p, a, b Point) Ray {
	low, high := a, b
	if low.Lat > high.Lat {
		low, high = high, low
	}
	between := min(a.Lon, b.Lon) <= p.Lon && p.Lon <= max(a.Lon, b.Lon)
	switch {
	case p == a || p == b || low.Lat == high.Lat && p.Lat == low.Lat && between:
		return Holds
	case p.Lat < low.Lat || p.Lat >= high.Lat:
		return Misses
	}
	share := big.NewRat(int64(p.Lat)-int64(low.Lat), int64(high.Lat)-int64(low.Lat))
	at := new(big.Rat).Mul(share, big.NewRat(int64(high.Lon)-int64(low.Lon), 1))
	switch at.Add(at, big.NewRat(int64(low.Lon), 1)).Cmp(big.NewRat(int64(p.Lon), 1)) {
	case 0:
		return Holds
	case 1:
		return Crosses
	}
	return Misses
}

// TestRayTo compares all edges of a small grid with fractions, and those between corners of the Earth, where products are
// the largest.
func TestRayTo(t *testing.T) {
	var grid, far []Point
	for i := range int32(49) {
		grid = append(grid, Point{Lon: i%7 - 3, Lat: i/7 - 3})
	}
	for _, lon := range []int32{-maxLon, -maxLon + 1, -1, 0, 1, maxLon - 1, maxLon} {
		for _, lat := range []int32{-maxLat, -maxLat + 1, -1, 0, 1, maxLat - 1, maxLat} {
			far = append(far, Point{Lon: lon, Lat: lat})
		}
	}
	for _, points := range [][]Point{grid, far} {
		for _, p := range points {
			for _, a := range points {
				for _, b := range points {
					if got, want := RayTo(p, a, b), rayByFractions(p, a, b); got != want {
						t.Fatalf("from %v to the edge from %v to %v: %d, want %d", p, a, b, got, want)
					}
				}
			}
		}
	}
}

// TestAround compares with a ray to the west, drawn in the mirror, and with the corners in another order.
func TestAround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		point := rapid.Custom(func(t *rapid.T) Point {
			return Point{Lon: rapid.Int32Range(-3, 3).Draw(t, "lon"), Lat: rapid.Int32Range(-3, 3).Draw(t, "lat")}
		})
		ring, p := rapid.SliceOfN(point, 0, 8).Draw(t, "ring"), point.Draw(t, "point")
		in, on := Around(p, ring)
		turned := func(f func(Point) Point) []Point {
			var out []Point
			for _, x := range ring {
				out = append(out, f(x))
			}
			return out
		}
		west := func(x Point) Point { return Point{Lon: -x.Lon, Lat: x.Lat} }
		south := func(x Point) Point { return Point{Lon: x.Lon, Lat: -x.Lat} }
		north := func(x Point) Point { return Point{Lon: x.Lat, Lat: x.Lon} }
		for name, f := range map[string]func(Point) Point{"west": west, "the other way up": south, "north": north} {
			if in2, on2 := Around(f(p), turned(f)); in2 != in || on2 != on {
				t.Fatalf("%v: in %t, on %t; to the %s in %t, on %t", p, in, on, name, in2, on2)
			}
		}
		if len(ring) > 0 {
			if in2, on2 := Around(p, append(ring[1:len(ring):len(ring)], ring[0], ring[1%len(ring)])); in2 != in || on2 != on {
				t.Fatalf("%v: in %t, on %t; begun at the next corner, and closed, in %t, on %t", p, in, on, in2, on2)
			}
		}
	})
}
