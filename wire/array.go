package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Array are the queries of a list, in JSON or in the binary form.
type Array struct {
	text     []byte
	ends     [][2]int // of the items
	given    int
	isBinary bool
}

// NewArray finds the items of a list, which it keeps. It looks at brackets, texts and commas alone: what is wrong within an item
// is found when that is read.
func NewArray(text []byte) (*Array, error) {
	c := cursor{text: text}
	a := &Array{text: text}
	if !c.take('[') {
		return nil, errors.New("expected a list of queries: [...]")
	}
	for first := true; !c.take(']'); first = false {
		if !first && !c.take(',') {
			return nil, fmt.Errorf("byte %d: expected , or ] behind an item of the list", c.at)
		}
		c.blanks()
		start := c.at
		if start == len(text) {
			return nil, fmt.Errorf("byte %d: the list has no end: expected a query or ]", start)
		}
		if !c.skip() {
			return nil, fmt.Errorf("byte %d: item %d of the list has no end, or is none", c.at, len(a.ends)+1)
		}
		a.ends = append(a.ends, [2]int{start, c.at})
	}
	if c.blanks(); c.at < len(text) {
		return nil, fmt.Errorf("byte %d: expected the end behind the list", c.at)
	}
	return a, nil
}

// Len returns the number of items.
func (a *Array) Len() int { return len(a.ends) }

// Next returns the next item, see Source.
func (a *Array) Next(buf []byte) (Item, []byte, error) {
	if a.given == len(a.ends) {
		return Item{}, buf, io.EOF
	}
	at := a.ends[a.given]
	a.given++
	text := a.text[at[0]:at[1]]
	if !a.isBinary {
		text = bytes.TrimRight(text, " \t\r\n")
	}
	x := Item{Text: text, Number: a.given}
	if len(text) > MaxQueryBytes {
		x.Err = errTooLong
		text = nil
	}
	return x, append(buf, text...), nil
}

// Ready reports true: the list is there.
func (a *Array) Ready() bool { return true }

// skip passes over one value, well formed or not, up to a comma or bracket outside of it. False where there is none, or no end.
func (c *cursor) skip() bool {
	start, depth := c.at, 0
	for ; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case '"':
			if !c.skipText() {
				return false
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth == 0 {
				return c.at > start
			}
			depth--
		case ',':
			if depth == 0 {
				return c.at > start
			}
		}
	}
	return false
}

// skipText moves from the quote before a text to that behind it.
func (c *cursor) skipText() bool {
	for c.at++; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case '"':
			return true
		case '\\':
			c.at++
		}
	}
	return false
}
