package encode

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Star reads the two lists that Degrees count for a row: entries of Records that begin at the row, and entries that end
// there. The first field of a record is how far the row is at which it ends; records lie in the order of the rows at which
// they begin. A second column of Records has for each entry that ends at a row, in the same order, how far back the row is
// at which it begins, and which of the entries of that row it is. This is what a search does for each vertex, so it is
// written out in one place.
//
// It is a value of its own, valid until the File is closed, for many goroutines.
type Star struct {
	degree       DegreesView
	record, back RecordsView
	rows, n      uint32
	slow         bool
}

// NewStar returns a reader of three columns that belong together. Their numbers of rows need not fit, whatever follows from
// that.
func NewStar(degree *Degrees, record, back *Records) Star {
	s := Star{degree: *degree.View(), record: *record.View(), back: *back.View(), rows: uint32(degree.Len()), n: uint32(record.Len())}
	s.slow = s.record.slow3 || s.back.slow2 // guarded ones are slow too
	return s
}

// Spoke is an entry at a row, seen from there.
type Spoke struct {
	Half  uint32 // twice the number of the entry, and one more where it ends at the row
	Other uint32 // the row at its other end
	C, B  uint32 // the third and the second field of its record
}

// Append appends the entries that begin at a row, then those that end there, to buf. What corrupt numbers lead out of the
// columns is left out.
func (s *Star) Append(buf []Spoke, row uint32) []Spoke {
	if row >= s.rows {
		return buf
	}
	first, n, firstB, nB := s.degree.At(int(row))
	first, firstB = min(first, s.n), min(firstB, s.n)
	n, nB = min(n, s.n-first), min(nB, s.n-firstB)
	if all := int(n + nB); cap(buf)-len(buf) < all {
		buf = slices.Grow(buf, all)
	}
	if s.slow {
		return s.appendSlowly(buf, row, [4]uint32{first, n, firstB, nB})
	}
	at := len(buf)
	for p := first; p < first+n; p++ {
		buf = append(buf, Spoke{Half: 2 * p, Other: row})
	}
	for i := firstB; i < firstB+nB; i++ {
		gap, nth := s.back.row2(i)
		if from := row - gap; from < s.rows {
			if p := s.degree.before(from) + nth; p < s.n {
				buf = append(buf, Spoke{Half: 2*p + 1, Other: from})
			}
		}
	}
	if !s.fill(buf[at:]) {
		return s.dropOutside(buf, at)
	}
	return buf
}

// fill reads the records of entries whose numbers are known: RecordsView.At3 in a loop. It reports whether all are within
// the rows.
func (s *Star) fill(list []Spoke) bool {
	v := &s.record
	heads, data, size, headMask := v.heads, v.data, v.headSize, v.headMask
	last := uint32(0)
	for k := range list {
		e := &list[k]
		i := e.Half >> 1
		h := load64(heads, uint64(i>>blockShift)*size) & headMask
		w0, w1, w2 := h&fieldMask, h>>6&fieldMask, h>>12&fieldMask
		p := h>>30*(recordUnit*8) + uint64(i&(blockRows-1))*(w0+w1+w2)
		x := load64(data, p>>3) >> (p & 7)
		m0, m2 := uint64(1)<<(w0&63)-1, uint64(1)<<(w2&63)-1
		r0, r1, r2 := x&m0, x>>(w0&63)&(1<<(w1&63)-1), x>>((w0+w1)&63)&m2
		if n0, n2 := h>>18&fieldMask, h>>24&fieldMask; m0-r0 < n0 || m2-r2 < n2 {
			behind := h>>30*(recordUnit*8) + blockRows*(w0+w1+w2)
			r0, r2 = v.apart(apart{behind, m0 - r0, n0, r0}, apart{behind, m2 - r2, n2, r2})
		}
		other := e.Other + uint32(r0)&(e.Half&1-1)
		e.Other, e.B, e.C = other, uint32(r1), uint32(r2)
		last = max(last, other)
	}
	return last < s.rows
}

// dropOutside leaves out the entries from place at on whose other end is no row.
func (s *Star) dropOutside(buf []Spoke, at int) []Spoke {
	keep := buf[:at]
	for _, e := range buf[at:] {
		if e.Other < s.rows {
			keep = append(keep, e)
		}
	}
	return keep
}

// appendSlowly is Append for records of any form.
func (s *Star) appendSlowly(buf []Spoke, row uint32, d [4]uint32) []Spoke {
	for p := d[0]; p < d[0]+d[1]; p++ {
		gap, b, c := s.record.At3(int(p))
		if to := row + gap; to < s.rows {
			buf = append(buf, Spoke{2 * p, to, c, b})
		}
	}
	for i := d[2]; i < d[2]+d[3]; i++ {
		gap, nth := s.back.At2(int(i))
		if from := row - gap; from < s.rows {
			if p := s.degree.before(from) + nth; p < s.n {
				_, b, c := s.record.At3(int(p))
				buf = append(buf, Spoke{2*p + 1, from, c, b})
			}
		}
	}
	return buf
}

// before returns the sum of the forward counts before a row.
func (v *DegreesView) before(row uint32) uint32 {
	b := v.block(int(row))
	sum := binary.LittleEndian.Uint32(b[0:4])
	if sum&escapeBit != 0 {
		sum, _ = v.Forward(int(row))
		return sum
	}
	m := uint64(1)<<(row&63) - 1
	f0, f1, f2 := binary.LittleEndian.Uint64(b[8:16]), binary.LittleEndian.Uint64(b[16:24]), binary.LittleEndian.Uint64(b[24:32])
	return sum + uint32(bits.OnesCount64(f0&m)+2*bits.OnesCount64(f1&m)+4*bits.OnesCount64(f2&m))
}

// row2 is At2 of records that one load gets.
func (v *RecordsView) row2(i uint32) (a, b uint32) {
	h := load64(v.heads, uint64(i>>blockShift)*v.headSize) & v.headMask
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
