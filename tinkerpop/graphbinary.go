package tinkerpop

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
)

// Type codes of GraphBinary 1.0.
const (
	codeInt            = 0x01
	codeLong           = 0x02
	codeString         = 0x03
	codeDate           = 0x04
	codeTimestamp      = 0x05
	codeDouble         = 0x07
	codeFloat          = 0x08
	codeUUID           = 0x0c
	codeEdge           = 0x0d
	codeProperty       = 0x0f
	codeGraph          = 0x10
	codeVertex         = 0x11
	codeVertexProperty = 0x12
	codeList           = 0x09
	codeByte           = 0x24
	codeShort          = 0x26
	codeBoolean        = 0x27
	codeNull           = 0xfe
)

const uuidBytes = 16

// BinaryReader reads a graph in GraphBinary 1.0: a value of the type TinkerGraph. All vertices come first, then all edges.
// It is for one goroutine. Into elements that are used again it reads without allocating.
type BinaryReader struct {
	in              *input
	vertices, edges int // left to read; edges is -1 before their count was read
}

// NewBinaryReader starts reading. The end of ctx is an error of the reader, at the next refill of its window.
func NewBinaryReader(ctx context.Context, r io.Reader) *BinaryReader {
	b := &BinaryReader{in: newInput(ctx, r)}
	b.begin()
	return b
}

// Reset starts reading another stream with the memory of the reader.
func (b *BinaryReader) Reset(ctx context.Context, r io.Reader) {
	*b.in = input{ctx: ctx, r: r, buf: b.in.buf, names: b.in.names}
	b.begin()
}

// begin takes what stands before the vertices.
func (b *BinaryReader) begin() {
	b.edges = -1
	if code, flag := b.in.uint8(), b.in.uint8(); b.in.err == nil && (code != codeGraph || flag != 0) {
		b.in.pos -= 2
		b.in.fail("no graph of GraphBinary 1.0: found type %#02x with flag %#02x, expected %#02x 0x00", code, flag, codeGraph)
	}
	b.vertices = b.in.count()
}

// Err returns the first error, with the offset in the stream.
func (b *BinaryReader) Err() error {
	if b.in.err == nil {
		return nil
	}
	return fmt.Errorf("graphbinary: %w", b.in.err)
}

// Vertex reads the next vertex into v, using its memory again. It returns false after the last one and after an error.
func (b *BinaryReader) Vertex(v *Vertex) bool {
	if b.vertices == 0 || b.in.err != nil {
		return false
	}
	b.vertices--
	in := b.in
	v.ID = in.binaryValue()
	v.Label = in.binaryText()
	v.Properties = v.Properties[:0]
	for n := in.count(); n > 0 && in.err == nil; n-- {
		p := v.addProperty()
		p.ID = in.binaryValue()
		p.Key = in.binaryText()
		p.Value = in.binaryValue()
		in.binaryNull("the parent of a vertex property")
		p.Meta = in.binaryProperties(p.Meta)
	}
	return in.err == nil
}

// Edge reads the next edge into e, using its memory again; before the first one it skips vertices that were not read. It
// returns false after the last one and after an error.
func (b *BinaryReader) Edge(e *Edge) bool {
	in := b.in
	if b.edges < 0 {
		for v := (Vertex{}); b.Vertex(&v); {
		}
		b.edges = in.count()
	}
	if b.edges == 0 || in.err != nil {
		return false
	}
	b.edges--
	e.ID = in.binaryValue()
	e.Label = in.binaryText()
	e.In = in.binaryValue()
	in.binaryNull("the label of the vertex that an edge runs to")
	e.Out = in.binaryValue()
	in.binaryNull("the label of the vertex that an edge comes from")
	in.binaryNull("the parent of an edge")
	e.Properties = in.binaryProperties(e.Properties[:0])
	return in.err == nil
}

// count reads a number of items.
func (in *input) count() int {
	n := int32(in.uint32())
	if n < 0 {
		in.fail("a negative count: %d", n)
		return 0
	}
	return int(n)
}

// binaryText reads a string without its type.
func (in *input) binaryText() string { return in.text(in.count()) }

