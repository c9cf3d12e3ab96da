package encode

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Points is a hot column of coordinates: latitude and longitude of a row lie in one bit record.
type Points struct {
	enc *lazy[PointsView]
}

// PointsOf returns a column of points. The slices have the same length, else it panics.
func PointsOf(lat, lon []int32) Points {
	if len(lat) != len(lon) {
		panic("encode: latitudes and longitudes of different number")
	}
	return Points{enc: memory(newPoints(lat, lon), len(lat))}
}

// Len returns the number of rows.
func (c *Points) Len() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.rows()
}

// View returns the encoded column, for loops that touch it often. It is valid until the File is closed.
func (c *Points) View() *PointsView {
	if c.enc == nil {
		return &PointsView{}
	}
	return c.enc.get()
}

// At returns row i, which must be below Len, in the units that the column was made with.
func (c *Points) At(i int) (lat, lon int32) { return c.enc.get().At(i) }

// PointsView reads the bytes of Points. A head holds the widths of latitude and longitude, 6 bits each, and the offset of the
// block in units of 8 bytes, in whole bytes; then the smallest latitude and longitude of the block above those of the
// column, in whole bytes together.
type PointsView struct {
	lat, lon         int32 // smallest of all
	headSize, baseAt uint64
	offsetMask       uint64
	latBits          uint
	latMask, lonMask uint64
	heads            []byte
	data             []byte
	head, bits       loader
	whole            whole
	guard            *guardedPoints
}

// At returns row i. It is written out for points that one load gets.
func (v *PointsView) At(i int) (lat, lon int32) {
	p := uint64(i) >> blockShift * v.headSize
	h, base := v.head.at(p), v.head.at(p+v.baseAt)
	latWidth, both := h&fieldMask, h&fieldMask+h>>fieldBits&fieldMask
	if both-1 >= 57 { // wide, or no bits: a guarded section shows no heads
		return v.any(i)
	}
	bit := h>>(2*fieldBits)&v.offsetMask*64 + uint64(i&(blockRows-1))*both
	x := v.bits.at(bit>>3) >> (bit & 7) & (1<<(both&63) - 1)
	lat, lon = v.lat+int32(base&v.latMask), v.lon+int32(base>>(v.latBits&63)&v.lonMask)
	return lat + int32(x&(1<<latWidth-1)), lon + int32(x>>latWidth)
}

// any returns row i of points of any form.
func (v *PointsView) any(i int) (lat, lon int32) {
	if v.guard != nil {
		return v.guard.at(i)
	}
	p := uint64(i) >> blockShift * v.headSize
	h, base := v.head.at(p), v.head.at(p+v.baseAt)
	latWidth, lonWidth := uint(h&fieldMask), uint(h>>fieldBits&fieldMask)
	bit := h>>(2*fieldBits)&v.offsetMask*64 + uint64(i&(blockRows-1))*uint64(latWidth+lonWidth)
	lat, lon = v.lat+int32(base&v.latMask), v.lon+int32(base>>v.latBits&v.lonMask)
	return lat + int32(loadBits(v.data, bit, latWidth)), lon + int32(loadBits(v.data, bit+uint64(latWidth), lonWidth))
}

// Unpack fills out with the longitude and latitude of the first rows, block by block.
func (v *PointsView) Unpack(out [][2]int32) {
	if g := v.guard; g != nil && g.heads.g.all() {
		v = &g.view
	}
	for i := 0; i < len(out); i += blockRows {
		rows := out[i:min(i+blockRows, len(out))]
		p := uint64(i) >> blockShift * v.headSize
		h, base := v.head.at(p), v.head.at(p+v.baseAt)
		latWidth, both := h&fieldMask, h&fieldMask+h>>fieldBits&fieldMask
		if both-1 >= 57 {
			for k := range rows {
				rows[k][1], rows[k][0] = v.any(i + k)
			}
			continue
		}
		lat, lon := v.lat+int32(base&v.latMask), v.lon+int32(base>>(v.latBits&63)&v.lonMask)
		bit, m, mLat := h>>(2*fieldBits)&v.offsetMask*64, mask(uint(both)), mask(uint(latWidth))
		for k := range rows {
			x := v.bits.at(bit>>3) >> (bit & 7) & m
			rows[k] = [2]int32{lon + int32(x>>latWidth), lat + int32(x&mLat)}
			bit += both
		}
	}
}

