package encode

import (
	"fmt"
	"slices"
)

// Records is a hot column of one to four unsigned fields a row, kept side by side in one bit record, so that a row
// costs a block header and one load.
type Records struct {
	enc *lazy[RecordsView]
}

// NewRecords returns a column with the given one to four fields, which have the same length. It panics otherwise.
func NewRecords(fields ...[]uint32) Records {
	if len(fields) < 1 || len(fields) > maxFields {
		panic("encode: records have 1 to 4 fields")
	}
	for _, f := range fields {
		if len(f) != len(fields[0]) {
			panic("encode: fields of different length")
		}
	}
	return Records{enc: memory(newRecords(fields), len(fields[0]))}
}

// Len returns the number of rows.
func (c *Records) Len() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.rows()
}

// NumFields returns the number of fields.
func (c *Records) NumFields() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.get().fields
}

// View returns the encoded column, for loops that touch it often: a view is got once and saves two steps a row. It is
// valid until the File is closed, which nothing tells it: reading it after is a fault.
func (c *Records) View() *RecordsView {
	if c.enc == nil {
		return &RecordsView{}
	}
	return c.enc.get()
}

// At3 returns the first three fields of row i; those that there are not are 0.
func (c *Records) At3(i int) (a, b, d uint32) { return c.enc.get().At3(i) }

// Field returns field f of row i.
func (c *Records) Field(i, f int) uint32 { return c.enc.get().Field(i, f) }

// A head of a block of records holds the width of each field, 6 bits each, then the number of exceptions of the first
// field and of the last, 6 bits each (the second is 0 where there is one field), then the offset of the block in units of 4 bytes. It takes as many bytes as the
// largest offset needs.
const (
	fieldBits   = 6
	fieldMask   = 1<<fieldBits - 1
	recordUnit  = 4
	maxFields   = 4
	countFields = 2
)

// RecordsView reads the bytes of Records.
type RecordsView struct {
	fields     int
	narrow     int // the number of fields where one load gets a record, else 0
	headSize   uint64
	headMask   uint64
	heads      []byte
	data       []byte
	head, bits loader // of these
	wideFirst  uint   // bits of an exception of the first field
	wideLast   uint
	whole      whole
	guard      *guardedRecords
}

// recordBlock is what a head says.
type recordBlock struct {
	width       [maxFields]uint
	first, last uint64 // exceptions; of one field they are all of the first
	offset      uint64 // bytes
	bits        uint   // of a record
}

func (v *RecordsView) headOf(i int) uint64 {
	return load64(v.heads, uint64(i)>>blockShift*v.headSize) & v.headMask
}

// At3 returns the first three fields of row i. It is written out for three fields that one load gets: it is what a search
// spends its time on.
func (v *RecordsView) At3(i int) (a, b, c uint32) {
	if v.narrow != 3 {
		return v.any(i)
	}
	h := v.head.at(uint64(i)>>blockShift*v.headSize) & v.headMask
	w0, w1, w2 := h&fieldMask, h>>6&fieldMask, h>>12&fieldMask
	p := h>>30*(recordUnit*8) + uint64(i&(blockRows-1))*(w0+w1+w2)
	x := v.bits.at(p>>3) >> (p & 7)
	m0, m2 := uint64(1)<<(w0&63)-1, uint64(1)<<(w2&63)-1
	r0, r1, r2 := x&m0, x>>(w0&63)&(1<<(w1&63)-1), x>>((w0+w1)&63)&m2
	if n0, n2 := h>>18&fieldMask, h>>24&fieldMask; int64((m0-r0-n0)|(m2-r2-n2)) < 0 { // one of both is an exception
		behind := h>>30*(recordUnit*8) + blockRows*(w0+w1+w2)
		if m0-r0 < n0 {
			r0 = v.behind(behind+(m0-r0)*uint64(v.wideFirst), v.wideFirst)
		}
		if m2-r2 < n2 {
			r2 = v.behind(behind+n0*uint64(v.wideFirst)+(m2-r2)*uint64(v.wideLast), v.wideLast)
		}
	}
	return uint32(r0), uint32(r1), uint32(r2)
}

// At1 returns the first field of row i, likewise.
func (v *RecordsView) At1(i int) uint32 {
	if v.narrow != 1 {
		return v.Field(i, 0)
	}
	h := v.head.at(uint64(i)>>blockShift*v.headSize) & v.headMask
	w := h & fieldMask
	p := h>>18*(recordUnit*8) + uint64(i&(blockRows-1))*w
	m := uint64(1)<<(w&63) - 1
	x := v.bits.at(p>>3) >> (p & 7) & m
	if m-x < h>>6&fieldMask {
		x = v.behind(h>>18*(recordUnit*8)+blockRows*w+(m-x)*uint64(v.wideFirst), v.wideFirst)
	}
	return uint32(x)
}

