package osrm

import (
	"graphbuild/geometry"
)

// A polyline is text after Google's algorithm: differences of latitude and longitude at a precision of 5 or 6 digits.

// micro rounds a coordinate in 1e-7 degrees to 1e-6, half a unit away from zero: the precision of all answers.
func micro(x int32) int32 { return tenth(x) }

// tenth divides by ten, half away from zero.
func tenth(x int32) int32 {
	if x < 0 {
		return (x - 5) / 10
	}
	return (x + 5) / 10
}

// digits returns a point at a precision of 5 or 6 digits, rounded by way of 6.
func digits(p geometry.Point, precision int) (lon, lat int32) {
	lon, lat = micro(p.Lon), micro(p.Lat)
	if precision == 5 {
		return tenth(lon), tenth(lat)
	}
	return lon, lat
}

// appendPolyline appends a line as a polyline, escaped for JSON: the one character of it that needs that is the backslash.
func appendPolyline(b []byte, line []geometry.Point, precision int) []byte {
	var lon, lat int32
	for _, p := range line {
		x, y := digits(p, precision)
		b = appendDifference(b, y-lat)
		b = appendDifference(b, x-lon)
		lon, lat = x, y
	}
	return b
}

// appendDifference appends a number in groups of five bits, the lowest first.
func appendDifference(b []byte, x int32) []byte {
	u := uint32(x) << 1
	if x < 0 {
		u = ^u
	}
	for u >= 0x20 {
		b = appendCharacter(b, byte(u&0x1f|0x20)+63)
		u >>= 5
	}
	return appendCharacter(b, byte(u)+63)
}

func appendCharacter(b []byte, c byte) []byte {
	if c == '\\' {
		b = append(b, '\\')
	}
	return append(b, c)
}

// decodePolyline returns the positions of a polyline, in degrees times 10 to the precision; false where it is none.
func decodePolyline(text string) (lonLat [][2]int64, ok bool) {
	var lon, lat int64
	for text != "" {
		var dLat, dLon int64
		if dLat, text, ok = nextDifference(text); !ok {
			return nil, false
		}
		if dLon, text, ok = nextDifference(text); !ok {
			return nil, false
		}
		lon, lat = lon+dLon, lat+dLat
		lonLat = append(lonLat, [2]int64{lon, lat})
	}
	return lonLat, true
}

// nextDifference takes a number off the front of a polyline.
func nextDifference(text string) (x int64, rest string, ok bool) {
	var u uint64
	for i := 0; i < len(text) && i < 7; i++ {
		c := text[i] - 63
		if c > 0x3f {
			return 0, "", false
		}
		u |= uint64(c&0x1f) << (5 * i)
		if c < 0x20 {
			x = int64(u >> 1)
			if u&1 != 0 {
				x = ^x
			}
			return x, text[i+1:], true
		}
	}
	return 0, "", false
}
