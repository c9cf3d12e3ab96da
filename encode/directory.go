package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// dirTable is a table in the directory of a file.
type dirTable struct {
	number, version uint16
	critical        bool
	columns         []section
	name            string // where a schema knows it
}

// section is a column in the directory of a file.
type section struct {
	file   *File
	table  *dirTable
	number uint16
	typ    columnType
	enc    Encoding
	rows   int
	offset int64
	bytes  int64
	crc    uint32 // of the bytes, or of the list of checksums behind them
	title  string // name of the column, where a schema knows it
}

const flagCritical = 1

// appendDirectory writes tables: their number, then for each number, version, flags and number of columns, then for each
// column the number less that which would follow, type, encoding, rows, offset/8, bytes, checksum. Rows are 0 where they
// are those of the column before, else one more.
func appendDirectory(b []byte, tables []dirTable) []byte {
	b = binary.AppendUvarint(b, uint64(len(tables)))
	for _, t := range tables {
		b = binary.AppendUvarint(b, uint64(t.number))
		b = binary.AppendUvarint(b, uint64(t.version))
		flags := byte(0)
		if t.critical {
			flags = flagCritical
		}
		b = append(b, flags)
		b = binary.AppendUvarint(b, uint64(len(t.columns)))
		next, rows := 0, -1
		for _, s := range t.columns {
			b = binary.AppendUvarint(b, uint64(int(s.number)-next))
			b = s.append(b, rows)
			next, rows = int(s.number)+1, s.rows
		}
	}
	return b
}

// append writes the entry of a section behind the number of its column.
func (s *section) append(b []byte, rowsBefore int) []byte {
	b = append(b, byte(s.typ), byte(s.enc))
	if s.rows == rowsBefore {
		b = append(b, 0)
	} else {
		b = binary.AppendUvarint(b, uint64(s.rows)+1)
	}
	b = binary.AppendUvarint(b, uint64(s.offset/coldAlign))
	b = binary.AppendUvarint(b, uint64(s.bytes))
	return binary.LittleEndian.AppendUint32(b, s.crc)
}

// mostRows is the largest number of rows of all columns together in a file of n bytes, so that columns of which all rows are
// alike, which take no bytes, cannot make a reader take memory that the file is not large enough for. Writers keep to it.
func mostRows(n int64) int64 { return 1<<20 + 16*n }

// mostNumbers is how many tables there can be, and columns of one: their numbers take 16 bits.
const mostNumbers = 1 << 16

// parseDirectory reads the directory of f. Sections must lie between the header and end, where the directory begins.
func parseDirectory(f *File, b []byte, end int64) ([]dirTable, error) {
	p := parser{b: padded(b)}
	tables := make([]dirTable, p.count(min(uint64(len(b))/4, mostNumbers), "tables"))
	last, rows := -1, int64(0)
	for k := range tables {
		t := &tables[k]
		t.number, t.version = uint16(p.count(1<<16-1, "as number of a table")), uint16(p.count(1<<16-1, "as version"))
		t.critical = p.byte()&flagCritical != 0
		if int(t.number) <= last {
			p.fail(fmt.Errorf("table %d after table %d", t.number, last))
		}
		last = int(t.number)
		t.columns = make([]section, p.count(min(uint64(p.left())/10, mostNumbers), "columns"))
		p.columns(f, t, end)
		for _, c := range t.columns {
			rows += int64(c.rows)
		}
		if p.err == nil && rows > mostRows(f.size) {
			p.fail(fmt.Errorf("%d rows in a file of %d bytes, at most %d expected", rows, f.size, mostRows(f.size)))
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	if p.err == nil && p.left() > 0 {
		p.fail(fmt.Errorf("%d bytes too many", p.left()))
	}
	return tables, p.err
}

func (p *parser) columns(f *File, t *dirTable, end int64) {
	next, rows := 0, -1
	for k := range t.columns {
		s := &t.columns[k]
		s.file, s.table = f, t
		number := next + p.count(1<<16-1, "as gap of column numbers")
		if number > 1<<16-1 {
			p.fail(errors.New("a column number above 65535"))
		}
		s.number = uint16(number)
		p.section(s, rows)
		if p.err == nil && (s.offset < headerBytes || s.offset > end || s.bytes > end-s.offset || s.bytes+sumsLength(s.bytes) > end-s.offset) {
			p.fail(fmt.Errorf("table %d column %d: %d bytes at %d, sections end at %d", t.number, s.number, s.bytes, s.offset, end))
		}
		if p.err != nil {
			return
		}
		next, rows = number+1, s.rows
	}
}

// section reads the entry of a section behind the number of its column.
func (p *parser) section(s *section, rowsBefore int) {
	s.typ, s.enc = columnType(p.byte()), Encoding(p.byte())
	s.rows = p.count(maxRows+1, "rows") - 1
	if s.rows < 0 {
		s.rows = rowsBefore
	}
	if s.rows < 0 {
		p.fail(errors.New("a first column without rows"))
	}
	s.offset = int64(p.count(1<<50, "as offset")) * coldAlign
	s.bytes = int64(p.count(1<<50, "bytes"))
	if b := p.take(4); p.err == nil {
		s.crc = binary.LittleEndian.Uint32(b)
	}
}
