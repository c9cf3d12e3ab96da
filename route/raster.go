package route

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"graphbuild/geometry"
	"graphbuild/route/internal/stop"
)

// maxCells is how many cells an area may have: some 30 MB, and as much again for its outline.
const maxCells = 4_000_000

// raster is an area of square cells, and its outline. Cells are numbered from an origin, to the east and to the north, also
// across the 180th meridian.
type raster struct {
	watch         *stop.Watch
	origin        geometry.Point
	width, height float64 // of a cell, in units of geometry.Point
	rim           rim
	tiles         map[cell]*tile
	count         int  // of cells
	recent        cell // the tile that was looked up last: the next one is mostly the same
	recentTile    *tile
}

type cell struct{ x, y int32 }

// tileSide is how many cells a tile has along a side: the bits of a row.
const (
	tileBits = 6
	tileSide = 1 << tileBits
)

// tile is a square of cells, a word for each row from south to north, a bit for each cell from west to east.
type tile struct {
	at   cell // its number among the tiles
	in   [tileSide]uint64
	west [tileSide]uint64 // cells at the western end of a run of cells
	// South and north are cells with that side in an outline which has not been followed yet.
	south, north [tileSide]uint64
	runs         [tileSide]int32 // how many runs begin before the row, and in rows below, in the order of rows
}

func newRaster(watch *stop.Watch, origin geometry.Point, cellM float64) *raster {
	r := &raster{watch: watch, origin: origin, tiles: map[cell]*tile{}}
	r.height = cellM / (geometry.EarthRadiusM * radians)
	r.width = r.height / math.Max(0.01, math.Cos(float64(origin.Lat)*radians))
	r.rim = r.newRim()
	return r
}

// line adds the cells along a line, and those around each of them.
func (r *raster) line(line []geometry.Point) {
	last := cell{math.MaxInt32, math.MaxInt32}
	for i, p := range line {
		q := line[max(i-1, 0)]
		dx, dy := float64(geometry.LonDifference(q.Lon, p.Lon))/r.width, float64(p.Lat-q.Lat)/r.height
		x, y := float64(geometry.LonDifference(r.origin.Lon, q.Lon))/r.width, float64(q.Lat-r.origin.Lat)/r.height
		steps := math.Ceil(2*math.Max(math.Abs(dx), math.Abs(dy))) + 1
		for k := 0.0; k <= steps && r.count <= maxCells; k++ {
			c := cell{int32(math.Floor(x + dx*k/steps)), int32(math.Floor(y + dy*k/steps))}
			if c != last {
				r.around(c)
			}
			last = c
		}
	}
}

func (r *raster) around(c cell) {
	for y := c.y - 1; y <= c.y+1; y++ {
		for x := c.x - 1; x <= c.x+1; x++ {
			r.rim.cut(cell{x, y}, r.add)
		}
	}
}

func (r *raster) add(c cell) {
	t := r.tileOf(c)
	if t == nil {
		t = &tile{at: r.recent}
		r.tiles[t.at], r.recentTile = t, t
	}
	if row, bit := &t.in[rowOf(c)], bitOf(c); *row&bit == 0 {
		*row |= bit
		r.count++
	}
}

// bitOf returns the bit of a cell in its row.
func bitOf(c cell) uint64 { return 1 << (c.x & (tileSide - 1)) }

// rowOf returns the number of the row of a cell in its tile.
func rowOf(c cell) int32 { return c.y & (tileSide - 1) }

// tileOf returns the tile of a cell, nil where there is none.
func (r *raster) tileOf(c cell) *tile {
	if at := (cell{c.x >> tileBits, c.y >> tileBits}); r.recentTile == nil || at != r.recent {
		r.recent, r.recentTile = at, r.tiles[at]
	}
	return r.recentTile
}

func (r *raster) has(c cell) bool {
	t := r.tileOf(c)
	return t != nil && t.in[rowOf(c)]&bitOf(c) != 0
}

// sides are those of a cell, counter-clockwise from the southern one: the corner where each begins, and the way along it.
var sides = [4]struct{ first, ahead cell }{
	{cell{0, 0}, cell{1, 0}},
	{cell{1, 0}, cell{0, 1}},
	{cell{1, 1}, cell{-1, 0}},
	{cell{0, 1}, cell{0, -1}},
}

const (
	southSide = 0
	northSide = 2
	westSide  = 3
)

func (c cell) plus(d cell) cell { return cell{c.x + d.x, c.y + d.y} }

// outline is what following the outlines of a raster has come to.
type outline struct {
	*raster
	parts    []int32 // the polygon of each run, where a ring has passed its western end
	polygons [][][]geometry.Point
}

// polygons returns the outlines of the connected parts, the outer ring first. They are not to be trusted once the watch has
// stopped.
func (r *raster) polygons() [][][]geometry.Point {
	list := r.sorted()
	o := &outline{raster: r, parts: make([]int32, r.findSides(list))}
	for len(list) > 0 && !r.watch.Stopped() {
		band := bandOf(list)
		list = list[len(band):]
		for row := range int32(tileSide) {
			for _, t := range band {
				o.row(t, row)
			}
		}
	}
	return o.polygons
}

