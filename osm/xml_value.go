package osm

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"
)

// parseInt reads a decimal integer with an optional sign; false for anything else, and out of 64 bits.
func parseInt(s []byte) (int64, bool) {
	digits := s
	negative := len(s) > 0 && s[0] == '-'
	if negative || len(s) > 0 && s[0] == '+' {
		digits = s[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		v, err := strconv.ParseInt(string(s), 10, 64)
		return v, err == nil
	}
	var v int64
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if negative {
		v = -v
	}
	return v, true
}

// parseE7 reads a decimal number and returns it in units of 1e-7, rounded half away from zero. Plain numbers are exact;
// those with an exponent go through a float64. NaN and infinities are refused.
func parseE7(s []byte) (int64, bool) {
	i := 0
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		i = 1
	}
	v, whole := digitsOf(s[i:], 10)
	i += whole
	places := 0
	if i < len(s) && s[i] == '.' {
		fraction, n := digitsOf(s[i+1:], 7)
		v, places = v*pow10(min(n, 7))+fraction, n
		i += 1 + n
	}
	if i < len(s) || whole > 10 || whole+places == 0 {
		return parseFloatE7(s)
	}
	v *= pow10(max(0, 7-places))
	if places > 7 && s[i-places+7] >= '5' {
		v++
	}
	if s[0] == '-' {
		v = -v
	}
	return v, true
}

// digitsOf returns the number of the first digits of s, at most some of them, and how many digits there are.
func digitsOf(s []byte, most int) (v int64, n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		if n < most {
			v = v*10 + int64(s[n]-'0')
		}
		n++
	}
	return v, n
}

func pow10(n int) int64 {
	return [...]int64{1, 10, 100, 1000, 10000, 100000, 1000000, 10000000}[n]
}

func parseFloatE7(s []byte) (int64, bool) {
	for _, c := range s {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(s), 64)
	if err != nil || math.Abs(v) > 1e6 {
		return 0, false
	}
	return int64(math.Round(v * 1e7)), true
}

// unescape replaces the five entities of XML and character references in s, appending to dst. It returns false where
// another entity is there, which stays as it is.
func unescape(dst, s []byte) ([]byte, bool) {
	ok := true
	for {
		i := bytes.IndexByte(s, '&')
		if i < 0 {
			return append(dst, s...), ok
		}
		dst = append(dst, s[:i]...)
		s = s[i:]
		r, n := entity(s)
		if n == 0 {
			ok = false
			r, n = '&', 1
		}
		dst = utf8.AppendRune(dst, r)
		s = s[n:]
	}
}

// longestEntity is that of a character reference: &#1114111;
const longestEntity = 12

// entity reads the entity that s begins with; n is 0 where there is none that we know.
func entity(s []byte) (r rune, n int) {
	end := bytes.IndexByte(s[:min(len(s), longestEntity)], ';')
	if end < 0 {
		return 0, 0
	}
	name := s[1:end]
	switch string(name) {
	case "amp":
		return '&', end + 1
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, 0
	}
	base, digits := 10, name[1:]
	if name[1] == 'x' || name[1] == 'X' {
		base, digits = 16, name[2:]
	}
	v, err := strconv.ParseUint(string(digits), base, 32)
	if err != nil || v == 0 || v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
		return 0, 0
	}
	return rune(v), end + 1
}
