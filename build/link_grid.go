package build

import (
	"cmp"
	"math"
	"slices"

	"graphbuild/geometry"
)

const (
	unitsPerM  = 1e7 / 111_195 // of latitude, on the sphere of package geometry
	fullCircle = 3_600_000_000 // units of longitude
)

// stopGrid finds the stops near a line. It is a grid over stops rather than over streets, as there are far fewer of them:
// each stop lies in all cells that its circle may touch, so that a stretch of street is looked up by its own cells, and
// nearly all stretches end there. Rows are as high as the radius; each has its own number of columns, so that cells are
// about square and close round the Earth.
type stopGrid struct {
	heightUnits int64
	radiusM     float64
	cells       map[cell][]uint32 // rows of stops, ascending
	seen        []uint32          // by stop: number of the last line that asked for it
	line        uint32
	found       []uint32
}

type cell struct{ row, column int32 }

func newStopGrid(stops []stopPlace, radiusM float64) *stopGrid {
	g := &stopGrid{
		heightUnits: int64(math.Ceil(radiusM * unitsPerM * 1.01)), // rounding must not lose a stop
		radiusM:     radiusM, cells: map[cell][]uint32{}, seen: make([]uint32, len(stops)),
	}
	for i, s := range stops {
		lat, reach := int64(s.point.Lat), g.heightUnits
		lonReach := g.lonReach(lat)
		g.eachCell(span{int64(s.point.Lon) - lonReach, int64(s.point.Lon) + lonReach, lat - reach, lat + reach}, func(c cell) {
			g.cells[c] = append(g.cells[c], uint32(i))
		})
	}
	return g
}

// lonReach is the radius in units of longitude at the latitude of a stop, taken at the far side of its circle.
func (g *stopGrid) lonReach(lat int64) int64 {
	far := min(math.Abs(float64(lat))+float64(g.heightUnits), 89.9e7)
	return int64(math.Ceil(float64(g.heightUnits) / math.Cos(far*1e-7*math.Pi/180)))
}

// span is a rectangle; west to east may run over the 180th meridian in either direction.
type span struct{ west, east, south, north int64 }

func (g *stopGrid) eachCell(s span, visit func(cell)) {
	for row := g.row(s.south); row <= g.row(s.north); row++ {
		columns := g.columns(row)
		first, last := column(s.west, columns), column(s.east, columns)
		last = min(last, first+columns-1)
		for c := first; c <= last; c++ {
			visit(cell{int32(row), int32((c%columns + columns) % columns)})
		}
	}
}

func (g *stopGrid) row(lat int64) int64 { return floorDiv(lat, g.heightUnits) }

// columns returns the number of columns of a row: as many as fit at the width of a radius.
func (g *stopGrid) columns(row int64) int64 {
	lat := float64(2*row*g.heightUnits+g.heightUnits) / 2
	round := fullCircle * math.Max(math.Cos(lat*1e-7*math.Pi/180), 0)
	return max(int64(round/float64(g.heightUnits)), 1)
}

func column(lon, columns int64) int64 {
	turns := floorDiv(lon, fullCircle)
	within := lon - turns*fullCircle
	return turns*columns + within*columns/fullCircle
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// near returns the stops that may be within the radius of a line, ascending; the result is valid until the next call.
func (g *stopGrid) near(line []geometry.Point) []uint32 {
	g.line++
	g.found = g.found[:0]
	for i := 0; i+1 < len(line); i++ {
		g.addSegment(line[i], line[i+1])
	}
	slices.SortFunc(g.found, cmp.Compare[uint32])
	return g.found
}

// addSegment looks up the cells of a segment; a long one in parts, so that the cells of its box are few.
func (g *stopGrid) addSegment(a, b geometry.Point) {
	east := int64(b.Lon) - int64(a.Lon)
	if east > fullCircle/2 {
		east -= fullCircle
	} else if east < -fullCircle/2 {
		east += fullCircle
	}
	north := int64(b.Lat) - int64(a.Lat)
	parts := max(abs(east), abs(north))/(8*g.heightUnits) + 1
	for k := range parts {
		w, e := int64(a.Lon)+east*k/parts, int64(a.Lon)+east*(k+1)/parts
		s, n := int64(a.Lat)+north*k/parts, int64(a.Lat)+north*(k+1)/parts
		g.eachCell(span{min(w, e), max(w, e), min(s, n), max(s, n)}, g.addCell)
	}
}

func (g *stopGrid) addCell(c cell) {
	for _, stop := range g.cells[c] {
		if g.seen[stop] != g.line {
			g.seen[stop] = g.line
			g.found = append(g.found, stop)
		}
	}
}

func abs(x int64) int64 { return max(x, -x) }
