package encode

import "reflect"

// Select keeps the given rows, in their order, and makes the column a plain slice.
func (c *Col[T]) Select(rows []uint32) {
	kept := make([]T, len(rows))
	for i, r := range rows {
		kept[i] = c.At(int(r))
	}
	*c = ColOf(kept)
}

// Renumber replaces each value that is an index of to by what stands there, and makes the column a plain slice. Other
// values stay, such as those that stand for nothing.
func (c *Col[T]) Renumber(to []uint32) {
	kept := make([]T, c.Len())
	for i, v := range c.Slice() {
		kept[i] = renumber(v, to)
	}
	*c = ColOf(kept)
}

func renumber[T Integer](v T, to []uint32) T {
	if uint64(v) < uint64(len(to)) {
		return T(to[v])
	}
	return v
}

// ValueType returns the type of the values.
func (c *Col[T]) ValueType() reflect.Type { return reflect.TypeFor[T]() }

// Select keeps the given rows, as that of Col does.
func (c *List[T]) Select(rows []uint32) {
	var kept List[T]
	var buf []T
	for _, r := range rows {
		buf = c.AppendRow(buf[:0], int(r))
		kept.Append(buf...)
	}
	*c = kept
}

// Renumber replaces values in all rows, as that of Col does.
func (c *List[T]) Renumber(to []uint32) {
	var kept List[T]
	var buf []T
	for i := range c.Len() {
		buf = c.AppendRow(buf[:0], i)
		for k, v := range buf {
			buf[k] = renumber(v, to)
		}
		kept.Append(buf...)
	}
	*c = kept
}

// ValueType returns the type of the values.
func (c *List[T]) ValueType() reflect.Type { return reflect.TypeFor[T]() }

// Select keeps the given rows, as that of Col does.
func (c *Strings) Select(rows []uint32) {
	kept := make([]string, len(rows))
	for i, r := range rows {
		kept[i] = c.At(int(r))
	}
	*c = StringsOf(kept)
}

// DropGone clears the kept rows whose value is an index of to at which gone stands.
func (c *Col[T]) DropGone(kept []bool, to []uint32, gone uint32) {
	for i, v := range c.Slice() {
		if uint64(v) < uint64(len(to)) && to[v] == gone {
			kept[i] = false
		}
	}
}

// DropGone clears the kept rows with such a value among theirs.
func (c *List[T]) DropGone(kept []bool, to []uint32, gone uint32) {
	for i := range c.Len() {
		first, n := c.Bounds(i)
		for k := first; k < first+n; k++ {
			if v := c.Value(k); uint64(v) < uint64(len(to)) && to[v] == gone {
				kept[i] = false
			}
		}
	}
}
