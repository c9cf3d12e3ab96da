package main

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"graphbuild/encode"
)

// columns is a set as plain slices.
type columns struct {
	id, way          []int64
	x, y             []int32
	from, to, length []uint32
	class            []uint8
	flags, speed     []uint16
	start            []uint32 // inner points before each edge, and of all
	innerX, innerY   []int32
	nameAt           []uint32 // bytes of names before each edge, and of all
	names            []byte
	nameOf           []string // instead of the two above, where a codec reads strings
}

func columnsOf(s *Set) *columns {
	c := &columns{start: []uint32{0}, nameAt: []uint32{0}}
	for _, v := range s.Vertices {
		x, y := v.At.e7()
		c.id, c.x, c.y = append(c.id, v.ID), append(c.x, x), append(c.y, y)
	}
	for i := range s.Edges {
		e := &s.Edges[i]
		c.from, c.to = append(c.from, uint32(e.From)), append(c.to, uint32(e.To))
		c.way, c.length = append(c.way, e.Way), append(c.length, e.LengthDM)
		c.class, c.flags, c.speed = append(c.class, e.Class), append(c.flags, e.Flags), append(c.speed, e.Speed)
		for _, p := range e.Geometry {
			x, y := p.e7()
			c.innerX, c.innerY = append(c.innerX, x), append(c.innerY, y)
		}
		c.start = append(c.start, uint32(len(c.innerX)))
		c.names = append(c.names, e.Name...)
		c.nameAt = append(c.nameAt, uint32(len(c.names)))
		c.nameOf = append(c.nameOf, e.Name)
	}
	return c
}

// set makes objects of columns, to compare with.
func (c *columns) set() Set {
	var s Set
	for i := range c.id {
		s.Vertices = append(s.Vertices, Vertex{c.id[i], fromE7(c.x[i], c.y[i])})
	}
	for i := range c.from {
		e := Edge{From: int32(c.from[i]), To: int32(c.to[i]), Way: c.way[i], Class: c.class[i], Flags: c.flags[i], Speed: c.speed[i], LengthDM: c.length[i]}
		if c.nameOf != nil {
			e.Name = c.nameOf[i]
		} else {
			e.Name = string(c.names[c.nameAt[i]:c.nameAt[i+1]])
		}
		for k := c.start[i]; k < c.start[i+1]; k++ {
			e.Geometry = append(e.Geometry, fromE7(c.innerX[k], c.innerY[k]))
		}
		s.Edges = append(s.Edges, e)
	}
	return s
}

// integer is what raw columns hold.
type integer interface {
	~uint8 | ~uint16 | ~uint32 | ~int32 | ~int64
}

// putRaw appends the number of values and each in its full width.
func putRaw[T integer](b []byte, v []T) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(v)))
	size := binary.Size(T(0))
	for _, x := range v {
		switch size {
		case 1:
			b = append(b, byte(x))
		case 2:
			b = binary.LittleEndian.AppendUint16(b, uint16(x))
		case 4:
			b = binary.LittleEndian.AppendUint32(b, uint32(x))
		default:
			b = binary.LittleEndian.AppendUint64(b, uint64(x))
		}
	}
	return b
}

// takeRaw reads what putRaw wrote, into new memory.
func takeRaw[T integer](b *[]byte) []T {
	size := binary.Size(T(0))
	if len(*b) < 4 {
		return nil
	}
	n := int(binary.LittleEndian.Uint32(*b))
	from := (*b)[4:]
	if n*size > len(from) {
		return nil
	}
	v := make([]T, n)
	for i := range v {
		switch p := from[i*size:]; size {
		case 1:
			v[i] = T(p[0])
		case 2:
			v[i] = T(binary.LittleEndian.Uint16(p))
		case 4:
			v[i] = T(binary.LittleEndian.Uint32(p))
		default:
			v[i] = T(binary.LittleEndian.Uint64(p))
		}
	}
	*b = from[n*size:]
	return v
}

func writeRaw(s *Set) ([]byte, error) {
	c := columnsOf(s)
	b := putRaw(putRaw(nil, c.id), c.way)
	b = putRaw(putRaw(putRaw(putRaw(b, c.x), c.y), c.innerX), c.innerY)
	b = putRaw(putRaw(putRaw(putRaw(putRaw(b, c.from), c.to), c.length), c.start), c.nameAt)
	return putRaw(putRaw(putRaw(putRaw(b, c.flags), c.speed), c.class), c.names), nil
}

func readRaw(b []byte) (func() Set, error) {
	c := &columns{id: takeRaw[int64](&b), way: takeRaw[int64](&b)}
	c.x, c.y, c.innerX, c.innerY = takeRaw[int32](&b), takeRaw[int32](&b), takeRaw[int32](&b), takeRaw[int32](&b)
	c.from, c.to, c.length = takeRaw[uint32](&b), takeRaw[uint32](&b), takeRaw[uint32](&b)
	c.start, c.nameAt = takeRaw[uint32](&b), takeRaw[uint32](&b)
	c.flags, c.speed, c.class, c.names = takeRaw[uint16](&b), takeRaw[uint16](&b), takeRaw[uint8](&b), takeRaw[uint8](&b)
	if len(b) > 0 {
		return nil, fmt.Errorf("%d bytes are left", len(b))
	}
	return c.set, nil
}

