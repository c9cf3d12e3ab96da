package build

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/walk"
)

// TestStopGridLosesNoStop draws stops and lines near places where grids go wrong: poles, the 180th meridian, the equator.
func TestStopGridLosesNoStop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		centre := rapid.SampledFrom([]geometry.Point{{}, {Lon: 1_800_000_000, Lat: 100}, {Lon: 87_123_456, Lat: 487_654_321}, {Lon: -5, Lat: -899_990_000}, {Lon: 1_234, Lat: 600_000_000}}).Draw(t, "centre")
		near := rapid.Custom(func(t *rapid.T) geometry.Point {
			lon := int64(centre.Lon) + rapid.Int64Range(-60_000, 60_000).Draw(t, "lon")
			if lon > 1_800_000_000 {
				lon -= 3_600_000_000
			}
			return geometry.Point{Lon: int32(lon), Lat: centre.Lat + rapid.Int32Range(-9_000, 9_000).Draw(t, "lat")}
		})
		var stops []stopPlace
		for i, p := range rapid.SliceOfN(near, 1, 8).Draw(t, "stops") {
			stops = append(stops, stopPlace{graph.StopID(i), p})
		}
		line := rapid.SliceOfN(near, 2, 5).Draw(t, "line")
		const radiusM = 100
		grid := newStopGrid(stops, radiusM)
		found := grid.near(line)
		for i, s := range stops {
			if m := geometry.Project(s.point, line).DistanceM; m <= radiusM && !slices.Contains(found, uint32(i)) {
				t.Fatalf("stop %v lies %.1f m from %v and was not found", s.point, m, line)
			}
		}
	})
}

func TestChoose(t *testing.T) {
	lengthM := []float64{20_000, 300, 100, 7_000}
	at := func(pair graph.PairID, component uint32, m float64) candidate {
		return candidate{pair: pair, component: component, distanceM: m}
	}
	for name, test := range map[string]struct {
		near []candidate
		want []graph.PairID
	}{
		"nothing near":                      {},
		"nearest of the mainland":           {[]candidate{at(7, 0, 3), at(8, 0, 4), at(9, 1, 5)}, []graph.PairID{7}},
		"ties":                              {[]candidate{at(7, 0, 3), at(8, 0, 3.0009), at(9, 0, 3.0011)}, []graph.PairID{7, 8}},
		"scrap, then mainland":              {[]candidate{at(1, 2, 3), at(2, 1, 5), at(3, 0, 50), at(4, 3, 51)}, []graph.PairID{1, 3}},
		"scrap, then the longer one":        {[]candidate{at(1, 2, 3), at(2, 1, 5)}, []graph.PairID{1, 2}},
		"longer scrap first":                {[]candidate{at(2, 1, 3), at(1, 2, 5)}, []graph.PairID{2}},
		"a large island is no scrap either": {[]candidate{at(4, 3, 3), at(3, 0, 5)}, []graph.PairID{4}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []graph.PairID
			for _, c := range choose(test.near, lengthM) {
				got = append(got, c.pair)
			}
			if diff := gocmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNearStreetsLoseNoChoice: what is kept of the streets near a stop leads to the same links as all of them.
func TestNearStreetsLoseNoChoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengthM := []float64{10, 20, walk.MainlandM, walk.MainlandM + 1}
		near := make(nearStreets, 1)
		var all []candidate
		for pair := range rapid.IntRange(1, 12).Draw(t, "streets") {
			c := candidate{pair: graph.PairID(pair), component: rapid.Uint32Range(0, 3).Draw(t, "component")}
			c.distanceM = float64(rapid.IntRange(0, 6).Draw(t, "distance")) * tieM / 2
			all = append(all, c)
			near.add(0, c)
		}
		near.sort()
		every := nearStreets{all}
		every.sort()
		if d := gocmp.Diff(choose(every[0], lengthM), choose(near[0], lengthM), gocmp.AllowUnexported(candidate{})); d != "" {
			t.Fatal(d)
		}
	})
}

// TestLinksOfStations: a station is tied to streets where trips call at it, which is against the rules of GTFS, and else not.
func TestLinksOfStations(t *testing.T) {
	path := line(3).way(100, []int64{1, 2, 3}, road).save(t, "a.osm")
	feed := feedtest.Small().With("stops", "stop_id,stop_lat,stop_lon,location_type\nA,47.0001,9.0001,1\nB,47.0001,9.002,\nC,47.0001,9.001,1\n").
		With("stop_times", stopTimesHeader+"T1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,B,2\nT2,09:00:00,09:00:00,B,1\nT2,09:10:00,09:10:00,A,2\n")
	tables, _ := tablesFrom(t, Config{Inputs: inputsOf(path, feed.Folder(t))})
	if d := gocmp.Diff([]graph.StopID{0, 1}, tables.Links.Stop.Slice()); d != "" {
		t.Error(d)
	}
}
