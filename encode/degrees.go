package encode

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Degrees is a hot column of two counts and a flag a row, with the sums of the counts before a row: where the rows of
// a forward and of a backward list begin. 64 rows lie in 64 bytes, so that a row costs one cache line. Counts above 7
// are allowed and take 12 bytes more each.
type Degrees struct {
	enc *lazy[DegreesView]
}

// SetFrom fills the column from a count forward, a count backward and a flag a row. The slices have the same length;
// flags may be nil. It panics where the lengths differ.
func (c *Degrees) SetFrom(forward, backward []uint32, flags []bool) {
	if len(forward) != len(backward) || flags != nil && len(flags) != len(forward) {
		panic("encode: degrees of different length")
	}
	c.enc = memory(newDegrees(forward, backward, flags), len(forward))
}

// Len returns the number of rows.
func (c *Degrees) Len() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.rows()
}

// View returns the encoded column, for loops that touch it often. It is valid until the File is closed.
func (c *Degrees) View() *DegreesView {
	if c.enc == nil {
		return &DegreesView{}
	}
	return c.enc.get()
}

// At returns for row i the sum of the forward counts before it, its forward count, and the same backward.
// i must be below Len.
func (c *Degrees) At(i int) (firstF, nF, firstB, nB uint32) { return c.enc.get().At(i) }

// Forward returns the forward half of At.
func (c *Degrees) Forward(i int) (first, n uint32) { return c.enc.get().Forward(i) }

// Backward returns the backward half of At.
func (c *Degrees) Backward(i int) (first, n uint32) { return c.enc.get().Backward(i) }

// Flag returns the flag of row i.
func (c *Degrees) Flag(i int) bool { return c.enc.get().Flag(i) }

// degreeBytes is the size of a block of 64 rows: two sums of the counts before it, three words of bits of the forward
// counts, three of the backward ones, and the flags. Bit 31 of the first sum is set where a count of the block is above
// 7; the other bits are then the number of the block among such blocks.
const (
	degreeBytes   = 64
	escapeBit     = 1 << 31
	maxSliced     = 7
	escapeBytes   = 8  // the forward sum, and the first entry
	entryBytes    = 12 // row, forward and backward count above 7
	forwardOffset = 8
	backOffset    = 32
	flagOffset    = 56
)

// DegreesView reads the bytes of Degrees.
type DegreesView struct {
	blocks  []byte
	escapes []byte
	entries []byte
	whole   whole
	guard   *guardedDegrees
}

// noDegrees stands for blocks that the view does not show: of a section that could not be read, or of a guarded one. It is
// marked as escaped, so that reading it leaves the fast path.
var noDegrees = [degreeBytes]byte{3: escapeBit >> 24}

// block returns the block of a row.
func (v *DegreesView) block(i int) *[degreeBytes]byte {
	p := uint(i) / blockRows * degreeBytes
	if p < uint(len(v.blocks)) {
		if b := v.blocks[p:]; len(b) >= degreeBytes {
			return (*[degreeBytes]byte)(b)
		}
	}
	return &noDegrees
}

// guardedDegrees is a view of a guarded section, whose blocks are touched before they are read.
type guardedDegrees struct {
	view  DegreesView
	place stretch
}

// touched returns the view of a guarded section after touching the block of row i: an empty one where that is bad.
func (g *guardedDegrees) touched(i int) *DegreesView {
	p := uint64(i) / blockRows * degreeBytes
	if g.place.touch(p, p+degreeBytes) {
		return &g.view
	}
	return &DegreesView{}
}

// sliced sums three bit planes: the counts of the rows below i in its block, and that of row i.
func sliced(b []byte, i int) (before, own uint32) {
	_ = b[23]
	s0, s1, s2 := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
	k := uint(i) & 63
	m := uint64(1)<<k - 1
	before = uint32(bits.OnesCount64(s0&m) + 2*bits.OnesCount64(s1&m) + 4*bits.OnesCount64(s2&m))
	return before, uint32(s0>>k&1 | s1>>k&1<<1 | s2>>k&1<<2)
}

