package build

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// street is an edge pair of a test: open for cars forward, backward or both.
type street struct {
	from, to          uint32
	forward, backward bool
}

func tablesOf(vertices int, streets []street, blocked []uint32) *graph.Tables {
	t := &graph.Tables{Facts: make([]facts.Edge, 4)}
	t.Vertices.Point = make([]geometry.Point, vertices)
	car := facts.ModesOf(facts.Car)
	t.Facts[1].Modes[0], t.Facts[2].Modes[1], t.Facts[3].Modes = car, car, [2]facts.Modes{car, car}
	for _, s := range streets {
		id := graph.FactsID(0)
		if s.forward {
			id |= 1
		}
		if s.backward {
			id |= 2
		}
		t.Pairs.From = append(t.Pairs.From, graph.VertexID(s.from))
		t.Pairs.To = append(t.Pairs.To, graph.VertexID(s.to))
		t.Pairs.Facts = append(t.Pairs.Facts, id)
	}
	for _, v := range blocked {
		t.Access.Vertex.Append(graph.VertexID(v))
		t.Access.Pass.Append(facts.ModesOf(facts.Walk))
	}
	t.Access.Type = encode.ColOf(make([]facts.VertexType, len(blocked)))
	return t
}

func TestComponents(t *testing.T) {
	both := func(a, b uint32) street { return street{a, b, true, true} }
	oneWay := func(a, b uint32) street { return street{a, b, true, false} }
	none := uint32(graph.NoComponent)
	for name, test := range map[string]struct {
		streets []street
		blocked []uint32
		want    []uint32
	}{
		"two-way street":             {streets: []street{both(0, 1)}, want: []uint32{0, 0}},
		"one-way trap":               {streets: []street{both(0, 1), oneWay(1, 2)}, want: []uint32{0, 0, 1}},
		"one-way ring":               {streets: []street{oneWay(0, 1), oneWay(1, 2), {0, 2, false, true}}, want: []uint32{0, 0, 0}},
		"closed to the mode":         {streets: []street{both(0, 1), {1, 2, false, false}}, want: []uint32{0, 0, none}},
		"larger first":               {streets: []street{both(0, 1), both(2, 3), both(3, 4)}, want: []uint32{1, 1, 0, 0, 0}},
		"bollard between two parts":  {streets: []street{both(0, 1), both(1, 2), both(2, 3)}, blocked: []uint32{1}, want: []uint32{1, 0, 0, 0}},
		"bollard at an end":          {streets: []street{both(0, 1)}, blocked: []uint32{1}, want: []uint32{0, 0}},
		"ring of ring joined by two": {streets: []street{both(0, 1), oneWay(1, 2), both(2, 3), {0, 3, false, true}}, want: []uint32{0, 0, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			got := components(tablesOf(len(test.want), test.streets, test.blocked), facts.Car)
			if diff := gocmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestComponentsAgainstReachability compares with what can be reached there and back.
func TestComponentsAgainstReachability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "vertices")
		streets := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) street {
			from := rapid.Uint32Range(0, uint32(n)-2).Draw(t, "from")
			return street{from, rapid.Uint32Range(from+1, uint32(n)-1).Draw(t, "to"), rapid.Bool().Draw(t, "forward"), rapid.Bool().Draw(t, "backward")}
		}), 1, 20).Draw(t, "streets")
		got := components(tablesOf(n, streets, nil), facts.Car)
		reach := reachability(n, streets)
		for a := range n {
			for b := range n {
				if got[a] == graph.NoComponent || got[b] == graph.NoComponent {
					continue
				}
				if same := reach[a][b] && reach[b][a]; same != (got[a] == got[b]) {
					t.Fatalf("%d and %d reach each other: %v; components %v", a, b, same, got)
				}
			}
		}
		checkSizes(t, got)
	})
}

func checkSizes(t *rapid.T, of []uint32) {
	var size []int
	for _, c := range of {
		for c != graph.NoComponent && int(c) >= len(size) {
			size = append(size, 0)
		}
		if c != graph.NoComponent {
			size[c]++
		}
	}
	if !slices.IsSortedFunc(size, func(a, b int) int { return cmp.Compare(b, a) }) {
		t.Fatalf("sizes do not fall: %v", size)
	}
}

func reachability(n int, streets []street) [][]bool {
	reach := make([][]bool, n)
	for v := range reach {
		reach[v] = make([]bool, n)
		reach[v][v] = true
	}
	for _, s := range streets {
		reach[s.from][s.to] = reach[s.from][s.to] || s.forward
		reach[s.to][s.from] = reach[s.to][s.from] || s.backward
	}
	for via := range n {
		for a := range n {
			for b := range n {
				reach[a][b] = reach[a][b] || reach[a][via] && reach[via][b]
			}
		}
	}
	return reach
}
