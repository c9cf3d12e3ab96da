package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
)

func TestStats(t *testing.T) {
	tables := randomTables(51, 150)
	g, err := Load(written(t, tables, WriteOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	got := g.Meta().Stats
	want := Stats{Components: make(map[string]ComponentStats)}
	want.Vertices = VertexStats{Total: g.NumVertices(), ByType: map[string]int{
		"barrier": tables.Access.Vertex.Len(), "street": 150 - tables.Access.Vertex.Len(), "transit_stop": 8, "station": 2, "entrance": 2,
	}}
	want.Edges = EdgeStats{ByType: make(map[string]int), ByMode: make(map[string]int), LengthM: got.Edges.LengthM}
	for e := range g.Edges() {
		want.Edges.Total++
		want.Edges.ByType[EdgeTypeName(e.Type())]++
		for m := range facts.Car + 1 {
			name := ModeName(m)
			if e.Modes()>>m&1 != 0 {
				want.Edges.ByMode[name]++
			}
		}
	}
	for _, m := range []string{"walk", "bike", "car"} {
		want.Components[m] = ComponentStats{Count: 6, LargestVertices: 144}
	}
	want.TurnRestrictions = RestrictionStats{Total: g.NumRestrictions(), NodeVia: g.NumRestrictions(), Conditional: got.TurnRestrictions.Conditional}
	want.Transit = &TransitStats{
		Feeds: 2, Agencies: 2, Stops: 12, StopsLinked: 8, Routes: 1, Patterns: 2, Trips: 3, StopTimes: 9, Services: 1,
		FirstDay: "2026-03-09", LastDay: "2026-03-20", BusiestDay: "2026-03-09", BusiestDayTrips: 3, DaysWithoutService: 2, Transfers: 3, Pathways: 2,
		TripsByDay: []int{3, 3, 3, 3, 3, 0, 0, 3, 3, 3, 3, 3},
	}
	want.Degrees, want.Lengths = got.Degrees, got.Lengths // see TestHistograms
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
