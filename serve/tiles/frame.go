package tiles

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
	"github.com/paulmach/orb/maptile"
	"github.com/paulmach/orb/simplify"

	"graphbuild/geometry"
)

// extent is the width of a tile in its units, buffer what it holds beyond its rim, so that wide lines do not end there.
const (
	extent = 4096
	buffer = 64
)

// frame takes places on Earth to units of a tile: x eastwards and y southwards from its north-western corner, in Web Mercator.
type frame struct {
	tile       maptile.Tile
	scale      float64 // units for the whole world
	x0, y0     float64
	centre     int64 // longitude of the middle, 1e-7 degrees: of the copies of a place around the Earth the nearest is taken
	bound      orb.Bound
	simplifier orb.Simplifier // nil where lines keep all of their points
	line       orb.LineString // used again
}

func newFrame(t maptile.Tile) *frame {
	f := &frame{tile: t, scale: extent * math.Exp2(float64(t.Z)), x0: extent * float64(t.X), y0: extent * float64(t.Y)}
	f.centre = int64(((f.x0+extent/2)/f.scale - 0.5) * 360e7)
	f.bound = orb.Bound{Min: orb.Point{-buffer, -buffer}, Max: orb.Point{extent + buffer, extent + buffer}}
	if tolerance := toleranceOf(uint32(t.Z)); tolerance > 0 {
		f.simplifier = simplify.DouglasPeucker(tolerance)
	}
	return f
}

// project returns a place in units; lon may be beyond the 180th meridian.
func (f *frame) project(lon int64, lat int32) orb.Point {
	const radians = math.Pi / 180e7
	s := math.Sin(min(max(float64(lat), -89.9e7), 89.9e7) * radians)
	x := (float64(lon)/360e7 + 0.5) * f.scale
	y := (0.5 - math.Log((1+s)/(1-s))/(4*math.Pi)) * f.scale
	return orb.Point{x - f.x0, y - f.y0}
}

// near returns the longitude, a number of full circles away from lon, that is nearest to another.
func near(lon, to int64) int64 {
	const circle = 360e7
	for lon-to > circle/2 {
		lon -= circle
	}
	for to-lon > circle/2 {
		lon += circle
	}
	return lon
}

// point returns a place in whole units; false where it is beyond the buffer.
func (f *frame) point(p geometry.Point) (orb.Point, bool) {
	at := f.project(near(int64(p.Lon), f.centre), p.Lat)
	return rounded(at), f.bound.Contains(at)
}

func rounded(p orb.Point) orb.Point { return orb.Point{math.Round(p[0]), math.Round(p[1])} }

// lines returns the parts of a line on the tile and its buffer in whole units, none where there are none. It is simplified
// before it is clipped, so that it meets its continuation in the next tile. Parts that are less than a unit long are left out, or with keep made
// a unit long.
func (f *frame) lines(line []geometry.Point, keep bool) orb.MultiLineString {
	f.line = f.line[:0]
	lon := f.centre
	for _, p := range line {
		lon = near(int64(p.Lon), lon)
		f.line = append(f.line, f.project(lon, p.Lat))
	}
	if f.simplifier != nil && len(f.line) > 2 {
		f.line = f.simplifier.LineString(f.line)
	}
	var out orb.MultiLineString
	for _, part := range clip.LineString(f.bound, f.line) {
		part = distinct(part)
		if len(part) == 1 && keep {
			part = append(part, orb.Point{part[0][0] + 1, part[0][1]})
		}
		if len(part) > 1 {
			out = append(out, part)
		}
	}
	return out
}

// distinct rounds the points of a line in place and drops those that repeat the one before.
func distinct(line orb.LineString) orb.LineString {
	out := line[:0]
	for _, p := range line {
		if p = rounded(p); len(out) == 0 || p != out[len(out)-1] {
			out = append(out, p)
		}
	}
	return out
}

// box returns the box of the tile and its buffer on Earth.
func (f *frame) box() geometry.Box {
	w, n := f.place(-buffer-1, -buffer-1)
	e, s := f.place(extent+buffer+1, extent+buffer+1)
	b := geometry.Box{W: int32(near(w, 0)), S: s, E: int32(near(e, 0)), N: n}
	if e-w >= 360e7 {
		b.W, b.E = -180e7, 180e7
	}
	return b
}

// place is the inverse of project, with latitudes beyond Mercator's going up to the poles.
func (f *frame) place(x, y float64) (lon int64, lat int32) {
	lon = int64(math.Round(((x+f.x0)/f.scale - 0.5) * 360e7))
	from := (y + f.y0) / f.scale
	switch {
	case from <= 0:
		return lon, 90e7
	case from >= 1:
		return lon, -90e7
	}
	return lon, int32(math.Round(math.Atan(math.Sinh(math.Pi*(1-2*from))) * 180e7 / math.Pi))
}
