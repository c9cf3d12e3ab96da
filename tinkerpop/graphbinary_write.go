package tinkerpop

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// WriteGraphBinary writes a graph as one value of GraphBinary 1.0, of the type TinkerGraph. Errors are those of w, and a
// graph with too many vertices or edges for the format (2^31).
func WriteGraphBinary(w io.Writer, s Source) error {
	o := newOutput(w)
	vertices, edges := s.Counts()
	if max(vertices, edges) > maxBinaryCount {
		return fmt.Errorf("graphbinary: %d vertices and %d edges, at most %d fit", vertices, edges, maxBinaryCount)
	}
	o.buf = appendCount(append(o.buf, codeGraph, 0), vertices)
	for v := range s.Vertices() {
		o.buf = appendGraphVertex(o.buf, v)
		if !o.row() {
			break
		}
	}
	o.buf = appendCount(o.buf, edges)
	for e := range s.Edges() {
		o.buf = appendGraphEdge(o.buf, e)
		if !o.row() {
			break
		}
	}
	return o.end()
}

func appendCount(b []byte, n int) []byte { return binary.BigEndian.AppendUint32(b, uint32(n)) }

func appendBareText(b []byte, s string) []byte { return append(appendCount(b, len(s)), s...) }

func appendNull(b []byte) []byte { return append(b, codeNull, 1) }

// appendGraphVertex appends a vertex as it stands in a graph.
func appendGraphVertex(b []byte, v *Vertex) []byte {
	b = appendBareText(AppendBinaryValue(b, v.ID), v.Label)
	b = appendCount(b, len(v.Properties))
	for i := range v.Properties {
		p := &v.Properties[i]
		b = appendBareText(AppendBinaryValue(b, p.ID), p.Key)
		b = appendNull(AppendBinaryValue(b, p.Value))
		b = appendProperties(b, p.Meta)
	}
	return b
}

// appendGraphEdge appends an edge as it stands in a graph: where it runs to before where it comes from.
func appendGraphEdge(b []byte, e *Edge) []byte {
	b = appendBareText(AppendBinaryValue(b, e.ID), e.Label)
	b = appendNull(AppendBinaryValue(b, e.In))
	b = appendNull(appendNull(AppendBinaryValue(b, e.Out)))
	return appendProperties(b, e.Properties)
}

// appendProperties appends a list without its type.
func appendProperties(b []byte, list []Property) []byte {
	b = appendCount(b, len(list))
	for i := range list {
		b = appendBareText(append(b, codeProperty, 0), list[i].Key)
		b = appendNull(AppendBinaryValue(b, list[i].Value))
	}
	return b
}

// AppendBinaryValue appends a scalar with its type. The memory is that of b alone.
func AppendBinaryValue(b []byte, v Value) []byte {
	switch v.kind {
	case Int32:
		return binary.BigEndian.AppendUint32(append(b, codeInt, 0), uint32(v.bits))
	case Int64:
		return binary.BigEndian.AppendUint64(append(b, codeLong, 0), v.bits)
	case String:
		return appendBareText(append(b, codeString, 0), v.text)
	case Double:
		return binary.BigEndian.AppendUint64(append(b, codeDouble, 0), v.bits)
	case Float:
		return binary.BigEndian.AppendUint32(append(b, codeFloat, 0), uint32(v.bits))
	case Bool:
		return append(b, codeBoolean, 0, byte(v.bits))
	case Int8:
		return append(b, codeByte, 0, byte(v.bits))
	case Int16:
		return binary.BigEndian.AppendUint16(append(b, codeShort, 0), uint16(v.bits))
	case Date:
		return binary.BigEndian.AppendUint64(append(b, codeDate, 0), v.bits)
	case UUID:
		raw, err := hex.DecodeString(strings.ReplaceAll(v.text, "-", ""))
		if err == nil && len(raw) == uuidBytes {
			return append(append(b, codeUUID, 0), raw...)
		}
		return appendBareText(append(b, codeString, 0), v.text)
	}
	return appendNull(b)
}

// AppendBinaryVertex appends a vertex as a value of its own, as answers of a server hold it.
func AppendBinaryVertex(b []byte, v *Vertex) []byte {
	b = appendBareText(AppendBinaryValue(append(b, codeVertex, 0), v.ID), v.Label)
	b = appendCount(append(b, codeList, 0), len(v.Properties))
	for i := range v.Properties {
		p := &v.Properties[i]
		b = appendBareText(AppendBinaryValue(append(b, codeVertexProperty, 0), p.ID), p.Key)
		b = appendNull(AppendBinaryValue(b, p.Value))
		b = appendPropertyList(b, p.Meta)
	}
	return b
}

// AppendBinaryEdge appends an edge as a value of its own. inLabel and outLabel are the labels of its ends.
func AppendBinaryEdge(b []byte, e *Edge, inLabel, outLabel string) []byte {
	b = appendBareText(AppendBinaryValue(append(b, codeEdge, 0), e.ID), e.Label)
	b = appendBareText(AppendBinaryValue(b, e.In), inLabel)
	b = appendBareText(AppendBinaryValue(b, e.Out), outLabel)
	return appendPropertyList(appendNull(b), e.Properties)
}

// appendPropertyList appends a list with its type.
func appendPropertyList(b []byte, list []Property) []byte {
	return appendProperties(append(b, codeList, 0), list)
}
