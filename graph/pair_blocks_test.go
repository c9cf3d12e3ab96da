package graph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/geometry"
)

// TestPairBlocksHoldWhatIsInABox: every pair whose box touches the window is in a block that is yielded, and the pairs of
// all blocks are those of EdgePairs.
func TestPairBlocksHoldWhatIsInABox(t *testing.T) {
	for name, g := range graphs(t, randomTables(23, 700)) {
		r := rand.New(rand.NewPCG(4, 5))
		for range 20 {
			w, s := 86000000+r.Int32N(900000), 461000000+r.Int32N(250000)
			box := geometry.Box{W: w, S: s, E: w + r.Int32N(100000), N: s + r.Int32N(50000)}
			blocks := slices.Collect(g.PairBlocksIn(box))
			if !slices.IsSorted(blocks) {
				t.Fatalf("%s: blocks %v", name, blocks)
			}
			for row := range g.EdgePairs() {
				if touches(row.Line, box) && !slices.Contains(blocks, int(row.ID)/PairsPerBlock) {
					t.Fatalf("%s: pair %d lies in %+v, its block is none of %v", name, row.ID, box, blocks)
				}
			}
		}
		next := PairID(0)
		for block := range g.NumPairBlocks() {
			for row := range g.PairsOfBlock(block) {
				if row.ID != next || !slices.Equal(row.Line, g.AppendPairGeometry(nil, next)) {
					t.Fatalf("%s: block %d: pair %d, want %d", name, block, row.ID, next)
				}
				next++
			}
		}
		if int(next) != g.NumPairs() {
			t.Errorf("%s: %d pairs in blocks, want %d", name, next, g.NumPairs())
		}
		for _, block := range []int{-1, g.NumPairBlocks()} {
			for row := range g.PairsOfBlock(block) {
				t.Errorf("%s: block %d has pair %d", name, block, row.ID)
			}
		}
	}
}

// touches reports whether the box around a line touches another; none lies near the 180th meridian.
func touches(line []geometry.Point, box geometry.Box) bool {
	b := geometry.EmptyBox()
	b.AddLine(line)
	return b.W <= box.E && box.W <= b.E && b.S <= box.N && box.S <= b.N
}
