package osrm_test

import (
	"strings"
	"testing"
)

// TestIslands: CD is an island beside a street of more than 5 km, and the nearest to C and D.
func TestIslands(t *testing.T) {
	x := newTown(t, `
		A`+strings.Repeat("-", 104)+`B
		C-D`, "AB highway=residential name=Long", "CD highway=residential name=Island")
	for _, c := range []struct{ places, options, want string }{
		{"C B", "", "Long Long"},
		{"B D", "", "Long Long"},
		{"C B D", "", "Long Long Long"},
		{"C D", "", "Island Island"},
		{"C B", "?bearings=90,90;", "NoRoute"},
		{"C B", "?radiuses=20;20", "NoRoute"},
	} {
		_, a := x.ask("/route/v1/car/" + x.at(c.places) + c.options)
		got := a.Code
		if got == "Ok" {
			var names []string
			for _, w := range a.Waypoints {
				names = append(names, w.Name)
			}
			got = strings.Join(names, " ")
		}
		if got != c.want {
			t.Errorf("%s%s: %s (%s), expected %s", c.places, c.options, got, a.Message, c.want)
		}
	}
	a := x.ok("/table/v1/car/" + x.at("B C D") + "?annotations=duration,distance")
	for i, row := range a.Distances {
		for j, m := range row {
			switch {
			case m == nil || a.Durations[i][j] == nil:
				t.Errorf("row %d, column %d: no way", i, j)
			case i > 0 && j > 0 && *m > 110: // along the island
				t.Errorf("row %d, column %d: %g m", i, j, *m)
			case (i == 0) != (j == 0) && (*m < 5000 || *m > 5500):
				t.Errorf("row %d, column %d: %g m", i, j, *m)
			}
		}
	}
}

// TestNoSegmentSaysHowFar: N lies 100 m from the street, which runs to the east.
func TestNoSegmentSaysHowFar(t *testing.T) {
	x := newTown(t, `
		  N

		A---B`, "AB highway=residential")
	const words, far = "Could not find a matching segment for coordinate 0", "; the nearest is 100 m away"
	for options, want := range map[string]string{
		"?radiuses=99;":                words + far,
		"?radiuses=99;&bearings=90,5;": words + far,
		"?radiuses=99;&bearings=0,5;":  words, // there is none that runs north
	} {
		if _, a := x.ask("/route/v1/car/" + x.at("N A") + options); a.Message != want {
			t.Errorf("%s: %s, expected %s", options, a.Message, want)
		}
	}
	if _, a := x.ask("/nearest/v1/car/" + x.at("N") + "?radiuses=99"); !strings.HasSuffix(a.Message, far) {
		t.Errorf("nearest: %s", a.Message)
	}
}
