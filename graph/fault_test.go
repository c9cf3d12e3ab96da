package graph

import (
	"errors"
	"testing"

	"graphbuild/encode"
)

// TestDamageOf: an index out of range is damage where the graph has an id out of range, else a fault of the program, as is any
// other panic.
func TestDamageOf(t *testing.T) {
	for _, x := range []struct {
		name     string
		damaged  bool
		panicked any
		want     error
	}{
		{"index of a damaged graph", true, panicOf(func() { _ = []int{}[len(t.Name())] }), ErrDamaged},
		{"index of a sound graph", false, panicOf(func() { _ = []int{}[len(t.Name())] }), nil},
		{"another panic", true, "closed", nil},
	} {
		var tables Tables
		if e := &tables.Elevators; x.damaged {
			e.Vertex, e.DurationS, e.Rise = encode.ColOf([]VertexID{7}), encode.ColOf([]uint32{0}), encode.ColOf([]uint8{1})
			e.Levels.Append("0;1")
		}
		g, err := NewGraph(&tables)
		if err != nil {
			t.Fatal(err)
		}
		if err := DamageOf(x.panicked, g); !errors.Is(err, x.want) {
			t.Errorf("%s: got %v, expected %v", x.name, err, x.want)
		}
	}
}
