package graph

import (
	"fmt"
	"math/bits"

	"graphbuild/encode"
	"graphbuild/geometry"
)

// The points between the ends of a line are stored as what a prediction misses. From the point before and the one before
// that it goes on halfway between straight on and straight to the end, which it knows, as well as the number of points
// left. Contexts: the latitude by the size of the step towards the end, the longitude by the size of the miss in latitude.
// A line whose inner points all lie on the grid of 1e-6 degrees, as those of older editors do, says so by a bit, and its
// misses are in units of that grid.
const (
	latContexts = 12
	lonContexts = 14
	// The first context is the number of inner points.
	firstLatContext  = 1
	firstLonContext  = firstLatContext + latContexts
	gridLatContext   = firstLonContext + lonContexts
	gridLonContext   = gridLatContext + latContexts
	polylineContexts = gridLonContext + lonContexts

	coarse = 10 // units of 1e-7 in the coarse grid

	// Sizes in bits below which contexts do not differ.
	latSizeFloor, coarseLatSizeFloor = 6, 3
	lonSizeFloor, coarseLonSizeFloor = 3, 0
)

// predictor knows what is known of a line before its next inner point.
type predictor struct {
	before, at, end geometry.Point
	left            int // inner points to come
	started         bool
}

// next returns the point to expect, and the size in bits of the step towards the end.
func (p *predictor) next() (geometry.Point, int) {
	steps := int32(p.left + 1)
	dLat, dLon := (p.end.Lat-p.at.Lat)/steps, (p.end.Lon-p.at.Lon)/steps
	size := bits.Len32(uint32(max(dLat, -dLat, dLon, -dLon)))
	if !p.started {
		return geometry.Point{Lon: p.at.Lon + dLon, Lat: p.at.Lat + dLat}, size
	}
	return geometry.Point{
		Lon: p.at.Lon + (dLon+p.at.Lon-p.before.Lon)/2,
		Lat: p.at.Lat + (dLat+p.at.Lat-p.before.Lat)/2,
	}, size
}

// move tells the point that came.
func (p *predictor) move(to geometry.Point) {
	p.before, p.at, p.started = p.at, to, true
	p.left--
}

// lineEnds are the ends of a line.
type lineEnds struct{ from, to geometry.Point }

// putLine writes the points between the ends of a line.
func putLine(w *encode.BlockWriter, ends lineEnds, inner []geometry.Point) {
	w.Put(0, uint64(len(inner)))
	if len(inner) == 0 {
		return
	}
	onGrid := allCoarse(inner)
	w.Bits(uint64(b2u(onGrid)), 1)
	p := predictor{at: ends.from, end: ends.to, left: len(inner)}
	for _, x := range inner {
		want, size := p.next()
		if onGrid {
			lat := x.Lat/coarse - roundCoarse(want.Lat)
			w.PutSigned(coarseLatContextOf(size), int64(lat))
			w.PutSigned(coarseLonContextOf(lat), int64(x.Lon/coarse-roundCoarse(want.Lon)))
		} else {
			lat := x.Lat - want.Lat
			w.PutSigned(latContextOf(size), int64(lat))
			w.PutSigned(lonContextOf(lat), int64(x.Lon-want.Lon))
		}
		p.move(x)
	}
}

// maxInner bounds the inner points of one line that a reader believes in, so that corrupt bytes take no memory: ways
// of OSM have at most 2,000 nodes, shapes of feeds some 10,000 points. Write refuses longer ones.
const maxInner = 1 << 20

// checkLines checks that no line has more inner points than readers believe in.
func (t *Tables) checkLines() error {
	for _, lines := range []struct {
		name   string
		starts []uint32
		ends   uint32 // of the points of a line that are no inner ones
	}{{"pair", t.Pairs.InnerStart, 0}, {"shape", t.Shapes.Start, 2}, {"ring", t.StreetAreas.PointStart, 1}} {
		for i := 1; i < len(lines.starts); i++ {
			if n := lines.starts[i] - lines.starts[i-1]; n > maxInner+lines.ends {
				return fmt.Errorf("graph: %s %d has %d points, at most %d expected", lines.name, i-1, n, maxInner+lines.ends)
			}
		}
	}
	return nil
}

// getLine appends the points between the ends of the next line to buf.
func getLine(r *encode.BlockReader, ends lineEnds, buf []geometry.Point) []geometry.Point {
	n := r.Get(0)
	if n == 0 || n > maxInner {
		return buf
	}
	onGrid := r.Bits(1) == 1
	p := predictor{at: ends.from, end: ends.to, left: int(n)}
	for range n {
		want, size := p.next()
		x := want
		if onGrid {
			lat := int32(r.GetSigned(coarseLatContextOf(size)))
			lon := int32(r.GetSigned(coarseLonContextOf(lat)))
			x = geometry.Point{Lon: (roundCoarse(want.Lon) + lon) * coarse, Lat: (roundCoarse(want.Lat) + lat) * coarse}
		} else {
			lat := int32(r.GetSigned(latContextOf(size)))
			x.Lat += lat
			x.Lon += int32(r.GetSigned(lonContextOf(lat)))
		}
		buf = append(buf, x)
		if p.move(x); r.Overrun() {
			break
		}
	}
	return buf
}

func latContextOf(size int) int { return firstLatContext + clamp(size-latSizeFloor, latContexts) }

func coarseLatContextOf(size int) int {
	return gridLatContext + clamp(size-coarseLatSizeFloor, latContexts)
}

func lonContextOf(lat int32) int {
	return firstLonContext + clamp(bits.Len64(encode.Zigzag(int64(lat)))-lonSizeFloor, lonContexts)
}

func coarseLonContextOf(lat int32) int {
	return gridLonContext + clamp(bits.Len64(encode.Zigzag(int64(lat)))-coarseLonSizeFloor, lonContexts)
}

// clamp brings i into 0 to n-1.
func clamp(i, n int) int { return max(0, min(i, n-1)) }

// allCoarse reports whether all points lie on the coarse grid.
func allCoarse(line []geometry.Point) bool {
	for _, p := range line {
		if p.Lat%coarse != 0 || p.Lon%coarse != 0 {
			return false
		}
	}
	return true
}

// roundCoarse returns v in units of the coarse grid, rounded half away from zero.
func roundCoarse(v int32) int32 {
	if v < 0 {
		return (v - coarse/2) / coarse
	}
	return (v + coarse/2) / coarse
}

func b2u(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
