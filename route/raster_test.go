package route

import (
	"context"
	"math/rand/v2"
	"testing"

	"graphbuild/geometry"
	"graphbuild/route/internal/stop"
)

// TestRasterPolygons compares outlines of random cells, over the borders of tiles, with the cells and their connected parts.
func TestRasterPolygons(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		r := newRaster(&stop.Watch{}, geometry.Point{}, 50)
		cells := map[cell]bool{}
		for range 200 + rnd.IntN(200) {
			c := cell{int32(rnd.IntN(24) - 12), int32(rnd.IntN(20) - 10)}
			r.add(c)
			cells[c] = true
		}
		if r.count != len(cells) {
			t.Fatalf("seed %d: %d cells, want %d", seed, r.count, len(cells))
		}
		polygons := r.polygons()
		if len(polygons) != partsOf(cells) {
			t.Fatalf("seed %d: %d polygons, want %d", seed, len(polygons), partsOf(cells))
		}
		for x := int32(-14); x < 14; x++ {
			for y := int32(-12); y < 12; y++ {
				here := cell{x, y}
				if got := covers(r, polygons, here); got != cells[here] {
					t.Fatalf("seed %d, cell %v: %v", seed, here, got)
				}
			}
		}
	}
}

// TestRasterStops: outlines end early once nobody waits for them.
func TestRasterStops(t *testing.T) {
	var watch stop.Watch
	r := newRaster(&watch, geometry.Point{}, 50)
	const number = 2000
	for i := range int32(number) {
		r.add(cell{2 * i, 0})
	}
	if n := len(r.polygons()); n != number {
		t.Errorf("%d polygons, want %d", n, number)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	watch.Set(ctx)
	if n := len(r.polygons()); n >= number {
		t.Errorf("stopped: %d polygons all the same", n)
	}
}

// partsOf counts the connected parts of cells.
func partsOf(cells map[cell]bool) int {
	seen, n := map[cell]bool{}, 0
	var fill func(c cell) bool
	fill = func(c cell) bool {
		if !cells[c] || seen[c] {
			return false
		}
		seen[c] = true
		for _, s := range sides {
			fill(c.plus(s.ahead))
		}
		return true
	}
	for c := range cells {
		if fill(c) {
			n++
		}
	}
	return n
}

// covers reports whether a cell is in one of the polygons: within its outer ring, which is counter-clockwise, and in no hole.
func covers(r *raster, polygons [][][]geometry.Point, c cell) bool {
	sum := 0
	for _, rings := range polygons {
		for i, ring := range rings {
			n := winding(r, ring, c)
			if i == 0 && n < 0 || i > 0 && n > 0 {
				return false
			}
			sum += n
		}
	}
	return sum == 1
}

// winding counts how often a ring goes round the middle of a cell, counter-clockwise.
func winding(r *raster, ring []geometry.Point, c cell) int {
	low, high := r.point(c), r.point(c.plus(cell{1, 1}))
	n := 0
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		switch {
		case a.Lon != b.Lon || a.Lon < high.Lon:
		case a.Lat <= low.Lat && b.Lat >= high.Lat:
			n++
		case b.Lat <= low.Lat && a.Lat >= high.Lat:
			n--
		}
	}
	return n
}

// TestRasterAtTheAntimeridian compares areas that are cut at the 180th meridian, wherever it runs through cells, with the cells.
func TestRasterAtTheAntimeridian(t *testing.T) {
	cut := 0
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		r := newRaster(&stop.Watch{}, geometry.Point{Lon: nearRim(rnd)}, 50)
		cells := map[cell]bool{}
		for range 20 + rnd.IntN(60) {
			c := cell{int32(rnd.IntN(24) - 12), int32(rnd.IntN(20) - 10)}
			r.rim.cut(c, r.add)
			cells[c] = true
		}
		polygons := r.polygons()
		sides := 0
		for _, rings := range polygons {
			sides |= sideOf(t, rings)
		}
		if sides == 3 {
			cut++
		}
		for x := int32(-14); x < 14; x++ {
			for y := int32(-12); y < 12; y++ {
				here := cell{x, y}
				for _, p := range middlesOf(r, here) {
					if got := isIn(polygons, p); got != cells[here] {
						t.Fatalf("seed %d, cell %v, %v: %v", seed, here, p, got)
					}
				}
			}
		}
	}
	if cut < 200 {
		t.Errorf("%d areas were cut", cut)
	}
}

// nearRim returns a longitude some cells of 50 m from the 180th meridian, or on it, or a whole number of cells from it.
func nearRim(rnd *rand.Rand) int32 {
	off := rnd.IntN(40_000)
	switch rnd.IntN(4) {
	case 0:
		off = 0
	case 1:
		r := newRaster(&stop.Watch{}, geometry.Point{}, 50)
		off = int(r.lon(int32(off / 4500)))
	}
	if rnd.IntN(2) == 0 {
		return int32(180e7 - off)
	}
	return int32(-180e7 + off)
}

// sideOf returns 1 for a polygon west of the 180th meridian, 2 for one east of it.
func sideOf(t *testing.T, rings [][]geometry.Point) int {
	t.Helper()
	side := 0
	for _, ring := range rings {
		area := int64(0)
		for i, p := range ring {
			if p.Lon > 0 {
				side |= 1
			} else {
				side |= 2
			}
			if i > 0 {
				area += (int64(p.Lon) - int64(ring[0].Lon)) * (int64(p.Lat) - int64(ring[i-1].Lat))
			}
		}
		if !ring[0].Valid() || area == 0 || ring[0] != ring[len(ring)-1] {
			t.Fatalf("ring %v", ring)
		}
	}
	if side == 3 {
		t.Fatalf("a polygon on both sides: %v", rings)
	}
	return side
}

// middlesOf returns the middle of a cell, or those of its parts on both sides of the meridian.
func middlesOf(r *raster, c cell) []geometry.Point {
	var list []geometry.Point
	lat := int32((float64(c.y) + 0.5) * r.height)
	low, high := r.lon(c.x), r.lon(c.x+1)
	for _, ends := range [][2]int64{{low, min(high, r.rim.lon180)}, {max(low, r.rim.lon180), high}} {
		if mid := (ends[0] + ends[1]) / 2; ends[1] > ends[0]+1 {
			list = append(list, geometry.Point{Lon: int32((mid+540e7)%360e7 - 180e7), Lat: lat})
		}
	}
	return list
}

// isIn reports whether a point is within polygons: an odd number of their sides lies to the east, on its side of the Earth.
func isIn(polygons [][][]geometry.Point, p geometry.Point) bool {
	in := false
	for _, rings := range polygons {
		for _, ring := range rings {
			for i := 1; i < len(ring); i++ {
				a, b := ring[i-1], ring[i]
				if (a.Lon > 0) == (p.Lon > 0) && a.Lon == b.Lon && a.Lon > p.Lon && (a.Lat > p.Lat) != (b.Lat > p.Lat) {
					in = !in
				}
			}
		}
	}
	return in
}
