package main

import (
	"encoding/binary"
	"errors"
	"math"
)

// rows writes one object after another, as the source experiment did: a type, then the fields. The codecs are its steps.
type rows struct {
	names  bool // types by name; else by a registered number
	coord  bool // coordinates as differences to the one before, in 1e-7 degrees, without a type
	vertex bool // vertices without a type, ids as differences
	edge   bool // edges without a type: ends near the ones before, names by number, small integers
}

var (
	typeNames   = [3]string{"org.example.graph.Coordinate", "org.example.graph.Vertex", "org.example.graph.Edge"}
	errTruncate = errors.New("the rows end early")
)

const (
	coordinateType = iota
	vertexType
	edgeType
)

// rowWriter is a set on its way to bytes.
type rowWriter struct {
	rows
	b    []byte
	x, y int32 // the coordinate before
	name map[string]uint64
}

func (r rows) write(s *Set) ([]byte, error) {
	w := rowWriter{rows: r, name: make(map[string]uint64), b: make([]byte, 0, 64*len(s.Edges))}
	w.b = binary.AppendUvarint(w.b, uint64(len(s.Vertices)))
	id := int64(0)
	for i := range s.Vertices {
		id = w.putVertex(&s.Vertices[i], id)
	}
	w.b = binary.AppendUvarint(w.b, uint64(len(s.Edges)))
	var before Edge
	for i := range s.Edges {
		e := &s.Edges[i]
		if r.edge {
			w.putEdge(e, &before)
			w.x, w.y = s.Vertices[e.From].At.e7()
		} else {
			w.putPlainEdge(e)
		}
		w.b = binary.AppendUvarint(w.b, uint64(len(e.Geometry)))
		for _, c := range e.Geometry {
			w.putCoordinate(c)
		}
		before = *e
	}
	return w.b, nil
}

func (w *rowWriter) putType(t byte) {
	if w.names {
		w.putText(typeNames[t])
		return
	}
	w.b = append(w.b, t)
}

func (w *rowWriter) putText(s string) {
	w.b = append(binary.AppendUvarint(w.b, uint64(len(s))), s...)
}

func (w *rowWriter) putCoordinate(c Coordinate) {
	if !w.coord {
		w.putType(coordinateType)
		w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(c.X))
		w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(c.Y))
		return
	}
	x, y := c.e7()
	w.b = binary.AppendVarint(binary.AppendVarint(w.b, int64(x-w.x)), int64(y-w.y))
	w.x, w.y = x, y
}

func (w *rowWriter) putVertex(v *Vertex, before int64) int64 {
	if w.vertex {
		w.b = binary.AppendVarint(w.b, v.ID-before)
	} else {
		w.putType(vertexType)
		w.b = binary.LittleEndian.AppendUint64(w.b, uint64(v.ID))
	}
	w.putCoordinate(v.At)
	return v.ID
}

func (w *rowWriter) putPlainEdge(e *Edge) {
	w.putType(edgeType)
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(e.From))
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(e.To))
	w.b = binary.LittleEndian.AppendUint64(w.b, uint64(e.Way))
	w.putText(e.Name)
	w.b = append(w.b, e.Class)
	w.b = binary.LittleEndian.AppendUint16(w.b, e.Flags)
	w.b = binary.LittleEndian.AppendUint16(w.b, e.Speed)
	w.b = binary.LittleEndian.AppendUint32(w.b, e.LengthDM)
}

func (w *rowWriter) putEdge(e, before *Edge) {
	w.b = binary.AppendVarint(w.b, int64(e.From-before.From))
	w.b = binary.AppendVarint(w.b, int64(e.To-e.From))
	w.b = binary.AppendVarint(w.b, e.Way-before.Way)
	n, ok := w.name[e.Name]
	w.b = binary.AppendUvarint(w.b, n)
	if !ok {
		w.name[e.Name] = uint64(len(w.name) + 1)
		w.putText(e.Name)
	}
	for _, x := range [4]uint64{uint64(e.Class), uint64(e.Flags), uint64(e.Speed), uint64(e.LengthDM)} {
		w.b = binary.AppendUvarint(w.b, x)
	}
}

