package encode

import "encoding/binary"

// blockShift is the logarithm of the rows of a packed block: measured on streets, 64 rows are the smallest or within 2 %.
const blockShift = 6

const blockRows = 1 << blockShift

// ints is a view of encoded integers, the part that columns are made of. Values are 64-bit words; signed ones are in two's
// complement. Any bytes can be viewed: what corrupt ones give is any value, never a fault.
type ints struct {
	enc  Encoding
	rows int
	// base is the only value of const, the smallest of fixed, the default of sparse, and is added to all blocks.
	base  uint64
	width uint
	data  []byte
	head  blockHeads
	other *exceptions
	cold  *blockInts
	guard *guardedInts // nil: all bytes are there
}

// exceptions are the rows of a sparse column that do not have its usual value.
type exceptions struct{ row, value ints }

func (v *ints) at(i uint64) uint64 {
	if v.guard != nil && !v.touch(i) {
		return 0
	}
	switch v.enc {
	case EncodingPacked:
		return v.packed(i)
	case EncodingFixed:
		return v.base + v.get(i*uint64(v.width), v.width)
	case EncodingPatched:
		return v.patched(i)
	case EncodingRaw:
		return load64(v.data, i*uint64(v.width)) & mask(v.width*8)
	case EncodingLinear:
		return v.linear(i)
	case EncodingSparse:
		return v.sparse(i)
	case EncodingBlocks, EncodingBlocksDelta, EncodingBlocksRecent:
		return v.cold.at(i)
	case encodingRow:
		return i
	}
	return v.base
}

// get returns n bits of the data at bit p.
func (v *ints) get(p uint64, n uint) uint64 {
	if n <= 57 {
		return load64(v.data, p>>3) >> (p & 7) & (1<<(n&63) - 1)
	}
	return loadBits(v.data, p, n)
}

func (v *ints) packed(i uint64) uint64 {
	w, offset, base := v.head.packed(i >> blockShift)
	p := offset*64 + (i&(blockRows-1))*w
	if w > 57 {
		return v.base + base + loadBits(v.data, p, uint(w))
	}
	return v.base + base + load64(v.data, p>>3)>>(p&7)&(1<<(w&63)-1)
}

func (v *ints) patched(i uint64) uint64 {
	h := &v.head
	if h.wide {
		b := h.at(i >> blockShift)
		return v.base + b.base + v.code(i, patch{uint64(b.width), b.offset * 8, b.exceptions})
	}
	x := load64(h.bytes, i>>blockShift*h.size)
	p := patch{x & (1<<widthBits - 1), x >> widthBits & h.offsetMask * 8, x >> (h.exceptShift & 63) & h.exceptMask}
	return v.base + x>>(h.baseShift&63)&h.baseMask + v.code(i, p)
}

// patch is what the head of a patched block says of its codes: bits of each, the bit at which they begin, and how many
// exceptions there are.
type patch struct{ width, start, exceptions uint64 }

// code returns the code of row i, or the exception that it stands for.
func (v *ints) code(i uint64, p patch) uint64 {
	c := v.get(p.start+(i&(blockRows-1))*p.width, uint(p.width))
	if last := mask(uint(p.width)); last-c < p.exceptions {
		return v.get(p.start+blockRows*p.width+(last-c)*uint64(v.width), v.width)
	}
	return c
}

func (v *ints) linear(i uint64) uint64 {
	h, k := &v.head, i&(blockRows-1)
	if h.wide {
		b := h.at(i >> blockShift)
		return v.base + b.base + k*b.slope>>slopeShift + v.get(b.offset*64+k*uint64(b.width), b.width)
	}
	x := load64(h.bytes, i>>blockShift*h.size)
	w, slope := x&(1<<widthBits-1), x>>(h.slopeShift&63)&h.slopeMask
	above := v.get(x>>widthBits&h.offsetMask*64+k*w, uint(w))
	return v.base + x>>(h.baseShift&63)&h.baseMask + k*slope>>slopeShift + above
}

func (v *ints) sparse(i uint64) uint64 {
	lo, hi := 0, v.other.row.rows
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if v.other.row.at(uint64(mid)) < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < v.other.row.rows && v.other.row.at(uint64(lo)) == i {
		return v.other.value.at(uint64(lo))
	}
	return v.base
}

// minBytesPerRow bounds what an encoding can hold: a count of rows that its bytes cannot have is corrupt. Const columns
// and blocks without bits have any number of rows, so that whoever allocates by rows goes on in steps.
func (v *ints) plausible() bool {
	bits := uint64(len(v.data)) * 8
	rows := uint64(v.rows)
	switch v.enc {
	case EncodingRaw:
		return rows <= bits/8/uint64(max(v.width, 1))
	case EncodingFixed:
		return v.width == 0 || rows <= bits/uint64(v.width)
	case EncodingPacked, EncodingPatched, EncodingLinear:
		return (rows+blockRows-1)/blockRows <= uint64(len(v.head.bytes))
	}
	return true
}

