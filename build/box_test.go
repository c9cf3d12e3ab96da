package build

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/geometry"
)

// TestBoxKeepsWhatCrosses has a street from node 1 to 4 without a node in the box between 2 and 3, one beside the box, and
// one whose bend passes by its corner.
func TestBoxKeepsWhatCrosses(t *testing.T) {
	doc := line(4).node(8, 0, 300).node(9, 300, 300).node(7, 110, 60).node(6, 190, 60).
		way(100, []int64{1, 2, 3, 4}, road).way(101, []int64{2, 7}, road).way(102, []int64{8, 9}, road).way(103, []int64{7, 6}, road)
	box := geometry.Box{W: 90016000, E: 90022000, S: 469998000, N: 470002000}
	tables, _ := tablesFrom(t, Config{Inputs: inputsOf(doc.save(t, "a.osm")), BBox: &box})
	got := streetsOf(tables)
	slices.Sort(got)
	if diff := gocmp.Diff([]string{"100 2-4 +1 200m"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestMeetsBox(t *testing.T) {
	box := geometry.Box{W: 10, S: 10, E: 20, N: 20}
	over := geometry.Box{W: 1799999990, S: 10, E: -1799999990, N: 20}
	for name, test := range map[string]struct {
		box  geometry.Box
		p, q geometry.Point
		want bool
	}{
		"through":                     {box, geometry.Point{Lon: 0, Lat: 15}, geometry.Point{Lon: 30, Lat: 16}, true},
		"over a corner":               {box, geometry.Point{Lon: 5, Lat: 15}, geometry.Point{Lon: 15, Lat: 25}, true},
		"past a corner":               {box, geometry.Point{Lon: 4, Lat: 15}, geometry.Point{Lon: 15, Lat: 26}, false},
		"along the rim":               {box, geometry.Point{Lon: 0, Lat: 20}, geometry.Point{Lon: 30, Lat: 20}, true},
		"beside":                      {box, geometry.Point{Lon: 0, Lat: 21}, geometry.Point{Lon: 30, Lat: 21}, false},
		"ends before":                 {box, geometry.Point{Lon: 0, Lat: 15}, geometry.Point{Lon: 9, Lat: 15}, false},
		"inside":                      {box, geometry.Point{Lon: 12, Lat: 12}, geometry.Point{Lon: 12, Lat: 12}, true},
		"over the 180th meridian":     {over, geometry.Point{Lon: 1799999900, Lat: 15}, geometry.Point{Lon: -1799999900, Lat: 15}, true},
		"to the 180th meridian":       {over, geometry.Point{Lon: 1799999900, Lat: 15}, geometry.Point{Lon: 1799999989, Lat: 15}, false},
		"from the other side of it":   {over, geometry.Point{Lon: -1799999900, Lat: 5}, geometry.Point{Lon: -1799999999, Lat: 21}, true},
		"not the long way around it":  {box, geometry.Point{Lon: 1799999900, Lat: 15}, geometry.Point{Lon: -1799999900, Lat: 15}, false},
		"a box around all the Earth":  {geometry.Box{W: -1800000000, S: 10, E: 1800000000, N: 20}, geometry.Point{Lon: 7, Lat: 0}, geometry.Point{Lon: 7, Lat: 30}, true},
		"a corner at 5/12 of it":      {geometry.Box{W: -5, S: -45, E: 105, N: -35}, geometry.Point{Lon: 180, Lat: -60}, geometry.Point{}, true},
		"a box without any extension": {geometry.Box{W: 15, S: 15, E: 15, N: 15}, geometry.Point{Lon: 10, Lat: 10}, geometry.Point{Lon: 20, Lat: 20}, true},
	} {
		if got := meetsBox(test.box, test.p, test.q); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		if got := meetsBox(test.box, test.q, test.p); got != test.want {
			t.Errorf("%s, the other way: %v, want %v", name, got, test.want)
		}
	}
}

// TestMeetsBoxLikePoints compares with a look at the points of a segment where its stretch in the box can begin: its ends and
// where it crosses the lines of the four sides, as fractions, so that a corner that it only touches counts.
func TestMeetsBoxLikePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string) geometry.Point {
			return geometry.Point{Lon: 20 * rapid.Int32Range(-9, 9).Draw(t, name), Lat: 20 * rapid.Int32Range(-9, 9).Draw(t, name)}
		}
		a, b, p, q := at("a"), at("b"), at("p"), at("q")
		box := geometry.Box{W: min(a.Lon, b.Lon) - 5, S: min(a.Lat, b.Lat) - 5, E: max(a.Lon, b.Lon) + 5, N: max(a.Lat, b.Lat) + 5}
		dLon, dLat := q.Lon-p.Lon, q.Lat-p.Lat
		want := false
		for _, at := range [][2]int32{{0, 1}, {1, 1}, {box.W - p.Lon, dLon}, {box.E - p.Lon, dLon}, {box.S - p.Lat, dLat}, {box.N - p.Lat, dLat}} {
			part, whole := at[0], at[1]
			if whole < 0 {
				part, whole = -part, -whole
			}
			if part < 0 || part > whole || whole == 0 {
				continue
			}
			lon, lat := p.Lon*whole+dLon*part, p.Lat*whole+dLat*part
			want = want || box.W*whole <= lon && lon <= box.E*whole && box.S*whole <= lat && lat <= box.N*whole
		}
		if got := meetsBox(box, p, q); got != want {
			t.Fatalf("box %v, from %v to %v: %v, want %v", box, p, q, got, want)
		}
	})
}
