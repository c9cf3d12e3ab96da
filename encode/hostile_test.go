package encode

import (
	"bytes"
	"encoding/binary"
	"math"
	"runtime"
	"strings"
	"testing"
)

// TestManyRowsOfNothing: a file of a kilobyte that claims millions of rows, all alike, is refused, and cannot be written.
func TestManyRowsOfNothing(t *testing.T) {
	type table struct {
		A Col[uint64] `col:"a"`
		B Col[uint64] `col:"b"`
		C Strings     `col:"c"`
	}
	row := &table{A: ColOf(make([]uint64, 1<<21)), B: ColOf(make([]uint64, 1<<21)), C: StringsOf(make([]string, 1<<21))}
	s, err := NewSchema(Table{1, "rows", 1, false, row})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := s.Write(&out); err == nil || !strings.Contains(err.Error(), "rows") {
		t.Errorf("%d bytes written, error %v", out.Len(), err)
	}

	small := &table{A: ColOf(make([]uint64, 100)), B: ColOf(make([]uint64, 100))}
	s, _ = NewSchema(Table{1, "rows", 1, false, small})
	if _, err := s.Write(&out); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	for _, rows := range []int{1 << 19, 1 << 23, min(maxRows, math.MaxInt)} {
		bad := claim(t, data, rows)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := Load(bad, Options{})
		if err == nil {
			var got table
			s, _ := NewSchema(Table{1, "rows", 1, false, &got})
			if err := f.Decode(s); err != nil {
				t.Fatal(err)
			}
			_ = len(got.A.Slice()) + len(got.B.Slice())
		}
		runtime.ReadMemStats(&after)
		if (err == nil) != (rows == 1<<19) {
			t.Errorf("%d rows in %d bytes: %v", rows, len(bad), err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
			t.Errorf("%d rows in %d bytes: %d bytes allocated", rows, len(bad), took)
		}
	}
}

// claim returns a file that says that its first column has so many rows.
func claim(t *testing.T, data []byte, rows int) []byte {
	t.Helper()
	f, err := Load(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k := range f.tables[1].columns {
		f.tables[1].columns[k].rows = rows
	}
	directory := appendDirectory(nil, f.tables)
	head := header(f.directory+int64(len(directory))+footerBytes, f.directory)
	bad := append(append(append([]byte{}, head...), data[headerBytes:f.directory]...), directory...)
	return append(bad, footer(head, directory, f.directory)...)
}

// TestManyEqualValues: lists of very many values that are all alike are written so that they can be read.
func TestManyEqualValues(t *testing.T) {
	type table struct {
		A List[uint8] `col:"a"`
	}
	row := new(table)
	row.A.Append(make([]uint8, 1<<21)...)
	s, err := NewSchema(Table{1, "lists", 1, false, row})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := s.Write(&out); err != nil {
		t.Fatal(err)
	}
	f, err := Load(out.Bytes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got table
	s, _ = NewSchema(Table{1, "lists", 1, false, &got})
	if err := f.Decode(s); err != nil || len(got.A.AppendRow(nil, 0)) != 1<<21 || f.Err() != nil {
		t.Errorf("%d values, errors %v and %v", got.A.NumValues(), err, f.Err())
	}
}

// TestManyWords: a dictionary that claims more words than its bytes can hold is refused before any is read.
func TestManyWords(t *testing.T) {
	p := parser{b: padded(append(binary.AppendUvarint(nil, 919), make([]byte, 100)...))}
	p.phrases(1)
	if p.err == nil || !strings.Contains(p.err.Error(), "919 words, at most 918 expected") {
		t.Error(p.err)
	}
}
