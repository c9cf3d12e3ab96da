package encode

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestCutAnywhere(t *testing.T) {
	data := written(t, 20)
	for n := range len(data) {
		f, err := Load(data[:n:n], Options{})
		if err == nil {
			t.Fatalf("cut at %d: opened: %v", n, f.Sections())
		}
		if n > 8 && !errors.Is(err, ErrTruncated) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}

// TestFlipAnyBit: each flipped bit is noticed, and the error names the section that it lies in, and where that begins.
func TestFlipAnyBit(t *testing.T) {
	data := written(t, 20)
	good, err := Load(bytes.Clone(data), Options{})
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[int64]string) // by byte
	for _, s := range good.Sections() {
		for at := s.Offset; at < s.Offset+s.Bytes && s.Table != ""; at++ {
			names[at] = s.Table + "." + s.Column
		}
	}
	for bit := range len(data) * 8 {
		data[bit/8] ^= 1 << (bit % 8)
		f, err := Load(data, Options{})
		if err == nil {
			err = f.Verify(nil)
			readAll(f)
		}
		if err == nil {
			t.Fatalf("bit %d of byte %d: no error", bit%8, bit/8)
		}
		if name := names[int64(bit/8)]; name != "" {
			_, column, _ := strings.Cut(name, ".")
			at := sectionNamed(t, good, column).Offset
			if c := (*CorruptError)(nil); !errors.As(err, &c) || c.Section != name || c.Offset != at {
				t.Fatalf("bit %d of byte %d: %v, expected damage of %s at %d", bit%8, bit/8, err, name, at)
			}
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

// readAll reads what it can of a file that may be corrupt.
func readAll(f *File) {
	var a towns
	s, _ := NewSchema(Table{1, "towns", 1, true, &a}, Table{2, "rivers", 3, false, &rivers{}})
	if f.Decode(s) == nil {
		readTowns(&a)
	}
}

// readTowns reads the first rows of all columns.
func readTowns(a *towns) {
	for i := range min(a.Population.Len(), 300) {
		a.Population.At(i)
	}
	for i := range min(a.Height.Len(), 300) {
		a.Height.At(i)
	}
	for i := range min(a.Founded.Len(), 300) {
		a.Founded.At(i)
	}
	for i := range min(a.Name.Len(), 300) {
		a.Name.At(i)
	}
	a.Name.Find("New Port 3")
	a.Name.Prefix("New")
	for i := range min(a.County.Len(), 300) {
		a.County.At(i)
	}
	for i := range min(a.Roads.Len(), 300) {
		if _, n := a.Roads.Bounds(i); n < 1000 {
			a.Roads.AppendRow(nil, i)
		}
	}
	for i := range min(a.Harbour.Len(), 300) {
		a.Harbour.Rank(i)
		a.Harbour.At(i)
	}
	for i := range min(a.Degrees.Len(), 300) {
		a.Degrees.At(i)
		a.Degrees.Flag(i)
	}
	for i := range min(a.Records.Len(), 300) {
		a.Records.At3(i)
	}
	for i := range min(a.Points.Len(), 300) {
		a.Points.At(i)
	}
	for i := range min(a.Blocks.Len(), 300) {
		r := a.Blocks.Reader(i)
		r.Get(0)
		r.Bits(20)
	}
	a.Notes.Bytes()
	a.Index.Bytes()
}

// repair makes the checksums of a file fit its bytes, so that what is behind them is tested.
func repair(data []byte) {
	f := &File{data: data, size: int64(len(data))}
	at, err := checkHeader(data[:headerBytes], f.size)
	if err != nil {
		return
	}
	directory := data[at : len(data)-footerBytes]
	tables, err := parseDirectory(f, directory, at)
	if err != nil {
		return
	}
	for k := range tables {
		for i := range tables[k].columns {
			s := &tables[k].columns[i]
			list, sum := blockSums(data[s.offset : s.offset+s.bytes])
			copy(data[s.offset+s.bytes:], list)
			s.crc = sum
		}
	}
	if fixed := appendDirectory(nil, tables); len(fixed) == len(directory) {
		copy(directory, fixed)
	}
	copy(data[len(data)-footerBytes:], footer(data[:headerBytes], directory, at))
}

// TestCorruptNeverPanics changes bytes and repairs the checksums: reading gives any values, but no panic.
func TestCorruptNeverPanics(t *testing.T) {
	data := written(t, 70)
	for k := range len(data) {
		for _, x := range []byte{0xff, 0x80, 0x01} {
			bad := bytes.Clone(data)
			bad[k] ^= x
			repair(bad)
			if f, err := Load(bad, Options{}); err == nil {
				readAll(f)
			}
			if f, err := Load(bad, Options{Verify: VerifyTouch, guardAll: true}); err == nil {
				readAll(f)
			}
		}
	}
}

func FuzzFile(f *testing.F) {
	f.Add(written(f, 10))
	f.Add(written(f, 70))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.Clone(data)
		if len(data) >= headerBytes+footerBytes {
			repair(data)
		}
		if f, err := Load(data, Options{}); err == nil {
			f.Verify(nil)
			readAll(f)
		}
		for _, v := range []Verify{VerifyNone, VerifyTouch} {
			if f, err := OpenReaderAt(bytes.NewReader(data), int64(len(data)), Options{Verify: v, guardAll: true}); err == nil {
				readAll(f)
			}
		}
	})
}

// columnsOfTowns are the columns of a, by their number.
func columnsOfTowns(t testing.TB, a *towns) []schemaColumn {
	s, err := NewSchema(Table{1, "towns", 1, true, a})
	if err != nil {
		t.Fatal(err)
	}
	return s.tables[0].columns
}

// FuzzSection reads any bytes as a column of any type, without a file around them.
func FuzzSection(f *testing.F) {
	file, err := Load(written(f, 70), Options{})
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range file.tables[1].columns {
		f.Add(uint8(s.number), uint8(s.enc), uint16(s.rows), file.data[s.offset:s.offset+s.bytes])
	}
	for enc := EncodingConst; enc < numEncodings; enc++ {
		f.Add(uint8(0), uint8(enc), uint16(70), []byte{2, 3, 4, 5, 6, 7, 8, 9})
	}
	f.Fuzz(func(t *testing.T, number, enc uint8, rows uint16, body []byte) {
		var a towns
		columns := columnsOfTowns(t, &a)
		if int(number) >= len(columns) {
			return
		}
		c := columns[number].column
		for _, o := range []Options{{}, {Verify: VerifyTouch, guardAll: true}} {
			file := &File{data: append(bytes.Clone(body), make([]byte, slack)...), options: o}
			c.decode(&section{file: file, table: &dirTable{number: 1}, number: uint16(number), title: columns[number].Name,
				typ: c.typ(), enc: Encoding(enc), rows: int(rows), bytes: int64(len(body)), crc: checksum(body)})
			readTowns(&a)
			readBulk(&a)
		}
	})
}

// readBulk reads what readTowns reads row by row at once.
func readBulk(a *towns) {
	a.Population.Slice()
	a.Height.Slice()
	star := NewStar(&a.Degrees, &a.Records, &a.Records)
	star.Append(nil, 3)
	if a.Degrees.Len() < 1000 && a.Records.Len() < 1000 {
		star.Expand()
	}
}
