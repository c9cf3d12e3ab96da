package tinkerpop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Numbers of classes that Gryo registers, those of scalars and of the map. On the wire they are 2 larger; 0 is null.
const (
	classInt     = 0
	classString  = 1
	classFloat   = 2
	classBoolean = 3
	classByte    = 4
	classShort   = 6
	classLong    = 7
	classDouble  = 8
	classHashMap = 11
)

// What stands around each vertex.
const (
	gryoHeader     = "gio\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	gryoStarStart  = 0x80
	gryoTerminator = "\x0f\x01\x01\x09\x3a\x15\x8a\x11\x70\x9b\x99\x96"
)

// References: 0 is null, 1 a new object, from 2 on those that came before.
const (
	refNull  = 0
	refNew   = 1
	refFirst = 2
)

// GryoReader reads a Gryo graph file, 1.0 or 3.0, which are the same: a vertex with its edges after the other. It is for
// one goroutine.
type GryoReader struct {
	in      *input
	objects []object
	edges   map[Value][]Property // of edges, by id
	meta    map[Value][]Property // of vertex properties, by id
	room    int64                // how many more properties the bytes of the vertex may stand for
}

// object is what a reference may name: a string, or a map of properties.
type object struct {
	text       string
	properties []Property
	isMap      bool
}

// NewGryoReader starts reading. The end of ctx is an error of the reader, at the next refill of its window.
func NewGryoReader(ctx context.Context, r io.Reader) *GryoReader {
	return &GryoReader{in: newInput(ctx, r), edges: map[Value][]Property{}, meta: map[Value][]Property{}}
}

// Err returns the first error, with the offset in the stream.
func (g *GryoReader) Err() error {
	if g.in.err == nil {
		return nil
	}
	return fmt.Errorf("gryo: %w", g.in.err)
}

// Star reads the next vertex with its edges into s, using its memory again. It returns false at the end and after an error.
func (g *GryoReader) Star(s *Star) bool {
	in := g.in
	if in.atEnd() {
		return false
	}
	s.reset()
	start := in.offset()
	g.begin()
	g.propertyMaps(g.edges)
	g.propertyMaps(g.meta)
	g.room = in.offset() - start
	s.Vertex.ID = g.value()
	s.Vertex.Label = g.text()
	s.In = g.edgeList(s.In)
	s.Out = g.edgeList(s.Out)
	for i := range s.In {
		e := &s.In[i]
		e.Out, e.In = e.In, s.Vertex.ID
	}
	for i := range s.Out {
		s.Out[i].Out = s.Vertex.ID
	}
	g.vertexProperties(&s.Vertex)
	g.literal(gryoTerminator, "the end of a vertex")
	return in.err == nil
}

// literal takes bytes that are always the same.
func (g *GryoReader) literal(want, what string) {
	at := g.in.offset()
	if got := g.in.bytes(len(want)); g.in.err == nil && string(got) != want {
		g.in.fail("found % x at byte %d, expected %s: % x", got, at, what, want)
	}
}

// begin takes what stands before a vertex.
func (g *GryoReader) begin() {
	g.literal(gryoHeader, "the header of a vertex")
	g.objects = append(g.objects[:0], object{}) // the vertex itself is the first
	clear(g.edges)
	clear(g.meta)
	if ref := g.in.uvarint(); g.in.err == nil && ref != refNew {
		g.in.fail("reference %d, expected a new vertex: %d", ref, refNew)
	}
	if b := g.in.uint8(); g.in.err == nil && b != gryoStarStart {
		g.in.fail("version %#02x of a vertex, expected %#02x", b, gryoStarStart)
	}
}

// reference takes a reference. isNew says that the object follows; it is false, too, after an error.
func (g *GryoReader) reference() (n int, isNew bool) {
	switch ref := g.in.uvarint(); {
	case ref == refNull:
		return -1, false
	case ref == refNew:
		g.objects = append(g.objects, object{})
		return len(g.objects) - 1, g.in.err == nil
	case ref-refFirst < uint64(len(g.objects)):
		return int(ref - refFirst), false
	default:
		g.in.fail("reference to object %d, of %d that came before", ref-refFirst, len(g.objects))
		return -1, false
	}
}

// text takes a string that may be shared.
func (g *GryoReader) text() string {
	n, isNew := g.reference()
	if isNew {
		g.objects[n].text = g.newText()
	}
	if n < 0 || g.objects[n].isMap {
		g.in.fail("expected a string")
		return ""
	}
	return g.objects[n].text
}

// newText takes the bytes of a string.
func (g *GryoReader) newText() string {
	in := g.in
	first := in.uint8()
	if first&0x80 == 0 && in.err == nil {
		in.pos--
		return g.asciiText()
	}
	units := uint64(first & 0x3f)
	if first&0x40 != 0 {
		high := in.uvarint()
		if high > maxBinaryCount {
			in.fail("a string of more than %d characters", maxBinaryCount)
			return ""
		}
		units |= high << 6
	}
	if units == 0 {
		in.fail("a string that is null")
		return ""
	}
	return g.units(units - 1)
}

// asciiText takes characters up to the one with bit 7.
func (g *GryoReader) asciiText() string {
	in := g.in
	for n := 0; ; n++ {
		if in.end-in.pos <= n && !in.refill(n+1) {
			return ""
		}
		if in.buf[in.pos+n]&0x80 != 0 {
			in.buf[in.pos+n] &= 0x7f
			return in.text(n + 1)
		}
	}
}

