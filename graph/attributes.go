package graph

import (
	"strconv"

	"graphbuild/encode"
)

// Attributes are what a graph keeps of ways beyond their facts, as the profile of the build has asked for: a row an
// attribute, sorted by name, and in it the ways that have one. Most graphs have none.
type Attributes struct {
	Name encode.Strings             `col:"name"`  // key of OSM, as in "surface"
	Kind encode.Col[AttributeKind]  `col:"kind"`  // 0 text, 1 number, 2 a number or up or down in drawing direction
	Way  encode.List[WayID]         `col:"way"`   // rising
	Text encode.List[AttributeText] `col:"value"` // beside Way: row of text
	// Texts are the values, those of each attribute together.
	Texts encode.Strings `col:"text,own"`
}

// AttributeText is the number of a value among the texts of attributes.
type AttributeText uint32

// AttributeKind says how the values of an attribute are to be read.
type AttributeKind uint8

const (
	// TextAttribute is a text.
	TextAttribute AttributeKind = iota
	// NumberAttribute is a decimal number, in the unit that the name of the attribute stands for.
	NumberAttribute
	// AlongAttribute is a number, or up or down, in drawing direction; along an edge against it the other sign holds.
	AlongAttribute
)

// Value is the value of an attribute.
type Value struct {
	Text   string  // as in the file
	Number float64 // where IsNumber
	// IsNumber is set where the value is a number.
	IsNumber bool
}

// NumAttributes returns the number of attributes that the graph keeps.
func (g *Graph) NumAttributes() int { g.mustBeOpen(); return g.tables.Attributes.Name.Len() }

// AttributeName returns the name of attribute i, which is below NumAttributes.
func (g *Graph) AttributeName(i int) string { g.mustBeOpen(); return g.tables.Attributes.Name.At(i) }

// Attribute returns an attribute of the way of a street edge, as it holds along the edge: lengths are in metres, weights in
// tonnes, incline in percent, positive uphill. False where the way has none or the graph keeps none of this name.
func (e Edge) Attribute(name string) (Value, bool) {
	w := e.Way()
	if w == NoWay {
		return Value{}, false
	}
	t := &e.g.tables.Attributes
	for i := range t.Name.Len() {
		if t.Name.At(i) == name {
			return e.attribute(i, w)
		}
	}
	return Value{}, false
}

// attribute returns attribute i of way w.
func (e Edge) attribute(i int, w WayID) (Value, bool) {
	t := &e.g.tables.Attributes
	first, n := t.Way.Bounds(i)
	k, ok := search(n, func(k int) WayID { return t.Way.Value(first + k) }, w)
	if !ok || first+k >= t.Text.NumValues() {
		return Value{}, false
	}
	text := int(t.Text.Value(first + k))
	if text >= t.Texts.Len() {
		return Value{}, false
	}
	return valueOf(t.Texts.At(text), t.Kind.At(i), e.AlongWay()), true
}

// valueOf reads a value of a kind for an edge along its way or against it.
func valueOf(text string, kind AttributeKind, along bool) Value {
	v := Value{Text: text}
	if kind == TextAttribute {
		return v
	}
	x, err := strconv.ParseFloat(text, 64)
	v.Number, v.IsNumber = x, err == nil
	if kind == NumberAttribute || along {
		return v
	}
	switch {
	case v.IsNumber && x != 0:
		v.Number = -x
		v.Text = strconv.FormatFloat(-x, 'f', -1, 64)
	case text == "up":
		v.Text = "down"
	case text == "down":
		v.Text = "up"
	}
	return v
}

// checkAttributes checks that the lists fit together, and that ways rise and are there.
func checkAttributes(c *checker) {
	t := &c.g.tables.Attributes
	for i := range t.Name.Len() {
		first, n := t.Way.Bounds(i)
		if start, count := t.Text.Bounds(i); start != first || count != n {
			c.problem(i, "%d values for %d ways", count, n)
			continue
		}
		for k := first; k < first+n && !c.done; k++ {
			w := t.Way.Value(k)
			c.below(i, "way", int(w), c.g.tables.Ways.Name.Len())
			c.below(i, "value", int(t.Text.Value(k)), t.Texts.Len())
			if k > first && t.Way.Value(k-1) >= w {
				c.problem(i, "way %d after %d", w, t.Way.Value(k-1))
			}
		}
	}
}
