package graph

import (
	"slices"
	"testing"
)

func TestHistograms(t *testing.T) {
	p := Pairs{From: []VertexID{0, 0, 1}, To: []VertexID{1, 1, 2}, LengthDM: []uint32{9, 10, 1 << 31}}
	if got := degreeHistogram(&p, 4); !slices.Equal(got, []int{1, 1, 1, 1}) {
		t.Errorf("degrees %v", got)
	}
	if got := lengthHistogram(&p); len(got) != maxLengthBin+1 || got[0] != 1 || got[1] != 1 || got[maxLengthBin] != 1 {
		t.Errorf("lengths %v", got)
	}
	star := Pairs{From: make([]VertexID, 300), To: make([]VertexID, 300), LengthDM: make([]uint32, 300)}
	for i := range star.To {
		star.To[i] = VertexID(i + 1)
	}
	if got := degreeHistogram(&star, 301); len(got) != maxDegreeBin+1 || got[maxDegreeBin] != 1 || got[1] != 300 {
		t.Errorf("degrees of a star %v", got)
	}
	if degreeHistogram(new(Pairs), 0) != nil || len(lengthHistogram(new(Pairs))) != 0 {
		t.Error("of nothing")
	}
}

// TestHistogramsAdd: they count everything once.
func TestHistogramsAdd(t *testing.T) {
	g := graphs(t, randomTables(5, 200))["packed"]
	s := g.Meta().Stats
	if n := sum(s.Degrees); n != g.NumStreetVertices() {
		t.Errorf("%d vertices counted by degree, want %d", n, g.NumStreetVertices())
	}
	if n := sum(s.Lengths); n != g.NumPairs() {
		t.Errorf("%d pairs counted by length, want %d", n, g.NumPairs())
	}
	if days := s.Transit.TripsByDay; slices.Max(days) != s.Transit.BusiestDayTrips {
		t.Errorf("trips by day %v, on the busiest %d", days, s.Transit.BusiestDayTrips)
	}
}

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}
