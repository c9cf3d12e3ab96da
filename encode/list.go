package encode

import "fmt"

// List is a column whose rows are lists of integers. Like Col it is a pair of slices or a view.
type List[T Integer] struct {
	start []uint32 // rows+1
	value []T
	view  *lazy[listView]
}

// Len returns the number of rows.
func (c *List[T]) Len() int {
	if c.view != nil {
		return c.view.rows()
	}
	return max(len(c.start)-1, 0)
}

// Append adds a row with a copy of v.
func (c *List[T]) Append(v ...T) {
	if len(c.start) == 0 {
		c.start = append(c.start, 0)
	}
	c.value = append(c.value, v...)
	c.start = append(c.start, uint32(len(c.value)))
}

// AppendRow appends the values of row i to buf and returns it.
func (c *List[T]) AppendRow(buf []T, i int) []T {
	first, n := c.Bounds(i)
	for k := first; k < first+n; k++ {
		buf = append(buf, c.Value(k))
	}
	return buf
}

// Slices returns all rows: row i is values[starts[i]:starts[i+1]]. They are those of the column where it is a pair of slices, else new
// ones. There is a start more than there are rows, none where there are no rows.
func (c *List[T]) Slices() (starts []uint32, values []T) {
	if c.view == nil {
		return c.start, c.value
	}
	v := c.view.get()
	starts = appendInts(make([]uint32, 0, v.starts.safeRows()), &v.starts)
	values = appendInts(make([]T, 0, v.values.safeRows()), &v.values)
	last := uint32(0)
	for i := range starts { // of a corrupt file
		starts[i] = min(max(starts[i], last), uint32(len(values)))
		last = starts[i]
	}
	return starts, values
}

// Bounds returns where row i begins among the values of all rows, and how many it has. In a hot list it takes O(1).
func (c *List[T]) Bounds(i int) (first, n int) {
	if c.view == nil {
		return int(c.start[i]), int(c.start[i+1] - c.start[i])
	}
	return c.view.get().bounds(i)
}

// Value returns value k of all rows; row i has Bounds(i). Where k is out of range it panics.
func (c *List[T]) Value(k int) T {
	if c.view == nil {
		return c.value[k]
	}
	return T(c.view.get().value(k))
}

// NumValues returns the number of values of all rows.
func (c *List[T]) NumValues() int {
	if c.view == nil {
		return len(c.value)
	}
	return c.view.get().values.rows
}

// listView is a view of a List: the number of values before each row and before the end, and the values.
type listView struct {
	starts, values ints
}

func (v *listView) bounds(i int) (first, n int) {
	if uint(i)+1 >= uint(v.starts.rows) {
		return 0, 0
	}
	a, b := v.starts.at(uint64(i)), v.starts.at(uint64(i)+1)
	if b < a || b > uint64(v.values.rows) {
		return 0, 0
	}
	return int(a), int(b - a)
}

func (v *listView) value(k int) uint64 {
	if uint(k) >= uint(v.values.rows) {
		panic("encode: value out of range")
	}
	return v.values.at(uint64(k))
}

// encodeList returns the encoding of the values, which the directory tells people, and the bytes.
func encodeList[T Integer](c *List[T], hot bool) (Encoding, []byte) {
	starts := make([]uint64, 0, len(c.start)+1)
	for _, s := range c.start {
		starts = append(starts, uint64(s))
	}
	b := appendPart(nil, encodeInts(starts, intsOptions{hot: hot}))
	values := encodeInts(words(c.value), intsOptions{hot: hot, signed: isSigned[T]()})
	if len(c.value) > mostValues(len(values.body)) {
		values = encodeRaw(words(c.value))
	}
	return values.enc, appendPart(b, values)
}

// mostValues is the largest number of values of all rows, where they take n bytes: values that are all alike take none, but a
// reader may have to keep them.
func mostValues(n int) int { return 1<<20 + 1024*n }

func openList(rows int, p *parser) (*listView, error) {
	v := &listView{starts: p.part(rows + 1)}
	v.values = p.part(mostValues(p.left()))
	if p.err == nil && v.starts.rows != rows+1 && rows > 0 {
		p.fail(fmt.Errorf("%d starts for %d lists", v.starts.rows, rows))
	}
	if p.err != nil {
		return &listView{}, p.err
	}
	return v, nil
}

// words returns values as 64-bit words, negative ones in two's complement.
func words[T Integer](v []T) []uint64 {
	w := make([]uint64, len(v))
	for i, x := range v {
		w[i] = uint64(x)
	}
	return w
}

// isSigned reports whether T has negative values.
func isSigned[T Integer]() bool {
	var zero T
	return zero-1 < zero
}
