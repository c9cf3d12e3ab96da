package osrm_test

import (
	"fmt"
	"strings"
	"testing"

	"graphbuild/facts"
	"graphbuild/route"
	"graphbuild/serve/osrm"
)

// TestStepsForPeople: two ways of one name and no turn between them are one step.
func TestStepsForPeople(t *testing.T) {
	x := newTown(t, `
		A--B--C--D
		   |     |
		   F     E`,
		"AB highway=residential name=Main", "BC highway=residential name=Main", "CD highway=residential name=Main bridge=yes",
		"BF highway=residential", "DE highway=residential name=Side")
	a, err := x.g.Streets.NewSearch().Route(route.Query{Mode: facts.Car, From: x.m.At('A'), To: x.m.At('E')})
	if err != nil || a.Status != route.OK {
		t.Fatal(err, a.Error)
	}
	var got []string
	sumM, sumS := 0.0, 0.0
	for _, s := range osrm.Steps(x.g.File, x.g.Streets, &a.Legs[0]) {
		got = append(got, fmt.Sprintf("%s %s %d", s.Maneuver, s.Name, len(s.Stretches)))
		sumM, sumS = sumM+s.DistanceM, sumS+s.DurationS
	}
	if want := "depart Main 3; new name right Side 1"; strings.Join(got, "; ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if d, s := sumM-a.DistanceM, sumS-a.DurationS; max(d, -d, s, -s) > 0.1 {
		t.Errorf("the steps take %.1f m and %.1f s, the route %.1f and %.1f", sumM, sumS, a.DistanceM, a.DurationS)
	}
}
