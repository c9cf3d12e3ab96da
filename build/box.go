package build

import (
	"math"

	"graphbuild/geometry"
)

// inBox reports whether a stretch of a way touches Config.BBox, be it between two nodes outside. Stretches are kept whole,
// so that they end where others begin; osmium extract keeps even whole ways.
func (r *run) inBox(start, end uint32) bool {
	if r.config.BBox == nil {
		return true
	}
	for i := start; i < end; i++ {
		if meetsBox(*r.config.BBox, r.nodes.point[r.slots[i]], r.nodes.point[r.slots[i+1]]) {
			return true
		}
	}
	return false
}

// meetsBox reports whether the segment from p to q, the shorter way around the Earth, touches a box.
func meetsBox(b geometry.Box, p, q geometry.Point) bool {
	if b.Contains(p) || b.Contains(q) {
		return true
	}
	const turn = 360e7
	width := float64(b.E) - float64(b.W)
	if width < 0 {
		width += turn
	}
	fromW, eastward := float64(p.Lon)-float64(b.W), math.Remainder(float64(q.Lon)-float64(p.Lon), turn)
	north := stretch{0, 1}.within(float64(p.Lat)-float64(b.S), float64(q.Lat)-float64(p.Lat), float64(b.N)-float64(b.S))
	for _, around := range [...]float64{-turn, 0, turn} {
		if both := north.within(fromW+around, eastward, width); both.low <= both.high {
			return true
		}
	}
	return false
}

// stretch is a part of a segment, from low to high of 0 to 1; empty where low is larger.
type stretch struct{ low, high float64 }

// within returns the part of it in which a coordinate that starts at v and changes by d lies between 0 and size.
func (s stretch) within(v, d, size float64) stretch {
	if d == 0 {
		if v < 0 || v > size {
			return stretch{1, 0}
		}
		return s
	}
	enters, leaves := -v/d, (size-v)/d
	return stretch{max(s.low, min(enters, leaves)), min(s.high, max(enters, leaves))}
}
