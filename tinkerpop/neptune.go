package tinkerpop

import (
	"io"
	"strings"
	"time"
)

// WriteNeptuneVertices writes the vertices as CSV for the bulk loader of Amazon Neptune: ~id, ~label and a column a key,
// whose name says the type. Several properties of a key stand in one field with semicolons between. Properties of
// properties are left out, for which the format has no place.
func WriteNeptuneVertices(w io.Writer, s Source) error {
	n := neptuneWriter{output: newOutput(w), columns: columnsOf(s, true).vertex}
	n.text("~id,~label")
	n.header()
	for v := range s.Vertices() {
		byKey(v.Properties)
		n.value(v.ID)
		n.buf = append(n.buf, ',')
		n.field(v.Label)
		n.vertexFields(v.Properties)
		n.buf = append(n.buf, '\n')
		if !n.row() {
			break
		}
	}
	return n.end()
}

// WriteNeptuneEdges writes the edges as CSV for the bulk loader: ~id, ~from, ~to, ~label and a column a key.
func WriteNeptuneEdges(w io.Writer, s Source) error {
	n := neptuneWriter{output: newOutput(w), columns: edgeColumnsOf(s)}
	n.text("~id,~from,~to,~label")
	n.header()
	for e := range s.Edges() {
		for _, v := range [3]Value{e.ID, e.Out, e.In} {
			n.value(v)
			n.buf = append(n.buf, ',')
		}
		n.field(e.Label)
		for _, c := range n.columns {
			n.buf = append(n.buf, ',')
			for i := range e.Properties {
				if e.Properties[i].Key == c.key {
					n.value(e.Properties[i].Value)
					break
				}
			}
		}
		n.buf = append(n.buf, '\n')
		if !n.row() {
			break
		}
	}
	return n.end()
}

type neptuneWriter struct {
	*output
	columns []column
}

// neptuneTypes are the types of Neptune by kind.
var neptuneTypes = [numKinds]string{
	Null: "String", Bool: "Bool", Int8: "Byte", Int16: "Short", Int32: "Int", Int64: "Long", Float: "Float", Double: "Double",
	String: "String", Date: "Date", UUID: "String",
}

func (n *neptuneWriter) header() {
	for _, c := range n.columns {
		name := strings.NewReplacer(`\`, `\\`, ":", `\:`).Replace(c.key) + ":" + neptuneTypes[c.kind]
		if c.many {
			name += "[]"
		}
		n.buf = append(n.buf, ',')
		n.field(name)
	}
	n.buf = append(n.buf, '\n')
}

// vertexFields writes a field for each column. Properties of one key stand together.
func (n *neptuneWriter) vertexFields(list []VertexProperty) {
	for _, c := range n.columns {
		n.buf = append(n.buf, ',')
		var many []string
		for i := range list {
			switch {
			case list[i].Key != c.key:
			case !c.many:
				n.value(list[i].Value)
			default:
				many = append(many, strings.ReplaceAll(neptuneText(list[i].Value), ";", `\;`))
			}
		}
		if many != nil {
			n.field(strings.Join(many, ";"))
		}
	}
}

func (n *neptuneWriter) value(v Value) {
	if v.kind == String || v.kind == UUID || v.kind == Date {
		n.field(neptuneText(v))
		return
	}
	n.buf = v.appendTo(n.buf)
}

// neptuneText returns a value as the loader reads it.
func neptuneText(v Value) string {
	switch v.kind {
	case Date:
		return time.UnixMilli(v.Int()).UTC().Format("2006-01-02T15:04:05.000Z")
	case String, UUID:
		return v.text
	}
	return v.String()
}

// field writes text, in quotes where RFC 4180 asks for them. An empty text stands in quotes: a field without is no value.
func (n *neptuneWriter) field(s string) {
	if s != "" && !strings.ContainsAny(s, "\",\r\n") {
		n.text(s)
		return
	}
	n.buf = append(n.buf, '"')
	for i := range len(s) {
		if s[i] == '"' {
			n.buf = append(n.buf, '"')
		}
		n.buf = append(n.buf, s[i])
	}
	n.buf = append(n.buf, '"')
}