// pointBlock is a block that is being written.
type pointBlock struct {
	latWidth, lonWidth uint
	lat, lon           uint64
	offset             uint64
}

func newPoints(lat, lon []int32) *PointsView {
	body := encodePoints(lat, lon)
	v, err := openPoints(len(lat), &parser{b: padded(body)})
	if err != nil {
		panic("encode: own points: " + err.Error())
	}
	return v
}

func encodePoints(lat, lon []int32) []byte {
	if len(lat) == 0 {
		return make([]byte, 5)
	}
	minLat, minLon := slices.Min(lat), slices.Min(lon)
	var data BitWriter
	var blocks []pointBlock
	for i := 0; i < len(lat); i += blockRows {
		j := min(i+blockRows, len(lat))
		a, o := lat[i:j], lon[i:j]
		la, lo := slices.Min(a), slices.Min(o)
		b := pointBlock{lat: uint64(int64(la) - int64(minLat)), lon: uint64(int64(lo) - int64(minLon)), offset: data.Len() / 64}
		b.latWidth, b.lonWidth = width(uint64(int64(slices.Max(a))-int64(la))), width(uint64(int64(slices.Max(o))-int64(lo)))
		for k := range a {
			data.Put(uint64(int64(a[k])-int64(la)), b.latWidth)
			data.Put(uint64(int64(o[k])-int64(lo)), b.lonWidth)
		}
		blocks = append(blocks, b)
	}
	body := binary.AppendVarint(binary.AppendVarint(nil, int64(minLat)), int64(minLon))
	body = appendPointHeads(body, blocks)
	return append(body, data.Bytes()...)
}

// appendPointHeads appends the widths of the offset and of the two bases, and the heads.
func appendPointHeads(body []byte, blocks []pointBlock) []byte {
	var all pointBlock
	for _, b := range blocks {
		all.offset, all.lat, all.lon = all.offset|b.offset, all.lat|b.lat, all.lon|b.lon
	}
	no, na, nl := width(all.offset), width(all.lat), width(all.lon)
	w := BitWriter{bytes: append(body, byte(no), byte(na), byte(nl))}
	for _, b := range blocks {
		w.Put(uint64(b.latWidth), fieldBits)
		w.Put(uint64(b.lonWidth), fieldBits)
		w.Put(b.offset, no)
		w.Align(1)
		w.Put(b.lat, na)
		w.Put(b.lon, nl)
		w.Align(1)
	}
	return w.Bytes()
}

func openPoints(rows int, p *parser) (*PointsView, error) {
	v := &PointsView{whole: p.whole()}
	v.lat, v.lon = int32(p.varint()), int32(p.varint())
	no, na, nl := uint64(p.byte()), uint(p.byte()), uint(p.byte())
	if no > 50 || na > 32 || nl > 32 {
		p.fail(fmt.Errorf("heads of points of %d, %d and %d bits", no, na, nl))
		return &PointsView{}, p.err
	}
	v.offsetMask, v.latBits, v.latMask, v.lonMask = mask(uint(no)), na, mask(na), mask(nl)
	v.baseAt = (2*fieldBits + no + 7) / 8
	v.headSize = v.baseAt + uint64(na+nl+7)/8
	heads := p.place()
	v.heads = p.take(uint64(rows+blockRows-1) / blockRows * v.headSize)
	data := p.place()
	v.data = p.rest()
	v.head, v.bits = loaderOf(v.heads), loaderOf(v.data)
	if p.err != nil {
		return &PointsView{}, p.err
	}
	if heads.g != nil {
		return &PointsView{whole: v.whole, guard: &guardedPoints{*v, heads, data}}, nil
	}
	return v, nil
}

// guardedPoints is a view of a guarded section, whose rows are touched before they are read.
type guardedPoints struct {
	view        PointsView
	heads, data stretch
}

func (g *guardedPoints) at(i int) (lat, lon int32) {
	v := &g.view
	p := uint64(i) >> blockShift * v.headSize
	if !g.heads.touch(p, p+v.headSize) {
		return 0, 0
	}
	h := load64(v.heads, p)
	width, from := h&fieldMask+h>>fieldBits&fieldMask, h>>(2*fieldBits)&v.offsetMask*8
	if !g.data.touch(from, from+blockRows/8*width) {
		return 0, 0
	}
	return v.At(i)
}
