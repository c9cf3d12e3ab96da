package geometry

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestBoxHoldsWhatWasAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, whole := EmptyBox(), EmptyBox()
		points := rapid.SliceOf(anyPoint()).Draw(t, "points")
		for i, p := range points {
			b.Add(p)
			if i%3 == 2 {
				whole.Union(b)
				b = EmptyBox()
			}
		}
		whole.Union(b)
		for _, p := range points {
			if !whole.Contains(p) || whole.DistanceM(p) != 0 {
				t.Fatalf("%+v lacks %v", whole, p)
			}
		}
	})
}

func TestBoxOfAStreetAcrossTheAntimeridian(t *testing.T) {
	b := EmptyBox()
	b.AddLine([]Point{{maxLon - 20, 5}, {-maxLon + 10, -7}, {maxLon - 30, 0}})
	if want := (Box{W: maxLon - 30, S: -7, E: -maxLon + 10, N: 5}); b != want {
		t.Errorf("got %+v, want %+v", b, want)
	}
	if b.Contains(Point{}) {
		t.Error("holds the other side of the Earth")
	}
}

func TestBoxIsTheUsualOneElsewhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, want := EmptyBox(), EmptyBox()
		for range rapid.IntRange(1, 10).Draw(t, "n") {
			p := Point{rapid.Int32Range(-maxLon/2, maxLon/2).Draw(t, "lon"), anyLat().Draw(t, "lat")}
			b.Add(p)
			want.W, want.E = min(want.W, p.Lon), max(want.E, p.Lon)
			want.S, want.N = min(want.S, p.Lat), max(want.N, p.Lat)
		}
		if b != want {
			t.Fatalf("got %+v, want %+v", b, want)
		}
	})
}

// TestBoxDistanceIsALowerBound: no place in the box is nearer, and some place on its rim is hardly farther.
func TestBoxDistanceIsALowerBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := EmptyBox()
		corner := anyPoint().Draw(t, "corner")
		b.Add(corner)
		b.Add(pointNear(t, corner, rapid.SampledFrom([]int32{10, 100_000, 500_000_000}).Draw(t, "size")))
		p := rapid.OneOf(anyPoint(), rapid.Custom(func(t *rapid.T) Point { return pointNear(t, corner, 200_000) })).Draw(t, "p")
		got := b.DistanceM(p)
		nearest := math.Inf(1)
		for i := range 65 {
			for j := range 65 {
				in := Point{
					Lon: wrapLon(int64(b.W) + b.width()*int64(i)/64),
					Lat: b.S + int32((int64(b.N)-int64(b.S))*int64(j)/64),
				}
				nearest = min(nearest, Distance(p, in))
			}
		}
		slack := 1e-6
		if nearest > 0.99*math.Pi*EarthRadiusM { // on the other side of the Earth the sine of half the angle is nearly 1 and tells little
			slack = 1
		}
		if got > nearest+slack {
			t.Fatalf("%v to %+v: %v, but a place in it at %v", p, b, got, nearest)
		}
		step := math.Hypot(float64(b.width()), float64(b.N)-float64(b.S)) / 64 * radiansPerUnit * EarthRadiusM
		if got < nearest-step-1e-3-1e-8*nearest && nearest < 0.99*math.Pi*EarthRadiusM {
			t.Fatalf("%v to %+v: %v, but the nearest place is at %v, give or take %v", p, b, got, nearest, step)
		}
	})
}

func TestEmptyBox(t *testing.T) {
	b := EmptyBox()
	if !b.Empty() || b.Contains(Point{}) || !math.IsInf(b.DistanceM(Point{}), 1) {
		t.Errorf("%+v is not empty", b)
	}
	b.Union(EmptyBox())
	if !b.Empty() {
		t.Error("the union of empty boxes is not empty")
	}
}
