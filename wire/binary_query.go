package wire

import (
	"encoding/binary"
	"errors"
	"fmt"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Kinds of queries in the binary form.
const (
	jsonQuery   = 0 // the query as JSON
	routeQuery  = 1
	vertexQuery = 2
	edgeQuery   = 3
	nodeQuery   = 4
	tableQuery  = 5
)

// Flags of a route in the binary form: what follows.
const (
	snapFlag        = 1
	fromBearingFlag = 2
	toBearingFlag   = 4
)

var errCut = errors.New("the query ends too early, or holds a number that is too large")

// ReadBinary reads a query in the binary form, which docs/API.md states byte by byte.
func ReadBinary(data []byte) (q Query, err error) {
	r := binaryReader{data: data}
	switch kind := r.byte(); kind {
	case jsonQuery:
		return Read(r.data)
	case routeQuery:
		r.route(&q)
	case vertexQuery:
		q.Kind, q.Vertex = VertexKind, r.number()
	case edgeQuery:
		q.Kind, q.Edge = EdgeKind, r.number()
	case nodeQuery:
		n := r.signed()
		q.Kind, q.Node = VertexKind, &n
	case tableQuery:
		r.table(&q)
	default:
		return q, fmt.Errorf("query of kind %d: expected 0 to %d", kind, tableQuery)
	}
	if r.err == nil && len(r.data) > 0 {
		r.err = fmt.Errorf("%d bytes behind the query", len(r.data))
	}
	return q, r.err
}

// binaryReader reads what is left of a query, and keeps the first error.
type binaryReader struct {
	data []byte
	err  error
}

// advance passes over n bytes; n from encoding/binary is 0 or less where there is no number.
func (r *binaryReader) advance(n int) bool {
	if n <= 0 || n > len(r.data) || r.err != nil {
		r.data = nil
		if r.err == nil {
			r.err = errCut
		}
		return false
	}
	r.data = r.data[n:]
	return true
}

func (r *binaryReader) byte() byte {
	data := r.data
	if !r.advance(1) {
		return 0
	}
	return data[0]
}

func (r *binaryReader) unsigned() uint64 {
	v, n := binary.Uvarint(r.data)
	if !r.advance(n) {
		return 0
	}
	return v
}

func (r *binaryReader) signed() int64 {
	v, n := binary.Varint(r.data)
	if !r.advance(n) {
		return 0
	}
	return v
}

// number reads a number of a vertex or an edge.
func (r *binaryReader) number() *uint32 {
	v := r.unsigned()
	n := uint32(v)
	if uint64(n) != v && r.err == nil {
		r.err = errCut
	}
	return &n
}

// float reads a whole number.
func (r *binaryReader) float() *float64 {
	v := float64(r.unsigned())
	return &v
}

// mode reads a mode of streets, that of people in a wheelchair too.
func (r *binaryReader) mode(q *Query) {
	m := facts.Mode(r.byte())
	if m > facts.Car && m != facts.Wheelchair && r.err == nil {
		r.err = fmt.Errorf("mode %d: expected 0 walk, 1 bike, 2 car or %d walk by wheelchair", m, facts.Wheelchair)
	}
	if m == facts.Wheelchair {
		yes := true
		m, q.Wheelchair = facts.Walk, &yes
	}
	q.Mode = graph.ModeName(m)
}

// point reads a point behind another.
func (r *binaryReader) point(before Position) Position {
	lon, lat := int64(before.Lon)+r.signed(), int64(before.Lat)+r.signed()
	p := Position{Lon: int32(lon), Lat: int32(lat)}
	if r.err == nil && (int64(p.Lon) != lon || int64(p.Lat) != lat || !geometry.Point(p).Valid()) {
		r.err = errors.New("a position is not on the Earth")
	}
	return p
}

func (r *binaryReader) route(q *Query) {
	r.mode(q)
	flags := r.byte()
	from := r.point(Position{})
	to := r.point(from)
	q.From, q.To = &from, &to
	if flags&snapFlag != 0 {
		q.SnapM = r.float()
	}
	if flags&fromBearingFlag != 0 {
		q.FromBearing = r.float()
	}
	if flags&toBearingFlag != 0 {
		q.ToBearing = r.float()
	}
	if flags >= 2*toBearingFlag && r.err == nil {
		r.err = fmt.Errorf("flags %d of a route: expected less than %d", flags, 2*toBearingFlag)
	}
}

func (r *binaryReader) table(q *Query) {
	q.Kind = TableKind
	r.mode(q)
	q.Sources = r.points()
	if targets := r.points(); len(targets) > 0 {
		q.Targets = targets
	}
}

// points reads a list of points, which take two bytes each at least.
func (r *binaryReader) points() []Position {
	n := r.unsigned()
	if n > uint64(len(r.data)/2) && r.err == nil {
		r.err = errCut
	}
	var list []Position
	var p Position
	for i := uint64(0); i < n && r.err == nil; i++ {
		p = r.point(p)
		list = append(list, p)
	}
	return list
}

// NewBinaryList finds the queries of a list in the binary form, which it keeps: a number, and for each its length and the query.
func NewBinaryList(data []byte) (*Array, error) {
	n, size := binary.Uvarint(data)
	if size <= 0 || n > uint64(len(data)) {
		return nil, fmt.Errorf("a list of %d queries in %d bytes", n, len(data))
	}
	a := &Array{text: data}
	at := size
	for i := range n {
		length, size := binary.Uvarint(data[at:])
		if size <= 0 || length > uint64(len(data)-at-size) {
			return nil, fmt.Errorf("query %d of the list is cut off", i+1)
		}
		at += size
		a.ends = append(a.ends, [2]int{at, at + int(length)})
		at += int(length)
	}
	if at != len(data) {
		return nil, fmt.Errorf("%d bytes behind the list", len(data)-at)
	}
	a.isBinary = true
	return a, nil
}
