package encode

import "slices"

// Star reads the two lists that Degrees count for a row: entries of Records that begin at the row, and entries that end
// there. The first field of a record is how far the row is at which it ends; records lie in the order of the rows at which
// they begin. A second column of Records, with one field, has for each entry that ends at a row how many entries lie between it
// and the first that begins at the row. This is what a search does for each vertex, so it is written out in one place.
//
// It is a value of its own, valid until the File is closed, for many goroutines.
type Star struct {
	degree      DegreesView
	record, ref RecordsView
	rows, n     uint32
}

// NewStar returns a reader of three columns that belong together. Their numbers of rows need not fit, whatever follows from
// that.
func NewStar(degree *Degrees, record, ref *Records) Star {
	n := uint32(min(record.Len(), ref.Len()))
	return Star{*degree.View(), *record.View(), *ref.View(), uint32(degree.Len()), n}
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
	if first > s.n || n > s.n-first || firstB > s.n || nB > s.n-firstB {
		return buf
	}
	at, all := len(buf), int(n+nB)
	if cap(buf)-at < all {
		buf = slices.Grow(buf, all)
	}
	buf = buf[:at+all]
	list, last := buf[at:], uint32(0)
	for k := range list {
		// One loop with the direction as a number: a search pays for each branch that cannot be foreseen.
		p, back := first+uint32(k), uint32(0)
		if uint32(k) >= n {
			p, back = first-1-s.ref.At1(int(firstB+uint32(k)-n)), 1
		}
		gap, b, c := s.record.At3(int(p))
		other := row + (gap ^ -back) + back
		if p >= s.n {
			other = s.rows // no row: left out
		}
		list[k] = Spoke{2*p + back, other, c, b}
		last = max(last, other)
	}
	if last >= s.rows {
		return s.dropOutside(buf, at)
	}
	return buf
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
