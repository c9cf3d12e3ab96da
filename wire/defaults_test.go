package wire

import (
	"strings"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/route"
)

// TestDefaultsOfAllKinds: what the defaults say holds for every kind of query, or the query is refused. From B to C the straight
// street is closed in the morning.
func TestDefaultsOfAllKinds(t *testing.T) {
	m := asciimap.Draw(t, 100, `
		A-B-C-D
		  | |
		  E-F`)
	m.Way("AB", "highway=residential")
	m.Way("BC", "highway=residential", "motor_vehicle:conditional=no @ (08:00-10:00)")
	m.Way("BEFC", "highway=residential")
	m.Way("CD", "highway=residential")
	g := graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(m.File())})
	at := func(place rune) string { return string(AppendPosition(nil, m.At(place))) }
	table := `"kind":"table","sources":[` + at('A') + `],"targets":[` + at('D') + `]`
	isochrone := `"kind":"isochrone","from":` + at('A') + `,"limit_s":60`
	ends := `"from":` + at('A') + `,"to":` + at('D')
	morning, noon := time.Date(2030, 1, 2, 9, 0, 0, 0, time.UTC), time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		name   string
		change func(*Defaults)
		query  string
		refuse string
		detour bool
	}{
		{"a table", func(*Defaults) {}, table, "", false},
		{"a table that asks for the morning", func(*Defaults) {}, table + `,"depart":"2030-01-02T09:00"`, "", true},
		{"a table in the morning", func(d *Defaults) { d.Street.Depart = morning }, table, "", true},
		{"a table that asks for noon", func(d *Defaults) { d.Street.Depart = morning }, table + `,"depart":"2030-01-02T12:00"`, "", false},
		{"a table at no time", func(*Defaults) {}, table + `,"depart":"noon"`, `depart "noon"`, false},
		{"a table by length", func(d *Defaults) { d.Street.Shortest = true }, table, "a table is of times", false},
		{"a table by costs", func(d *Defaults) { d.Street.Costs = new(route.Costs) }, table, "a table is of times", false},
		{"a table by transit", func(d *Defaults) { d.Mode = TransitMode }, table, `mode "transit": expected walk, bike or car`, false},
		{"a table by transit that asks for cars", func(d *Defaults) { d.Mode = TransitMode }, table + `,"mode":"car"`, "", false},
		{"an isochrone", func(*Defaults) {}, isochrone, "", false},
		{"an isochrone at noon", func(d *Defaults) { d.Street.Depart = noon }, isochrone, "of no time of day", false},
		{"an isochrone that asks for noon", func(*Defaults) {}, isochrone + `,"depart":"2030-01-02T12:00"`, "of no time of day", false},
		{"an isochrone by length", func(d *Defaults) { d.Street.Shortest = true }, isochrone, "an isochrone is of times", false},
		{"the nearest by transit", func(d *Defaults) { d.Mode = TransitMode }, `"kind":"nearest","at":` + at('A'), `mode "transit"`, false},
		{"a journey by length", func(d *Defaults) { d.Street.Shortest = true }, `"mode":"transit","depart":"2030-01-02T12:00",` + ends, "a journey by transit is of times", false},
	} {
		s := &Searcher{Graph: g, Street: route.NewRouter(g).NewSearch(), Zone: time.UTC, Defaults: StandardDefaults()}
		x.change(s.Defaults)
		got := answerOf(t, s, `{`+x.query+`}`)
		if ok := got.Status == string(OK); ok != (x.refuse == "") || !strings.Contains(got.Error, x.refuse) {
			t.Errorf("%s: %s %s; expected %q", x.name, got.Status, got.Error, x.refuse)
		}
		// 600 m take 99 s, 1000 m take 165
		if len(got.Times) > 0 && (*got.Times[0][0] > 120) != x.detour {
			t.Errorf("%s: %v s; expected a detour: %t", x.name, *got.Times[0][0], x.detour)
		}
	}
}
