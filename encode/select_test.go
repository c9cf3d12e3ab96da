package encode

import (
	"reflect"
	"slices"
	"testing"
)

func TestSelect(t *testing.T) {
	col, list, texts := ColOf([]uint32{7, 8, 9}), List[uint32]{}, StringsOf([]string{"a", "b", "c"})
	list.Append(1, 2)
	list.Append()
	list.Append(3)
	rows := []uint32{2, 0}
	col.Select(rows)
	list.Select(rows)
	texts.Select(rows)
	if got := col.Slice(); !slices.Equal(got, []uint32{9, 7}) {
		t.Errorf("column %v", got)
	}
	if a, b := list.AppendRow(nil, 0), list.AppendRow(nil, 1); list.Len() != 2 || !slices.Equal(a, []uint32{3}) || !slices.Equal(b, []uint32{1, 2}) {
		t.Errorf("list %v, %v of %d rows", a, b, list.Len())
	}
	if texts.Len() != 2 || texts.At(0) != "c" || texts.At(1) != "a" {
		t.Errorf("texts %q, %q", texts.At(0), texts.At(1))
	}
}

func TestRenumber(t *testing.T) {
	const none = 1<<32 - 1
	col, list := ColOf([]uint32{0, none, 2, 3}), List[uint32]{}
	list.Append(2, none, 0)
	to := []uint32{5, 6, none}
	col.Renumber(to)
	list.Renumber(to)
	if got := col.Slice(); !slices.Equal(got, []uint32{5, none, none, 3}) {
		t.Errorf("column %v", got)
	}
	if got := list.AppendRow(nil, 0); !slices.Equal(got, []uint32{none, none, 5}) {
		t.Errorf("list %v", got)
	}
	if col.ValueType() != reflect.TypeFor[uint32]() || list.ValueType() != col.ValueType() {
		t.Error("type of values")
	}
}

func TestDropGone(t *testing.T) {
	const gone = 1<<32 - 1
	col, list := ColOf([]uint32{0, gone, 2, 3}), List[uint32]{}
	for _, row := range [][]uint32{{0, 2}, {}, {0, gone}, {1}} {
		list.Append(row...)
	}
	to := []uint32{5, 6, gone}
	a, b := []bool{true, true, true, false}, []bool{true, true, true, true}
	col.DropGone(a, to, gone)
	list.DropGone(b, to, gone)
	if !slices.Equal(a, []bool{true, true, false, false}) || !slices.Equal(b, []bool{false, true, true, true}) {
		t.Errorf("%v %v", a, b)
	}
}
