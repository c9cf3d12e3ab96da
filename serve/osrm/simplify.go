package osrm

import (
	"math"

	"graphbuild/geometry"
)

// simplified leaves out of a line what cannot be seen at the highest zoom at which all of the line fits on a map of two by two
// tiles (Douglas and Peucker, in the plane of Mercator): the overview of a route. Lines of the legs are simplified one by one,
// so that all waypoints stay.
func simplified(legs [][]geometry.Point) []geometry.Point {
	box := geometry.EmptyBox()
	for _, leg := range legs {
		for _, p := range leg {
			box.Add(p)
		}
	}
	limit := toleranceOf(box)
	var out []geometry.Point
	for i, leg := range legs {
		line := thinned(leg, limit)
		if i > 0 && len(line) > 1 {
			line = line[1:]
		}
		out = append(out, line...)
	}
	return out
}

const (
	maxZoom = 18
	tilePx  = 256 // across a tile, of which the plane has one at zoom 0 and two by two for each at the next
)

// toleranceOf returns how far, in the plane, the overview of what lies in a box may be off: one pixel.
func toleranceOf(box geometry.Box) float64 {
	x1, y1 := mercator(geometry.Point{Lon: box.W, Lat: box.S})
	x2, y2 := mercator(geometry.Point{Lon: box.E, Lat: box.N})
	if x2 < x1 {
		x2++
	}
	zoom := 0
	for zoom < maxZoom && math.Max(x2-x1, y1-y2)*float64(int(1)<<(zoom+1)) < 2 {
		zoom++
	}
	return 1.0 / tilePx / float64(int(1)<<zoom)
}

// mercator projects a point to the plane, x to the east and y to the south, each from 0 to 1.
func mercator(p geometry.Point) (x, y float64) {
	lon, lat := p.Degrees()
	lat = math.Max(-85.05, math.Min(85.05, lat))
	s := math.Sin(lat * math.Pi / 180)
	return lon/360 + 0.5, 0.5 - math.Log((1+s)/(1-s))/(4*math.Pi)
}

// thinned returns the points of a line that differ from the straight lines between the others by more than a limit.
func thinned(line []geometry.Point, limit float64) []geometry.Point {
	if len(line) < 3 {
		return line
	}
	x, y := flat(line)
	keep := make([]bool, len(line))
	keep[0], keep[len(line)-1] = true, true
	todo := [][2]int{{0, len(line) - 1}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if m, far := farthest(x, y, s); far > limit*limit {
			keep[m] = true
			todo = append(todo, [2]int{s[0], m}, [2]int{m, s[1]})
		}
	}
	var out []geometry.Point
	for i, p := range line {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}

// flat projects a line to the plane of mercator, as if its scale were everywhere that of the middle of the line.
func flat(line []geometry.Point) (x, y []float64) {
	_, lat := line[len(line)/2].Degrees()
	north := 1 / math.Max(0.1, math.Cos(lat*math.Pi/180))
	x, y = make([]float64, len(line)), make([]float64, len(line))
	for i, p := range line[1:] { // differences of int32 wrap at the 180th meridian as they should
		x[i+1] = x[i] + float64(p.Lon-line[i].Lon)/3600e6
		y[i+1] = y[i] - float64(p.Lat-line[i].Lat)/3600e6*north
	}
	return x, y
}

// farthest returns the point of a stretch that is farthest from the segment between its ends, and the square of how far.
func farthest(x, y []float64, s [2]int) (index int, squared float64) {
	a, b := s[0], s[1]
	dx, dy := x[b]-x[a], y[b]-y[a]
	whole := dx*dx + dy*dy
	for i := a + 1; i < b; i++ {
		px, py := x[i]-x[a], y[i]-y[a]
		t := 0.0
		if whole > 0 {
			t = math.Max(0, math.Min(1, (px*dx+py*dy)/whole))
		}
		px, py = px-t*dx, py-t*dy
		if d := px*px + py*py; d > squared {
			index, squared = i, d
		}
	}
	return index, squared
}
