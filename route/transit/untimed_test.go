package transit

import (
	"strings"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/internal/asciimap"
	"graphbuild/route"
)

// TestNoTimetable: between streets that nothing joins, the answer says that the graph has no timetable at all.
func TestNoTimetable(t *testing.T) {
	m := asciimap.Draw(t, 50, "A--B          C--D")
	m.Way("AB", "highway=residential")
	m.Way("CD", "highway=residential")
	g, err := buildGraph([]build.Input{{Path: m.File()}})
	if err != nil {
		t.Fatal(err)
	}
	q := Query{From: m.At('A'), To: m.At('D'), Time: time.Date(2026, 6, 3, 8, 0, 0, 0, time.UTC)}
	a, err := NewRouter(g, route.NewRouter(g)).NewSearch().Plan(q)
	if want := "no journey between these places: the graph has no timetable"; err != nil || a.Status != route.NoRoute || !strings.HasPrefix(a.Error, want) {
		t.Errorf("got %v %s %q, want %q", err, a.Status, a.Error, want)
	}
}
