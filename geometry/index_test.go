package geometry

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// town returns n short lines in a square of the given size around a point, in the order of the curve.
func town(centre Point, n int, size int64) [][]Point {
	random := rand.New(rand.NewPCG(1, 2))
	lines := make([][]Point, n)
	for i := range lines {
		p := Point{
			Lon: wrapLon(int64(centre.Lon) + random.Int64N(2*size+1) - size),
			Lat: centre.Lat + int32(random.Int64N(2*size+1)-size),
		}
		q := Point{Lon: wrapLon(int64(p.Lon) + random.Int64N(20_000) - 10_000), Lat: p.Lat + int32(random.Int64N(20_000)) - 10_000}
		lines[i] = []Point{p, q}
	}
	slices.SortFunc(lines, func(a, b []Point) int {
		if CurveKey(a[0]) < CurveKey(b[0]) {
			return -1
		}
		return 1
	})
	return lines
}

func boxesOf(lines [][]Point) []Box {
	boxes := make([]Box, len(lines))
	for i, line := range lines {
		boxes[i] = EmptyBox()
		boxes[i].AddLine(line)
	}
	return boxes
}

func openIndex(t testing.TB, boxes []Box) Index {
	t.Helper()
	x, err := OpenIndex(BuildIndex(boxes), len(boxes))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// nearest returns the distance to the nearest line within maxM, and the number of leaves visited, as a snap does it.
func nearest(x Index, lines [][]Point, p Point, maxM float64) (distanceM float64, visits int) {
	distanceM = math.Inf(1)
	x.Near(p, maxM, func(leaf int, minM float64) float64 {
		visits++
		distanceM = min(distanceM, Project(p, lines[leaf]).DistanceM)
		return distanceM
	})
	return distanceM, visits
}

// TestNearAgainstBruteForce looks for the nearest line from places in and around towns, two of them on the 180th
// meridian and one at the pole.
func TestNearAgainstBruteForce(t *testing.T) {
	centres := []Point{{-755_000_000, 396_000_000}, {maxLon - 100, -170_000_000}, {-maxLon + 50_000, 650_000_000}, {0, maxLat - 3_000_000}, {}}
	rapid.Check(t, func(t *rapid.T) {
		centre := rapid.SampledFrom(centres).Draw(t, "centre")
		n := rapid.SampledFrom([]int{1, 2, 15, 16, 17, 255, 256, 257, 700}).Draw(t, "n")
		lines := town(centre, n, 1_000_000)
		boxes := boxesOf(lines)
		x, err := OpenIndex(BuildIndex(boxes), n)
		if err != nil {
			t.Fatal(err)
		}
		p := pointNear(t, centre, 1_500_000)
		maxM := rapid.SampledFrom([]float64{50, 1000, 20_000, math.Inf(1)}).Draw(t, "max")
		want := math.Inf(1)
		for _, line := range lines {
			if d := Project(p, line).DistanceM; d <= maxM {
				want = min(want, d)
			}
		}
		got, _ := nearest(x, lines, p, maxM)
		if got > maxM {
			got = math.Inf(1)
		}
		if got != want {
			t.Fatalf("nearest to %v at %v, want %v", p, got, want)
		}
	})
}

// TestNearVisitsAllWithinReach: every box within reach is visited once, nearest first by what is told, and never told to
// be farther than it is.
func TestNearVisitsAllWithinReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var boxes []Box
		start := anyPoint().Draw(t, "start")
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			b := EmptyBox()
			if rapid.IntRange(0, 9).Draw(t, "empty") > 0 {
				b.Add(rapid.OneOf(anyPoint(), rapid.Just(start)).Draw(t, "a"))
				b.Add(pointNear(t, Point{b.W, b.S}, 300_000))
			}
			boxes = append(boxes, b)
		}
		x, err := OpenIndex(BuildIndex(boxes), len(boxes))
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Check(func(i int) Box { return boxes[i] }); err != nil {
			t.Fatal(err)
		}
		p := pointNear(t, start, 500_000)
		maxM := rapid.SampledFrom([]float64{10, 5000, 90_000, 200_000, 3e7}).Draw(t, "max")
		checkVisits(t, x, boxes, p, maxM)
	})
}

func checkVisits(t *rapid.T, x Index, boxes []Box, p Point, maxM float64) {
	seen := make([]int, len(boxes))
	last := 0.0
	x.Near(p, maxM, func(leaf int, minM float64) float64 {
		seen[leaf]++
		if minM < last {
			t.Fatalf("leaf %d at %v m after one at %v m", leaf, minM, last)
		}
		if d := boxes[leaf].DistanceM(p); minM > d+1e-6 {
			t.Fatalf("leaf %d at %v m, said to be at least at %v", leaf, d, minM)
		}
		last = minM
		return maxM
	})
	for leaf, n := range seen {
		d := boxes[leaf].DistanceM(p)
		if n > 1 || (n == 0 && d < maxM*(1-1e-6)) {
			t.Fatalf("leaf %d, %+v at %v m, visited %d times within %v m of %v", leaf, boxes[leaf], d, n, maxM, p)
		}
	}
}

