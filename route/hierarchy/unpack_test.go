package hierarchy

import "testing"

// TestUnpackEnds: arcs of a corrupt file, each of which stands for two of the rank below, do not unpack into 2^60 pieces, and
// neither do those of which no half is there.
func TestUnpackEnds(t *testing.T) {
	const n = 64
	for _, lowest := range []uint32{0, 1} { // with and without the arcs of the lowest rank
		g := &Graph{n: n, rank: make([]uint32, n), parent: make([]uint32, n)}
		g.up.first = make([]uint32, n+1)
		for x := range uint32(n) {
			g.rank[x], g.parent[x] = x, x+1
			for head := x + 1; head < n && x >= lowest; head++ {
				via := uint32(7)
				if x > 0 {
					via = shortcut | (x - 1)
				}
				g.up.arcs = append(g.up.arcs, upArc{head: head, cost: 1, via: via})
			}
			g.up.first[x+1] = uint32(len(g.up.arcs))
		}
		g.parent[n-1] = none
		g.down = g.up
		s := NewSearch(g)
		if !s.Find([]Seed{{Node: n - 2}}, []Seed{{Node: n - 1}}, Inf) {
			t.Fatal("no path")
		}
		if labels, from, to := s.AppendPath(nil); len(labels) > maxPieces*n || from != 0 || to != 0 {
			t.Errorf("%d labels from seed %d to %d", len(labels), from, to)
		}
	}
}
