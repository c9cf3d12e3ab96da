package encode

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// WriteInfo is what Write wrote.
type WriteInfo struct {
	Bytes    int64
	Sections []Section
}

// Section is one stretch of the file: a column, or a part of the container.
type Section struct {
	Table, Column string // names; of parts of the container Table is empty
	Version       int    // of the table
	Type          string
	Encoding      string
	Offset, Bytes int64
	Rows          int
	RawBytes      int64 // of plain arrays of the rows; 0 where that is not known without reading the section
	CRC           uint32
}

// body is an encoded column on its way into the file.
type body struct {
	at    *section
	bytes []byte
	sums  []byte // the list of checksums that follows
	hot   bool
}

// writer lays out a file.
type writer struct {
	tables []dirTable
	infos  []TableInfo
	bodies []body
	shared encoder
}

// Write writes all columns of the schema that have rows, from front to back. Equal rows give equal bytes. The bytes of all
// sections are in memory at once.
func (s *Schema) Write(w io.Writer) (WriteInfo, error) {
	l, err := s.encode()
	if err != nil {
		return WriteInfo{}, err
	}
	end := l.layout()
	directory := appendDirectory(nil, l.tables)
	if rows, most := l.rows(), mostRows(end); rows > most {
		return WriteInfo{}, fmt.Errorf("encode: %d rows in %d bytes, at most %d: nearly all are alike", rows, end, most)
	}
	head := header(end+int64(len(directory))+footerBytes, end)
	out := &counter{w: w}
	out.write(head)
	for _, b := range l.bodies {
		out.pad(b.at.offset)
		out.write(b.bytes)
		out.write(b.sums)
	}
	out.pad(end)
	out.write(directory)
	out.write(footer(head, directory, end))
	f := &File{tables: l.tables, size: out.n, directory: end}
	return WriteInfo{out.n, f.describe(l.infos)}, out.err
}

// encode encodes all columns with rows.
func (s *Schema) encode() (*writer, error) {
	l := &writer{tables: []dirTable{{number: tableContainer, columns: make([]section, 1)}}, infos: []TableInfo{containerTable}}
	for k := range s.tables {
		if err := l.table(&s.tables[k]); err != nil {
			return nil, err
		}
	}
	list := Blob{bytes: []byte(listTypes(l.infos[1:]))}
	types := &l.tables[0].columns[0]
	enc, bytes := list.encode(&encoder{packed: l.shared.packed})
	*types = section{typ: typeBlob, enc: enc, rows: 1}
	l.add(types, bytes, false)
	return l, nil
}

// add takes the bytes of a section.
func (l *writer) add(s *section, bytes []byte, hot bool) {
	list, sum := blockSums(bytes)
	s.bytes, s.crc = int64(len(bytes)), sum
	l.bodies = append(l.bodies, body{s, bytes, list, hot})
}

// containerTable is the table of the container.
var containerTable = TableInfo{Columns: []ColumnInfo{{Name: "types", Type: typeBlob.String()}}}

func (l *writer) table(t *schemaTable) error {
	d := dirTable{number: t.Number, version: t.Version, critical: t.Critical, columns: make([]section, 0, len(t.columns))}
	info := t.info()
	info.Columns = nil
	for _, c := range t.columns {
		n := c.column.Len()
		if n == 0 || c.leftOut() {
			continue
		}
		if int64(n) > maxRows {
			return fmt.Errorf("encode: table %s column %s: %d rows, at most %d", t.Name, c.Name, n, int64(maxRows))
		}
		l.shared.hot, l.shared.sorted = c.Hot, c.Sorted
		enc, bytes := c.column.encode(&l.shared)
		d.columns = append(d.columns, section{number: c.Number, typ: c.column.typ(), enc: enc, rows: n})
		l.add(&d.columns[len(d.columns)-1], bytes, c.Hot)
		info.Columns = append(info.Columns, c.ColumnInfo)
	}
	if len(d.columns) > 0 {
		l.tables = append(l.tables, d)
		l.infos = append(l.infos, info)
	}
	return nil
}

// rows returns the number of rows of all columns.
func (l *writer) rows() (n int64) {
	for _, b := range l.bodies {
		n += int64(b.at.rows)
	}
	return n
}

// layout gives each section its offset, hot ones first, and returns where they end.
func (l *writer) layout() int64 {
	slices.SortStableFunc(l.bodies, func(a, b body) int { return cmp.Compare(rank(a), rank(b)) })
	at := int64(headerBytes)
	for _, b := range l.bodies {
		align := int64(coldAlign)
		if b.hot && len(b.bytes) >= hotLarge {
			align = hotAlign
		}
		at = (at + align - 1) / align * align
		b.at.offset = at
		at += int64(len(b.bytes) + len(b.sums))
	}
	return (at + coldAlign - 1) / coldAlign * coldAlign
}

// rank orders sections: large hot ones, small hot ones, the others.
func rank(b body) int {
	switch {
	case b.hot && len(b.bytes) >= hotLarge:
		return 0
	case b.hot:
		return 1
	}
	return 2
}

// counter writes, counts, and keeps the first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) write(b []byte) {
	if c.err != nil {
		return
	}
	n, err := c.w.Write(b)
	c.n += int64(n)
	c.err = err
}

var zeros [hotAlign]byte

// pad writes zeros up to an offset.
func (c *counter) pad(to int64) {
	if n := to - c.n; c.err == nil && n > 0 {
		c.write(zeros[:n])
	}
}
