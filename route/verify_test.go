package route

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/graph"
)

// changedArc returns records with 1 more in a field of a row.
func changedArc(r encode.Records, row, field int) encode.Records {
	var fields [3][]uint32
	for i := range r.Len() {
		a, b, c := r.At3(i)
		x := [3]uint32{a, b, c}
		if i == row {
			x[field]++
		}
		for f := range fields {
			fields[f] = append(fields[f], x[f])
		}
	}
	return encode.NewRecords(fields[0], fields[1], fields[2])
}

// TestVerifyHierarchiesFinds changes one number of a sound hierarchy at a time; the checksums are those of what is written.
func TestVerifyHierarchiesFinds(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*graph.Hierarchy)
		row    int
		text   string
	}{
		"cost up":   {func(h *graph.Hierarchy) { h.Up = changedArc(h.Up, 3, 1) }, 3, "arc up: "},
		"cost down": {func(h *graph.Hierarchy) { h.Down = changedArc(h.Down, 5, 1) }, 5, "arc down: "},
		"edge":      {func(h *graph.Hierarchy) { h.Up = changedArc(h.Up, 2, 2) }, 2, "arc up: "},
		"parent":    {func(h *graph.Hierarchy) { h.Parent.Slice()[4] = 77 }, 4, "parent 77 ranks above"},
		"ranks":     {func(h *graph.Hierarchy) { h.Rank.Slice()[1] = h.Rank.At(0) }, 0, "no order"},
		"no costs":  {func(h *graph.Hierarchy) { h.Costs = encode.Col[uint64]{} }, 0, "0 numbers of costs"},
		"copy":      {func(h *graph.Hierarchy) { h.CopyEdge.Slice()[0] ^= 1 }, 0, "copy: "},
	} {
		tables := randomTables(rand.New(rand.NewPCG(7, 45)))
		g, err := graph.NewGraph(tables)
		if err != nil {
			t.Fatal(err)
		}
		h := NewHierarchy(g, facts.Car)
		c.change(h)
		tables.Hierarchies[facts.Car] = *h
		found := hierarchyProblems(t, tables)
		if !slices.ContainsFunc(found, func(p graph.Problem) bool {
			return p.Table == "car_hierarchy" && p.Row == c.row && strings.Contains(p.Text, c.text)
		}) {
			t.Errorf("%s: %q in row %d is not among %v", name, c.text, c.row, found)
		}
	}
}

// hierarchyProblems writes tables to a file and verifies its hierarchies.
func hierarchyProblems(t *testing.T, tables *graph.Tables) (found []graph.Problem) {
	t.Helper()
	var buf bytes.Buffer
	if _, err := graph.Write(&buf, tables, graph.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	g, err := graph.Load(buf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	VerifyHierarchies(g, func(p graph.Problem) { found = append(found, p) })
	return found
}

// TestVerifyHierarchiesOfOtherSpeeds finds nothing in a hierarchy whose costs are those of another router.
func TestVerifyHierarchiesOfOtherSpeeds(t *testing.T) {
	for seed := range uint64(20) {
		tables := randomTables(rand.New(rand.NewPCG(seed, 46)))
		g, err := graph.NewGraph(tables)
		if err != nil {
			t.Fatal(err)
		}
		h := NewHierarchy(g, facts.Car)
		costs := NewRouter(g).Shortest(facts.Car)
		costs.Contract()
		other := (&core{network: network{g, &costs.modeData}}).stored(costs.fast.graph)
		h.Degree, h.Up, h.Down = other.Degree, other.Up, other.Down
		h.Costs.Slice()[0]++
		tables.Hierarchies[facts.Car] = *h
		if found := hierarchyProblems(t, tables); len(found) > 0 {
			t.Errorf("seed %d: %v", seed, found)
		}
	}
}
