package build

import "graphbuild/encode"

// putText appends a text to a column that stays empty until a row has a value. row is the number of the row.
func putText(c *encode.Strings, row int, text string) {
	if text == "" && c.Len() == 0 {
		return
	}
	for c.Len() < row {
		c.Append("")
	}
	c.Append(text)
}

// optionalInts is a column of integers that stays empty until a row has a value.
type optionalInts[T encode.Integer] struct {
	*encode.Col[T]
	missing T // what rows without a value have
}

func (c optionalInts[T]) put(row int, v T) {
	if v == c.missing && c.Len() == 0 {
		return
	}
	for c.Len() < row {
		c.Append(c.missing)
	}
	c.Append(v)
}
