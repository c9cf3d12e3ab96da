package encode

// Integer is what a Col can hold.
type Integer interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int8 | ~int16 | ~int32 | ~int64
}

// Col is a column of integers. It is in one of two states: a plain slice (while a table is being filled, or after
// Expand), or a view of encoded bytes (after opening), which it reads in place. At and Len work alike in both.
// A column that is not being appended to may be read by many goroutines.
type Col[T Integer] struct {
	slice []T
}

// ColOf returns a column that holds v. It keeps v.
func ColOf[T Integer](v []T) Col[T] { return Col[T]{slice: v} }

// Len returns the number of rows.
func (c *Col[T]) Len() int { return len(c.slice) }

// At returns row i, which must be in range.
func (c *Col[T]) At(i int) T { return c.slice[i] }

// Append adds a row to a column that is a plain slice.
func (c *Col[T]) Append(v T) { c.slice = append(c.slice, v) }

// Slice returns all rows: the slice itself where the column is one, else a new one.
func (c *Col[T]) Slice() []T { return c.slice }
