package tinkerpop

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// WriteGryo writes a graph as a Gryo graph file. For graphs that TinkerPop wrote the bytes are the same, but where equal
// strings of a vertex are different objects in Java: here all equal strings of a vertex are one. Errors are those of w, and
// a value of a kind that Gryo files have no class for here: dates and UUIDs.
func WriteGryo(w io.Writer, s Source) error {
	g := gryoWriter{output: newOutput(w), strings: map[string]uint64{}}
	return g.stars(s, g.star)
}

type gryoWriter struct {
	*output
	strings map[string]uint64 // numbers of the objects of the vertex
	objects uint64            // numbered so far
	maps    []propertyMap     // reused
}

// propertyMap are the properties of one element, by its id.
type propertyMap struct {
	id         Value
	properties []Property
	bucket     uint32
}

func (g *gryoWriter) star(s *Star) {
	g.text(gryoHeader)
	clear(g.strings)
	g.objects = 1
	g.buf = append(g.buf, refNew, gryoStarStart)
	g.edgeProperties(s)
	g.metaProperties(&s.Vertex)
	g.value(s.Vertex.ID)
	g.shared(s.Vertex.Label)
	g.edges(s.In, func(e *Edge) Value { return e.Out })
	g.edges(s.Out, func(e *Edge) Value { return e.In })
	g.vertexProperties(s.Vertex.Properties)
	g.text(gryoTerminator)
}

func (g *gryoWriter) uvarint(v uint64) { g.buf = binary.AppendUvarint(g.buf, v) }
func (g *gryoWriter) varint(v int64)   { g.buf = binary.AppendVarint(g.buf, v) }

// edgeProperties writes the properties of all edges, each edge once.
func (g *gryoWriter) edgeProperties(s *Star) {
	g.maps = g.maps[:0]
	for i := range s.In {
		g.addMap(s.In[i].ID, s.In[i].Properties)
	}
	for i := range s.Out {
		if e := &s.Out[i]; e.In != e.Out { // one to itself stands in both lists
			g.addMap(e.ID, e.Properties)
		}
	}
	g.propertyMaps()
}

func (g *gryoWriter) metaProperties(v *Vertex) {
	g.maps = g.maps[:0]
	for i := range v.Properties {
		g.addMap(v.Properties[i].ID, v.Properties[i].Meta)
	}
	g.propertyMaps()
}

// addMap adds properties to g.maps, if there are any.
func (g *gryoWriter) addMap(id Value, list []Property) {
	if len(list) > 0 {
		g.maps = append(g.maps, propertyMap{id: id, properties: list})
	}
}

// propertyMaps writes g.maps in the order in which a HashMap of Java has them.
func (g *gryoWriter) propertyMaps() {
	if len(g.maps) == 0 {
		g.buf = append(g.buf, refNull)
		return
	}
	buckets := javaBuckets(len(g.maps))
	for i := range g.maps {
		g.maps[i].bucket = javaHash(g.maps[i].id) & (buckets - 1)
	}
	slices.SortStableFunc(g.maps, func(a, b propertyMap) int { return int(a.bucket) - int(b.bucket) })
	g.newObject()
	g.uvarint(uint64(len(g.maps)))
	for i := range g.maps {
		g.value(g.maps[i].id)
		g.uvarint(classHashMap + 2)
		g.newObject()
		g.uvarint(uint64(len(g.maps[i].properties)))
		for _, p := range g.maps[i].properties {
			g.value(StringOf(p.Key))
			g.value(p.Value)
		}
	}
}

func (g *gryoWriter) newObject() {
	g.buf = append(g.buf, refNew)
	g.objects++
}

// edges writes a list by label.
func (g *gryoWriter) edges(list []Edge, far func(*Edge) Value) {
	g.present(len(list))
	if len(list) == 0 {
		return
	}
	g.varint(int64(countRuns(len(list), func(i int) bool { return list[i].Label == list[i-1].Label })))
	for i := range list {
		if i == 0 || list[i].Label != list[i-1].Label {
			end := i + 1
			for end < len(list) && list[end].Label == list[i].Label {
				end++
			}
			g.shared(list[i].Label)
			g.varint(int64(end - i))
		}
		g.value(list[i].ID)
		g.value(far(&list[i]))
	}
}

