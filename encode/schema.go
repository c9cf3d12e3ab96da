package encode

// Table is one entry of a schema: a permanent number and name, and the struct whose fields are its columns.
type Table struct {
	// Number is permanent. Numbers from FirstUserTable are free for services; there the name and version are the identity,
	// and the number may differ between programs.
	Number  uint16
	Name    string
	Version uint16
	// Critical tables must be known to a reader; a reader skips the others when it does not know them.
	Critical bool
	// Row points to the struct of columns that is written, or that Decode fills. Its exported fields are columns with
	// a tag `col:"name,unit=...,hot,number=..."`; fields without the tag are not stored. The number of a column is its
	// place among the tagged fields, from 0, unless the tag gives it.
	Row any
}

// FirstUserTable is the first number of a table that a service registers itself.
const FirstUserTable = 0x8000

// TableInfo says what a table is, for people and generated documents.
type TableInfo struct {
	Number   uint16
	Name     string
	Version  uint16
	Critical bool
	Columns  []ColumnInfo
}

// ColumnInfo says what a column is.
type ColumnInfo struct {
	Number uint16
	Name   string
	Unit   string
	Type   string // "u32", "list of i64", "strings" ...
	Hot    bool
}
