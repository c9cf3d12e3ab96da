package encode

// List is a column whose rows are lists of integers.
type List[T Integer] struct {
	start []uint32 // rows+1
	value []T
}

// Len returns the number of rows.
func (c *List[T]) Len() int { return max(len(c.start)-1, 0) }

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
	return append(buf, c.value[c.start[i]:c.start[i+1]]...)
}
