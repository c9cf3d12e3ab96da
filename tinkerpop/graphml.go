package tinkerpop

import (
	"io"
	"unicode/utf8"
)

// WriteGraphML writes a graph as GraphML as TinkerPop reads it: keys first, then all vertices, then all edges, labels under
// the keys labelV and labelE. Of several properties of a key the last one stays, and properties of properties are left out,
// for which the format has no place; ids come back as strings. A key has one type: where values differ it is string.
func WriteGraphML(w io.Writer, s Source) error {
	g := graphmlWriter{output: newOutput(w)}
	g.text(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	keys := columnsOf(s, false)
	g.keys(&keys)
	g.text(`<graph id="G" edgedefault="directed">` + "\n")
	for v := range s.Vertices() {
		g.vertex(v)
		if !g.row() {
			break
		}
	}
	for e := range s.Edges() {
		g.edge(e)
		if !g.row() {
			break
		}
	}
	g.text("</graph>\n</graphml>\n")
	return g.end()
}

type graphmlWriter struct{ *output }

// graphmlTypes are the types of GraphML by kind; those that it does not have are strings.
var graphmlTypes = [numKinds]string{
	Bool: "boolean", Int8: "int", Int16: "int", Int32: "int", Int64: "long", Float: "float", Double: "double", Date: "long",
}

func graphmlType(k Kind) string {
	if t := graphmlTypes[k]; t != "" {
		return t
	}
	return "string"
}

func (g *graphmlWriter) keys(c *columns) {
	g.text(`<key id="labelV" for="node" attr.name="labelV" attr.type="string"/>` + "\n" +
		`<key id="labelE" for="edge" attr.name="labelE" attr.type="string"/>` + "\n")
	for _, k := range c.vertex {
		g.key("v:", "node", k)
	}
	for _, k := range c.edge {
		g.key("e:", "edge", k)
	}
}

// key declares a key. A name may have different types for vertices and edges, so the ids begin with what they are for.
func (g *graphmlWriter) key(prefix, kind string, c column) {
	g.text(`<key id="` + prefix)
	g.escaped(c.key)
	g.text(`" for="` + kind + `" attr.name="`)
	g.escaped(c.key)
	g.text(`" attr.type="` + graphmlType(c.kind) + "\"/>\n")
}

func (g *graphmlWriter) vertex(v *Vertex) {
	byKey(v.Properties)
	g.text(`<node id="`)
	g.value(v.ID)
	g.text(`"><data key="labelV">`)
	g.escaped(v.Label)
	g.text("</data>")
	for i := range v.Properties {
		if p := &v.Properties[i]; i+1 == len(v.Properties) || v.Properties[i+1].Key != p.Key {
			g.data("v:", p.Key, p.Value)
		}
	}
	g.text("</node>\n")
}

func (g *graphmlWriter) edge(e *Edge) {
	g.text(`<edge id="`)
	g.value(e.ID)
	g.text(`" source="`)
	g.value(e.Out)
	g.text(`" target="`)
	g.value(e.In)
	g.text(`"><data key="labelE">`)
	g.escaped(e.Label)
	g.text("</data>")
	for _, p := range e.Properties {
		g.data("e:", p.Key, p.Value)
	}
	g.text("</edge>\n")
}

func (g *graphmlWriter) data(prefix, key string, v Value) {
	g.text(`<data key="` + prefix)
	g.escaped(key)
	g.text(`">`)
	g.value(v)
	g.text("</data>")
}

func (g *graphmlWriter) value(v Value) {
	if v.kind == String || v.kind == UUID {
		g.escaped(v.text)
		return
	}
	g.buf = v.appendTo(g.buf)
}

// escaped writes text for elements and attributes. Characters that XML has no way to write become the replacement
// character.
func (g *graphmlWriter) escaped(s string) {
	start := 0
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if with := xmlEscape(r, n); with != "" {
			g.text(s[start:i])
			g.text(with)
			start = i + n
		}
		i += n
	}
	g.text(s[start:])
}

// xmlEscape returns what stands for a character that took n bytes, nothing where it stands for itself.
func xmlEscape(r rune, n int) string {
	switch r {
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '&':
		return "&amp;"
	case '"':
		return "&quot;"
	case '\t':
		return "&#9;"
	case '\n':
		return "&#10;"
	case '\r':
		return "&#13;"
	}
	if r < ' ' || r == 0xfffe || r == 0xffff || r == utf8.RuneError && n == 1 {
		return "\ufffd"
	}
	return ""
}
