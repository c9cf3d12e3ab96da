package encode

import (
	"fmt"
	"strconv"
)

// filler is a column that can have a default: the value of all rows where a file, or whoever fills a table, leaves it out.
type filler interface {
	// fill makes the column n rows of the default.
	fill(n int, value string)
	// holds reports whether all rows have the default.
	holds(value string) bool
	// checkDefault reports whether the text is a value of the column.
	checkDefault(value string) error
}

// defaultRow is the default of a column of row numbers: each row has its own.
const defaultRow = "row"

// encodingRow is never stored: row i is i.
const encodingRow Encoding = 0xff

// wordOf returns a default as a 64-bit word.
func wordOf[T Integer](value string) (uint64, error) {
	if isSigned[T]() {
		v, err := strconv.ParseInt(value, 10, 64)
		if err == nil && int64(T(v)) != v {
			err = strconv.ErrRange
		}
		return uint64(v), err
	}
	v, err := strconv.ParseUint(value, 10, 64)
	if err == nil && uint64(T(v)) != v {
		err = strconv.ErrRange
	}
	return v, err
}

// Repeat returns a column of n rows of one value, which takes no memory.
func Repeat[T Integer](v T, n int) Col[T] {
	return Col[T]{view: memory(&ints{enc: EncodingConst, rows: n, base: uint64(v)}, n)}
}

func (c *Col[T]) checkDefault(value string) error {
	if value == defaultRow {
		return nil
	}
	_, err := wordOf[T](value)
	return err
}

func (c *Col[T]) fill(n int, value string) {
	v := &ints{enc: encodingRow, rows: n}
	if value != defaultRow {
		v.enc = EncodingConst
		v.base, _ = wordOf[T](value) // checked when the schema was made
	}
	c.slice, c.view = nil, memory(v, n)
}

func (c *Col[T]) holds(value string) bool {
	word, _ := wordOf[T](value)
	if c.view != nil && c.view.from == nil { // most likely of fill
		if v := c.view.get(); v.enc == encodingRow || v.enc == EncodingConst {
			return (v.enc == encodingRow) == (value == defaultRow) && v.base == word
		}
	}
	for i := range c.Len() {
		if value == defaultRow {
			word = uint64(i)
		}
		if c.At(i) != T(word) {
			return false
		}
	}
	return true
}

func (c *Strings) checkDefault(value string) error {
	if value != "" {
		return fmt.Errorf("%q: the default of strings is empty", value)
	}
	return nil
}

func (c *Strings) fill(n int, _ string) {
	c.slice, c.view = nil, memory(&stringsView{rows: n, number: ints{enc: EncodingConst, rows: n}}, n)
}

func (c *Strings) holds(string) bool {
	for i := range c.Len() {
		if c.At(i) != "" {
			return false
		}
	}
	return true
}

// ownRows reports whether the number of rows says nothing of the table: a list of its own, or a column that may be left out.
func (c *schemaColumn) ownRows() bool { return c.Own || c.HasDefault }

// leftOut reports whether the column need not be written: all rows have the default.
func (c *schemaColumn) leftOut() bool {
	f, ok := c.column.(filler)
	return ok && c.HasDefault && f.holds(c.Default)
}

// rows returns the number of rows of a table and a column that has them; no name where there is none.
func (t *schemaTable) rows() (n int, name string) {
	for k := range t.columns {
		if c := &t.columns[k]; !c.ownRows() {
			return c.column.Len(), c.Name
		}
	}
	return 0, ""
}

// FillDefaults gives the columns that have a default and no rows as many of these as their table has. Decode does it.
func (s *Schema) FillDefaults() {
	for k := range s.tables {
		t := &s.tables[k]
		n, _ := t.rows()
		for _, c := range t.columns {
			if f, ok := c.column.(filler); ok && c.HasDefault && n > 0 && c.column.Len() == 0 {
				f.fill(n, c.Default)
			}
		}
	}
}

// CheckRows checks that the columns of each table have the same number of rows, but for those that are tagged as lists of their
// own, so that a row that one column has can be read in the others too. Tables of services may have columns of any length. It
// asks the columns for their length only.
func (s *Schema) CheckRows() error {
	for k := range s.tables {
		t := &s.tables[k]
		if t.Number >= FirstUserTable {
			break
		}
		want, first := t.rows()
		for _, c := range t.columns {
			if n := c.column.Len(); n != want && !c.Own && !(c.HasDefault && n == 0) {
				return fmt.Errorf("encode: table %s: column %s has %d rows, %s has %d", t.Name, c.Name, n, first, want)
			}
		}
	}
	return nil
}