// hotEdges are the columns in encodings that have any row in O(1); names are a dictionary.
type hotEdges struct {
	ID     encode.Col[int64]  `col:"id,hot"`
	Points encode.Points      `col:"point,hot"`
	Ends   encode.Records     `col:"ends,hot"`
	Way    encode.Col[int64]  `col:"way,hot"`
	Name   encode.Strings     `col:"name,hot"`
	Class  encode.Col[uint8]  `col:"class,hot"`
	Flags  encode.Col[uint16] `col:"flags,hot"`
	Speed  encode.Col[uint16] `col:"speed,hot"`
	Start  encode.Col[uint32] `col:"start,hot"`
	InnerX encode.Col[int32]  `col:"inner_x,hot"`
	InnerY encode.Col[int32]  `col:"inner_y,hot"`
}

// coldEdges are the same in the smallest encodings, blocks that are decoded as a whole.
type coldEdges struct {
	ID     encode.Col[int64]  `col:"id"`
	Points encode.Points      `col:"point"`
	Ends   encode.Records     `col:"ends"`
	Way    encode.Col[int64]  `col:"way"`
	Name   encode.Strings     `col:"name"`
	Class  encode.Col[uint8]  `col:"class"`
	Flags  encode.Col[uint16] `col:"flags"`
	Speed  encode.Col[uint16] `col:"speed"`
	Start  encode.Col[uint32] `col:"start"`
	InnerX encode.Col[int32]  `col:"inner_x"`
	InnerY encode.Col[int32]  `col:"inner_y"`
}

func edgesOf(s *Set) *hotEdges {
	c := columnsOf(s)
	gap := make([]uint32, len(c.from))
	for i := range gap {
		gap[i] = uint32(encode.Zigzag(int64(int32(c.to[i] - c.from[i]))))
	}
	return &hotEdges{ID: encode.ColOf(c.id), Points: encode.PointsOf(c.y, c.x), Ends: encode.NewRecords(c.from, gap, c.length),
		Way: encode.ColOf(c.way), Name: encode.StringsOf(c.nameOf), Class: encode.ColOf(c.class), Flags: encode.ColOf(c.flags),
		Speed: encode.ColOf(c.speed), Start: encode.ColOf(c.start), InnerX: encode.ColOf(c.innerX), InnerY: encode.ColOf(c.innerY)}
}

// fileOf writes one table as a file.
func fileOf(row any) ([]byte, error) {
	schema, err := encode.NewSchema(encode.Table{Number: 1, Name: "edges", Version: 1, Row: row})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = schema.Write(&b)
	return b.Bytes(), err
}

func writePacked(s *Set) ([]byte, error) { return fileOf(edgesOf(s)) }

func writeBlocks(s *Set) ([]byte, error) {
	e := coldEdges(*edgesOf(s))
	return fileOf(&e)
}

func readPacked(b []byte) (func() Set, error) {
	var e hotEdges
	if err := open(b, &e); err != nil {
		return nil, err
	}
	return e.columns().set, nil
}

func readBlocks(b []byte) (func() Set, error) {
	var e coldEdges
	if err := open(b, &e); err != nil {
		return nil, err
	}
	h := hotEdges(e)
	return h.columns().set, nil
}

func open(b []byte, row any) error {
	schema, err := encode.NewSchema(encode.Table{Number: 1, Name: "edges", Version: 1, Row: row})
	if err != nil {
		return err
	}
	f, err := encode.Load(b, encode.Options{})
	if err != nil {
		return err
	}
	return f.Decode(schema)
}

// columns expands all columns into slices.
func (e *hotEdges) columns() *columns {
	c := &columns{id: e.ID.Slice(), way: e.Way.Slice(), class: e.Class.Slice(), flags: e.Flags.Slice(), speed: e.Speed.Slice(),
		start: e.Start.Slice(), innerX: e.InnerX.Slice(), innerY: e.InnerY.Slice()}
	points, ends := e.Points.View(), e.Ends.View()
	c.x, c.y = make([]int32, e.Points.Len()), make([]int32, e.Points.Len())
	for i := range c.x {
		c.y[i], c.x[i] = points.At(i)
	}
	n := e.Ends.Len()
	c.from, c.to, c.length, c.nameOf = make([]uint32, n), make([]uint32, n), make([]uint32, n), make([]string, n)
	for i := range c.from {
		from, gap, length := ends.At3(i)
		c.from[i], c.to[i], c.length[i] = from, from+uint32(int32(encode.Unzigzag(uint64(gap)))), length
		c.nameOf[i] = e.Name.At(i)
	}
	return c
}

// zipped packs what another codec writes with zstd at its default level.
func zipped(c codec) codec {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are fixed
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return codec{c.name + " + zstd",
		func(s *Set) ([]byte, error) {
			b, err := c.write(s)
			return enc.EncodeAll(b, nil), err
		},
		func(b []byte) (func() Set, error) {
			raw, err := dec.DecodeAll(b, nil)
			if err != nil {
				return nil, err
			}
			return c.read(raw)
		}}
}
