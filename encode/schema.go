package encode

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Table is one entry of a schema: a permanent number and name, and the struct whose fields are its columns.
type Table struct {
	// Number is permanent, from 1. Numbers from FirstUserTable are free for services; there the name and version are the
	// identity, and the number may differ between programs.
	Number  uint16
	Name    string
	Version uint16
	// Critical tables must be known to a reader; a reader skips the others when it does not know them.
	Critical bool
	// Row points to the struct of columns that is written, or that Decode fills. Its exported fields are columns with
	// a tag `col:"name,unit=...,hot,sorted,own,default=...,number=..."`; fields without the tag are not stored. The number of
	// a column is its place among the tagged fields, from 0, unless the tag gives it.
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
	Hot    bool   // a search touches it: only encodings with O(1) access
	Sorted bool   // strings that are looked up: the dictionary is in order
	Own    bool   // a list of its own, of other rows than the table
	// Default is the value of all rows where a file does not have the column, such as one that was written before the column
	// came; a writer leaves it out where all rows have it. Of integers it is a number, or "row" for the number of the row; of strings
	// empty. HasDefault tells that there is one.
	Default    string
	HasDefault bool
}

// Schema is a checked list of tables.
type Schema struct {
	tables []schemaTable // by number
}

type schemaTable struct {
	Table
	columns []schemaColumn // by number
}

type schemaColumn struct {
	ColumnInfo
	column column
}

// NewSchema checks the tables: a number or name used twice, a row that is no pointer to a struct, and a tag that cannot be
// read are errors.
func NewSchema(tables ...Table) (*Schema, error) {
	s := &Schema{tables: make([]schemaTable, 0, len(tables))}
	for _, t := range tables {
		columns, err := columnsOf(t.Row)
		if err != nil {
			return nil, fmt.Errorf("encode: table %s: %w", t.Name, err)
		}
		s.tables = append(s.tables, schemaTable{t, columns})
	}
	slices.SortStableFunc(s.tables, func(a, b schemaTable) int { return cmp.Compare(a.Number, b.Number) })
	return s, s.check()
}

func (s *Schema) check() error {
	for k, t := range s.tables {
		if t.Number == 0 || t.Name == "" || !plainName(t.Name) {
			return fmt.Errorf("encode: table %d %q: the number must be above 0 and the name not empty, without tabs or line ends", t.Number, t.Name)
		}
		for _, o := range s.tables[:k] {
			if o.Number == t.Number {
				return fmt.Errorf("encode: tables %s and %s have the same number %d", o.Name, t.Name, t.Number)
			}
			if o.Name == t.Name {
				return fmt.Errorf("encode: tables %d and %d have the same name %s", o.Number, t.Number, t.Name)
			}
		}
	}
	return nil
}

// plainName reports whether s can stand in the list of types.
func plainName(s string) bool { return !strings.ContainsAny(s, "\t\n\r") }

// columnsOf returns the columns of the struct that row points to, by number.
func columnsOf(row any) ([]schemaColumn, error) {
	v := reflect.ValueOf(row)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("a row is a pointer to a struct, not %T", row)
	}
	v = v.Elem()
	columns := make([]schemaColumn, 0, v.NumField())
	for k := range v.NumField() {
		field := v.Type().Field(k)
		tag, ok := field.Tag.Lookup("col")
		if !ok {
			continue
		}
		c, ok := v.Field(k).Addr().Interface().(column)
		if !ok || !field.IsExported() {
			return nil, fmt.Errorf("field %s of type %s is no column", field.Name, field.Type)
		}
		info, err := parseTag(tag, len(columns))
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", field.Name, err)
		}
		if err := checkDefault(info, c); err != nil {
			return nil, fmt.Errorf("field %s: %w", field.Name, err)
		}
		info.Type = c.typ().String()
		columns = append(columns, schemaColumn{info, c})
	}
	return columns, checkColumns(columns)
}

func checkDefault(info ColumnInfo, c column) error {
	if !info.HasDefault {
		return nil
	}
	f, ok := c.(filler)
	if !ok {
		return fmt.Errorf("a column of %v has no default", c.typ())
	}
	if err := f.checkDefault(info.Default); err != nil {
		return fmt.Errorf("default: %w", err)
	}
	return nil
}

func checkColumns(columns []schemaColumn) error {
	slices.SortStableFunc(columns, func(a, b schemaColumn) int { return cmp.Compare(a.Number, b.Number) })
	for k, c := range columns {
		for _, o := range columns[:k] {
			if o.Number == c.Number || o.Name == c.Name {
				return fmt.Errorf("columns %d %s and %d %s have the same number or name", o.Number, o.Name, c.Number, c.Name)
			}
		}
	}
	return nil
}

// parseTag reads "name,unit=...,hot,sorted,own,default=...,number=...".
func parseTag(tag string, place int) (ColumnInfo, error) {
	name, rest, more := strings.Cut(tag, ",")
	info := ColumnInfo{Number: uint16(place), Name: name}
	if name == "" || !plainName(tag) {
		return info, fmt.Errorf("tag %q has no name, or tabs or line ends", tag)
	}
	for more {
		var option string
		option, rest, more = strings.Cut(rest, ",")
		key, value, _ := strings.Cut(option, "=")
		switch key {
		case "unit":
			info.Unit = value
		case "hot":
			info.Hot = true
		case "sorted":
			info.Sorted = true
		case "own":
			info.Own = true
		case "default":
			info.Default, info.HasDefault = value, true
		case "number":
			n, err := strconv.ParseUint(value, 10, 16)
			if err != nil {
				return info, fmt.Errorf("tag %q: %w", tag, err)
			}
			info.Number = uint16(n)
		default:
			return info, fmt.Errorf("tag %q: %q is not known", tag, option)
		}
	}
	return info, nil
}

// Tables describes the tables in the order of their numbers.
func (s *Schema) Tables() []TableInfo {
	out := make([]TableInfo, len(s.tables))
	for k, t := range s.tables {
		out[k] = t.info()
	}
	return out
}

func (t *schemaTable) info() TableInfo {
	i := TableInfo{Number: t.Number, Name: t.Name, Version: t.Version, Critical: t.Critical}
	for _, c := range t.columns {
		i.Columns = append(i.Columns, c.ColumnInfo)
	}
	return i
}
