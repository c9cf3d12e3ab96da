package guidance_test

import (
	"fmt"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/route"
	"graphbuild/route/guidance"
)

// TestStepsForPeople: two ways of one name and no turn between them are one step.
func TestStepsForPeople(t *testing.T) {
	m := asciimap.Draw(t, 100, `
		A--B--C--D
		   |     |
		   F     E`)
	m.Way("AB", "highway=residential", "name=Main")
	m.Way("BC", "highway=residential", "name=Main")
	m.Way("CD", "highway=residential", "name=Main", "bridge=yes")
	m.Way("BF", "highway=residential")
	m.Way("DE", "highway=residential", "name=Side")
	g := graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(m.File())})
	router := route.NewRouter(g)
	a, err := router.NewSearch().Route(route.Query{Mode: facts.Car, From: m.At('A'), To: m.At('E')})
	if err != nil || a.Status != route.OK {
		t.Fatal(err, a.Error)
	}
	var got []string
	sumM, sumS := 0.0, 0.0
	for _, s := range guidance.Instructions(g, router, &a.Legs[0]) {
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
