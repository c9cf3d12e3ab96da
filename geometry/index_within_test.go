package geometry

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// intersects reports whether two boxes share a place: longitudes on a circle.
func intersects(a, b Box) bool {
	if a.Empty() || b.Empty() || a.N < b.S || b.N < a.S {
		return false
	}
	return eastward(a.W, b.W) <= a.width() || eastward(b.W, a.W) <= b.width()
}

// TestWithinAgainstBruteForce: all boxes that touch the window are visited, once, by number; all around the Earth.
func TestWithinAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.OneOf(anyPoint(), rapid.Just(Point{maxLon - 100, -170_000_000})).Draw(t, "start")
		var boxes []Box
		for range rapid.SampledFrom([]int{0, 1, 15, 16, 17, 60, 300}).Draw(t, "n") {
			b := EmptyBox()
			if rapid.IntRange(0, 9).Draw(t, "empty") > 0 {
				b.Add(pointNear(t, start, 2_000_000))
				b.Add(pointNear(t, Point{b.W, b.S}, 300_000))
			}
			boxes = append(boxes, b)
		}
		x, err := OpenIndex(BuildIndex(boxes), len(boxes))
		if err != nil {
			t.Fatal(err)
		}
		a, b := pointNear(t, start, 2_500_000), pointNear(t, start, 2_500_000)
		w := rapid.SampledFrom([]Box{{W: a.Lon, S: min(a.Lat, b.Lat), E: b.Lon, N: max(a.Lat, b.Lat)}, {W: -maxLon, S: -maxLat, E: maxLon, N: maxLat}, EmptyBox()}).Draw(t, "window")
		var got []int
		x.Within(w, func(leaf int) bool { got = append(got, leaf); return true })
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("visited %v", got)
		}
		for i, c := range boxes {
			if intersects(c, w) && !slices.Contains(got, i) {
				t.Fatalf("leaf %d, %+v, not visited within %+v", i, c, w)
			}
		}
		if len(got) > 0 && w.Empty() {
			t.Fatalf("the empty window visits %v", got)
		}
	})
}

func TestWithinStops(t *testing.T) {
	x, err := OpenIndex(BuildIndex(make([]Box, 300)), 300)
	if err != nil {
		t.Fatal(err)
	}
	visits := 0
	x.Within(Box{W: -maxLon, S: -maxLat, E: maxLon, N: maxLat}, func(leaf int) bool { visits++; return leaf < 20 })
	if visits != 21 {
		t.Fatalf("%d visits, want 21", visits)
	}
}

// TestWithinIsSelective: a window of a hundredth of the area visits few leaves.
func TestWithinIsSelective(t *testing.T) {
	boxes := boxesOf(town(Point{-755_000_000, 396_000_000}, 4096, 1_000_000))
	x, err := OpenIndex(BuildIndex(boxes), len(boxes))
	if err != nil {
		t.Fatal(err)
	}
	w := Box{W: -755_050_000, S: 395_950_000, E: -754_950_000, N: 396_050_000}
	visited, wanted := 0, 0
	x.Within(w, func(int) bool { visited++; return true })
	for _, b := range boxes {
		if intersects(b, w) {
			wanted++
		}
	}
	if wanted == 0 || visited > 2*wanted+50 {
		t.Fatalf("%d leaves visited, %d touch the window", visited, wanted)
	}
}