// sorted returns the tiles from south to north, and from west to east.
func (r *raster) sorted() []*tile {
	list := make([]*tile, 0, len(r.tiles))
	for _, t := range r.tiles {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b *tile) int { return cmp.Or(cmp.Compare(a.at.y, b.at.y), cmp.Compare(a.at.x, b.at.x)) })
	return list
}

// bandOf returns the first tiles of a sorted list that lie beside each other.
func bandOf(list []*tile) []*tile {
	n := 1
	for n < len(list) && list[n].at.y == list[0].at.y {
		n++
	}
	return list[:n]
}

// findSides fills in what tiles know of the sides of their cells, and returns how many runs there are.
func (r *raster) findSides(list []*tile) int {
	runs := int32(0)
	for len(list) > 0 && !r.watch.Stopped() {
		band := bandOf(list)
		list = list[len(band):]
		for _, t := range band {
			r.findSidesOf(t)
		}
		for row := range tileSide {
			for _, t := range band {
				t.runs[row] = runs
				runs += int32(bits.OnesCount64(t.west[row]))
			}
		}
	}
	return int(runs)
}

func (r *raster) findSidesOf(t *tile) {
	var none tile
	neighbour := func(d cell) *tile {
		if n := r.tiles[t.at.plus(d)]; n != nil {
			return n
		}
		return &none
	}
	west, below, above := neighbour(cell{-1, 0}), neighbour(cell{0, -1}).in[tileSide-1], neighbour(cell{0, 1}).in[0]
	for row, in := range t.in {
		t.west[row] = in &^ (in<<1 | west.in[row]>>(tileSide-1))
		t.south[row] = in &^ below
		next := above
		if row+1 < tileSide {
			next = t.in[row+1]
		}
		t.north[row] = in &^ next
		below = in
	}
}

// row follows the outlines that begin in a row of a tile. The lowest side of a part is a southern one, of its outer ring; that
// of a hole is the northern one of a cell below it, and the ring at the western end of that cell's run has been followed before.
func (o *outline) row(t *tile, row int32) {
	for {
		open := t.south[row] | t.north[row]
		if open == 0 || o.watch.Stopped() {
			return
		}
		x := int32(bits.TrailingZeros64(open))
		c := cell{t.at.x<<tileBits + x, t.at.y<<tileBits + row}
		if t.south[row]>>x&1 != 0 {
			part := int32(len(o.polygons))
			o.polygons = append(o.polygons, [][]geometry.Point{o.ring(c, southSide, part)})
			continue
		}
		part := o.parts[t.run(c)]
		o.polygons[part] = append(o.polygons[part], o.ring(c, northSide, part))
	}
}

// run returns the number of the run that a cell of the tile is in.
func (t *tile) run(c cell) int32 {
	bit := bitOf(c)
	return t.runs[rowOf(c)] + int32(bits.OnesCount64(t.west[rowOf(c)]&(bit|(bit-1)))) - 1
}

// ring follows an outline from a side of a cell, of a part. Where two outlines meet at a corner it stays with its cell.
func (o *outline) ring(start cell, side int, part int32) []geometry.Point {
	var ring []geometry.Point
	c, now, last := start, side, -1
	for {
		if now != last {
			ring = append(ring, o.point(c.plus(sides[now].first)))
		}
		o.pass(c, now, part)
		last = now
		ahead := c.plus(sides[now].ahead)
		right := (now + 3) % 4
		switch beside := ahead.plus(sides[right].ahead); {
		case !o.has(ahead):
			now = (now + 1) % 4
		case o.has(beside):
			c, now = beside, right
		default:
			c = ahead
		}
		if c == start && now == side || o.watch.Stopped() {
			return append(ring, ring[0])
		}
	}
}

// pass marks a side of a cell as followed.
func (o *outline) pass(c cell, side int, part int32) {
	t := o.tileOf(c)
	switch side {
	case southSide:
		t.south[rowOf(c)] &^= bitOf(c)
	case northSide:
		t.north[rowOf(c)] &^= bitOf(c)
	case westSide:
		o.parts[t.run(c)] = part
	}
}

// point returns the position of a corner.
func (r *raster) point(c cell) geometry.Point {
	const north = turn / 4
	lat := int64(r.origin.Lat) + int64(math.Round(float64(c.y)*r.height))
	return geometry.Point{Lon: r.rim.lon(c.x, r.lon), Lat: int32(max(-north, min(north, lat)))}
}

// lon returns the longitude of the western side of a cell, which goes on beyond the 180th meridian.
func (r *raster) lon(x int32) int64 {
	return int64(r.origin.Lon) + int64(math.Round(float64(x)*r.width))
}
