package geometry

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestProjectAgainstSamples compares with the nearest of many points laid along the line.
func TestProjectAgainstSamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := streetLine(t)
		p := pointNear(t, line[rapid.IntRange(0, len(line)-1).Draw(t, "beside")], 20_000)
		got := Project(p, line)
		want := math.Inf(1)
		for i := 0; i+1 < len(line); i++ {
			for s := range 201 {
				want = min(want, Distance(p, between(line[i], line[i+1], float64(s)/200)))
			}
		}
		if len(line) == 1 {
			want = Distance(p, line[0])
		}
		if got.DistanceM > want*(1+1e-3)+0.02 {
			t.Fatalf("%v on %v: %+v, but a sample at %v m", p, line, got, want)
		}
		if d := Distance(p, got.Point); d != got.DistanceM {
			t.Fatalf("DistanceM %v, but the point is at %v", got.DistanceM, d)
		}
	})
}

func TestProjectAlongIsPointAlong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := streetLine(t)
		got := Project(pointNear(t, line[0], 30_000), line)
		at, _ := PointAlong(line, got.AlongM)
		if d := Distance(at, got.Point); d > 0.03 {
			t.Fatalf("%+v, but %v m from there at the same offset along the line", got, d)
		}
		if got.AlongM < 0 || got.AlongM > Length(line)+0.02 {
			t.Fatalf("offset %v on a line of %v", got.AlongM, Length(line))
		}
	})
}

func TestProject(t *testing.T) {
	square := []Point{{0, 0}, {1000, 0}, {1000, 1000}}
	m := radiansPerUnit * EarthRadiusM
	tests := []struct {
		name string
		p    Point
		line []Point
		want Projection
	}{
		{"beside a segment", Point{500, -100}, square, Projection{Point{500, 0}, 0, 500 * m, 100 * m}},
		{"before the start", Point{-300, 0}, square, Projection{Point{0, 0}, 0, 0, 300 * m}},
		{"at a corner, the first segment", Point{1000, 0}, square, Projection{Point{1000, 0}, 0, 1000 * m, 0}},
		{"beyond the end", Point{1000, 1500}, square, Projection{Point{1000, 1000}, 1, 2000 * m, 500 * m}},
		{"a line of one point", Point{0, 7}, square[:1], Projection{Point{0, 0}, 0, 0, 7 * m}},
		{"a line of equal points", Point{0, 7}, []Point{{0, 0}, {0, 0}}, Projection{Point{0, 0}, 0, 0, 7 * m}},
		{
			"across the antimeridian", Point{-maxLon + 100, 50}, []Point{{maxLon - 500, 0}, {-maxLon + 500, 0}},
			Projection{Point{-maxLon + 100, 0}, 0, 600 * m, 50 * m},
		},
	}
	for _, tt := range tests {
		got := Project(tt.p, tt.line)
		if got.Point != tt.want.Point || got.Segment != tt.want.Segment ||
			math.Abs(got.AlongM-tt.want.AlongM) > 1e-6 || math.Abs(got.DistanceM-tt.want.DistanceM) > 1e-6 {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestPart(t *testing.T) {
	line := []Point{{0, 0}, {1000, 0}, {1000, 1000}}
	m := radiansPerUnit * EarthRadiusM
	tests := []struct {
		name     string
		from, to float64
		want     []Point
	}{
		{"within a segment", 100 * m, 300 * m, []Point{{100, 0}, {300, 0}}},
		{"around the corner", 900 * m, 1200 * m, []Point{{900, 0}, {1000, 0}, {1000, 200}}},
		{"around the corner, back", 1200 * m, 900 * m, []Point{{1000, 200}, {1000, 0}, {900, 0}}},
		{"all", 0, 2000 * m, line},
		{"more than all", -5, 1e9, line},
		{"up to the corner", 500 * m, 1000 * m, []Point{{500, 0}, {1000, 0}}},
		{"from the corner", 1000 * m, 1500 * m, []Point{{1000, 0}, {1000, 500}}},
		{"no length", 500 * m, 500 * m, []Point{{500, 0}, {500, 0}}},
	}
	for _, tt := range tests {
		before := Point{1, 2}
		got := Part([]Point{before}, line, tt.from, tt.to)
		if got[0] != before || !slices.Equal(got[1:], tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got[1:], tt.want)
		}
	}
}

func TestPartsMakeTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := streetLine(t)
		whole := Length(line)
		cut := rapid.Float64Range(0, 1).Draw(t, "cut") * whole
		a, b := Part(nil, line, 0, cut), Part(nil, line, cut, whole)
		if a[0] != line[0] || b[len(b)-1] != line[len(line)-1] || a[len(a)-1] != b[0] {
			t.Fatalf("%v cut at %v: %v and %v", line, cut, a, b)
		}
		// The cut lies on the grid of 1 cm, and a line straight in degrees is longer than the great circle.
		if sum := Length(a) + Length(b); math.Abs(sum-whole) > 0.05 {
			t.Fatalf("%v m and %v m of %v m", Length(a), Length(b), whole)
		}
		back := Part(nil, line, whole, cut)
		slices.Reverse(back)
		if !slices.Equal(back, b) {
			t.Fatalf("reversed part %v, want %v", back, b)
		}
	})
}

func TestPartAcrossTheAntimeridian(t *testing.T) {
	m := radiansPerUnit * EarthRadiusM
	line := []Point{{maxLon - 1000, 0}, {-maxLon + 1000, 0}}
	got := Part(nil, line, 500*m, 1500*m)
	if want := []Point{{maxLon - 500, 0}, {-maxLon + 500, 0}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
