package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
)

// TestEdgePairs: the rows say what the handles of the edges say.
func TestEdgePairs(t *testing.T) {
	for name, g := range graphs(t, randomTables(5, 300)) {
		n := 0
		for row := range g.EdgePairs() {
			if row.ID != PairID(n) {
				t.Fatalf("%s: row %d is pair %d", name, n, row.ID)
			}
			n++
			e := g.Edge(EdgeID(2 * row.ID))
			f, _ := e.FactsID()
			want := PairRow{
				ID: row.ID, From: e.From().ID(), To: e.To().ID(), Facts: f, LengthDM: uint32(e.LengthM()*10 + 0.5), Way: e.Way(),
				Reversed: e.AlongWay() == (e.Direction() == facts.Backward), Line: e.AppendGeometry(nil),
			}
			if diff := cmp.Diff(want, *row); diff != "" {
				t.Fatalf("%s: pair %d (-want +got):\n%s", name, row.ID, diff)
			}
			id, wayName, ok := g.WayOf(row.Way)
			wantID, wantOK := e.OSMWayID()
			if id != wantID || ok != wantOK || wayName != e.Name() {
				t.Fatalf("%s: way of pair %d is %d %q %v, want %d %q %v", name, row.ID, id, wayName, ok, wantID, e.Name(), wantOK)
			}
		}
		if n != g.NumPairs() {
			t.Errorf("%s: %d pairs, want %d", name, n, g.NumPairs())
		}
	}
}
