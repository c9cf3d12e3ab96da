package build

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
)

// crossTown is a street of 2 km with stops A to F every 400 m. Route 1 calls at A, C and E, route 2 at B, D and F.
func crossTown(t *testing.T, limitS int32) *graph.Graph {
	t.Helper()
	m := asciimap.Draw(t, 200, "A-B-C-D-E-F")
	m.Way("ABCDEF", "highway=residential")
	feed := feedtest.Small()
	stops := "stop_id,stop_name,stop_lat,stop_lon\n"
	for _, letter := range "ABCDEF" {
		lon, lat := m.At(letter).Degrees()
		stops += fmt.Sprintf("%c,x,%.7f,%.7f\n", letter, lat, lon)
	}
	feed = feed.With("stops", stops).
		With("routes", "route_id,agency_id,route_short_name,route_type\nR1,AG,1,3\nR2,AG,2,3\n").
		With("trips", "route_id,service_id,trip_id\nR1,WK,T1\nR2,WK,T2\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,C,2\nT1,08:20:00,08:20:00,E,3\nT2,09:00:00,09:00:00,B,1\nT2,09:10:00,09:10:00,D,2\nT2,09:20:00,09:20:00,F,3\n")
	out := filepath.Join(t.TempDir(), "town.graph")
	c := Config{Inputs: []Input{{Path: m.File()}, {Path: feed.ZipFile(t)}}, Output: out, TransferS: limitS}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	g, err := graph.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// TestWalkTransfers: of the stops of the other route the nearest one alone is worth a walk, and the last stop of a route
// is none to go to; nor is A worth a walk from C, where its route calls, too.
func TestWalkTransfers(t *testing.T) {
	var got []string
	for _, w := range crossTown(t, 0).WalkTransfers() {
		got = append(got, string(rune('A'+w.From))+string(rune('A'+w.To)))
		if w.DistanceDM < 3990 || w.DistanceDM > 12010 || w.TimeS < w.DistanceDM*36/500 || !w.Modes.Has(facts.Walk) {
			t.Errorf("%+v: want 400 m to 1200 m at 5 km/h", w)
		}
	}
	// From C both B and D are as near as can be; which of them comes first is a matter of decimetres, so either will do.
	want := [][]string{{"CB", "DC", "EC", "ED", "FC", "FD"}, {"CD", "DC", "EC", "ED", "FC", "FD"}}
	if !slices.ContainsFunc(want, func(w []string) bool { return slices.Equal(w, got) }) {
		t.Errorf("got %v, want one of %v", got, want)
	}
}

func TestWalkTransferLimit(t *testing.T) {
	if n := crossTown(t, 100).NumWalkTransfers(); n != 0 {
		t.Errorf("%d walks of at most 100 s, want none: stops are 288 s apart", n)
	}
	if n := crossTown(t, -1).NumWalkTransfers(); n != 0 {
		t.Errorf("%d walks, though none are wanted", n)
	}
}
