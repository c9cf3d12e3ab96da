package tinkerpop

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
)

// ReadGraphSON reads a graph file of GraphSON 2.0 or 3.0: an adjacency list, a vertex a line, with types or without, or the
// same wrapped as {"vertices":[...]} in one document.
func ReadGraphSON(ctx context.Context, r io.Reader) (*Graph, error) {
	var b Builder
	g := graphsonReader{add: b.AddStar}
	if err := g.read(ctx, r); err != nil {
		return nil, fmt.Errorf("graphson: %w", err)
	}
	graph, err := b.Graph()
	if err != nil {
		return nil, fmt.Errorf("graphson: %w", err)
	}
	return graph, nil
}

// graphsonReader takes stars out of lines.
type graphsonReader struct {
	scanner
	table nameTable
	star  Star
	add   func(*Star) error
}

// read takes a line at a time. A first line that is no whole value is the beginning of one document.
func (g *graphsonReader) read(ctx context.Context, r io.Reader) error {
	g.names = &g.table
	lines := bufio.NewReaderSize(r, windowBytes)
	var long []byte
	for n := 1; ; n++ {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		line, err := nextLine(lines, &long)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if n == 1 && err == nil && !complete(line) {
			rest, err := io.ReadAll(lines)
			if err != nil {
				return err
			}
			return g.document(append(bytes.Clone(line), rest...))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := g.document(line); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
		if err != nil {
			return nil
		}
	}
}

// nextLine returns a line with its end, valid until the next one.
func nextLine(r *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	*long = (*long)[:0]
	for errors.Is(err, bufio.ErrBufferFull) {
		*long = append(*long, line...)
		line, err = r.ReadSlice('\n')
	}
	*long = append(*long, line...)
	return *long, err
}

// complete reports whether a line is a whole value.
func complete(line []byte) bool {
	s := scanner{data: line, names: &nameTable{}}
	s.skip(0)
	return s.err == nil
}

// document takes a vertex, or an object with many.
func (g *graphsonReader) document(data []byte) error {
	g.data, g.pos, g.err = data, 0, nil
	g.star.reset()
	isStar, isMany := false, false
	for first := true; g.next(first, '{', '}'); first = false {
		switch key := g.key(); string(key) {
		case "vertices":
			isMany = true
			if err := g.vertices(); err != nil {
				return err
			}
		case "@type":
			g.fail("found a value of the type %q, expected the adjacency list of a graph", g.text())
		default:
			isStar = true
			g.member(key)
		}
	}
	if g.err == nil && g.peek() != 0 {
		g.fail("found %q after the value", g.peek())
	}
	if g.err != nil || isMany && !isStar {
		return g.err
	}
	return g.finish()
}

// vertices takes an array of vertices.
func (g *graphsonReader) vertices() error {
	for first := true; g.next(first, '[', ']'); first = false {
		g.star.reset()
		for first := true; g.next(first, '{', '}'); first = false {
			g.member(g.key())
		}
		if g.err != nil {
			return g.err
		}
		if err := g.finish(); err != nil {
			return err
		}
	}
	return g.err
}

// finish fills in the end of the edges that is the vertex itself.
func (g *graphsonReader) finish() error {
	id := g.star.Vertex.ID
	for i := range g.star.In {
		g.star.In[i].In = id
	}
	for i := range g.star.Out {
		g.star.Out[i].Out = id
	}
	return g.add(&g.star)
}

// member takes the value of a key of a vertex.
func (g *graphsonReader) member(key []byte) {
	v := &g.star.Vertex
	switch string(key) {
	case "id":
		v.ID = g.value()
	case "label":
		v.Label = g.text()
	case "inE":
		g.star.In = g.edges(g.star.In)
	case "outE":
		g.star.Out = g.edges(g.star.Out)
	case "properties":
		g.vertexProperties(v)
	default:
		g.skip(0)
	}
}

// edges takes an object of lists by label.
func (g *graphsonReader) edges(list []Edge) []Edge {
	for first := true; g.next(first, '{', '}'); first = false {
		label := g.names.of(g.key())
		for first := true; g.next(first, '[', ']'); first = false {
			list = addEdge(list)
			e := &list[len(list)-1]
			e.Label = label
			g.edge(e)
		}
	}
	return list
}

func (g *graphsonReader) edge(e *Edge) {
	for first := true; g.next(first, '{', '}'); first = false {
		switch key := g.key(); string(key) {
		case "id":
			e.ID = g.value()
		case "outV":
			e.Out = g.value()
		case "inV":
			e.In = g.value()
		case "properties":
			e.Properties = g.properties(e.Properties)
		default:
			g.skip(0)
		}
	}
}

func (g *graphsonReader) properties(list []Property) []Property {
	for first := true; g.next(first, '{', '}'); first = false {
		key := g.names.of(g.key())
		list = append(list, Property{key, g.value()})
	}
	return list
}

func (g *graphsonReader) vertexProperties(v *Vertex) {
	for first := true; g.next(first, '{', '}'); first = false {
		key := g.names.of(g.key())
		for first := true; g.next(first, '[', ']'); first = false {
			p := v.addProperty()
			p.Key, p.ID, p.Value = key, Value{}, Value{}
			g.vertexProperty(p)
		}
	}
}

func (g *graphsonReader) vertexProperty(p *VertexProperty) {
	for first := true; g.next(first, '{', '}'); first = false {
		switch key := g.key(); string(key) {
		case "id":
			p.ID = g.value()
		case "value":
			p.Value = g.value()
		case "properties":
			p.Meta = g.properties(p.Meta)
		default:
			g.skip(0)
		}
	}
}

// value takes a scalar, with its type or without.
func (g *graphsonReader) value() Value {
	switch g.peek() {
	case '"':
		return StringOf(g.text())
	case '{':
		return g.typed()
	case '[':
		g.fail("found a list, expected a scalar")
		return Value{}
	}
	w := g.word()
	switch string(w) {
	case "null":
		return Value{}
	case "true":
		return BoolOf(true)
	case "false":
		return BoolOf(false)
	}
	g.pos -= len(w)
	if bytes.ContainsAny(w, ".eEIN") {
		return DoubleOf(g.float(64))
	}
	if v := g.integer(64); v >= math.MinInt32 && v <= math.MaxInt32 {
		return IntOf(int32(v))
	} else {
		return LongOf(v)
	}
}

// typed takes {"@type":...,"@value":...}.
func (g *graphsonReader) typed() Value {
	g.expect('{')
	if key := g.key(); string(key) != "@type" {
		g.fail("found the key %q, expected @type", clip(key))
		return Value{}
	}
	kind := g.kind(g.raw())
	g.expect(',')
	if key := g.key(); string(key) != "@value" {
		g.fail("found the key %q, expected @value", clip(key))
		return Value{}
	}
	v := g.content(kind)
	g.expect('}')
	return v
}

// kind returns the kind of a type of GraphSON.
func (g *graphsonReader) kind(name []byte) Kind {
	switch string(name) {
	case "g:Int32":
		return Int32
	case "g:Int64":
		return Int64
	case "g:Double":
		return Double
	case "g:Float":
		return Float
	case "g:Date", "g:Timestamp":
		return Date
	case "g:UUID":
		return UUID
	case "gx:Byte":
		return Int8
	case "gx:Int16":
		return Int16
	}
	g.fail("a value of the type %q, which this reader does not know: expected a scalar", clip(name))
	return Null
}

// content takes a value of a kind.
func (g *graphsonReader) content(k Kind) Value {
	switch k {
	case Int32:
		return IntOf(int32(g.integer(32)))
	case Int64, Date:
		return Value{kind: k, bits: uint64(g.integer(64))}
	case Int16:
		return Value{kind: k, bits: uint64(g.integer(16))}
	case Int8:
		return Value{kind: k, bits: uint64(g.integer(8))}
	case Double:
		return DoubleOf(g.float(64))
	case Float:
		return FloatOf(float32(g.float(32)))
	case UUID:
		return Value{kind: k, text: g.text()}
	}
	return Value{}
}
