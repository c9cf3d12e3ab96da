package encode

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
