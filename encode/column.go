package encode

// Integer is what a Col can hold.
type Integer interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int8 | ~int16 | ~int32 | ~int64
}

// Col is a column of integers. It is in one of two states: a plain slice (while a table is being filled, or after
// Expand), or a view of encoded bytes (after File.Decode), which it reads in place. At and Len work alike in both.
// A column that is not being appended to may be read by many goroutines. A view is valid until its File is closed.
type Col[T Integer] struct {
	slice []T
	view  *lazy[ints]
}

// ColOf returns a column that holds v. It keeps v.
func ColOf[T Integer](v []T) Col[T] { return Col[T]{slice: v} }

// Len returns the number of rows.
func (c *Col[T]) Len() int {
	if c.view != nil {
		return c.view.rows()
	}
	return len(c.slice)
}

// At returns row i, which must be in range. Where the bytes of a view are corrupt the value is any; File.Verify and
// File.Err tell.
func (c *Col[T]) At(i int) T {
	if c.view == nil {
		return c.slice[i]
	}
	v := c.view.get()
	if uint(i) >= uint(v.rows) {
		panic("encode: row out of range")
	}
	return T(v.at(uint64(i)))
}

// Append adds a row to a column that is a plain slice.
func (c *Col[T]) Append(v T) { c.slice = append(c.slice, v) }

// Slice returns all rows: the slice itself where the column is one, else a new one.
func (c *Col[T]) Slice() []T {
	if c.view == nil {
		return c.slice
	}
	v := c.view.get()
	return appendInts(make([]T, 0, v.safeRows()), v)
}

// Expand turns a view into a plain slice, which reads faster and takes the full width of T a row. It must not run while
// others read the column.
func (c *Col[T]) Expand() { c.slice, c.view = c.Slice(), nil }
