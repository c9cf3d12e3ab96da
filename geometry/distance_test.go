package geometry

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFromDegrees(t *testing.T) {
	tests := []struct {
		lon, lat float64
		want     Point
	}{
		{0, 0, Point{}},
		{-75.54321, 39.12345678, Point{-755432100, 391234568}},
		{0.00000005, -0.00000005, Point{1, -1}}, // half away from zero
		{0.00000004, -0.00000004, Point{}},
		{180, 90, Point{maxLon, maxLat}},
		{-180, -90, Point{-maxLon, -maxLat}},
	}
	for _, tt := range tests {
		got, err := FromDegrees(tt.lon, tt.lat)
		if err != nil || got != tt.want {
			t.Errorf("FromDegrees(%v, %v) = %v, %v; want %v", tt.lon, tt.lat, got, err, tt.want)
		}
	}
}

func TestFromDegreesRefuses(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, d := range [][2]float64{{nan, 0}, {0, nan}, {inf, 0}, {0, -inf}, {180.0000001, 0}, {0, -90.0000001}, {1e300, 0}} {
		if p, err := FromDegrees(d[0], d[1]); err == nil {
			t.Errorf("FromDegrees(%v, %v) = %v without an error", d[0], d[1], p)
		}
	}
}

func TestDegreesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPoint().Draw(t, "p")
		back, err := FromDegrees(p.Degrees())
		if err != nil || back != p {
			t.Fatalf("got %v, %v", back, err)
		}
	})
}

// haversineM is the formula as books have it, in full.
func haversineM(a, b Point) float64 {
	lat1, lat2 := float64(a.Lat)*radiansPerUnit, float64(b.Lat)*radiansPerUnit
	dLon := (float64(b.Lon) - float64(a.Lon)) * radiansPerUnit
	sLat, sLon := math.Sin((lat2-lat1)/2), math.Sin(dLon/2)
	h := sLat*sLat + math.Cos(lat1)*math.Cos(lat2)*sLon*sLon
	return 2 * EarthRadiusM * math.Asin(math.Sqrt(min(h, 1)))
}

// TestDistanceErrorBound holds Distance to what its comment promises, on both sides of the switch to short formulas.
func TestDistanceErrorBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyPoint().Draw(t, "a")
		units := rapid.SampledFrom([]int32{1, 10, 1000, 100_000, shortUnits, shortUnits + 10}).Draw(t, "units")
		b := pointNear(t, a, units)
		got, want := Distance(a, b), haversineM(a, b)
		if math.Abs(got-want) > 1e-11*want+1e-7 {
			t.Fatalf("%v to %v: got %.12f, want %.12f", a, b, got, want)
		}
	})
}

