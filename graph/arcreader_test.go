package graph

import (
	"slices"
	"testing"

	"graphbuild/geometry"
)

// TestArcReader: it reads what AppendArcs does, of a graph in any form.
func TestArcReader(t *testing.T) {
	for name, g := range graphs(t, randomTables(51, 300)) {
		r := g.NewArcReader()
		for v := range VertexID(g.NumStreetVertices() + 2) {
			if got, want := r.Out(v), g.AppendArcs(nil, v); !slices.Equal(got, want) {
				t.Fatalf("%s: vertex %d: %v, want %v", name, v, got, want)
			}
			if got, want := r.Point(v), g.PointOf(v); got != want {
				t.Fatalf("%s: vertex %d is at %v, want %v", name, v, got, want)
			}
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if r := recover(); r != ErrClosed {
					t.Errorf("%s: use after Close: %v", name, r)
				}
			}()
			r.Out(0)
		}()
	}
}

// TestSlices: the slices of an expanded graph have the arcs of all vertices in order.
func TestSlices(t *testing.T) {
	data := written(t, randomTables(52, 300), WriteOptions{})
	packed, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := packed.Slices(); ok {
		t.Error("a graph that is not expanded has slices")
	}
	g, err := Load(data, Expand())
	if err != nil {
		t.Fatal(err)
	}
	x, ok := g.Slices()
	if !ok || len(x.First) != g.NumStreetVertices()+1 || len(x.To) != g.NumStreetEdges() {
		t.Fatalf("%v, %d starts, %d half edges", ok, len(x.First), len(x.To))
	}
	for v := range VertexID(g.NumStreetVertices()) {
		var got []Arc
		for i := x.First[v]; i < x.First[v+1]; i++ {
			got = append(got, Arc{x.Edge[i], x.To[i], x.LengthDM[i], FactsID(x.Kind[i] / 2)})
			if x.Kind[i]%2 != uint32(x.Edge[i]%2) {
				t.Fatalf("half edge %d of kind %d is edge %d", i, x.Kind[i], x.Edge[i])
			}
		}
		if want := packed.AppendArcs(nil, v); !slices.Equal(got, want) || x.Point[v] != packed.PointOf(v) {
			t.Fatalf("vertex %d: %v, want %v", v, got, want)
		}
	}
}

// TestVerticesWithoutPairs: the columns of pairs are not in the file then.
func TestVerticesWithoutPairs(t *testing.T) {
	tables := &Tables{Vertices: Vertices{Point: []geometry.Point{{Lon: 1, Lat: 2}, {Lon: 3, Lat: 4}}}}
	data := written(t, tables, WriteOptions{})
	for name, opts := range map[string][]Option{"packed": nil, "expanded": {Expand()}} {
		g, err := Load(data, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if p := g.PointOf(1); p != (geometry.Point{Lon: 3, Lat: 4}) || len(g.AppendArcs(nil, 1)) != 0 {
			t.Errorf("%s: vertex 1 is at %v", name, p)
		}
		useAll(g)
	}
}