func (g *gryoWriter) vertexProperties(list []VertexProperty) {
	g.present(len(list))
	if len(list) == 0 {
		return
	}
	g.varint(int64(countRuns(len(list), func(i int) bool { return list[i].Key == list[i-1].Key })))
	for i := range list {
		if i == 0 || list[i].Key != list[i-1].Key {
			end := i + 1
			for end < len(list) && list[end].Key == list[i].Key {
				end++
			}
			g.shared(list[i].Key)
			g.varint(int64(end - i))
		}
		g.value(list[i].ID)
		g.value(list[i].Value)
	}
}

func (g *gryoWriter) present(n int) { g.buf = append(g.buf, byte(min(n, 1))) }

// countRuns returns how many runs of n rows there are, same telling whether a row belongs to that of the row before.
func countRuns(n int, same func(i int) bool) int {
	runs := 1
	for i := 1; i < n; i++ {
		if !same(i) {
			runs++
		}
	}
	return runs
}

// value writes a scalar after its class.
func (g *gryoWriter) value(v Value) {
	switch v.kind {
	case Null:
		g.uvarint(refNull)
	case Int32:
		g.uvarint(classInt + 2)
		g.varint(v.Int())
	case Int64:
		g.uvarint(classLong + 2)
		g.varint(v.Int())
	case String:
		g.uvarint(classString + 2)
		g.shared(v.text)
	case Double:
		g.uvarint(classDouble + 2)
		g.buf = binary.BigEndian.AppendUint64(g.buf, v.bits)
	case Float:
		g.uvarint(classFloat + 2)
		g.buf = binary.BigEndian.AppendUint32(g.buf, uint32(v.bits))
	case Bool:
		g.buf = append(g.buf, classBoolean+2, byte(v.bits))
	case Int8:
		g.buf = append(g.buf, classByte+2, byte(v.bits))
	case Int16:
		g.buf = binary.BigEndian.AppendUint16(append(g.buf, classShort+2), uint16(v.bits))
	default:
		if g.err == nil {
			g.err = fmt.Errorf("gryo: a value of the kind %s, for which this writer has no class", v.kind)
		}
	}
}

// shared writes a string, or the number of the equal one before.
func (g *gryoWriter) shared(s string) {
	if n, ok := g.strings[s]; ok {
		g.uvarint(n + refFirst)
		return
	}
	g.strings[s] = g.objects
	g.newObject()
	g.newText(s)
}

// Strings of ASCII within these lengths are written plainly, with bit 7 on the last character.
const (
	minASCII = 2
	maxASCII = 63
)

func (g *gryoWriter) newText(s string) {
	units, ascii := 0, len(s) >= minASCII && len(s) <= maxASCII
	for _, r := range s {
		ascii = ascii && r < utf8.RuneSelf
		units += utf16.RuneLen(r)
	}
	if ascii {
		g.text(s)
		g.buf[len(g.buf)-1] |= 0x80
		return
	}
	if n := uint64(units + 1); n < 64 {
		g.buf = append(g.buf, byte(n)|0x80)
	} else {
		g.buf = append(g.buf, byte(n&63)|0xc0)
		g.uvarint(n >> 6)
	}
	for _, r := range s {
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			g.unit(high)
			g.unit(low)
		} else {
			g.unit(r)
		}
	}
}

// unit writes a unit of UTF-16.
func (g *gryoWriter) unit(c rune) {
	switch {
	case c < 0x80:
		g.buf = append(g.buf, byte(c))
	case c < 0x800:
		g.buf = append(g.buf, 0xc0|byte(c>>6), 0x80|byte(c&63))
	default:
		g.buf = append(g.buf, 0xe0|byte(c>>12), 0x80|byte(c>>6&63), 0x80|byte(c&63))
	}
}

// javaBuckets returns how many buckets a HashMap of Java has that grew to n entries: at most three quarters are full.
func javaBuckets(n int) uint32 {
	buckets := uint32(16)
	for uint64(n)*4 > uint64(buckets)*3 {
		buckets *= 2
	}
	return buckets
}

// javaHash returns the hash of a key as a HashMap of Java uses it.
func javaHash(v Value) uint32 {
	var h uint32
	switch v.kind {
	case Int64, Double, Date:
		h = uint32(v.bits ^ v.bits>>32)
	case String, UUID:
		for _, unit := range utf16.Encode([]rune(v.text)) {
			h = h*31 + uint32(unit)
		}
	default:
		h = uint32(v.bits)
	}
	return h ^ h>>16
}
