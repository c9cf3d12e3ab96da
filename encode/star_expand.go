package encode

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
	// Each column has its own memory, which begins at a cache line: so the entries of a row cross into the next line in all
	// columns at once, and a search waits once.
	all := 2 * int(s.n)
	x := Spokes{First: make([]uint32, s.rows+1), Other: make([]uint32, all), Half: make([]uint32, all), C: make([]uint32, all), Kind: make([]uint32, all)}
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
	w := scatter{Spokes: x, next: x.First[1:], record: s.record.open(), left: s.n}
	if w.record.narrow != 3 || !s.degree.forwardEnds(w.next, len(x.Other)) {
		return false
	}
	var d degreeRows
	at := uint32(0)
	for i := 0; i < len(w.next); i += blockRows {
		s.degree.unpack(&d, i)
		for k := range min(blockRows, len(w.next)-i) {
			if !w.begin(uint32(i+k), at, int(d.forward[k])) {
				return false
			}
			at += uint32(d.forward[k]) + uint32(d.backward[k])
		}
	}
	return w.write(w.held) && w.left == 0 && s.degree.isEnds(w.next) // each row has all that it should
}

// scatter is the state of Star.scatter. The columns are written a block of records at a time.
type scatter struct {
	*Spokes
	next       []uint32 // where the next entry that ends at a row belongs; at last, where the next row begins
	record     *RecordsView
	rows       recordRows
	done, left uint32                       // entries written, and not yet
	begins     [blockRows + maxBegins]begin // of the entries after those that are written
	held       int                          // of these
}

// begin is where an entry begins: its row, and its place there.
type begin struct{ row, at uint32 }

// fewBegins is how many entries nearly all rows have at most. So many are noted whatever there are, to be written over where
// there are less, since a branch that is misjudged at every second row costs more.
const (
	fewBegins = 4
	maxBegins = maxDegree + fewBegins
)

// begin notes that n entries begin at a row, the first of them at a place, and writes what makes full blocks.
func (w *scatter) begin(row, at uint32, n int) bool {
	b := w.begins[w.held : w.held+fewBegins]
	b[0], b[1], b[2], b[3] = begin{row, at}, begin{row, at + 1}, begin{row, at + 2}, begin{row, at + 3}
	for k := fewBegins; k < n; k++ {
		w.begins[w.held+k] = begin{row, at + uint32(k)}
	}
	w.held += n
	for w.held >= blockRows {
		if !w.write(blockRows) {
			return false
		}
	}
	return true
}

// write writes the next n entries, which begin a block of records. It reports whether their numbers fit.
func (w *scatter) write(n int) bool {
	if n == 0 {
		return true
	}
	if uint32(n) > w.left {
		return false
	}
	w.record.unpack(&w.rows, int(w.done))
	next, other, forth := w.next, w.Other, 2*w.done
	half, c, kind := w.Half[:len(other)], w.C[:len(other)], w.Kind[:len(other)] // of one length, for one comparison an entry
	for k, from := range w.begins[:n] {
		k &= blockRows - 1
		to := uint(from.row) + uint(w.rows.a[k])
		if to >= uint(len(next)) {
			return false
		}
		at, back := uint(from.at), uint(next[to])
		if at >= uint(len(other)) || back >= uint(len(other)) {
			return false
		}
		next[to]++
		b, d := 2*w.rows.b[k], w.rows.c[k]
		other[at], half[at], c[at], kind[at] = uint32(to), forth, d, b
		other[back], half[back], c[back], kind[back] = from.row, forth+1, d, b+1
		forth += 2
	}
	copy(w.begins[:], w.begins[n:w.held])
	w.done, w.left, w.held = w.done+uint32(n), w.left-uint32(n), w.held-n
	return true
}
