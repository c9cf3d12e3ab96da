package encode

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// Decode sets the columns of all tables of s to views of the file. Columns and tables that the file does not hold become
// empty, or have their default in all rows of their table. Errors are: a critical table of the file that s does not have (ErrUnknownTable), a table of another version
// (ErrVersion), and a column of another type. It must run once, before the file is used by others.
func (f *File) Decode(s *Schema) error {
	names, err := f.names(s)
	if err != nil {
		return err
	}
	f.unknown = nil
	found := make([]*dirTable, len(s.tables))
	for k := range f.tables {
		t := &f.tables[k]
		if t.number == tableContainer {
			continue
		}
		at := s.find(t, names)
		if at < 0 {
			if err := f.skip(t); err != nil {
				return err
			}
			continue
		}
		found[at] = t
	}
	for k := range s.tables {
		if err := f.decodeTable(&s.tables[k], found[k]); err != nil {
			return err
		}
	}
	s.FillDefaults()
	return nil
}

// names returns the names of the tables of the file where they are needed: where services may have added some.
func (f *File) names(s *Schema) ([]TableInfo, error) {
	if len(f.tables) == 0 || f.tables[len(f.tables)-1].number < FirstUserTable {
		return nil, nil
	}
	return f.Tables()
}

// find returns the place in the schema of a table of the file, or -1.
func (s *Schema) find(t *dirTable, names []TableInfo) int {
	if t.number < FirstUserTable {
		at, ok := slices.BinarySearchFunc(s.tables, t.number, func(a schemaTable, n uint16) int { return cmp.Compare(a.Number, n) })
		if !ok {
			return -1
		}
		return at
	}
	info := infoOf(names, t.number)
	return slices.IndexFunc(s.tables, func(a schemaTable) bool {
		return a.Number >= FirstUserTable && a.Name == info.Name && a.Version == t.version
	})
}

func infoOf(infos []TableInfo, number uint16) TableInfo {
	for _, i := range infos {
		if i.Number == number {
			return i
		}
	}
	return TableInfo{Number: number, Name: fmt.Sprintf("table %d", number)}
}

// skip lists a table that the schema does not have, or refuses it.
func (f *File) skip(t *dirTable) error {
	names, err := f.Tables()
	if err != nil {
		return err
	}
	info := infoOf(names, t.number)
	if t.critical {
		return fmt.Errorf("encode: %w: %s, number %d, version %d", ErrUnknownTable, info.Name, t.number, t.version)
	}
	f.unknown = append(f.unknown, info)
	return nil
}

// decodeTable sets the columns of one table; d is nil where the file does not hold it.
func (f *File) decodeTable(t *schemaTable, d *dirTable) error {
	if d != nil && d.version != t.Version {
		return fmt.Errorf("encode: %w: table %s has version %d, this program reads %d", ErrVersion, t.Name, d.version, t.Version)
	}
	if d != nil {
		d.name = t.Name
	}
	for _, c := range t.columns {
		s := d.column(c.Number)
		if s != nil {
			s.title = c.Name
		}
		if s != nil && s.typ != c.column.typ() {
			return fmt.Errorf("encode: table %s column %s: it is of type %v, %v expected", t.Name, c.Name, s.typ, c.column.typ())
		}
		c.column.decode(s)
	}
	return nil
}

// column returns a section by its column, or nil.
func (t *dirTable) column(number uint16) *section {
	if t == nil {
		return nil
	}
	at, ok := slices.BinarySearchFunc(t.columns, number, func(s section, n uint16) int { return cmp.Compare(s.number, n) })
	if !ok {
		return nil
	}
	return &t.columns[at]
}

// Tables describes the tables in the file, as it tells itself, also those that no schema knows.
func (f *File) Tables() ([]TableInfo, error) {
	if len(f.tables) == 0 || f.tables[0].number != tableContainer || len(f.tables[0].columns) == 0 {
		return nil, &CorruptError{"directory", f.directory, fmt.Errorf("no list of types")}
	}
	s := &f.tables[0].columns[0]
	p, err := s.open()
	if err != nil {
		return nil, s.corrupt(err)
	}
	defer p.g.close()
	v, err := openBlob(s.enc, &p)
	if err != nil {
		return nil, s.corrupt(err)
	}
	return parseTypeList(string(v.bytes))
}

// Unknown lists the optional tables that the last Decode skipped.
func (f *File) Unknown() []TableInfo { return f.unknown }

// Sections lists the parts of the file in the order of their offsets, named as the file names them.
func (f *File) Sections() []Section {
	infos, err := f.Tables()
	if err != nil {
		f.fail(err)
	}
	return f.describe(append(infos, containerTable))
}

func (f *File) describe(infos []TableInfo) []Section {
	out := []Section{
		{Column: "header", Type: "header", Bytes: headerBytes},
		{Column: "directory", Type: "directory", Offset: f.directory, Bytes: f.size - f.directory},
	}
	for k := range f.tables {
		info := infoOf(infos, f.tables[k].number)
		for i := range f.tables[k].columns {
			out = append(out, f.tables[k].columns[i].describe(info))
		}
	}
	slices.SortStableFunc(out, func(a, b Section) int { return cmp.Compare(a.Offset, b.Offset) })
	return out
}

// Digest returns a hash of what the directory says, the checksum of each section included: the same file has the same one in
// every process, and another file has another one.
func (f *File) Digest() [sha256.Size]byte {
	major, minor := f.Version()
	b := binary.AppendUvarint(nil, uint64(major))
	b = binary.AppendUvarint(b, uint64(minor))
	b = binary.AppendUvarint(b, uint64(f.size))
	return sha256.Sum256(appendDirectory(b, f.tables))
}

// column returns the name of a column.
func (t *TableInfo) column(number uint16) string {
	for _, c := range t.Columns {
		if c.Number == number {
			return c.Name
		}
	}
	return fmt.Sprintf("column %d", number)
}

func (s *section) describe(info TableInfo) Section {
	return Section{Table: info.Name, Column: info.column(s.number), Version: int(info.Version), Type: s.typ.String(), Encoding: s.enc.String(),
		Offset: s.offset, Bytes: s.bytes, Rows: s.rows, RawBytes: s.typ.rawBytes() * int64(s.rows), CRC: s.crc}
}
