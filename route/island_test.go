package route_test

import (
	"strings"
	"testing"

	"graphbuild/facts"
	"graphbuild/route"
)

// TestNoRouteTellsOfIslands: the answer says which end lies on an island, and of none where both lie on the same streets.
func TestNoRouteTellsOfIslands(t *testing.T) {
	x := newTown(t, `
		A--B--C--D  H--I
		|     |
		F--E--G     K--L`,
		"ABCD highway=residential", "AFEGC highway=residential", "HI highway=footway", "KL highway=footway")
	for ends, want := range map[string]string{"HA": "from", "AH": "to", "HK": "from to"} {
		from, to := rune(ends[0]), rune(ends[1])
		a, err := x.search().Route(route.Query{Mode: facts.Walk, From: x.m.At(from), To: x.m.At(to)})
		if err != nil || a.Status != route.NoRoute {
			t.Fatalf("%s: %v %s %s", ends, err, a.Status, a.Error)
		}
		for _, end := range []string{"from", "to"} {
			got := strings.Contains(a.Error, end+": the nearest street is part of an island of the street network")
			if got != strings.Contains(want, end) {
				t.Errorf("%s: %q, want it to tell of %s", ends, a.Error, want)
			}
		}
	}
}
