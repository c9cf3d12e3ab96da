package encode

// Strings is a column of strings. Encoded, the distinct values lie in a sorted, front-coded dictionary and the rows are
// numbers in it.
type Strings struct {
	slice []string
}

// StringsOf returns a column that holds v. It keeps v.
func StringsOf(v []string) Strings { return Strings{slice: v} }

// Len returns the number of rows.
func (c *Strings) Len() int { return len(c.slice) }

// At returns row i, which must be in range.
func (c *Strings) At(i int) string { return c.slice[i] }

// Append adds a row.
func (c *Strings) Append(v string) { c.slice = append(c.slice, v) }