// rowReader reads what a rowWriter wrote.
type rowReader struct {
	rows
	b    []byte
	x, y int32
	name []string
	bad  bool
}

func (r rows) read(b []byte) (func() Set, error) {
	d := rowReader{rows: r, b: b}
	var s Set
	s.Vertices = make([]Vertex, d.count())
	id := int64(0)
	for i := range s.Vertices {
		d.vertexInto(&s.Vertices[i], &id)
	}
	s.Edges = make([]Edge, d.count())
	var before Edge
	for i := range s.Edges {
		e := &s.Edges[i]
		if r.edge {
			d.edgeInto(e, &before)
			if uint(e.From) < uint(len(s.Vertices)) {
				d.x, d.y = s.Vertices[e.From].At.e7()
			}
		} else {
			d.plainEdgeInto(e)
		}
		if n := d.count(); n > 0 {
			e.Geometry = make([]Coordinate, n)
		}
		for k := range e.Geometry {
			e.Geometry[k] = d.coordinate()
		}
		before = *e
	}
	if d.bad {
		return nil, errTruncate
	}
	return func() Set { return s }, nil
}

func (d *rowReader) take(n int) []byte {
	if n > len(d.b) {
		d.bad, d.b = true, nil
		return make([]byte, n)
	}
	v := d.b[:n]
	d.b = d.b[n:]
	return v
}

func (d *rowReader) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.bad = true
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *rowReader) varint() int64 {
	v := d.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// count reads a number of objects, each of which takes a byte at least.
func (d *rowReader) count() int {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.bad = true
		return 0
	}
	return int(n)
}

func (d *rowReader) text() string { return string(d.take(d.count())) }

// typ reads a type, and looks it up as a reader of any types must.
func (d *rowReader) typ() byte {
	if !d.names {
		return d.take(1)[0]
	}
	name := d.take(d.count())
	for t, want := range typeNames {
		if string(name) == want {
			return byte(t)
		}
	}
	d.bad = true
	return 0
}

func (d *rowReader) coordinate() Coordinate {
	if !d.coord {
		d.typ()
		b := d.take(16)
		return Coordinate{math.Float64frombits(binary.LittleEndian.Uint64(b)), math.Float64frombits(binary.LittleEndian.Uint64(b[8:]))}
	}
	d.x += int32(d.varint())
	d.y += int32(d.varint())
	return fromE7(d.x, d.y)
}

func (d *rowReader) vertexInto(v *Vertex, id *int64) {
	if d.vertex {
		*id += d.varint()
		v.ID = *id
	} else {
		d.typ()
		v.ID = int64(binary.LittleEndian.Uint64(d.take(8)))
	}
	v.At = d.coordinate()
}

func (d *rowReader) plainEdgeInto(e *Edge) {
	d.typ()
	b := d.take(16)
	e.From, e.To = int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:]))
	e.Way = int64(binary.LittleEndian.Uint64(b[8:]))
	e.Name = d.text()
	b = d.take(9)
	e.Class, e.Flags, e.Speed = b[0], binary.LittleEndian.Uint16(b[1:]), binary.LittleEndian.Uint16(b[3:])
	e.LengthDM = binary.LittleEndian.Uint32(b[5:])
}

func (d *rowReader) edgeInto(e, before *Edge) {
	e.From = before.From + int32(d.varint())
	e.To = e.From + int32(d.varint())
	e.Way = before.Way + d.varint()
	if n := d.uvarint(); n == 0 {
		e.Name = d.text()
		d.name = append(d.name, e.Name)
	} else if n <= uint64(len(d.name)) {
		e.Name = d.name[n-1]
	}
	e.Class, e.Flags, e.Speed, e.LengthDM = uint8(d.uvarint()), uint16(d.uvarint()), uint16(d.uvarint()), uint32(d.uvarint())
}
