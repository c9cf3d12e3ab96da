package encode

// Strings is a column of strings. Encoded, each distinct value stands once in a dictionary and the rows are numbers in it.
// Like Col it is a slice or a view; a view is safe for many goroutines.
type Strings struct {
	slice []string
	view  *lazy[stringsView]
}

// StringsOf returns a column that holds v. It keeps v.
func StringsOf(v []string) Strings { return Strings{slice: v} }

// Len returns the number of rows.
func (c *Strings) Len() int {
	if c.view != nil {
		return c.view.rows()
	}
	return len(c.slice)
}

// At returns row i, which must be in range.
func (c *Strings) At(i int) string {
	if c.view == nil {
		return c.slice[i]
	}
	return c.view.get().at(i)
}

// Append adds a row to a column that is a plain slice.
func (c *Strings) Append(v string) { c.slice = append(c.slice, v) }
