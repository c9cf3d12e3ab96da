package route

import (
	"math/rand/v2"
	"testing"

	"graphbuild/graph"
)

// A table finds what was set, and nothing else, when it is as full as it may be.
func TestTurnTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 2, 3, 100, 4096} {
		table, want := newTurnTable(n), map[graph.EdgeID]turnID{}
		for i := range n {
			e := graph.EdgeID(r.Uint32N(uint32(4*n))) << (i % 3 * 8) // near each other, and far apart
			want[e] = turnID(i + 1)
			table.set(e, turnID(i+1))
		}
		if table.n != len(want) {
			t.Errorf("%d of %d edges", table.n, len(want))
		}
		for range 10 * (n + 1) {
			if e := graph.EdgeID(r.Uint32N(uint32(8*n + 8))); table.at(e) != want[e] {
				t.Fatalf("edge %d: %d, expected %d", e, table.at(e), want[e])
			}
		}
		for e, id := range want {
			if table.at(e) != id {
				t.Fatalf("edge %d: %d, expected %d", e, table.at(e), id)
			}
		}
	}
}
