package geometry

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestIntersects: boxes share a place where one holds the west of the other and their latitudes meet.
func TestIntersects(t *testing.T) {
	around := Box{W: maxLon - 10, S: 0, E: -maxLon + 10, N: 10} // across the 180th meridian
	for _, c := range []struct {
		a, b Box
		want bool
	}{
		{Box{0, 0, 10, 10}, Box{10, 10, 20, 20}, true}, // a corner
		{Box{0, 0, 10, 10}, Box{11, 0, 20, 20}, false},
		{Box{0, 0, 10, 10}, Box{2, 2, 3, 3}, true}, // within
		{Box{0, 0, 10, 10}, Box{0, 11, 10, 20}, false},
		{Box{0, 0, 10, 10}, EmptyBox(), false},
		{around, Box{-maxLon, 5, -maxLon + 2, 6}, true},
		{around, Box{maxLon - 2, 5, maxLon, 6}, true},
		{around, Box{0, 0, 10, 10}, false},
		{around, Box{-maxLon, -maxLat, maxLon, maxLat}, true},
	} {
		if c.a.Intersects(c.b) != c.want || c.b.Intersects(c.a) != c.want {
			t.Errorf("%v and %v: want %v", c.a, c.b, c.want)
		}
	}
}

// TestWithinAtTheSeam: where boxes go all around the Earth, those that end where the frame of the index begins touch a window
// there as those do that begin there.
func TestWithinAtTheSeam(t *testing.T) {
	boxes := []Box{{W: -maxLon, E: 0}, {W: 0, E: maxLon}}
	x := openIndex(t, boxes)
	for _, lon := range []int32{-maxLon, 0, maxLon} {
		var got []int
		x.Within(Box{W: lon, E: lon}, func(leaf int) bool { got = append(got, leaf); return true })
		if !slices.Equal(got, []int{0, 1}) {
			t.Errorf("at %d: visited %v, expected both", lon, got)
		}
	}
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
			if c.Intersects(w) && !slices.Contains(got, i) {
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
		if b.Intersects(w) {
			wanted++
		}
	}
	if wanted == 0 || visited > 2*wanted+50 {
		t.Fatalf("%d leaves visited, %d touch the window", visited, wanted)
	}
}
