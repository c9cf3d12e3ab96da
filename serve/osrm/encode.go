package osrm

import (
	"math"
	"strconv"

	"graphbuild/geometry"
	"graphbuild/route/guidance"
)

// appendTenths appends a number with at most one digit after the point.
func appendTenths(b []byte, x guidance.Tenths) []byte {
	if x < 0 {
		b, x = append(b, '-'), -x
	}
	b = strconv.AppendInt(b, int64(x/10), 10)
	if d := byte(x % 10); d != 0 {
		b = append(b, '.', '0'+d)
	}
	return b
}

// appendDegrees appends a number of 1e-6 degrees in degrees.
func appendDegrees(b []byte, x int32) []byte {
	if x < 0 {
		b, x = append(b, '-'), -x
	}
	b = strconv.AppendInt(b, int64(x/1e6), 10)
	frac := x % 1e6
	if frac == 0 {
		return b
	}
	b = append(b, '.')
	for unit := int32(1e5); frac > 0; unit /= 10 {
		b = append(b, '0'+byte(frac/unit))
		frac %= unit
	}
	return b
}

// appendPoint appends [longitude,latitude].
func appendPoint(b []byte, p geometry.Point) []byte {
	b = append(b, '[')
	b = appendDegrees(b, micro(p.Lon))
	b = append(b, ',')
	b = appendDegrees(b, micro(p.Lat))
	return append(b, ']')
}

// appendMicro appends a number with at most six digits after the point.
func appendMicro(b []byte, x float64) []byte {
	return strconv.AppendFloat(b, math.Round(x*1e6)/1e6, 'f', -1, 64)
}

// appendLine appends a line in the form of geometries.
func appendLine(b []byte, line []geometry.Point, form geometries) []byte {
	if form != asGeoJSON {
		precision := 5
		if form == asPolyline6 {
			precision = 6
		}
		return append(appendPolyline(append(b, '"'), line, precision), '"')
	}
	b = append(b, `{"coordinates":[`...)
	for i, p := range line {
		b = appendComma(b, i)
		b = appendPoint(b, p)
	}
	return append(b, `],"type":"LineString"}`...)
}

// appendComma appends a comma before all elements of a list but the first.
func appendComma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}
