package encode

import (
	"encoding/binary"
	"slices"
)

// Spokes are the entries at all rows, as columns: those of row r are from First[r] up to First[r+1], in the order of
// Star.Append.
type Spokes struct {
	First       []uint32 // rows and one more
	Other, Half []uint32 // as in Spoke
	C           []uint32
	Kind        []uint32 // twice B, and one more where the entry ends at the row
}

// Expand returns the entries of all rows. It reads the columns block by block, which is many times faster than row by row.
func (s *Star) Expand() Spokes {
	rows, all := int(s.rows), 2*int(s.n)
	x := Spokes{First: make([]uint32, rows+1)}
	mem := make([]uint32, 4*all)
	x.Other, x.Half, x.C, x.Kind = mem[:all:all], mem[all:2*all:2*all], mem[2*all:3*all:3*all], mem[3*all:]
	if !s.scatter(&x) {
		s.expandRows(&x)
	}
	return x
}

// expandRows is Expand row by row, for columns that do not belong together.
func (s *Star) expandRows(x *Spokes) {
	var buf []Spoke
	at := 0
	for row := range s.rows {
		x.First[row] = uint32(at)
		buf = s.Append(buf[:0], row)
		for _, e := range buf[:min(len(buf), len(x.Other)-at)] {
			x.Other[at], x.Half[at], x.C[at], x.Kind[at] = e.Other, e.Half, e.C, 2*e.B+e.Half&1
			at++
		}
	}
	x.First[s.rows] = uint32(at)
	x.Other, x.Half, x.C, x.Kind = x.Other[:at], x.Half[:at], x.C[:at], x.Kind[:at]
}

// scatter writes each entry at both of its rows as it comes. So the references are not read: entries that end at a row are
// in the order of their numbers. It reports whether all fitted, else nothing of x counts.
func (s *Star) scatter(x *Spokes) bool {
	record := s.record.open()
	next, count := make([]uint32, s.rows), make([]uint8, s.rows)
	if record.narrow != 3 || !s.degree.firsts(x.First, next, count) || int(x.First[s.rows]) != len(x.Other) {
		return false
	}
	var b recordRows
	p, n := uint32(0), s.n
	first, other := x.First[:len(count)], x.Other
	half, c, kind := x.Half[:len(other)], x.C[:len(other)], x.Kind[:len(other)] // of one length, for one comparison an entry
	for row, forward := range count {
		at := uint(first[row])
		for end := at + uint(forward); at < end; at++ {
			k := p % blockRows
			if k == 0 && p < n {
				record.unpack(&b, int(p))
			}
			to := uint(row) + uint(b.a[k])
			if p >= n || to >= uint(len(next)) {
				return false
			}
			back := uint(next[to])
			if at >= uint(len(other)) || back >= uint(len(other)) {
				return false
			}
			next[to]++
			other[at], half[at], c[at], kind[at] = uint32(to), 2*p, b.c[k], 2*b.b[k]
			other[back], half[back], c[back], kind[back] = uint32(row), 2*p+1, b.c[k], 2*b.b[k]+1
			p++
		}
	}
	return p == n && slices.Equal(next, x.First[1:]) // each row has all that it should
}

// firsts fills in the sums of both counts before each row, and of all; where the second list of each row begins; and the
// forward count of each row. It reports whether these are below 256, and all sums below 2^32.
func (v *DegreesView) firsts(first, next []uint32, count []uint8) bool {
	sum := uint64(0)
	for i := 0; i < len(count); i += blockRows {
		b := v.block(i)
		if binary.LittleEndian.Uint32(b[:])&escapeBit != 0 {
			for k := i; k < min(i+blockRows, len(count)); k++ {
				_, n, _, m := v.At(k)
				if n > 0xff {
					return false
				}
				first[k], next[k], count[k] = uint32(sum), uint32(sum)+n, uint8(n)
				sum += uint64(n) + uint64(m)
			}
			continue
		}
		sum = slicedFirsts(b, [2][]uint32{first[i:], next[i:]}, count[i:min(i+blockRows, len(count))], sum)
	}
	first[len(count)] = uint32(sum)
	return sum>>32 == 0
}

// slicedFirsts is firsts for a block without escapes.
func slicedFirsts(b *[degreeBytes]byte, out [2][]uint32, count []uint8, sum uint64) uint64 {
	f0, f1, f2 := binary.LittleEndian.Uint64(b[8:16]), binary.LittleEndian.Uint64(b[16:24]), binary.LittleEndian.Uint64(b[24:32])
	b0, b1, b2 := binary.LittleEndian.Uint64(b[32:40]), binary.LittleEndian.Uint64(b[40:48]), binary.LittleEndian.Uint64(b[48:56])
	first, next := out[0][:len(count)], out[1][:len(count)]
	for k := range count {
		n := f0&1 | f1&1<<1 | f2&1<<2
		first[k], next[k], count[k] = uint32(sum), uint32(sum+n), uint8(n)
		sum += n + b0&1 + b1&1<<1 + b2&1<<2
		f0, f1, f2, b0, b1, b2 = f0>>1, f1>>1, f2>>1, b0>>1, b1>>1, b2>>1
	}
	return sum
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
	for k := range out.a {
		x := v.bits.at(p>>3) >> (p & 7)
		p += step
		out.a[k], out.b[k], out.c[k] = uint32(x&m0), uint32(x>>w0&m1), uint32(x>>w1&m2)
	}
	if r.first == 0 && r.last == 0 {
		return
	}
	for k := range out.a {
		if m0-uint64(out.a[k]) < r.first || m2-uint64(out.c[k]) < r.last {
			out.a[k], out.b[k], out.c[k] = v.At3(i + k)
		}
	}
}
