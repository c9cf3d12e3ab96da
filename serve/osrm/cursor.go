package osrm

import (
	"strconv"
	"strings"
)

// cursor reads a text from left to right. After the first thing that it does not find it is bad, stays where it is, and
// returns zero values, so that the position is that of the mistake.
type cursor struct {
	text string
	at   int
	bad  bool
}

// rest returns what is still to be read, empty when the cursor is bad.
func (c *cursor) rest() string {
	if c.bad {
		return ""
	}
	return c.text[c.at:]
}

// done reports whether all was read and understood.
func (c *cursor) done() bool { return !c.bad && c.at == len(c.text) }

// take reads a prefix if it comes next.
func (c *cursor) take(prefix string) bool {
	if c.bad || !strings.HasPrefix(c.text[c.at:], prefix) {
		return false
	}
	c.at += len(prefix)
	return true
}

// expect reads a prefix, which must come next.
func (c *cursor) expect(prefix string) {
	if !c.take(prefix) {
		c.bad = true
	}
}

// while reads the characters that belong to a set; at least one must.
func (c *cursor) while(in func(byte) bool) string {
	s := c.rest()
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	if n == 0 {
		c.bad = true
		return ""
	}
	c.at += n
	return s[:n]
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isWord(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' }

// number reads a decimal number without an exponent: digits, a sign before them, a point in or around them. A point that
// begins the suffix of the format is none of the number.
func (c *cursor) number() float64 {
	s := c.rest()
	n, digits := 0, 0
	if n < len(s) && (s[n] == '-' || s[n] == '+') {
		n++
	}
	for ; n < len(s) && isDigit(s[n]); n++ {
		digits++
	}
	if n < len(s) && s[n] == '.' && !isFormat(s[n:]) {
		for n++; n < len(s) && isDigit(s[n]); n++ {
			digits++
		}
	}
	x, err := strconv.ParseFloat(s[:n], 64)
	if digits == 0 || err != nil {
		c.bad = true
		return 0
	}
	c.at += n
	return x
}

// isFormat reports whether a text begins with the suffix of a format.
func isFormat(s string) bool {
	return strings.HasPrefix(s, ".json") || strings.HasPrefix(s, ".flatbuffers")
}

// count reads a whole number that is not negative.
func (c *cursor) count() int {
	at := c.at
	n, err := strconv.ParseUint(c.while(isDigit), 10, 31)
	if err != nil {
		c.at, c.bad = at, true
	}
	return int(n)
}

// integer reads a whole number of up to four digits, with a sign or without.
func (c *cursor) integer() int {
	negative := c.take("-")
	at := c.at
	n, err := strconv.ParseUint(c.while(isDigit), 10, 13)
	if err != nil {
		c.at, c.bad = at, true
	}
	if negative {
		return -int(n)
	}
	return int(n)
}

// boolean reads true or false.
func (c *cursor) boolean() bool {
	if c.take("true") {
		return true
	}
	c.expect("false")
	return false
}

// word reads one of some words and returns its index. The word ends where the next one begins: the longest that fits counts.
func (c *cursor) word(words ...string) int {
	best := -1
	for i, w := range words {
		if strings.HasPrefix(c.rest(), w) && (best < 0 || len(w) > len(words[best])) {
			best = i
		}
	}
	if best < 0 || c.bad {
		c.bad = true
		return 0
	}
	c.at += len(words[best])
	return best
}

// ended reports whether an element of a list is over: an empty one stands for what is left out.
func (c *cursor) ended() bool {
	s := c.rest()
	return s == "" || s[0] == ';' || s[0] == '&'
}
