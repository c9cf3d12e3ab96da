package encode

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// degreeRows are the counts of the rows of a block.
type degreeRows struct{ forward, backward [blockRows]uint8 }

// maxDegree is the largest count that degreeRows hold.
const maxDegree = math.MaxUint8

// unpack reads the counts of the block that begins with row i, and reports whether none is above maxDegree. Behind the last
// row is anything.
func (v *DegreesView) unpack(out *degreeRows, i int) bool {
	if v.guard != nil {
		v = v.guard.touched(i)
	}
	b := v.block(i)
	spreadPlanes(&out.forward, b[forwardOffset:backOffset])
	spreadPlanes(&out.backward, b[backOffset:flagOffset])
	escape := binary.LittleEndian.Uint32(b[:])
	return escape&escapeBit == 0 || v.addExcess(out, i, escape&^escapeBit)
}

// addExcess adds what counts of an escaped block are above 7.
func (v *DegreesView) addExcess(out *degreeRows, i int, escape uint32) bool {
	p := uint64(escape) * escapeBytes
	from, to := load64(v.escapes, p)>>32, load64(v.escapes, p+escapeBytes)>>32
	for k := from; k < min(to, from+blockRows); k++ {
		both := load64(v.entries, k*entryBytes+4)
		row, n, m := uint32(load64(v.entries, k*entryBytes))-uint32(i), uint32(both), uint32(both>>32)
		if row >= blockRows {
			continue // not of the block, as for At
		}
		if max(n, m) > maxDegree-maxSliced {
			return false
		}
		out.forward[row] += uint8(n)
		out.backward[row] += uint8(m)
	}
	return true
}

// spreadPlanes adds up three bit planes of 64 rows, the lowest first.
func spreadPlanes(out *[blockRows]uint8, planes []byte) {
	_ = planes[23]
	for i := range 8 {
		n := bitBytes(planes[i]) + bitBytes(planes[8+i])<<1 + bitBytes(planes[16+i])<<2
		binary.LittleEndian.PutUint64(out[8*i:], n)
	}
}

// bitBytes returns the bits of x as bytes, 0 or 1, the lowest first: each byte keeps one bit of eight copies, and is carried
// into its highest bit where that is set.
func bitBytes(x byte) uint64 {
	const ones = 0x0101010101010101
	return (uint64(x)*ones&0x8040201008040201 + 0x00406070787c7e7f) >> 7 & ones
}

// forwardEnds fills in where the forward entries of each row end, when all entries of all rows lie one after another, those
// forward of a row before those backward. It reports whether there are so many of all.
func (v *DegreesView) forwardEnds(ends []uint32, all int) bool {
	var d degreeRows
	sum := uint64(0)
	for i := 0; i < len(ends); i += blockRows {
		if !v.unpack(&d, i) {
			return false
		}
		for k := range ends[i:min(i+blockRows, len(ends))] {
			sum += uint64(d.forward[k])
			ends[i+k] = uint32(sum)
			sum += uint64(d.backward[k])
		}
	}
	return sum == uint64(all)
}

// isEnds reports whether ends are where the entries of each row end.
func (v *DegreesView) isEnds(ends []uint32) bool {
	var d degreeRows
	sum := uint32(0)
	for i := 0; i < len(ends); i += blockRows {
		v.unpack(&d, i)
		for k, end := range ends[i:min(i+blockRows, len(ends))] {
			if sum += uint32(d.forward[k]) + uint32(d.backward[k]); sum != end {
				return false
			}
		}
	}
	return true
}

// open returns the view behind a guard when all of it is sound, else v.
func (v *RecordsView) open() *RecordsView {
	if g := v.guard; g != nil && g.all() {
		return &g.view
	}
	return v
}

// recordRows are the first three fields of the records of a block.
type recordRows struct{ a, b, c [blockRows]uint32 }

// unpack reads the records of a block, whose first row is i: three fields that one load gets. Behind the last row is anything.
func (v *RecordsView) unpack(out *recordRows, i int) {
	r := v.block(i)
	w0, w1 := r.width[0]&63, (r.width[0]+r.width[1])&63
	m0, m1, m2 := mask(r.width[0]), mask(r.width[1]), mask(r.width[2])
	p, step := r.offset*8, uint64(r.bits)
	exceptions := uint64(0) // a bit for each row that has one
	for k := range out.a {
		x := v.bits.at(p>>3) >> (p & 7)
		p += step
		a, b, c := x&m0, x>>w0&m1, x>>w1&m2
		out.a[k], out.b[k], out.c[k] = uint32(a), uint32(b), uint32(c)
		exceptions |= ((m0 - a - r.first) | (m2 - c - r.last)) >> 63 << (k & 63)
	}
	for ; exceptions != 0; exceptions &= exceptions - 1 {
		k := bits.TrailingZeros64(exceptions)
		out.a[k], out.b[k], out.c[k] = v.At3(i + k)
	}
}
