package encode

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestUnknownTables(t *testing.T) {
	f, err := Load(written(t, 10), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var a towns
	s, _ := NewSchema(Table{1, "towns", 1, true, &a})
	if err := f.Decode(s); err != nil {
		t.Fatal(err)
	}
	if u := f.Unknown(); len(u) != 1 || u[0].Name != "rivers" {
		t.Errorf("unknown tables: %v", u)
	}
	s, _ = NewSchema(Table{2, "rivers", 3, false, &rivers{}})
	if err := f.Decode(s); !errors.Is(err, ErrUnknownTable) || !strings.Contains(err.Error(), "towns") {
		t.Errorf("critical table: %v", err)
	}
	s, _ = NewSchema(Table{1, "towns", 2, true, &a})
	if err := f.Decode(s); !errors.Is(err, ErrVersion) {
		t.Errorf("other version: %v", err)
	}
}

// TestUserTables shows that tables of services go by name: the number may differ.
func TestUserTables(t *testing.T) {
	type noise struct {
		Level Col[uint8] `col:"level,unit=dB"`
	}
	in := noise{ColOf([]uint8{50, 60})}
	s, err := NewSchema(Table{FirstUserTable, "acme noise", 1, false, &in})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s.Write(&out)
	f, err := Load(out.Bytes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got, other noise
	s, _ = NewSchema(Table{FirstUserTable, "other", 1, false, &other}, Table{FirstUserTable + 7, "acme noise", 1, false, &got})
	if err := f.Decode(s); err != nil || got.Level.Len() != 2 || got.Level.At(1) != 60 || other.Level.Len() != 0 {
		t.Errorf("%v, %d rows, %d of another table", err, got.Level.Len(), other.Level.Len())
	}
}

func TestSchemaErrors(t *testing.T) {
	type twice struct {
		A Col[uint8] `col:"a"`
		B Col[uint8] `col:"a"`
	}
	type wrong struct {
		A []int `col:"a"`
	}
	type odd struct {
		A Col[uint8] `col:"a,colour=red"`
	}
	for name, tables := range map[string][]Table{
		"number twice":  {{1, "a", 1, true, &rivers{}}, {1, "b", 1, true, &rivers{}}},
		"name twice":    {{1, "a", 1, true, &rivers{}}, {2, "a", 1, true, &rivers{}}},
		"number 0":      {{0, "a", 1, true, &rivers{}}},
		"no pointer":    {{1, "a", 1, true, rivers{}}},
		"column twice":  {{1, "a", 1, true, &twice{}}},
		"no column":     {{1, "a", 1, true, &wrong{}}},
		"unknown words": {{1, "a", 1, true, &odd{}}},
	} {
		if _, err := NewSchema(tables...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
