package export

import (
	"encoding/binary"
	"slices"

	"graphbuild/encode"
	"graphbuild/tinkerpop"
)

// propertyPacker turns a property graph into tables.
type propertyPacker struct {
	g       *tinkerpop.Graph
	out     PropertyTables
	columns map[columnKey]int
	values  [][]tinkerpop.Value // of each column
	shapes  map[string]uint32   // by label and columns
	row     []uint32            // columns of the element at hand
	key     []byte              // reused
}

// columnKey is what tells columns apart.
type columnKey struct {
	role role
	key  string
	kind tinkerpop.Kind
}

func newPropertyPacker(g *tinkerpop.Graph) *propertyPacker {
	return &propertyPacker{g: g, columns: map[columnKey]int{}, shapes: map[string]uint32{}}
}

func (p *propertyPacker) pack() *PropertyTables {
	vertices, edges := p.g.Counts()
	for i := range vertices {
		v := p.g.Vertex(i)
		p.add(columnKey{role: roleID}, v.ID)
		for _, x := range v.Properties {
			p.add(columnKey{role: rolePropertyID}, x.ID)
			p.add(columnKey{role: roleProperty, key: x.Key}, x.Value)
			for _, m := range x.Meta {
				p.add(columnKey{role: roleMeta, key: m.Key}, m.Value)
			}
		}
		p.out.vertices.Shape.Append(p.shape(v.Label))
		p.out.vertices.Out.Append(p.g.Out(i)...)
	}
	for i := range edges {
		e, from, to := p.g.Edge(i)
		p.add(columnKey{role: roleID}, e.ID)
		for _, x := range e.Properties {
			p.add(columnKey{role: roleProperty, key: x.Key}, x.Value)
		}
		p.out.edges.Shape.Append(p.shape(e.Label))
		p.out.edges.From.Append(uint32(from))
		p.out.edges.To.Append(uint32(to))
	}
	p.packValues()
	return &p.out
}

// add adds a value of the element at hand.
func (p *propertyPacker) add(k columnKey, v tinkerpop.Value) {
	k.kind = v.Kind()
	n, ok := p.columns[k]
	if !ok {
		n = len(p.values)
		p.columns[k] = n
		p.values = append(p.values, nil)
		p.out.columns.Role.Append(k.role)
		p.out.columns.Key.Append(k.key)
		p.out.columns.Kind.Append(k.kind)
	}
	p.values[n] = append(p.values[n], v)
	p.row = append(p.row, uint32(n))
}

// shape ends the element at hand and returns the number of its shape.
func (p *propertyPacker) shape(label string) uint32 {
	p.key = append(p.key[:0], label...)
	for _, n := range p.row {
		p.key = binary.BigEndian.AppendUint32(p.key, n)
	}
	n, ok := p.shapes[string(p.key)]
	if !ok {
		n = uint32(len(p.shapes))
		p.shapes[string(p.key)] = n
		p.out.shapes.Label.Append(label)
		p.out.shapes.Column.Append(p.row...)
	}
	p.row = p.row[:0]
	return n
}

func (p *propertyPacker) packValues() {
	for _, list := range p.values {
		p.out.columns.Rows.Append(uint32(len(list)))
		for _, v := range list {
			switch storeOf(v.Kind()) {
			case storeInteger:
				p.out.values.Integer.Append(v.Int())
			case storeFloat:
				p.out.values.Float.Append(v.Bits())
			case storeText:
				p.out.values.Text.Append(v.Text())
			}
		}
	}
}

// store is where the values of a kind are kept.
type store int

const (
	storeNothing store = iota
	storeInteger
	storeFloat
	storeText
)

func storeOf(k tinkerpop.Kind) store {
	switch k {
	case tinkerpop.Null:
		return storeNothing
	case tinkerpop.Float, tinkerpop.Double:
		return storeFloat
	case tinkerpop.String, tinkerpop.UUID:
		return storeText
	}
	return storeInteger
}

// valueCursor reads the values of a column one after the other.
type valueCursor struct {
	role role
	key  string
	kind tinkerpop.Kind
	next int // row in the store
	left int
}

// cursors returns a cursor for each column, and checks that the values are as many as the columns say.
func (p *PropertyTables) cursors() ([]valueCursor, error) {
	c := &p.columns
	rows := [4]int{storeInteger: p.values.Integer.Len(), storeFloat: p.values.Float.Len(), storeText: p.values.Text.Len()}
	var list []valueCursor
	var used [4]int
	for i := range min(c.Role.Len(), c.Key.Len(), c.Kind.Len(), c.Rows.Len()) {
		x := valueCursor{role: c.Role.At(i), key: c.Key.At(i), kind: c.Kind.At(i), left: int(c.Rows.At(i))}
		at := storeOf(x.kind)
		x.next = used[at]
		if x.role >= numRoles || x.kind > tinkerpop.UUID || at != storeNothing && x.left > rows[at]-used[at] {
			return nil, errProperties("column %d has the role %d, the kind %d and %d rows", i, x.role, x.kind, x.left)
		}
		used[at] += x.left
		list = append(list, x)
	}
	return list, nil
}

// shapesOf returns the columns of each shape.
func (p *PropertyTables) shapesOf(columns int) ([][]uint32, error) {
	var list [][]uint32
	for i := range min(p.shapes.Label.Len(), p.shapes.Column.Len()) {
		row := p.shapes.Column.AppendRow(nil, i)
		if len(row) == 0 || int(slices.Max(row)) >= columns {
			return nil, errProperties("shape %d has the columns %v, of %d", i, row, columns)
		}
		list = append(list, row)
	}
	return list, nil
}

// expanded are the columns that are read all, unpacked.
type expanded struct {
	integers []int64
	floats   []uint64
	texts    *encode.Strings
}

// value returns the next value of a column; false where there is none.
func (x *expanded) value(c *valueCursor) (tinkerpop.Value, bool) {
	if c.left == 0 {
		return tinkerpop.Value{}, false
	}
	row := c.next
	c.left--
	c.next++
	switch storeOf(c.kind) {
	case storeInteger:
		return tinkerpop.Of(c.kind, uint64(x.integers[row]), ""), true
	case storeFloat:
		return tinkerpop.Of(c.kind, x.floats[row], ""), true
	case storeText:
		return tinkerpop.Of(c.kind, 0, x.texts.At(row)), true
	}
	return tinkerpop.Value{}, true
}