func TestIndexOfAStreetAcrossTheAntimeridianIsTight(t *testing.T) {
	lines := town(Point{maxLon, -170_000_000}, 2000, 2_000_000)
	x := openIndex(t, boxesOf(lines))
	total := 0
	for i := range 100 {
		_, visits := nearest(x, lines, Point{wrapLon(maxLon + int64(i*30_000-1_500_000)), -170_000_000}, 5000)
		total += visits
	}
	if total > 100*20 {
		t.Errorf("%d leaves visited by 100 searches: the boxes are not tight", total)
	}
}

func TestIndexOfBoxesAroundTheEarth(t *testing.T) {
	boxes := make([]Box, 3600)
	for i := range boxes {
		west := wrapLon(int64(i)*1_000_000 - maxLon + 1)
		boxes[i] = Box{W: west, S: 0, E: wrapLon(int64(west) + 1_000_000), N: 10}
	}
	x := openIndex(t, boxes)
	if err := x.Check(func(i int) Box { return boxes[i] }); err != nil {
		t.Error(err)
	}
	found := false
	x.Near(Point{maxLon, 5}, 10, func(leaf int, _ float64) float64 {
		found = found || leaf == 3599
		return 10
	})
	if !found {
		t.Error("the box across the seam is not found")
	}
}

func TestOpenIndexRefuses(t *testing.T) {
	good := BuildIndex(boxesOf(town(Point{}, 40, 100_000)))
	for cut := range good {
		if _, err := OpenIndex(good[:cut], 40); err == nil {
			t.Fatalf("opened %d of %d bytes", cut, len(good))
		}
	}
	for _, leaves := range []int{-1, 0, 39, 41, math.MaxInt} {
		if _, err := OpenIndex(good, leaves); err == nil {
			t.Errorf("opened with %d leaves in place of 40", leaves)
		}
	}
	bad := slices.Clone(good)
	bad[7] = 0xff // the root's west
	if _, err := OpenIndex(bad, 40); err == nil {
		t.Error("opened with a root that begins beyond its end")
	}
}

func TestCheckFindsEveryFlippedByteThatMatters(t *testing.T) {
	boxes := boxesOf(town(Point{}, 40, 100_000))
	good := BuildIndex(boxes)
	for i := headerBytes; i < len(good); i++ {
		if good[i] == 255 {
			continue
		}
		bad := slices.Clone(good)
		bad[i] = 255 // the side moves inwards
		x, err := OpenIndex(bad, 40)
		if err == nil {
			err = x.Check(func(i int) Box { return boxes[i] })
		}
		if err == nil {
			t.Errorf("byte %d set to 255: no problem found", i)
		}
	}
}

// TestCheckSaysDegrees: boxes are told in degrees, west of Greenwich as negative ones, also where the index begins elsewhere.
func TestCheckSaysDegrees(t *testing.T) {
	boxes := []Box{{-751000000, 390000000, -750000000, 391000000}, {-753000000, 392000000, -752000000, 393000000}}
	x := openIndex(t, boxes)
	err := x.Check(func(leaf int) Box {
		return []Box{boxes[0], {-759000000, 392000000, -752000000, 393000000}}[leaf]
	})
	if err == nil || !strings.Contains(err.Error(), "leaf 1: box 39.1992187,-75.3000000 to ") || !strings.Contains(err.Error(), "does not hold 39.2000000,-75.9000000 to 39.3000000,-75.2000000") {
		t.Error(err)
	}
}

func TestNearAllocatesNothing(t *testing.T) {
	lines := town(Point{}, 2000, 1_000_000)
	x := openIndex(t, boxesOf(lines))
	n := testing.AllocsPerRun(100, func() {
		x.Near(Point{1000, 1000}, 200, func(_ int, minM float64) float64 { return 50 })
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzIndex searches in bytes from a stranger: any leaf that is visited must be in range and visited once.
func FuzzIndex(f *testing.F) {
	f.Add(BuildIndex(boxesOf(town(Point{}, 40, 100_000))), 40, int32(0), int32(0), 1000.0)
	f.Add(BuildIndex(boxesOf(town(Point{maxLon, 0}, 300, 100_000))), 300, int32(maxLon), int32(5), 1e9)
	f.Add(BuildIndex(nil), 0, int32(0), int32(0), 1.0)
	f.Fuzz(func(t *testing.T, data []byte, leaves int, lon, lat int32, maxM float64) {
		x, err := OpenIndex(data, leaves)
		if err != nil {
			return
		}
		seen := make([]bool, leaves)
		x.Near(Point{lon, lat}, maxM, func(leaf int, _ float64) float64 {
			if seen[leaf] {
				t.Fatalf("leaf %d visited twice", leaf)
			}
			seen[leaf] = true
			return maxM
		})
		_ = x.Check(func(int) Box { return Box{} })
	})
}

func BenchmarkNear(b *testing.B) {
	lines := town(Point{}, 100_000, 4_000_000)
	x := openIndex(b, boxesOf(lines))
	i := int32(0)
	visits := 0
	for b.Loop() {
		i = (i + 7919) % 8000
		_, v := nearest(x, lines, Point{i*1000 - 4_000_000, 4_000_000 - i*900}, 200)
		visits += v
	}
	b.ReportMetric(float64(visits)/float64(b.N), "visits/op")
}

func BenchmarkBuildIndex(b *testing.B) {
	boxes := boxesOf(town(Point{}, 100_000, 4_000_000))
	for b.Loop() {
		BuildIndex(boxes)
	}
	b.ReportMetric(float64(len(boxes)*b.N)/b.Elapsed().Seconds()/1e6, "Mboxes/s")
}