func TestShortFunctionsErrorBound(t *testing.T) {
	for i := -1000; i <= 1000; i++ {
		x := float64(i) / 1000 * shortUnits * radiansPerUnit / 2
		if got, want := sinSmall(x), math.Sin(x); math.Abs(got-want) > 1e-15*math.Abs(want) {
			t.Errorf("sinSmall(%v) = %v, want %v", x, got, want)
		}
		x = float64(i) / 1000 * math.Pi / 2
		if got, want := cosPolynomial(x), math.Cos(x); math.Abs(got-want) > 1e-12 {
			t.Errorf("cosPolynomial(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestDistanceAgreesWithS2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyPoint().Draw(t, "a"), anyPoint().Draw(t, "b")
		got, want := Distance(a, b), s2DistanceM(a, b)
		// Near the antipode the haversine formula has half the digits: 1e-8 of a radian.
		tolerance := 1e-6 + 1e-12*want
		if want > 0.99*math.Pi*EarthRadiusM {
			tolerance = 0.5
		}
		if math.Abs(got-want) > tolerance {
			t.Fatalf("%v to %v: got %v, want %v", a, b, got, want)
		}
		if back := Distance(b, a); back != got {
			t.Fatalf("%v to %v: %v, but back %v", a, b, got, back)
		}
	})
}

func TestDistanceAcrossTheAntimeridian(t *testing.T) {
	tests := []struct {
		a, b Point
		want float64
	}{
		{Point{maxLon, 0}, Point{-maxLon, 0}, 0},
		{Point{maxLon - 5, 0}, Point{-maxLon + 5, 0}, 10 * radiansPerUnit * EarthRadiusM},
		{Point{maxLon - 5, 600_000_000}, Point{-maxLon + 5, 600_000_000}, 5 * radiansPerUnit * EarthRadiusM},
		{Point{0, maxLat}, Point{maxLon, maxLat}, 0},
		{Point{0, maxLat}, Point{0, -maxLat}, math.Pi * EarthRadiusM},
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("Distance(%v, %v) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestBearing(t *testing.T) {
	origin := Point{100_000_000, 0}
	tests := []struct {
		a, b Point
		want float64
	}{
		{origin, Point{100_000_000, 10}, 0},
		{origin, Point{100_000_010, 0}, 90},
		{origin, Point{100_000_000, -10}, 180},
		{origin, Point{99_999_990, 0}, 270},
		{origin, origin, 0},
		{Point{maxLon, 0}, Point{-maxLon + 10, 0}, 90},
		{Point{-maxLon, 0}, Point{maxLon - 10, 0}, 270},
		{Point{0, 600_000_000}, Point{2000, 600_001_000}, 45},
	}
	for _, tt := range tests {
		if got := Bearing(tt.a, tt.b); math.Abs(got-tt.want) > 1e-3 {
			t.Errorf("Bearing(%v, %v) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestBearingAgreesWithS2 measures the angle at a between the north pole and b.
func TestBearingAgreesWithS2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := streetPoint().Draw(t, "a")
		b := pointNear(t, a, rapid.SampledFrom([]int32{100_000, 10_000_000}).Draw(t, "units"))
		got := Bearing(a, b)
		if got < 0 || got >= 360 {
			t.Fatalf("bearing %v", got)
		}
		d := Distance(a, b)
		if d < 10 {
			return // two points on a grid of 1 cm, and s2 has 1e-9 m at best
		}
		want := s2BearingDegrees(a, b)
		if diff := math.Abs(math.Remainder(got-want, 360)); diff > 1e-4 {
			t.Fatalf("%v to %v: got %v, want %v", a, b, got, want)
		}
	})
}

func s2BearingDegrees(a, b Point) float64 {
	at := s2Point(a)
	east := Point{Lon: wrapLon(int64(a.Lon) + maxLon/2)}
	e := s2Point(east).Vector
	n := at.Cross(e)
	to := s2Point(b).Sub(at.Vector)
	degrees := math.Atan2(to.Dot(e), to.Dot(n)) * 180 / math.Pi
	return math.Mod(degrees+360, 360)
}

func TestCurveKeyKeepsCloseTogether(t *testing.T) {
	a, b := CurveKey(Point{-755_000_000, 396_000_000}), CurveKey(Point{-755_000_100, 396_000_100})
	far := CurveKey(Point{755_000_000, 396_000_000})
	if max(a, b)-min(a, b) >= max(a, far)-min(a, far) {
		t.Errorf("keys %x and %x of neighbours, %x of a far point", a, b, far)
	}
}

func TestValid(t *testing.T) {
	for p, want := range map[Point]bool{
		{maxLon, maxLat}:        true,
		{-maxLon, -maxLat}:      true,
		{maxLon + 1, 0}:         false,
		{0, -maxLat - 1}:        false,
		{math.MinInt32, 0}:      false,
		{0, math.MaxInt32}:      false,
		{-755432100, 391234567}: true,
	} {
		if got := p.Valid(); got != want {
			t.Errorf("%d, %d: got %v, want %v", p.Lon, p.Lat, got, want)
		}
	}
}
