package encode

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// oldTable is a table as a file has it that was written before columns came.
type oldTable struct {
	A Col[uint32] `col:"a"`
}

// newTable has the columns that came.
type newTable struct {
	A    Col[uint32]  `col:"a"`
	None Col[uint32]  `col:"none,default=4294967295"`
	Cold Col[int16]   `col:"cold,default=-7"`
	Self Col[uint32]  `col:"self,default=row"`
	Text Strings      `col:"text,default="`
	List List[uint32] `col:"list,own"`
}

func tableOf(t *testing.T, row any) *Schema {
	t.Helper()
	s, err := NewSchema(Table{1, "table", 1, false, row})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func bytesOf(t *testing.T, row any) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := tableOf(t, row).Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDefaults: columns that a file does not have read as their default, in as many rows as the table has, and need no room
// when they are written.
func TestDefaults(t *testing.T) {
	old := bytesOf(t, &oldTable{A: ColOf([]uint32{5, 6, 7})})
	f, err := Load(old, Options{Verify: VerifyTouch})
	if err != nil {
		t.Fatal(err)
	}
	var got newTable
	s := tableOf(t, &got)
	if err := f.Decode(s); err != nil {
		t.Fatal(err)
	}
	if err := s.CheckRows(); err != nil {
		t.Fatal(err)
	}
	if got.None.At(2) != 1<<32-1 || got.Cold.At(0) != -7 || got.Self.At(1) != 1 || got.Text.At(2) != "" || got.List.Len() != 0 {
		t.Errorf("defaults are %d, %d, %d, %q", got.None.At(2), got.Cold.At(0), got.Self.At(1), got.Text.At(2))
	}
	if v := got.Self.Slice(); !slices.Equal(v, []uint32{0, 1, 2}) || !slices.Equal(got.Cold.Slice(), []int16{-7, -7, -7}) {
		t.Errorf("all rows are %d and %d", v, got.Cold.Slice())
	}
	if again := bytesOf(t, &got); !bytes.Equal(again, old) {
		t.Error("columns of defaults are written")
	}
	filled := &newTable{A: ColOf([]uint32{5, 6}), None: ColOf([]uint32{1<<32 - 1, 1<<32 - 1}), Cold: ColOf([]int16{-7, -7}), Self: ColOf([]uint32{0, 1}), Text: StringsOf([]string{"", ""})}
	if !bytes.Equal(bytesOf(t, filled), bytesOf(t, &oldTable{A: ColOf([]uint32{5, 6})})) {
		t.Error("slices of defaults are written")
	}
}

// TestDefaultsThatDiffer: a column with one other value is written whole.
func TestDefaultsThatDiffer(t *testing.T) {
	var got newTable
	f, err := Load(bytesOf(t, &newTable{A: ColOf([]uint32{5, 6}), Self: ColOf([]uint32{0, 0}), Text: StringsOf([]string{"", "x"})}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Decode(tableOf(t, &got)); err != nil || got.Self.At(1) != 0 || got.Text.At(1) != "x" || got.Text.At(0) != "" {
		t.Errorf("%v, %d %q", err, got.Self.At(1), got.Text.At(1))
	}
}

func TestCheckRows(t *testing.T) {
	for name, c := range map[string]struct {
		row  newTable
		want string
	}{
		"none":    {newTable{}, ""},
		"left":    {newTable{A: ColOf([]uint32{1, 2})}, ""},
		"own":     {newTable{A: ColOf([]uint32{1, 2}), List: func() (l List[uint32]) { l.Append(1); return l }()}, ""},
		"shorter": {newTable{A: ColOf([]uint32{1, 2}), Self: ColOf([]uint32{1})}, "column self has 1 rows, a has 2"},
		"alone":   {newTable{Self: ColOf([]uint32{1})}, "column self has 1 rows, a has 0"},
	} {
		err := tableOf(t, &c.row).CheckRows()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDefaultErrors: defaults that the column cannot have.
func TestDefaultErrors(t *testing.T) {
	type large struct {
		A Col[uint8] `col:"a,default=256"`
	}
	type negative struct {
		A Col[uint8] `col:"a,default=-1"`
	}
	type word struct {
		A Strings `col:"a,default=x"`
	}
	type list struct {
		A List[uint8] `col:"a,default=1"`
	}
	for _, row := range []any{&large{}, &negative{}, &word{}, &list{}} {
		if _, err := NewSchema(Table{1, "table", 1, false, row}); err == nil {
			t.Errorf("%T: no error", row)
		}
	}
}