// behind returns the exception of n bits at bit p of the data. It is not written out: few rows are one.
//
//go:noinline
func (v *RecordsView) behind(p uint64, n uint) uint64 {
	return v.bits.at(p>>3) >> (p & 7) & (1<<(n&63) - 1)
}

// any returns the first three fields of records of any form.
func (v *RecordsView) any(i int) (a, b, c uint32) {
	if g := v.guard; g != nil {
		if !g.touch(i) {
			return 0, 0, 0
		}
		return g.view.At3(i)
	}
	return v.Field(i, 0), v.Field(i, 1), v.Field(i, 2)
}

func (v *RecordsView) block(i int) recordBlock {
	h := v.headOf(i)
	var r recordBlock
	for f := range v.fields {
		r.width[f] = uint(h & fieldMask)
		r.bits += r.width[f]
		h >>= fieldBits
	}
	r.first, r.last, r.offset = h&fieldMask, h>>fieldBits&fieldMask, h>>(2*fieldBits)*recordUnit
	if v.fields == 1 {
		r.last = 0
	}
	return r
}

// Field returns field f of row i, with a load of its own.
func (v *RecordsView) Field(i, f int) uint32 {
	if g := v.guard; g != nil {
		if !g.touch(i) {
			return 0
		}
		return g.view.Field(i, f)
	}
	r := v.block(i)
	p := r.offset*8 + uint64(i&(blockRows-1))*uint64(r.bits)
	for k := range f {
		p += uint64(r.width[k])
	}
	if f >= v.fields {
		return 0
	}
	x, m := loadBits(v.data, p, r.width[f]), mask(r.width[f])
	behind := (r.offset + uint64(r.bits)*8) * 8
	switch {
	case f == 0 && m-x < r.first:
		x = loadBits(v.data, behind+(m-x)*uint64(v.wideFirst), v.wideFirst)
	case f == v.fields-1 && m-x < r.last:
		x = loadBits(v.data, behind+r.first*uint64(v.wideFirst)+(m-x)*uint64(v.wideLast), v.wideLast)
	}
	return uint32(x)
}

// recordsWriter makes the parts of a Records section.
type recordsWriter struct {
	fields [][]uint32
	wide   [maxFields]uint // width of the largest value of a field
	widest uint            // bits of the widest record
	data   BitWriter
	heads  []uint64
}

func newRecords(fields [][]uint32) *RecordsView {
	w := recordsWriter{fields: fields}
	for f, v := range fields {
		for _, x := range v {
			w.wide[f] = max(w.wide[f], width(uint64(x)))
		}
	}
	w.data.bytes = make([]byte, 0, 4*len(fields[0])+64)
	for i := 0; i < len(fields[0]); i += blockRows {
		w.block(i, min(i+blockRows, len(fields[0])))
	}
	body := w.body()
	v, err := openRecords(len(fields[0]), &parser{b: padded(body)})
	if err != nil {
		panic("encode: own records: " + err.Error())
	}
	return v
}

// block writes the rows i to j and their head.
func (w *recordsWriter) block(i, j int) {
	var buf [maxFields][blockRows]uint64
	var codes [maxFields][]uint64
	var splits [maxFields]split
	for f, v := range w.fields {
		codes[f] = buf[f][:j-i]
		for k, x := range v[i:j] {
			codes[f][k] = uint64(x)
		}
		splits[f] = w.split(f, codes[f])
	}
	w.data.Align(recordUnit)
	offset := w.data.Len() / 8 / recordUnit
	w.head(splits, offset)
	apart := w.records(codes, splits)
	w.apart(apart, splits)
}

// exceptionCost is what an exception must save beside its own bits: it takes a search a misjudged branch. It makes them 2 in 100 rows
// of streets, not 10, for 1 % of the file.
const exceptionCost = 32

// split gives the first and the last field exceptions, the others the width that they need.
func (w *recordsWriter) split(f int, codes []uint64) split {
	if f == 0 || f == len(w.fields)-1 {
		return bestSplit(codes, w.wide[f]+exceptionCost)
	}
	return split{width: width(slices.Max(codes))}
}

