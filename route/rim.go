package route

import "math"

// Areas are cut at the 180th meridian, as GeoJSON asks for (RFC 7946, 3.1.9). In a raster an empty column of cells lies there, and
// of the cells that the meridian runs through each side has its part.

// rim is where the 180th meridian runs through a raster.
type rim struct {
	lon180     int64 // its longitude, as seen from the origin of the raster
	x          int32 // the column of cells that it runs through
	west, east bool  // the column has a part on that side
}

// rimGap is how many columns farther east the cells beyond the meridian are: one for their part of column x, and an empty one.
const rimGap = 2

func (r *raster) newRim() rim {
	m := rim{lon180: turn / 2}
	if r.origin.Lon < 0 {
		m.lon180 = -m.lon180
	}
	m.x = int32(math.Floor(float64(m.lon180-int64(r.origin.Lon)) / r.width))
	m.west, m.east = r.lon(m.x) < m.lon180, r.lon(m.x+1) > m.lon180
	return m
}

// cut adds a cell, or its parts on both sides.
func (m *rim) cut(c cell, add func(cell)) {
	if c.x < m.x || c.x == m.x && m.west {
		add(c)
	}
	if c.x > m.x || c.x == m.x && m.east {
		add(cell{c.x + rimGap, c.y})
	}
}

// lon returns the longitude of a corner, given that of corners in a raster without the gap.
func (m *rim) lon(x int32, of func(int32) int64) int32 {
	const half = turn / 2
	lon := of(x) - m.lon180 + half
	if x > m.x+1 {
		lon = of(x-rimGap) - m.lon180 - half
	}
	return int32(min(max(lon, -half), half))
}