// units takes a string of so many units of UTF-16, each of one to three bytes.
func (g *GryoReader) units(n uint64) string {
	var out []byte
	var high rune
	for ; n > 0 && g.in.err == nil; n-- {
		r := g.unit()
		switch {
		case high != 0 && utf16.IsSurrogate(r):
			out = utf8.AppendRune(out, utf16.DecodeRune(high, r))
			high = 0
			continue
		case high != 0:
			out = utf8.AppendRune(out, utf8.RuneError)
			high = 0
		}
		if r >= 0xd800 && r < 0xdc00 {
			high = r
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	if high != 0 {
		out = utf8.AppendRune(out, utf8.RuneError)
	}
	return g.in.names.of(out)
}

func (g *GryoReader) unit() rune {
	c := rune(g.in.uint8())
	switch {
	case c < 0x80:
		return c
	case c>>5 == 6:
		return c&31<<6 | rune(g.in.uint8()&63)
	}
	second := rune(g.in.uint8() & 63)
	return c&15<<12 | second<<6 | rune(g.in.uint8()&63)
}

// value takes a scalar after its class.
func (g *GryoReader) value() Value {
	in := g.in
	class := in.uvarint()
	if class == refNull {
		return Value{}
	}
	switch class - 2 {
	case classInt:
		return IntOf(int32(in.varint()))
	case classString:
		return StringOf(g.text())
	case classFloat:
		return Value{kind: Float, bits: uint64(in.uint32())}
	case classBoolean:
		return BoolOf(in.uint8() != 0)
	case classByte:
		return Value{kind: Int8, bits: uint64(int64(int8(in.uint8())))}
	case classShort:
		return Value{kind: Int16, bits: uint64(int64(int16(in.uint16())))}
	case classLong:
		return LongOf(in.varint())
	case classDouble:
		return Value{kind: Double, bits: in.uint64()}
	}
	in.fail("class %d, which this reader does not know: expected a scalar", int64(class)-2)
	return Value{}
}

// propertyMaps takes properties by id into m.
func (g *GryoReader) propertyMaps(m map[Value][]Property) {
	n, isNew := g.reference()
	if !isNew {
		if n >= 0 {
			g.in.fail("a map of properties that is shared")
		}
		return
	}
	g.objects[n].isMap = true
	for k := g.in.uvarint(); k > 0 && g.in.err == nil; k-- {
		id := g.value()
		if class := g.in.uvarint(); g.in.err == nil && class != classHashMap+2 {
			g.in.fail("class %d, expected a map: %d", int64(class)-2, classHashMap)
			return
		}
		m[id] = g.properties()
	}
}

// properties takes a map that may be shared.
func (g *GryoReader) properties() []Property {
	n, isNew := g.reference()
	if isNew {
		g.objects[n].isMap = true
		var list []Property
		for k := g.in.uvarint(); k > 0 && g.in.err == nil; k-- {
			key := g.value()
			if key.kind != String {
				g.in.fail("a key that is a %s, expected a string", key.kind)
				return nil
			}
			list = append(list, Property{key.text, g.value()})
		}
		g.objects[n].properties = list
	}
	if n < 0 {
		return nil
	}
	return g.objects[n].properties
}

// present takes the boolean before a list and the number of groups in it.
func (g *GryoReader) present() int64 {
	if g.in.uint8() == 0 {
		return 0
	}
	return g.in.varint()
}

// edgeList takes edges by label. Their In is what they name: the other end.
func (g *GryoReader) edgeList(list []Edge) []Edge {
	for labels := g.present(); labels > 0 && g.in.err == nil; labels-- {
		label := g.text()
		for n := g.in.varint(); n > 0 && g.in.err == nil; n-- {
			list = addEdge(list)
			e := &list[len(list)-1]
			e.ID = g.value()
			e.Label, e.In = label, g.value()
			e.Properties = append(e.Properties, g.taken(g.edges[e.ID])...)
		}
	}
	return list
}

// taken returns properties that an element is to have. Maps may be shared and ids repeated, and either way a few bytes would
// stand for properties without end: there may be no more than the bytes that the maps took. A map of one property takes 5.
func (g *GryoReader) taken(list []Property) []Property {
	if g.room -= int64(len(list)); g.room < 0 {
		g.in.fail("more properties than the maps of the vertex hold")
		return nil
	}
	return list
}

// vertexProperties takes properties by key.
func (g *GryoReader) vertexProperties(v *Vertex) {
	for keys := g.present(); keys > 0 && g.in.err == nil; keys-- {
		key := g.text()
		for n := g.in.varint(); n > 0 && g.in.err == nil; n-- {
			p := v.addProperty()
			p.Key, p.ID = key, g.value()
			p.Value = g.value()
			p.Meta = append(p.Meta, g.taken(g.meta[p.ID])...)
		}
	}
}

// ReadGryo reads a whole Gryo graph file.
func ReadGryo(ctx context.Context, r io.Reader) (*Graph, error) {
	g := NewGryoReader(ctx, r)
	var b Builder
	var err error
	for s := (Star{}); err == nil && g.Star(&s); {
		err = b.AddStar(&s)
	}
	if err = errors.Join(g.Err(), err); err != nil {
		return nil, err
	}
	return b.Graph()
}
