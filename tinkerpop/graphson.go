package tinkerpop

import (
	"io"
	"math"
	"strconv"
	"unicode/utf8"
)

// GraphSONOptions are the options of WriteGraphSON. The zero value gives what both GraphSON 2.0 with types and 3.0 are: for
// scalars they do not differ.
type GraphSONOptions struct {
	Untyped bool // GraphSON 2.0 without types: longs come back as ints, floats as doubles
}

// WriteGraphSON writes a graph as an adjacency list: a vertex a line, each edge at both of its ends, since the readers of
// TinkerPop make edges of inE alone but follow outE elsewhere. All bytes are ASCII: some readers use the charset of their
// system.
func WriteGraphSON(w io.Writer, s Source, opts GraphSONOptions) error {
	g := graphsonWriter{output: newOutput(w), untyped: opts.Untyped}
	return g.stars(s, g.star)
}

type graphsonWriter struct {
	*output
	untyped bool
}

func (g *graphsonWriter) star(s *Star) {
	g.text(`{"id":`)
	g.value(s.Vertex.ID)
	g.text(`,"label":`)
	g.quoted(s.Vertex.Label)
	g.edges(`,"inE":{`, `,"outV":`, s.In)
	g.edges(`,"outE":{`, `,"inV":`, s.Out)
	g.vertexProperties(s.Vertex.Properties)
	g.text("}\n")
}

// edges writes a list, which begins with head and in which far stands before the other end.
func (g *graphsonWriter) edges(head, far string, list []Edge) {
	for i := range list {
		e := &list[i]
		switch {
		case i == 0:
			g.text(head)
			g.quoted(e.Label)
			g.text(":[")
		case e.Label != list[i-1].Label:
			g.text("],")
			g.quoted(e.Label)
			g.text(":[")
		default:
			g.buf = append(g.buf, ',')
		}
		g.text(`{"id":`)
		g.value(e.ID)
		g.text(far)
		if far == `,"outV":` {
			g.value(e.Out)
		} else {
			g.value(e.In)
		}
		g.properties(e.Properties)
		g.buf = append(g.buf, '}')
	}
	if len(list) > 0 {
		g.text("]}")
	}
}

// properties writes a map, nothing where it is empty.
func (g *graphsonWriter) properties(list []Property) {
	for i := range list {
		if i == 0 {
			g.text(`,"properties":{`)
		} else {
			g.buf = append(g.buf, ',')
		}
		g.quoted(list[i].Key)
		g.buf = append(g.buf, ':')
		g.value(list[i].Value)
	}
	if len(list) > 0 {
		g.buf = append(g.buf, '}')
	}
}

func (g *graphsonWriter) vertexProperties(list []VertexProperty) {
	for i := range list {
		p := &list[i]
		switch {
		case i == 0:
			g.text(`,"properties":{`)
			g.quoted(p.Key)
			g.text(":[")
		case p.Key != list[i-1].Key:
			g.text("],")
			g.quoted(p.Key)
			g.text(":[")
		default:
			g.buf = append(g.buf, ',')
		}
		g.text(`{"id":`)
		g.value(p.ID)
		g.text(`,"value":`)
		g.value(p.Value)
		g.properties(p.Meta)
		g.buf = append(g.buf, '}')
	}
	if len(list) > 0 {
		g.text("]}")
	}
}

// graphsonTypes are the beginnings of typed values.
var graphsonTypes = [numKinds]string{
	Int8: `{"@type":"gx:Byte","@value":`, Int16: `{"@type":"gx:Int16","@value":`, Int32: `{"@type":"g:Int32","@value":`,
	Int64: `{"@type":"g:Int64","@value":`, Float: `{"@type":"g:Float","@value":`, Double: `{"@type":"g:Double","@value":`,
	Date: `{"@type":"g:Date","@value":`, UUID: `{"@type":"g:UUID","@value":`,
}

// value writes a scalar.
func (g *graphsonWriter) value(v Value) {
	switch v.kind {
	case Null:
		g.text("null")
		return
	case Bool:
		g.buf = strconv.AppendBool(g.buf, v.bits != 0)
		return
	case String:
		g.quoted(v.text)
		return
	}
	if g.untyped {
		g.content(v)
		return
	}
	g.text(graphsonTypes[v.kind])
	g.content(v)
	g.buf = append(g.buf, '}')
}

// content writes a number or a UUID without its type.
func (g *graphsonWriter) content(v Value) {
	switch v.kind {
	case Float:
		g.float(v.Float(), 32)
	case Double:
		g.float(v.Float(), 64)
	case UUID:
		g.quoted(v.text)
	default:
		g.buf = strconv.AppendInt(g.buf, v.Int(), 10)
	}
}

// float writes a number as Java does where that matters: with a point, so that readers without types see no integer.
func (g *graphsonWriter) float(f float64, bits int) {
	switch {
	case math.IsNaN(f):
		g.text(`"NaN"`)
		return
	case math.IsInf(f, 1):
		g.text(`"Infinity"`)
		return
	case math.IsInf(f, -1):
		g.text(`"-Infinity"`)
		return
	}
	start := len(g.buf)
	size := math.Abs(f)
	if size >= 1e-3 && size < 1e7 || f == 0 {
		g.buf = strconv.AppendFloat(g.buf, f, 'f', -1, bits)
	} else {
		g.buf = strconv.AppendFloat(g.buf, f, 'e', -1, bits)
	}
	for _, c := range g.buf[start:] {
		if c == '.' || c == 'e' {
			return
		}
	}
	g.buf = append(g.buf, '.', '0')
}

// quoted writes a string of ASCII, with escapes for all else.
func (g *graphsonWriter) quoted(s string) {
	g.buf = append(g.buf, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		g.text(s[start:i])
		r, n := utf8.DecodeRuneInString(s[i:])
		g.escape(r)
		i += n
		start = i
	}
	g.text(s[start:])
	g.buf = append(g.buf, '"')
}

func (g *graphsonWriter) escape(r rune) {
	switch {
	case r == '"' || r == '\\':
		g.buf = append(g.buf, '\\', byte(r))
	case r >= 0x10000:
		r -= 0x10000
		g.unit(0xd800 + r>>10)
		g.unit(0xdc00 + r&0x3ff)
	default:
		g.unit(r)
	}
}

const hexDigits = "0123456789abcdef"

// unit writes a unit of UTF-16.
func (g *graphsonWriter) unit(r rune) {
	g.buf = append(g.buf, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