func (w *recordsWriter) head(s [maxFields]split, offset uint64) {
	h, at, n, bits := uint64(0), uint(0), len(w.fields), uint(0)
	for f := range n {
		h |= uint64(s[f].width) << at
		at += fieldBits
		bits += s[f].width
	}
	w.widest = max(w.widest, bits)
	h |= uint64(s[0].exceptions) << at
	if n > 1 {
		h |= uint64(s[n-1].exceptions) << (at + fieldBits)
	}
	at += countFields * fieldBits
	if offset >= 1<<(64-at) {
		panic("encode: records of more bytes than a section can have")
	}
	w.heads = append(w.heads, h|offset<<at)
}

// records writes the rows side by side, filled up to a whole block where exceptions follow, and returns the values that
// are to stand apart.
func (w *recordsWriter) records(codes [maxFields][]uint64, s [maxFields]split) (apart [maxFields][]uint64) {
	n, exceptions := len(w.fields), 0
	for k := range codes[0] {
		for f := range n {
			x := codes[f][k]
			if s[f].exceptions > 0 && x > mask(s[f].width)-uint64(s[f].exceptions) {
				apart[f] = append(apart[f], x)
				x = mask(s[f].width) + 1 - uint64(len(apart[f]))
			}
			w.data.Put(x, s[f].width)
		}
	}
	for f := range n {
		exceptions += s[f].exceptions
	}
	for k := len(codes[0]); k < blockRows && exceptions > 0; k++ {
		for f := range n {
			w.data.Put(0, s[f].width)
		}
	}
	return apart
}

func (w *recordsWriter) apart(apart [maxFields][]uint64, s [maxFields]split) {
	for f := range w.fields {
		for k := range s[f].exceptions {
			x := uint64(0)
			if k < len(apart[f]) {
				x = apart[f][k]
			}
			w.data.Put(x, w.wide[f])
		}
	}
}

// body is the number of fields, the widths of exceptions, the size of a head, the bits of the widest record, the heads,
// and the data.
func (w *recordsWriter) body() []byte {
	n := len(w.fields)
	size := (uint(n+countFields)*fieldBits + 7) / 8 // with all fields, also where they are 0
	for _, h := range w.heads {
		size = max(size, (width(h)+7)/8)
	}
	out := BitWriter{bytes: []byte{byte(n), byte(w.wide[0]), byte(w.wide[n-1]), byte(size), byte(w.widest)}}
	for _, h := range w.heads {
		out.Put(h, size*8)
	}
	return append(out.Bytes(), w.data.Bytes()...)
}

func openRecords(rows int, p *parser) (*RecordsView, error) {
	whole := p.whole()
	h := p.load(5)
	v := &RecordsView{fields: int(h[0]), wideFirst: uint(h[1]), wideLast: uint(h[2]), headSize: uint64(h[3])}
	if p.err == nil && (v.fields < 1 || v.fields > maxFields || v.wideFirst > 32 || v.wideLast > 32 || v.headSize < 1 || v.headSize > 8) {
		p.fail(fmt.Errorf("records of %d fields with exceptions of %d and %d bits and heads of %d bytes",
			v.fields, v.wideFirst, v.wideLast, v.headSize))
	}
	if h[4] <= 57 {
		v.narrow = v.fields
	}
	v.headMask = mask(uint(v.headSize) * 8)
	heads := p.place()
	v.heads = p.take(uint64(rows+blockRows-1) / blockRows * v.headSize)
	data := p.place()
	v.data = p.rest()
	v.head, v.bits = loaderOf(v.heads), loaderOf(v.data)
	if p.err != nil {
		return &RecordsView{}, p.err
	}
	v.whole = whole
	if heads.g != nil {
		return &RecordsView{fields: v.fields, whole: whole, guard: &guardedRecords{*v, heads, data}}, nil
	}
	return v, nil
}

// guardedRecords is a view of a guarded section, whose rows are touched before they are read.
type guardedRecords struct {
	view        RecordsView
	heads, data stretch
}

// all touches the whole section.
func (g *guardedRecords) all() bool { return g.heads.g.all() }

func (g *guardedRecords) touch(i int) bool {
	p := uint64(i) >> blockShift * g.view.headSize
	if !g.heads.touch(p, p+g.view.headSize) {
		return false
	}
	b := g.view.block(i)
	bits := blockRows*uint64(b.bits) + b.first*uint64(g.view.wideFirst) + b.last*uint64(g.view.wideLast)
	return g.data.touch(b.offset, b.offset+(bits+7)/8)
}