// At returns for row i what Degrees.At does. It is written out: a search begins every vertex with it.
func (v *DegreesView) At(i int) (firstF, nF, firstB, nB uint32) {
	b := v.block(i)
	sumF, sumB := binary.LittleEndian.Uint32(b[0:4]), binary.LittleEndian.Uint32(b[4:8])
	if sumF&escapeBit != 0 {
		firstF, nF = v.Forward(i)
		firstB, nB = v.Backward(i)
		return firstF, nF, firstB, nB
	}
	k := uint(i) & 63
	m := uint64(1)<<k - 1
	f0, f1, f2 := binary.LittleEndian.Uint64(b[8:16]), binary.LittleEndian.Uint64(b[16:24]), binary.LittleEndian.Uint64(b[24:32])
	b0, b1, b2 := binary.LittleEndian.Uint64(b[32:40]), binary.LittleEndian.Uint64(b[40:48]), binary.LittleEndian.Uint64(b[48:56])
	firstF = sumF + uint32(bits.OnesCount64(f0&m)+2*bits.OnesCount64(f1&m)+4*bits.OnesCount64(f2&m))
	firstB = sumB + uint32(bits.OnesCount64(b0&m)+2*bits.OnesCount64(b1&m)+4*bits.OnesCount64(b2&m))
	return firstF, uint32(f0>>k&1 | f1>>k&1<<1 | f2>>k&1<<2), firstB, uint32(b0>>k&1 | b1>>k&1<<1 | b2>>k&1<<2)
}

// Forward returns the forward half of At.
func (v *DegreesView) Forward(i int) (first, n uint32) {
	b := v.block(i)
	first, n = sliced(b[forwardOffset:backOffset], i)
	base := binary.LittleEndian.Uint32(b[:])
	if base&escapeBit == 0 {
		return base + first, n
	}
	if v.guard != nil {
		return v.guard.touched(i).Forward(i)
	}
	e := base &^ escapeBit
	before, own := v.excess(i, e, 4)
	return uint32(load64(v.escapes, uint64(e)*escapeBytes)) + first + before, n + own
}

// Backward returns the backward half of At.
func (v *DegreesView) Backward(i int) (first, n uint32) {
	b := v.block(i)
	first, n = sliced(b[backOffset:flagOffset], i)
	first += binary.LittleEndian.Uint32(b[4:])
	if e := binary.LittleEndian.Uint32(b[:]); e&escapeBit != 0 {
		if v.guard != nil {
			return v.guard.touched(i).Backward(i)
		}
		before, own := v.excess(i, e&^escapeBit, 8)
		first, n = first+before, n+own
	}
	return first, n
}

// excess sums what the counts of the rows before i in its block are above 7, and gives that of row i. field is the byte
// of the count in an entry.
func (v *DegreesView) excess(i int, escape uint32, field uint64) (before, own uint32) {
	p := uint64(escape) * escapeBytes
	from, to := load64(v.escapes, p)>>32, load64(v.escapes, p+escapeBytes)>>32
	for k := from; k < min(to, from+blockRows); k++ {
		row := uint32(load64(v.entries, k*entryBytes))
		x := uint32(load64(v.entries, k*entryBytes+field))
		switch {
		case row < uint32(i):
			before += x
		case row == uint32(i):
			own = x
		}
	}
	return before, own
}

// Flag returns the flag of row i.
func (v *DegreesView) Flag(i int) bool {
	if v.guard != nil {
		return v.guard.touched(i).Flag(i)
	}
	return v.block(i)[flagOffset+i>>3&7]>>(i&7)&1 != 0
}

