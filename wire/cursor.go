package wire

import (
	"strconv"

	"graphbuild/geometry"
)

// cursor reads queries as programs write them, five times as fast as encoding/json: known names without escapes, plain ASCII,
// no null. It gives up on all else, right or wrong, which readSlowly then reads; both read the same.
type cursor struct {
	text []byte
	at   int
	bad  bool // gave up
}

// query reads the whole text as a query.
func (c *cursor) query(q *Query) bool {
	c.expect('{')
	for first := true; !c.bad; first = false {
		if c.take('}') {
			c.blanks()
			return c.at == len(c.text) && !c.bad
		}
		if !first {
			c.expect(',')
		}
		name := c.string()
		c.expect(':')
		c.member(q, name)
	}
	return false
}

// member reads a value by its name.
func (c *cursor) member(q *Query, name []byte) {
	switch string(name) {
	case "id":
		q.ID = c.raw()
	case "kind":
		q.Kind = string(c.string())
	case "mode":
		q.Mode = string(c.string())
	case "depart":
		q.Depart = string(c.string())
	case "arrive":
		q.Arrive = string(c.string())
	case "access":
		q.Access = string(c.string())
	case "stop":
		q.Stop = string(c.string())
	case "wheelchair":
		q.Wheelchair = c.boolean()
	case "bike_aboard":
		q.BikeAboard = c.boolean()
	default:
		if !c.place(q, name) && !c.number(q, name) {
			c.bad = true
		}
	}
}

// place reads a member that is a position or a list of them, false where the name is none.
func (c *cursor) place(q *Query, name []byte) bool {
	switch string(name) {
	case "from":
		q.From = c.position()
	case "to":
		q.To = c.position()
	case "at":
		q.At = c.position()
	case "sources":
		q.Sources = c.positions()
	case "targets":
		q.Targets = c.positions()
	default:
		return false
	}
	return true
}

// number reads a member that is a number, false where the name is none.
func (c *cursor) number(q *Query, name []byte) bool {
	switch string(name) {
	case "snap_m":
		q.SnapM = c.float()
	case "from_bearing":
		q.FromBearing = c.float()
	case "to_bearing":
		q.ToBearing = c.float()
	case "window_s":
		q.WindowS = c.float()
	case "max_walk_s":
		q.MaxWalkS = c.float()
	case "change_time_s":
		q.ChangeTimeS = c.float()
	case "limit_s":
		q.LimitS = c.float()
	case "cell_m":
		q.CellM = c.float()
	case "max_transfers":
		q.MaxTransfers = whole[int](c, 32)
	case "number":
		q.Number = whole[int](c, 32)
	case "vertex":
		q.Vertex = whole[uint32](c, 33)
	case "edge":
		q.Edge = whole[uint32](c, 33)
	case "node":
		q.Node = whole[int64](c, 64)
	default:
		return false
	}
	return true
}

// blanks passes over blanks.
func (c *cursor) blanks() {
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case ' ', '\t', '\r', '\n':
			c.at++
		default:
			return
		}
	}
}

// take takes a character behind blanks, where it comes next.
func (c *cursor) take(char byte) bool {
	c.blanks()
	if c.at < len(c.text) && c.text[c.at] == char {
		c.at++
		return true
	}
	return false
}

// expect takes a character, or gives up.
func (c *cursor) expect(char byte) {
	if !c.take(char) {
		c.bad = true
	}
}

// string takes a text without escapes, and returns what is between the quotes.
func (c *cursor) string() []byte {
	c.expect('"')
	start := c.at
	for ; c.at < len(c.text); c.at++ {
		switch b := c.text[c.at]; {
		case b == '"':
			c.at++
			return c.text[start : c.at-1]
		case b < ' ' || b == '\\' || b >= 0x80:
			c.bad = true
			return nil
		}
	}
	c.bad = true
	return nil
}

// raw takes a text or a number as it is written.
func (c *cursor) raw() []byte {
	c.blanks()
	start := c.at
	if start < len(c.text) && c.text[start] == '"' {
		c.string()
	} else {
		c.digits()
	}
	if c.bad {
		return nil
	}
	return c.text[start:c.at:c.at]
}

// digits takes a number and returns how it is written, and whether it is a whole one.
func (c *cursor) digits() (text []byte, isWhole bool) {
	c.blanks()
	start := c.at
	c.sign("-")
	if c.at < len(c.text) && c.text[c.at] == '0' {
		c.at++
	} else {
		c.run()
	}
	end := c.at
	if c.at < len(c.text) && c.text[c.at] == '.' {
		c.at++
		c.run()
	}
	if c.at < len(c.text) && c.text[c.at]|0x20 == 'e' {
		c.at++
		c.sign("+-")
		c.run()
	}
	return c.text[start:c.at], c.at == end
}

// sign takes one of two signs, where it comes next.
func (c *cursor) sign(signs string) {
	if c.at < len(c.text) && (c.text[c.at] == signs[0] || c.text[c.at] == signs[len(signs)-1]) {
		c.at++
	}
}

// run takes digits, of which there must be one.
func (c *cursor) run() {
	start := c.at
	for c.at < len(c.text) && c.text[c.at]-'0' < 10 {
		c.at++
	}
	c.bad = c.bad || c.at == start
}

// float takes a number.
func (c *cursor) float() *float64 {
	text, _ := c.digits()
	v, err := strconv.ParseFloat(string(text), 64)
	c.bad = c.bad || err != nil
	return &v
}

// whole takes a whole number that fits into so many bits with its sign.
func whole[T int | int64 | uint32](c *cursor, bits int) *T {
	text, isWhole := c.digits()
	n, err := strconv.ParseInt(string(text), 10, bits)
	v := T(n)
	c.bad = c.bad || err != nil || !isWhole || int64(v) != n
	return &v
}

// boolean takes true or false.
func (c *cursor) boolean() *bool {
	c.blanks()
	for _, v := range []bool{true, false} {
		text := strconv.FormatBool(v)
		if len(c.text)-c.at >= len(text) && string(c.text[c.at:c.at+len(text)]) == text {
			c.at += len(text)
			return &v
		}
	}
	c.bad = true
	return nil
}

// position takes [lon, lat].
func (c *cursor) position() *Position {
	var p Position
	c.readPosition(&p)
	return &p
}

func (c *cursor) readPosition(p *Position) {
	c.expect('[')
	lon := c.float()
	c.expect(',')
	lat := c.float()
	if !c.take(']') {
		c.expect(',')
		c.float()
		c.expect(']')
	}
	if c.bad {
		return
	}
	point, err := geometry.FromDegrees(*lon, *lat)
	c.bad = err != nil
	*p = Position(point)
}

// positions takes a list of positions.
func (c *cursor) positions() []Position {
	c.expect('[')
	list := []Position{}
	for !c.bad && !c.take(']') {
		if len(list) > 0 {
			c.expect(',')
		}
		var p Position
		c.readPosition(&p)
		list = append(list, p)
	}
	return list
}