// safeRows returns how many rows may be allocated at once.
func (v *ints) safeRows() int { return min(v.rows, 1<<20) }

// appendInts appends all rows, block by block where the encoding has blocks.
func appendInts[T Integer](buf []T, v *ints) []T {
	switch v.enc {
	case EncodingSparse:
		return appendSparse(buf, v)
	case EncodingBlocks, EncodingBlocksDelta, EncodingBlocksRecent:
		return appendCold(buf, v.cold)
	case EncodingConst, EncodingRaw, encodingRow:
		return appendEach(buf, v)
	}
	if !v.touchAll() {
		return appendEach(buf, v)
	}
	var block [blockRows]T
	for i := 0; i < v.rows; i += blockRows {
		out := block[:min(blockRows, v.rows-i)]
		unpackBlock(out, v, uint64(i))
		buf = append(buf, out...)
	}
	return buf
}

// appendEach appends row by row.
func appendEach[T Integer](buf []T, v *ints) []T {
	for i := range v.rows {
		buf = append(buf, T(v.at(uint64(i))))
	}
	return buf
}

func appendSparse[T Integer](buf []T, v *ints) []T {
	e, n := 0, v.other.row.rows
	for i := range v.rows {
		x := v.base
		if e < n && v.other.row.at(uint64(e)) == uint64(i) {
			x = v.other.value.at(uint64(e))
			e++
		}
		buf = append(buf, T(x))
	}
	return buf
}

func appendCold[T Integer](buf []T, c *blockInts) []T {
	n := c.blocks.blockRows
	for i := 0; i < c.rows; i += n {
		for _, x := range c.decode(i / n)[:min(n, c.rows-i)] {
			buf = append(buf, T(x))
		}
	}
	return buf
}

// unpackBlock reads the rows from i on, which begins a block.
func unpackBlock[T Integer](out []T, v *ints, i uint64) {
	if v.enc == EncodingFixed {
		unpack(out, v.data, bitRun{i * uint64(v.width), v.width, v.base})
		return
	}
	h := v.head.at(i >> blockShift)
	if h.exceptions > 0 {
		unpackPatched(out, v, h)
		return
	}
	unit := uint64(64)
	if v.enc == EncodingPatched {
		unit = 8
	}
	unpack(out, v.data, bitRun{h.offset * unit, h.width, v.base + h.base})
	for k := range out {
		out[k] += T(uint64(k) * h.slope >> slopeShift)
	}
}

// unpackPatched reads a block with exceptions.
func unpackPatched[T Integer](out []T, v *ints, h blockHead) {
	var codes [blockRows]uint64
	c := codes[:len(out)]
	unpack(c, v.data, bitRun{h.offset * 8, h.width, 0})
	last, behind := mask(h.width), (h.offset+8*uint64(h.width))*8
	for k, x := range c {
		if last-x < h.exceptions {
			x = v.get(behind+(last-x)*uint64(v.width), v.width)
		}
		out[k] = T(v.base + h.base + x)
	}
}

// bitRun is a run of numbers of one width, to which base is added.
type bitRun struct {
	bit   uint64
	width uint
	base  uint64
}

// unpack reads len(out) numbers; up to 14 bits it takes four of one load.
func unpack[T Integer](out []T, data []byte, r bitRun) {
	p, w, m := r.bit, r.width&63, uint64(1)<<(r.width&63)-1
	if r.width > 57 {
		for k := range out {
			out[k] = T(r.base + loadBits(data, p+uint64(k)*uint64(r.width), r.width))
		}
		return
	}
	if w <= 14 {
		for len(out) >= 4 {
			x := load64(data, p>>3) >> (p & 7)
			out[0] = T(r.base + x&m)
			out[1] = T(r.base + x>>w&m)
			out[2] = T(r.base + x>>(2*w&63)&m)
			out[3] = T(r.base + x>>(3*w&63)&m)
			out = out[4:]
			p += uint64(4 * w)
		}
	}
	for k := range out {
		out[k] = T(r.base + load64(data, p>>3)>>(p&7)&m)
		p += uint64(w)
	}
}

// appendPart appends integers as a part of a larger section: encoding, rows, bytes, and the bytes.
func appendPart(buf []byte, e encodedInts) []byte {
	buf = append(buf, byte(e.enc))
	buf = binary.AppendUvarint(buf, uint64(e.rows))
	buf = binary.AppendUvarint(buf, uint64(len(e.body)))
	return append(buf, e.body...)
}
