package osrm_test

import (
	"testing"
)

func TestManeuvers(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		ways          []string
		profile, from string
		want          string
	}{
		{"a turn, and straight on over a crossing", `
			    B   C
			    |   |
			A---D---E---F
			    |   |
			    G   H`,
			[]string{"ADEF highway=residential name=East", "BDG highway=residential name=First", "CEH highway=residential name=Second"},
			"car", "A H", "depart East, turn right Second, arrive"},
		{"the name changes", `
			A---B---C
			    |
			    D`,
			[]string{"AB highway=residential name=West", "BC highway=residential name=East", "BD highway=residential name=South"},
			"car", "A C", "depart West, new name straight East, arrive"},
		{"end of the road", `
			    C
			    |
			A---B
			    |
			    D`,
			[]string{"AB highway=residential name=West", "CBD highway=residential name=South"},
			"car", "A D", "depart West, end of road right South, arrive"},
		{"the street bends where another goes straight on", `
			A---B---C
			    |
			    D`,
			[]string{"ABD highway=residential name=Main", "BC highway=residential name=East"},
			"bike", "A D", "depart Main, continue right Main, arrive"},
		{"a fork", `
			        C
			      .
			A---B
			      .
			        D`,
			[]string{"AB highway=primary name=Main", "BC highway=primary name=North", "BD highway=primary name=South"},
			"car", "A D", "depart Main, fork slight right South, arrive"},
		{"on and off a motorway", `
			A---B---C---D---E
			  .           .
			F               G
			|               |
			H               I`,
			[]string{"ABCDE highway=motorway name=M1 oneway=yes", "FB highway=motorway_link oneway=yes", "DG highway=motorway_link oneway=yes",
				"FH highway=residential name=Home", "GI highway=residential name=Work"},
			"car", "H I", "depart Home, on ramp right, merge slight left M1, off ramp slight right, new name right Work, arrive"},
		{"a roundabout", `
			      N
			      |
			      B
			     . .
			W---A   C---E
			     . .
			      D
			      |
			      S`,
			[]string{"ADCBA junction=roundabout highway=residential", "WA highway=residential name=West", "NB highway=residential name=North",
				"CE highway=residential name=East", "DS highway=residential name=South"},
			"car", "W E", "depart West, roundabout right 2 East, exit roundabout right 2 East, arrive"},
		{"a roundabout with a name, on foot just streets", `
			      B
			     . .
			W---A   C---E
			     . .
			      D`,
			[]string{"ADCBA junction=roundabout highway=residential name=Circle", "WA highway=residential name=West", "CE highway=residential name=East"},
			"car", "W E", "depart West, rotary right 1 East, exit rotary right 1 East, arrive"},
		{"past a ramp", `
			        C
			      .
			A---B---D`,
			[]string{"ABD highway=primary name=Main", "BC highway=primary_link"},
			"car", "A D", "depart Main, arrive"},
		{"a ferry", `
			A---B---C---D`,
			[]string{"AB highway=residential name=Quay", "BC route=ferry name=Boat", "CD highway=residential name=Pier"},
			"foot", "A D", "depart Quay, notification straight Boat, notification straight Pier, arrive"},
		{"no length", `
			A---B`,
			[]string{"AB highway=residential name=East"},
			"foot", "AB AB", "depart East, arrive"},
	} {
		x := newTown(t, c.drawing, c.ways...)
		if got := said(x.ok("/route/v1/" + c.profile + "/" + x.at(c.from) + "?steps=true")); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}
