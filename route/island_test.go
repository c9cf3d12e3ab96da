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

// TestIsochroneComesRoundToItsStart: of the edge that it starts on, what lies between the way round to it and the start is not
// within reach.
func TestIsochroneComesRoundToItsStart(t *testing.T) {
	x := newTown(t, `
		A-----B
		|     |
		D-----C`,
		"AB highway=residential oneway=yes", "BC highway=residential oneway=yes", "CD highway=residential oneway=yes", "DA highway=residential oneway=yes")
	s := x.search()
	all, err := s.Route(route.Query{Mode: facts.Bike, From: x.place("AB"), To: x.m.At('A')})
	if err != nil || all.Status != route.OK {
		t.Fatal(all, err)
	}
	a, err := s.Route(route.Query{Mode: facts.Bike, From: x.m.At('A'), To: x.m.At('B')})
	if err != nil {
		t.Fatal(err)
	}
	iso, err := s.Isochrone(route.IsochroneQuery{Mode: facts.Bike, From: x.place("AB"), LimitS: all.DurationS + a.DurationS*0.2})
	if err != nil {
		t.Fatal(err)
	}
	start, _ := s.Snap(route.SnapQuery{Point: x.place("AB"), Mode: facts.Bike})
	var parts []route.Reached
	for _, r := range iso.Reached {
		if r.Edge == start[0].Places[0].Edge {
			parts = append(parts, r)
		}
	}
	if len(parts) != 2 || parts[0].From != 0 || parts[0].To > 0.4 || parts[1].From < 0.49 || parts[1].To != 1 {
		t.Errorf("%+v, want the beginning of the edge and its second half", parts)
	}
}