// binaryNull reads a value that has to be null.
func (in *input) binaryNull(what string) {
	if w := in.buf[in.pos:in.end]; len(w) >= 2 && w[1]&isNull != 0 {
		in.pos += 2
		return
	}
	if v := in.binaryValue(); v.kind != Null {
		in.fail("%s is a %s, expected null", what, v.kind)
	}
}

// binaryProperties reads a list of properties without its type.
func (in *input) binaryProperties(list []Property) []Property {
	for n := in.count(); n > 0 && in.err == nil; n-- {
		if head := in.uint16(); in.err == nil && head != codeProperty<<8 {
			in.fail("found type and flag %#04x, expected a property: %#04x", head, codeProperty<<8)
			return list
		}
		key := in.binaryText()
		list = append(list, Property{key, in.binaryValue()})
		in.binaryNull("the parent of a property")
	}
	return list
}

// isNull is the flag of a value that is not there.
const isNull = 1

// binaryValue reads a scalar with its type. Whole numbers, which most values are, take one look at the window.
func (in *input) binaryValue() Value {
	if w := in.buf[in.pos:in.end]; len(w) >= 10 && w[1]&isNull == 0 {
		switch w[0] {
		case codeInt:
			in.pos += 6
			return IntOf(int32(binary.BigEndian.Uint32(w[2:])))
		case codeLong:
			in.pos += 10
			return LongOf(int64(binary.BigEndian.Uint64(w[2:])))
		}
	}
	code, flag := in.uint8(), in.uint8()
	if flag&isNull != 0 {
		return Value{}
	}
	return in.binaryScalar(code)
}

// binaryScalar reads the bytes of a value.
func (in *input) binaryScalar(code byte) Value {
	switch code {
	case codeInt:
		return IntOf(int32(in.uint32()))
	case codeLong:
		return LongOf(int64(in.uint64()))
	case codeString:
		return Value{kind: String, text: in.binaryText()}
	case codeDouble:
		return Value{kind: Double, bits: in.uint64()}
	case codeFloat:
		return Value{kind: Float, bits: uint64(in.uint32())}
	case codeBoolean:
		return BoolOf(in.uint8() != 0)
	}
	return in.rareBinaryValue(code)
}

func (in *input) rareBinaryValue(code byte) Value {
	switch code {
	case codeByte: // as int8: TinkerPop's byte has no sign on the wire, but Java's has
		return Value{kind: Int8, bits: uint64(int64(int8(in.uint8())))}
	case codeShort:
		return Value{kind: Int16, bits: uint64(int64(int16(in.uint16())))}
	case codeDate, codeTimestamp:
		return Value{kind: Date, bits: in.uint64()}
	case codeUUID:
		return Value{kind: UUID, text: uuidText(in.bytes(uuidBytes))}
	}
	if in.err == nil {
		in.pos -= min(2, in.pos)
		in.fail("a value of type %#02x, which this reader does not know: expected a scalar", code)
	}
	return Value{}
}

// uuidText returns the usual form with hyphens.
func uuidText(b []byte) string {
	if len(b) != uuidBytes {
		return ""
	}
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// maxBinaryCount is the largest count and length: they are signed numbers of 32 bits.
const maxBinaryCount = math.MaxInt32

// ReadGraphBinary reads a whole graph in GraphBinary 1.0.
func ReadGraphBinary(ctx context.Context, r io.Reader) (*Graph, error) {
	br := NewBinaryReader(ctx, r)
	var b Builder
	b.expect(min(br.vertices, expected))
	var err error
	for v := (Vertex{}); err == nil && br.Vertex(&v); {
		err = b.AddVertex(&v)
	}
	var e Edge
	for first := true; err == nil && br.Edge(&e); first = false {
		if first {
			b.expectEdges(min(br.edges+1, expected))
		}
		b.AddEdge(&e)
	}
	if err = errors.Join(br.Err(), err); err != nil {
		return nil, err
	}
	return b.Graph()
}

// expected bounds the room that is made by what a file claims.
const expected = 1 << 14
