package graphs

import (
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// TestWarmFails: a panic of what reads a graph ahead of queries, such as that of one that is closed, is its own end and no other's.
func TestWarmFails(t *testing.T) {
	file, err := graph.NewGraph(&graph.Tables{Vertices: graph.Vertices{Point: []geometry.Point{{Lon: 1}, {Lon: 2}}}})
	if err != nil {
		t.Fatal(err)
	}
	g := New("town", file, nil, 0)
	if err := g.Warm(facts.Walk); err != nil || g.Usable() != nil {
		t.Fatalf("a sound graph: %v, %v", err, g.Usable())
	}
	file.Close()
	if err := g.Warm(facts.Car); err == nil || g.Usable() != graph.ErrDamaged {
		t.Fatalf("a closed graph: %v, %v", err, g.Usable())
	}
	if err, known := g.Sound(); err == nil || !known {
		t.Errorf("got %v, %v, expected the cause", err, known)
	}
}
