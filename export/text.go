package export

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"graphbuild/geometry"
)

// appendE7 appends a number of ten-millionths as a decimal number without zeros at its end.
func appendE7(b []byte, v int32) []byte {
	u := uint32(v)
	if v < 0 {
		b, u = append(b, '-'), -u
	}
	b = strconv.AppendUint(b, uint64(u/1e7), 10)
	rest := u % 1e7
	if rest == 0 {
		return b
	}
	var digits [8]byte
	digits[0] = '.'
	for i := 7; i > 0; i-- {
		digits[i] = byte('0' + rest%10)
		rest /= 10
	}
	n := 8
	for digits[n-1] == '0' {
		n--
	}
	return append(b, digits[:n]...)
}

// appendTenths appends a number of tenths.
func appendTenths(b []byte, v uint32) []byte {
	b = strconv.AppendUint(b, uint64(v/10), 10)
	if v%10 != 0 {
		b = append(b, '.', byte('0'+v%10))
	}
	return b
}

// appendPosition appends a position as in GeoJSON.
func appendPosition(b []byte, p geometry.Point) []byte {
	b = appendE7(append(b, '['), p.Lon)
	b = appendE7(append(b, ','), p.Lat)
	return append(b, ']')
}

// appendPositions appends a line as in GeoJSON.
func appendPositions(b []byte, line []geometry.Point) []byte {
	for i, p := range line {
		separator := byte(',')
		if i == 0 {
			separator = '['
		}
		b = appendPosition(append(b, separator), p)
	}
	return append(b, ']')
}

const hexDigits = "0123456789abcdef"

// appendJSONString appends a JSON string. Bytes that are not UTF-8 become the replacement character.
func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(append(b, s[start:i]...), "\ufffd"...)
				start = i + 1
			}
			i += n
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			b = appendEscape(append(b, s[start:i]...), c)
			start = i + 1
		}
		i++
	}
	return append(append(b, s[start:]...), '"')
}

func appendEscape(b []byte, c byte) []byte {
	if c == '"' || c == '\\' {
		return append(b, '\\', c)
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// appendCSVText appends a field, in quotes where RFC 4180 asks for them.
func appendCSVText(b []byte, s string) []byte {
	if !strings.ContainsAny(s, "\",\r\n") && (s == "" || s[0] != ' ') {
		return append(b, s...)
	}
	b = append(b, '"')
	for i := range len(s) {
		if s[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}