// degreesWriter makes the parts of a Degrees section.
type degreesWriter struct {
	sum        [2]uint32
	blocks     []byte
	escapes    []byte
	entries    []byte
	numEntries uint32
}

func newDegrees(forward, backward []uint32, flags []bool) *DegreesView {
	var w degreesWriter
	for i := 0; i < len(forward); i += blockRows {
		j := min(i+blockRows, len(forward))
		flagWord := uint64(0)
		for k := i; k < j && flags != nil; k++ {
			if flags[k] {
				flagWord |= 1 << (k & 63)
			}
		}
		w.block(i, forward[i:j], backward[i:j])
		w.blocks = binary.LittleEndian.AppendUint64(w.blocks, flagWord)
	}
	if w.sum[0] >= escapeBit {
		panic("encode: a sum of degrees of 2^31 or more")
	}
	v, err := openDegrees(len(forward), &parser{b: padded(w.body())})
	if err != nil {
		panic("encode: own degrees: " + err.Error())
	}
	return v
}

// body is the blocks, the number of escaped blocks, these with one more at the end, and the entries.
func (w *degreesWriter) body() []byte {
	b := append([]byte{}, w.blocks...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(w.escapes)/escapeBytes))
	b = append(b, w.escapes...)
	b = binary.LittleEndian.AppendUint32(b, 0)
	b = binary.LittleEndian.AppendUint32(b, w.numEntries)
	return append(b, w.entries...)
}

// block writes all of a block but the flags.
func (w *degreesWriter) block(row int, forward, backward []uint32) {
	first := w.sum[0]
	sums := w.sum
	entries := w.numEntries
	for k := range forward {
		w.entry(uint32(row+k), forward[k], backward[k])
		w.sum[0] += forward[k]
		w.sum[1] += backward[k]
	}
	if w.numEntries > entries {
		first = escapeBit | uint32(len(w.escapes)/escapeBytes)
		w.escapes = binary.LittleEndian.AppendUint32(w.escapes, sums[0])
		w.escapes = binary.LittleEndian.AppendUint32(w.escapes, entries)
	}
	w.blocks = binary.LittleEndian.AppendUint32(w.blocks, first)
	w.blocks = binary.LittleEndian.AppendUint32(w.blocks, sums[1])
	w.slice(forward)
	w.slice(backward)
}

// entry adds a row with a count above 7.
func (w *degreesWriter) entry(row, forward, backward uint32) {
	if forward <= maxSliced && backward <= maxSliced {
		return
	}
	for _, x := range [3]uint32{row, max(forward, maxSliced) - maxSliced, max(backward, maxSliced) - maxSliced} {
		w.entries = binary.LittleEndian.AppendUint32(w.entries, x)
	}
	w.numEntries++
}

func (w *degreesWriter) slice(counts []uint32) {
	for plane := range 3 {
		word := uint64(0)
		for k, n := range counts {
			word |= uint64(min(n, maxSliced)>>plane&1) << k
		}
		w.blocks = binary.LittleEndian.AppendUint64(w.blocks, word)
	}
}

func openDegrees(rows int, p *parser) (*DegreesView, error) {
	v := &DegreesView{whole: p.whole()}
	place := p.place()
	v.blocks = p.take(uint64(rows+blockRows-1) / blockRows * degreeBytes)
	n := uint64(uint32(load64(p.load(4), 0)))
	v.escapes = p.load((n + 1) * escapeBytes)
	v.entries = p.load(uint64(p.left()))
	if entries := load64(v.escapes, n*escapeBytes) >> 32; p.err == nil && entries*entryBytes != uint64(len(v.entries)-slack) {
		p.fail(fmt.Errorf("%d bytes for %d large degrees", len(v.entries)-slack, entries))
	}
	if p.err != nil {
		return &DegreesView{}, p.err
	}
	if place.g != nil {
		return &DegreesView{whole: v.whole, guard: &guardedDegrees{*v, place}}, nil
	}
	return v, nil
}
