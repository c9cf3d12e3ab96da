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

// TestRasterAtTheAntimeridian draws the same area around a line across the 180th meridian as around one elsewhere.
func TestRasterAtTheAntimeridian(t *testing.T) {
	draw := func(lons ...int32) [][][]geometry.Point {
		r := newRaster(&stop.Watch{}, geometry.Point{Lon: lons[0]}, 50)
		line := make([]geometry.Point, len(lons))
		for i, lon := range lons {
			line[i] = geometry.Point{Lon: lon, Lat: int32(1000 * i)}
		}
		r.line(line)
		return r.polygons()
	}
	const half = 180e7
	got, want := draw(half-9000, half-4000, -half+6000, -half+9000), draw(-9000, -4000, 6000, 9000)
	if len(got) != 1 || len(want) != 1 || len(got[0]) != len(want[0]) {
		t.Fatalf("%d polygons, want %d", len(got), len(want))
	}
	for i, p := range want[0][0] {
		if q := got[0][0][i]; q.Lat != p.Lat || geometry.LonDifference(half, q.Lon) != int64(p.Lon) {
			t.Errorf("point %d: %v, want %v moved to the other side of the Earth", i, q, p)
		}
	}
}
