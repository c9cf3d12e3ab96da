package tinkerpop

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxJSONDepth bounds how deep values that are skipped may be nested.
const maxJSONDepth = 100

// scanner reads JSON out of memory, token by token, without making values of it. After an error, which it keeps,
// everything reads as empty.
type scanner struct {
	data    []byte
	pos     int
	err     error
	names   *nameTable
	scratch []byte
}

func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("at byte %d: %w", s.pos, fmt.Errorf(format, args...))
	}
	s.pos = len(s.data)
}

// peek returns the first byte of the next token, 0 at the end.
func (s *scanner) peek() byte {
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; c {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// expect takes a byte.
func (s *scanner) expect(c byte) {
	switch found := s.peek(); {
	case found == c:
		s.pos++
	case s.pos >= len(s.data):
		s.fail("the text ends, expected %q", c)
	default:
		s.fail("found %q, expected %q", found, c)
	}
}

// next steps through an object or an array: it takes what stands before the next item, open before the first one, and
// reports whether there is one.
func (s *scanner) next(first bool, open, end byte) bool {
	if first {
		s.expect(open)
		if s.peek() == end {
			s.pos++
			return false
		}
		return s.err == nil
	}
	switch c := s.peek(); c {
	case ',':
		s.pos++
		return true
	case end:
		s.pos++
	default:
		s.expect(end)
	}
	return false
}

// key takes a key and its colon. It is valid until the next one.
func (s *scanner) key() []byte {
	k := s.raw()
	s.expect(':')
	return k
}

// text takes a string.
func (s *scanner) text() string { return s.names.of(s.raw()) }

// raw takes a string and returns its bytes, valid until the next one.
func (s *scanner) raw() []byte {
	s.expect('"')
	if s.err != nil {
		return nil
	}
	rest := s.data[s.pos:]
	end := bytes.IndexByte(rest, '"')
	if end < 0 {
		s.fail("a string without an end")
		return nil
	}
	if bytes.IndexByte(rest[:end], '\\') < 0 && utf8.Valid(rest[:end]) {
		s.pos += end + 1
		return rest[:end]
	}
	return s.unescape()
}

// unescape takes the rest of a string that has escapes.
func (s *scanner) unescape() []byte {
	out := s.scratch[:0]
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		switch {
		case c == '"':
			s.pos++
			s.scratch = out
			return out
		case c == '\\':
			out = s.escape(out)
		case c < utf8.RuneSelf:
			out = append(out, c)
			s.pos++
		default:
			r, n := utf8.DecodeRune(s.data[s.pos:])
			out = utf8.AppendRune(out, r)
			s.pos += n
		}
	}
	s.fail("a string without an end")
	return nil
}

// escape takes an escape and appends what it stands for.
func (s *scanner) escape(out []byte) []byte {
	if s.pos+1 >= len(s.data) {
		s.pos = len(s.data)
		return out
	}
	c := s.data[s.pos+1]
	s.pos += 2
	switch c {
	case 'n':
		return append(out, '\n')
	case 't':
		return append(out, '\t')
	case 'r':
		return append(out, '\r')
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case '"', '\\', '/':
		return append(out, c)
	case 'u':
		return utf8.AppendRune(out, s.unicode())
	}
	s.fail("an escape %q, which JSON does not have", c)
	return out
}

// unicode takes the digits of \u, and the second half of a pair.
func (s *scanner) unicode() rune {
	r := s.unit()
	if utf16.IsSurrogate(r) && s.pos+1 < len(s.data) && s.data[s.pos] == '\\' && s.data[s.pos+1] == 'u' {
		s.pos += 2
		return utf16.DecodeRune(r, s.unit())
	}
	return r
}

func (s *scanner) unit() rune {
	if s.pos+4 > len(s.data) {
		s.fail(`\u without four digits`)
		return 0
	}
	v, err := strconv.ParseUint(string(s.data[s.pos:s.pos+4]), 16, 16)
	if err != nil {
		s.fail(`\u without four digits`)
		return 0
	}
	s.pos += 4
	return rune(v)
}

// word takes a number, or one of true, false and null.
func (s *scanner) word() []byte {
	s.peek()
	start := s.pos
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		if c == ',' || c == '}' || c == ']' || c <= ' ' || c == ':' || c == '"' {
			break
		}
		s.pos++
	}
	if s.pos == start {
		s.fail("expected a value")
	}
	return s.data[start:s.pos]
}

// integer takes a number without a fraction that fits into so many bits.
func (s *scanner) integer(bits int) int64 {
	start := s.pos
	w := s.word()
	if v, ok := shortInteger(w); ok && bits >= 32 {
		return v
	}
	v, err := strconv.ParseInt(string(w), 10, bits)
	if err != nil && s.err == nil {
		s.pos = start
		s.fail("found %q, expected an integer of %d bits", clip(w), bits)
	}
	return v
}

// shortInteger reads up to nine digits.
func shortInteger(w []byte) (int64, bool) {
	digits := w
	if len(w) > 0 && w[0] == '-' {
		digits = w[1:]
	}
	if len(digits) == 0 || len(digits) > 9 {
		return 0, false
	}
	var v int64
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if len(digits) < len(w) {
		v = -v
	}
	return v, true
}

// float takes a number, or one of the strings NaN, Infinity and -Infinity.
func (s *scanner) float(bits int) float64 {
	start := s.pos
	var w []byte
	if s.peek() == '"' {
		w = s.raw()
	} else {
		w = s.word()
	}
	switch string(w) {
	case "NaN":
		return math.NaN()
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	v, err := strconv.ParseFloat(string(w), bits)
	if err != nil && s.err == nil {
		s.pos = start
		s.fail("found %q, expected a number", clip(w))
	}
	return v
}

// clip keeps messages short.
func clip(b []byte) []byte { return b[:min(len(b), 40)] }

// skip takes any value.
func (s *scanner) skip(depth int) {
	if depth > maxJSONDepth {
		s.fail("values nested deeper than %d", maxJSONDepth)
		return
	}
	switch s.peek() {
	case '{':
		for first := true; s.next(first, '{', '}'); first = false {
			s.key()
			s.skip(depth + 1)
		}
	case '[':
		for first := true; s.next(first, '[', ']'); first = false {
			s.skip(depth + 1)
		}
	case '"':
		s.raw()
	default:
		s.word()
	}
}
