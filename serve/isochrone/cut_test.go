package isochrone

import (
	"testing"

	"graphbuild/geometry"
)

// square returns a polygon of a square from a longitude to the east, in units of geometry.Point.
func square(lon, side int32) [][]geometry.Point {
	at := func(x, y int32) geometry.Point { return geometry.Point{Lon: lon + x, Lat: y} }
	return [][]geometry.Point{{at(0, 0), at(side, 0), at(side, side), at(0, side), at(0, 0)}}
}

// TestPartsOnBothSidesOfTheMeridian: what an area is cut into at the 180th meridian stays or goes as a whole.
func TestPartsOnBothSidesOfTheMeridian(t *testing.T) {
	west, east := square(180e7-30, 30), square(-180e7, 40)
	for _, c := range []struct {
		name string
		list [][][]geometry.Point
		part float64
		want int
	}{
		{"both are the largest", [][][]geometry.Point{west, east, square(0, 45)}, 1, 2},
		{"another is", [][][]geometry.Point{west, square(0, 51), east}, 1, 1},
		{"both are large enough", [][][]geometry.Point{west, square(0, 60), east}, 0.6, 3},
		{"neither is", [][][]geometry.Point{west, square(0, 60), east}, 0.7, 1},
	} {
		if got := len(denoised(c.list, c.part)); got != c.want {
			t.Errorf("%s: %d polygons, want %d", c.name, got, c.want)
		}
	}
}
