package encode

import (
	"fmt"
	"slices"
)

// Records is a hot column of two to four unsigned fields a row, kept side by side in one bit record, so that a row
// costs a block header and one load.
type Records struct {
	enc *lazy[RecordsView]
}

// NewRecords returns a column with the given two to four fields, which have the same length. It panics otherwise.
func NewRecords(fields ...[]uint32) Records {
	if len(fields) < 2 || len(fields) > 4 {
		panic("encode: records have 2 to 4 fields")
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
		return &RecordsView{slow2: true, slow3: true}
	}
	return c.enc.get()
}

// At2 returns the first two fields of row i, which must be below Len.
func (c *Records) At2(i int) (a, b uint32) { return c.enc.get().At2(i) }

// At3 returns the first three fields of row i; of two fields the third is 0.
func (c *Records) At3(i int) (a, b, d uint32) { return c.enc.get().At3(i) }

// Field returns field f of row i.
func (c *Records) Field(i, f int) uint32 { return c.enc.get().Field(i, f) }

// A head of a block of records holds the width of each field, 6 bits each, then the number of exceptions of the first
// field and of the last, 6 bits each, then the offset of the block in units of 4 bytes. It takes as many bytes as the
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
	fields    int
	slow2     bool // other than two fields that one load gets
	slow3     bool // likewise three
	headSize  uint64
	headMask  uint64
	heads     []byte
	data      []byte
	wideFirst uint // bits of an exception of the first field
	wideLast  uint
	whole     whole
	guard     *guardedRecords
}

// recordBlock is what a head says.
type recordBlock struct {
	width       [maxFields]uint
	first, last uint64 // exceptions
	offset      uint64 // bytes
	bits        uint   // of a record
}

func (v *RecordsView) head(i int) uint64 {
	return load64(v.heads, uint64(i)>>blockShift*v.headSize) & v.headMask
}

// At3 returns the first three fields of row i. It is written out for three fields that one load gets: it is what a search
// spends its time on.
func (v *RecordsView) At3(i int) (a, b, c uint32) {
	if v.slow3 {
		return v.any(i)
	}
	h := load64(v.heads, uint64(i)>>blockShift*v.headSize) & v.headMask
	w0, w1, w2 := h&fieldMask, h>>6&fieldMask, h>>12&fieldMask
	p := h>>30*(recordUnit*8) + uint64(i&(blockRows-1))*(w0+w1+w2)
	x := load64(v.data, p>>3) >> (p & 7)
	m0, m2 := uint64(1)<<(w0&63)-1, uint64(1)<<(w2&63)-1
	r0, r1, r2 := x&m0, x>>(w0&63)&(1<<(w1&63)-1), x>>((w0+w1)&63)&m2
	if n0, n2 := h>>18&fieldMask, h>>24&fieldMask; m0-r0 < n0 || m2-r2 < n2 {
		behind := h>>30*(recordUnit*8) + blockRows*(w0+w1+w2)
		r0, r2 = v.apart(apart{behind, m0 - r0, n0, r0}, apart{behind, m2 - r2, n2, r2})
	}
	return uint32(r0), uint32(r1), uint32(r2)
}

// At2 returns the first two fields of row i, likewise.
func (v *RecordsView) At2(i int) (a, b uint32) {
	if v.slow2 {
		a, b, _ = v.At3(i)
		return a, b
	}
	h := load64(v.heads, uint64(i)>>blockShift*v.headSize) & v.headMask
	w0, w1 := h&fieldMask, h>>6&fieldMask
	p := h>>24*(recordUnit*8) + uint64(i&(blockRows-1))*(w0+w1)
	x := load64(v.data, p>>3) >> (p & 7)
	m0, m1 := uint64(1)<<(w0&63)-1, uint64(1)<<(w1&63)-1
	r0, r1 := x&m0, x>>(w0&63)&m1
	if n0, n1 := h>>12&fieldMask, h>>18&fieldMask; m0-r0 < n0 || m1-r1 < n1 {
		behind := h>>24*(recordUnit*8) + blockRows*(w0+w1)
		r0, r1 = v.apart(apart{behind, m0 - r0, n0, r0}, apart{behind, m1 - r1, n1, r1})
	}
	return uint32(r0), uint32(r1)
}

// apart is a field that may stand behind its block, at bit behind: its code is at from the top, and the highest n codes
// stand for exceptions.
type apart struct{ behind, at, n, code uint64 }

// apart returns the values of the first and the last field of a record of which one at least is an exception.
func (v *RecordsView) apart(first, last apart) (a, b uint64) {
	a, b = first.code, last.code
	if first.at < first.n {
		a = loadBits(v.data, first.behind+first.at*uint64(v.wideFirst), v.wideFirst)
	}
	if last.at < last.n {
		b = loadBits(v.data, last.behind+first.n*uint64(v.wideFirst)+last.at*uint64(v.wideLast), v.wideLast)
	}
	return a, b
}

// any returns the first three fields of records of any form.
func (v *RecordsView) any(i int) (a, b, c uint32) {
	if g := v.guard; g != nil {
		if !g.touch(i) {
			return 0, 0, 0
		}
		return g.view.At3(i)
	}
	a, b = v.Field(i, 0), v.Field(i, 1)
	if v.fields > 2 {
		c = v.Field(i, 2)
	}
	return a, b, c
}

func (v *RecordsView) block(i int) recordBlock {
	h := v.head(i)
	var r recordBlock
	for f := range v.fields {
		r.width[f] = uint(h & fieldMask)
		r.bits += r.width[f]
		h >>= fieldBits
	}
	r.first, r.last, r.offset = h&fieldMask, h>>fieldBits&fieldMask, h>>(2*fieldBits)*recordUnit
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

// split gives the first and the last field exceptions, the others the width that they need.
func (w *recordsWriter) split(f int, codes []uint64) split {
	if f == 0 || f == len(w.fields)-1 {
		return bestSplit(codes, w.wide[f])
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
	h |= uint64(s[0].exceptions)<<at | uint64(s[n-1].exceptions)<<(at+fieldBits)
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
	size := uint(1)
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
	if p.err == nil && (v.fields < 2 || v.fields > maxFields || v.wideFirst > 32 || v.wideLast > 32 || v.headSize < 1 || v.headSize > 8) {
		p.fail(fmt.Errorf("records of %d fields with exceptions of %d and %d bits and heads of %d bytes",
			v.fields, v.wideFirst, v.wideLast, v.headSize))
	}
	v.slow2, v.slow3 = v.fields != 2 || h[4] > 57, v.fields != 3 || h[4] > 57
	v.headMask = mask(uint(v.headSize) * 8)
	heads := p.place()
	v.heads = p.take(uint64(rows+blockRows-1) / blockRows * v.headSize)
	data := p.place()
	v.data = p.rest()
	if p.err != nil {
		return &RecordsView{slow2: true, slow3: true}, p.err
	}
	v.whole = whole
	if heads.g != nil {
		return &RecordsView{fields: v.fields, slow2: true, slow3: true, whole: whole, guard: &guardedRecords{*v, heads, data}}, nil
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
