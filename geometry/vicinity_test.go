package geometry

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestVicinity compares with the nearest place, for lines near and far, short and long, up to where it gives up, and across the
// antimeridian.
func TestVicinity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]int32{10, 1000, 20_000, 300_000}).Draw(t, "scale")
		line := []Point{{anyLon().Draw(t, "lon"), rapid.Int32Range(-810_000_000, 810_000_000).Draw(t, "lat")}}
		for range rapid.IntRange(1, 6).Draw(t, "more") {
			line = append(line, pointNear(t, line[len(line)-1], scale))
		}
		p := pointNear(t, line[rapid.IntRange(0, len(line)-1).Draw(t, "beside")], rapid.SampledFrom([]int32{10, 1000, 20_000, 300_000}).Draw(t, "off"))
		at := Project(p, line)
		v := VicinityOf(p)
		withinM := at.DistanceM * rapid.Float64Range(1, 3).Draw(t, "within")
		lengthM := math.Round(10*Length(line)) / 10
		if m := v.LeastM(line[0], line[len(line)-1], lengthM, withinM); m > at.DistanceM {
			t.Fatalf("%v is %v m from %v, at least %v m by its ends", p, at.DistanceM, line, m)
		}
	})
}

// TestVicinityOfStraightLines says what it is good for: of a straight street in a town little is left to chance.
func TestVicinityOfStraightLines(t *testing.T) {
	p := Point{-755_000_000, 391_000_000}
	v := VicinityOf(p)
	for _, tt := range []struct{ lonOff, latOff, length int32 }{{0, 5000, 10_000}, {-20_000, 9000, 20_000}, {3000, 100_000, 5000}} {
		line := []Point{{p.Lon + tt.lonOff, p.Lat + tt.latOff}, {p.Lon + tt.lonOff + tt.length, p.Lat + tt.latOff + tt.length/2}}
		wantM := Project(p, line).DistanceM
		if m := v.LeastM(line[0], line[1], Length(line), 2000); m < wantM-5 || m > wantM {
			t.Errorf("%v: %v m, want a little less than %v", line, m, wantM)
		}
	}
	if m := v.LeastM(p, p, 30_000, 30_000); m != 0 {
		t.Errorf("%v m beyond what it can tell", m)
	}
}

// TestVicinityOfCutLengths: lengths of which the rest of a decimetre was cut off, which graph.Check lets pass, are of no harm where a
// line goes round as far as its length lets it.
func TestVicinityOfCutLengths(t *testing.T) {
	p := Point{-755_000_000, 391_000_000}
	v := VicinityOf(p)
	for half := int32(1000); half < 3000; half += 7 {
		bend := Point{p.Lon, p.Lat - 3000}
		line := []Point{{p.Lon - half, bend.Lat - 200}, bend, {p.Lon + half, bend.Lat - 200}}
		wantM := Project(p, line).DistanceM
		lengthM := math.Floor(10*Length(line)) / 10
		if m := v.LeastM(line[0], line[2], lengthM, 100); m > wantM {
			t.Errorf("%v is %v m from %v, at least %v m by its ends", p, wantM, line, m)
		}
	}
}
