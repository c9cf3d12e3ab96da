package walk_test

import (
	"testing"

	"graphbuild/internal/asciimap"
	"graphbuild/walk"
)

// TestBarrierBesideTheBeginning: whoever begins on the street before a stile does not get past it in a wheelchair, nor does who
// leaves a stop there; on foot both do.
func TestBarrierBesideTheBeginning(t *testing.T) {
	m := asciimap.Draw(t, 50, "O--A--G--B--P")
	m.Way("OAGBP", "highway=residential")
	m.Node("G", "barrier=stile")
	g := buildGraph(t, m.File(), feedAt(pointsOf(m, "AB")).ZipFile(t))
	s := walk.NewNetwork(g).NewSearch()
	for _, wheelchair := range []bool{false, true} {
		want := 2
		if wheelchair {
			want = 1
		}
		for _, backward := range []bool{false, true} {
			o := walk.Options{LimitS: 3600, Wheelchair: wheelchair, Backward: backward}
			if got, _ := s.FromPoint(m.At('O'), o); len(got) != want {
				t.Errorf("%+v: from O to %d stops, want %d", o, len(got), want)
			}
			if got := s.FromStop(0, o); len(got) != want-1 {
				t.Errorf("%+v: from A to %d other stops, want %d", o, len(got), want-1)
			}
		}
	}
}
