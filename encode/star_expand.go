package encode

import (
	"encoding/binary"
)

// Spokes are the entries at all rows, as columns: those of row r are from First[r] up to First[r+1], in the order of
// Star.Append.
type Spokes struct {
	First       []uint32 // rows and one more
	Other, Half []uint32 // as in Spoke
	B, C        []uint32
}

// Expand returns the entries of all rows. It reads the columns block by block, which is many times faster than row by row.
func (s *Star) Expand() Spokes {
	rows, n := int(s.rows), int(s.n)
	x := Spokes{First: make([]uint32, rows+1)}
	all := make([]uint32, 6*n)
	cut := func(k int) []uint32 { return all[k*n : (k+1)*n : (k+1)*n] }
	gap, b, c, back, nth := cut(0), cut(1), cut(2), cut(3), cut(4)
	s.record.columns(gap, b, c)
	s.back.columns(back, nth, cut(5))
	forward, backward := make([]uint32, rows+1), make([]uint32, rows+1)
	s.degree.firsts(forward, backward, s.n)
	out := make([]uint32, 8*n)
	x.Other, x.Half, x.B, x.C = out[:2*n:2*n], out[2*n:4*n:4*n], out[4*n:6*n:6*n], out[6*n:]
	at := uint32(0)
	for row := range uint32(rows) {
		x.First[row] = at
		first, end := forward[row], forward[row+1]
		for p := first; p < end; p++ {
			if to := row + gap[p]; to < s.rows {
				x.Other[at], x.Half[at], x.B[at], x.C[at] = to, 2*p, b[p], c[p]
				at++
			}
		}
		for i := backward[row]; i < backward[row+1]; i++ {
			from := row - back[i]
			if from >= s.rows {
				continue
			}
			if p := forward[from] + nth[i]; p < s.n {
				x.Other[at], x.Half[at], x.B[at], x.C[at] = from, 2*p+1, b[p], c[p]
				at++
			}
		}
	}
	x.First[rows] = at
	x.Other, x.Half, x.B, x.C = x.Other[:at], x.Half[:at], x.B[:at], x.C[:at]
	return x
}

// firsts fills in the sums of the forward and backward counts before each row, and of all. In a damaged column they rise
// all the same, up to most.
func (v *DegreesView) firsts(forward, backward []uint32, most uint32) {
	rows := len(forward) - 1
	lastF, lastB := uint32(0), uint32(0)
	for i := range rows {
		b := v.block(i)
		k := uint(i) & 63
		f, n := counts(b[forwardOffset:backOffset], k), counts(b[backOffset:flagOffset], k)
		if binary.LittleEndian.Uint32(b[:])&escapeBit != 0 {
			_, f, _, n = v.At(i)
		}
		lastF, lastB = lastF+min(f, most-lastF), lastB+min(n, most-lastB)
		forward[i+1], backward[i+1] = lastF, lastB
	}
}

// counts returns count k of three bit planes.
func counts(b []byte, k uint) uint32 {
	_ = b[23]
	return uint32(binary.LittleEndian.Uint64(b)>>k&1 | binary.LittleEndian.Uint64(b[8:])>>k&1<<1 | binary.LittleEndian.Uint64(b[16:])>>k&1<<2)
}

// columns fills in the first three fields of all records, the third with zeros where there are two.
func (v *RecordsView) columns(a, b, c []uint32) {
	if g := v.guard; g != nil && g.all() {
		v = &g.view
	}
	simple := v.fields == 2 && !v.slow2 || v.fields == 3 && !v.slow3
	for i := 0; i < len(a); i += blockRows {
		j := min(i+blockRows, len(a))
		if !simple {
			for k := i; k < j; k++ {
				a[k], b[k], c[k] = v.At3(k)
			}
			continue
		}
		v.unpackBlock(a[i:j], b[i:j], c[i:j], i)
	}
}

// unpackBlock fills in the records of a block, whose first row is i. A record is got with one load.
func (v *RecordsView) unpackBlock(a, b, c []uint32, i int) {
	r := v.block(i)
	w0, w1, w2 := r.width[0]&63, r.width[1]&63, r.width[2]&63
	m0, m1, m2 := mask(w0), mask(w1), mask(w2)
	p, step := r.offset*8, uint64(r.bits)
	b, c = b[:len(a)], c[:len(a)]
	for k := range a {
		x := load64(v.data, p>>3) >> (p & 7)
		p += step
		a[k], b[k], c[k] = uint32(x&m0), uint32(x>>w0&m1), uint32(x>>((w0+w1)&63)&m2)
	}
	if r.first == 0 && r.last == 0 {
		return
	}
	last, ml := c, m2
	if v.fields == 2 {
		last, ml = b, m1
	}
	behind := r.offset*8 + uint64(r.bits)*blockRows
	for k := range a {
		if x := m0 - uint64(a[k]); x < r.first {
			a[k] = uint32(loadBits(v.data, behind+x*uint64(v.wideFirst), v.wideFirst))
		}
		if x := ml - uint64(last[k]); x < r.last {
			last[k] = uint32(loadBits(v.data, behind+r.first*uint64(v.wideFirst)+x*uint64(v.wideLast), v.wideLast))
		}
	}
}
