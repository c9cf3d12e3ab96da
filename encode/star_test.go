package encode

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// starOf returns a Star of entries from a row to a later one, and what Append should give for each row. Refs, where given, are
// added to the references.
func starOf(rows int, ends [][2]uint32, refs []uint32) (Star, [][]Spoke) {
	slices.SortFunc(ends, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	forward, backward := make([]uint32, rows), make([]uint32, rows)
	want, in := make([][]Spoke, rows), make([][]Spoke, rows)
	var gap, b, c, ref []uint32
	for i, e := range ends {
		p := uint32(i)
		forward[e[0]]++
		backward[e[1]]++
		gap, b, c = append(gap, e[1]-e[0]), append(b, p*3), append(c, p*1000)
		want[e[0]] = append(want[e[0]], Spoke{2 * p, e[1], p * 1000, p * 3})
		in[e[1]] = append(in[e[1]], Spoke{2*p + 1, e[0], p * 1000, p * 3})
	}
	first := uint32(0)
	for row := range want {
		for _, e := range in[row] {
			ref = append(ref, first-1-e.Half/2)
		}
		want[row] = append(want[row], in[row]...)
		first += forward[row]
	}
	for i := range min(len(ref), len(refs)) {
		ref[i] += refs[i]
	}
	var degree Degrees
	degree.SetFrom(forward, backward, nil)
	record, back := NewRecords(gap, b, c), NewRecords(ref)
	return NewStar(&degree, &record, &back), want
}

// drawEnds draws entries from a row to a later one, many of them at row 0.
func drawEnds(t *rapid.T, rows int) (ends [][2]uint32) {
	for range rapid.IntRange(0, 300).Draw(t, "entries") {
		from := rapid.IntRange(0, rows-2).Draw(t, "from")
		if rapid.IntRange(0, 9).Draw(t, "hub") == 0 {
			from = 0
		}
		ends = append(ends, [2]uint32{uint32(from), uint32(rapid.IntRange(from+1, rows-1).Draw(t, "to"))})
	}
	return ends
}

// TestStar: Append and Expand give each entry at both of its rows.
func TestStar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 200).Draw(t, "rows")
		s, want := starOf(rows, drawEnds(t, rows), nil)
		for row := range want {
			if got := s.Append(nil, uint32(row)); !slices.Equal(got, want[row]) {
				t.Fatalf("row %d: %v, %v expected", row, got, want[row])
			}
		}
		checkExpand(t, &s, want)
	})
}

// TestExpandHubs: rows with as many entries as a byte counts, and with more.
func TestExpandHubs(t *testing.T) {
	for _, n := range []uint32{maxSliced, maxSliced + 1, blockRows, maxDegree, maxDegree + 1, 3 * maxDegree} {
		var ends [][2]uint32
		for i := range n {
			ends = append(ends, [2]uint32{i / 2, 1000}, [2]uint32{1000, 1001 + i})
		}
		s, want := starOf(1001+int(n), ends, nil)
		checkExpand(t, &s, want)
	}
}

// checkExpand compares what Expand gives.
func checkExpand(t rapid.TB, s *Star, want [][]Spoke) {
	t.Helper()
	x := s.Expand()
	for row := range want {
		var got []Spoke
		for at := x.First[row]; at < x.First[row+1]; at++ {
			got = append(got, Spoke{x.Half[at], x.Other[at], x.C[at], x.Kind[at] / 2})
			if x.Kind[at]&1 != x.Half[at]&1 {
				t.Fatalf("row %d: kind %d of half %d", row, x.Kind[at], x.Half[at])
			}
		}
		if !slices.Equal(got, want[row]) {
			t.Fatalf("row %d: %v expanded, %v expected", row, got, want[row])
		}
	}
}

// TestStarOfOthers: columns that do not belong together lead to no row that is not there, and to no fault.
func TestStarOfOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 200).Draw(t, "rows")
		s, _ := starOf(rows, drawEnds(t, rows), rapid.SliceOf(rapid.Uint32()).Draw(t, "refs"))
		other, _ := starOf(rows, drawEnds(t, rows), nil)
		s.degree = other.degree
		for row := range uint32(rows) + 1 {
			for _, e := range s.Append(nil, row) {
				if e.Other >= s.rows || e.Half/2 >= s.n {
					t.Fatalf("row %d: %v of %d rows, %d entries", row, e, rows, s.n)
				}
			}
		}
		x := s.Expand()
		for i, to := range x.Other {
			if to >= s.rows || x.Half[i]/2 >= s.n || int(x.First[rows]) != len(x.Other) {
				t.Fatalf("entry %d leads to %d of %d rows", i, to, rows)
			}
		}
	})
}
