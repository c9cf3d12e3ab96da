package encode

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestListSlices compares all rows of a list at once with those asked for one by one, of a column in memory and of a file.
func TestListSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(rapid.SliceOfN(rapid.Uint32Max(1000), 0, 3)).Draw(t, "rows")
		var row struct {
			L List[uint32] `col:"l"`
		}
		for _, r := range rows {
			row.L.Append(r...)
		}
		schema := func() *Schema {
			s, err := NewSchema(Table{Number: 1, Name: "t", Version: 1, Row: &row})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		checkSlices(t, &row.L, rows)
		var b bytes.Buffer
		if _, err := schema().Write(&b); err != nil {
			t.Fatal(err)
		}
		f, err := Load(b.Bytes(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		row.L = List[uint32]{}
		if err := f.Decode(schema()); err != nil {
			t.Fatal(err)
		}
		checkSlices(t, &row.L, rows)
	})
}

func checkSlices(t *rapid.T, l *List[uint32], rows [][]uint32) {
	starts, values := l.Slices()
	if len(rows) == 0 && len(starts) <= 1 {
		return
	}
	if len(starts) != len(rows)+1 {
		t.Fatalf("%d starts for %d rows", len(starts), len(rows))
	}
	for i, r := range rows {
		if got := values[starts[i]:starts[i+1]]; !slices.Equal(got, r) {
			t.Fatalf("row %d is %v, expected %v", i, got, r)
		}
	}
}
