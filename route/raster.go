package route

import (
	"cmp"
	"math"
	"slices"

	"graphbuild/geometry"
)

// raster is an area of square cells, and its outline. Cells are numbered from an origin, to the east and to the north.
type raster struct {
	origin        geometry.Point
	width, height float64      // of a cell, in units of geometry.Point
	cells         map[cell]int // the number of the connected part, once parts have been found
}

type cell struct{ x, y int32 }

func newRaster(origin geometry.Point, cellM float64) *raster {
	r := &raster{origin: origin, cells: map[cell]int{}}
	r.height = cellM / (geometry.EarthRadiusM * radians)
	r.width = r.height / math.Max(0.01, math.Cos(float64(origin.Lat)*radians))
	return r
}

// line adds the cells along a line, and those around each of them.
func (r *raster) line(line []geometry.Point) {
	for i, p := range line {
		q := line[max(i-1, 0)]
		dx, dy := float64(p.Lon-q.Lon)/r.width, float64(p.Lat-q.Lat)/r.height // wraps at the antimeridian as it should
		x, y := float64(q.Lon-r.origin.Lon)/r.width, float64(q.Lat-r.origin.Lat)/r.height
		steps := math.Ceil(2*math.Max(math.Abs(dx), math.Abs(dy))) + 1
		for k := 0.0; k <= steps; k++ {
			r.around(cell{int32(math.Floor(x + dx*k/steps)), int32(math.Floor(y + dy*k/steps))})
		}
	}
}

func (r *raster) around(c cell) {
	for x := c.x - 1; x <= c.x+1; x++ {
		for y := c.y - 1; y <= c.y+1; y++ {
			r.cells[cell{x, y}] = -1
		}
	}
}

// sides are the neighbours of a cell, and the corners between which the side towards each runs, with the cell on its left.
var sides = [4]struct{ towards, from, to cell }{
	{cell{0, -1}, cell{0, 0}, cell{1, 0}},
	{cell{1, 0}, cell{1, 0}, cell{1, 1}},
	{cell{0, 1}, cell{1, 1}, cell{0, 1}},
	{cell{-1, 0}, cell{0, 1}, cell{0, 0}},
}

func (c cell) plus(d cell) cell { return cell{c.x + d.x, c.y + d.y} }

// border is a side of a cell that the outline runs along.
type border struct{ of, from, to cell }

// polygons returns the outlines of the connected parts, the outer ring first.
func (r *raster) polygons() [][][]geometry.Point {
	list := make([]cell, 0, len(r.cells))
	for c := range r.cells {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b cell) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	parts := r.findParts(list)
	at := map[cell][]border{} // by the corner where they begin
	var borders []border
	for _, c := range list {
		for _, s := range sides {
			if _, in := r.cells[c.plus(s.towards)]; !in {
				b := border{c, c.plus(s.from), c.plus(s.to)}
				at[b.from] = append(at[b.from], b)
				borders = append(borders, b)
			}
		}
	}
	polygons := make([][][]geometry.Point, parts)
	done := map[border]bool{}
	for _, b := range borders { // the lowest side of a part comes first, and is of its outer ring
		if !done[b] {
			n := r.cells[b.of]
			polygons[n] = append(polygons[n], r.ring(b, at, done))
		}
	}
	return polygons
}

// findParts numbers the connected parts and returns how many there are.
func (r *raster) findParts(list []cell) int {
	parts := 0
	for _, c := range list {
		if r.cells[c] >= 0 {
			continue
		}
		r.cells[c] = parts
		for todo := []cell{c}; len(todo) > 0; {
			c := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, s := range sides {
				next := c.plus(s.towards)
				if n, in := r.cells[next]; in && n < 0 {
					r.cells[next] = parts
					todo = append(todo, next)
				}
			}
		}
		parts++
	}
	return parts
}

// ring follows an outline from one of its sides. Where two outlines meet at a corner it stays with its cell.
func (r *raster) ring(start border, at map[cell][]border, done map[border]bool) []geometry.Point {
	var ring []geometry.Point
	last := start
	for b := start; !done[b]; {
		done[b] = true
		if len(ring) == 0 || b.to.plus(cell{-b.from.x, -b.from.y}) != last.to.plus(cell{-last.from.x, -last.from.y}) {
			ring = append(ring, r.point(b.from))
		}
		last = b
		next := at[b.to][0]
		for _, n := range at[b.to] {
			if n.of == b.of {
				next = n
			}
		}
		b = next
	}
	return append(ring, ring[0])
}

// point returns the position of a corner.
func (r *raster) point(c cell) geometry.Point {
	lon := int64(r.origin.Lon) + int64(math.Round(float64(c.x)*r.width))
	lat := int64(r.origin.Lat) + int64(math.Round(float64(c.y)*r.height))
	const half = turn / 2
	return geometry.Point{Lon: int32((lon+half+turn)%turn - half), Lat: int32(max(-half/2, min(half/2, lat)))}
}
