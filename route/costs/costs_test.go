package costs_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"graphbuild/facts"
	"graphbuild/route"
	"graphbuild/route/costs"
)

// street returns the facts of an open street.
func street(c facts.Class, flags facts.Flags) *facts.Edge {
	return &facts.Edge{
		Type: facts.Street, Class: c, Flags: flags, Modes: [2]facts.Modes{facts.RoutedModes, facts.RoutedModes},
		Speed: [2]facts.Speed{5000, 3000}, Limited: [2][3]facts.Limited{{}, {facts.Private, facts.Private, facts.Private}},
	}
}

func TestRules(t *testing.T) {
	road := street(facts.Residential, 0)
	dirt := street(facts.Track, facts.Unpaved|facts.Toll)
	ferry := street(facts.FerryClass, 0)
	ferry.Type = facts.Ferry
	own := func(m facts.Mode, f *facts.Edge) float64 { return 3.6 / route.SpeedKMH(m, f, facts.Forward) }
	for _, c := range []struct {
		rules string
		mode  facts.Mode
		edge  *facts.Edge
		want  float64
	}{
		{"", facts.Car, road, own(facts.Car, road)},
		{"{class: residential, factor: 2}", facts.Car, road, 2 * own(facts.Car, road)},
		{"{class: [track, path], factor: 2}", facts.Car, road, own(facts.Car, road)},
		{"{class: [track, path], factor: 2}", facts.Bike, dirt, 2 * own(facts.Bike, dirt)},
		{"{speed: 36}", facts.Walk, road, 0.1},
		{"{max_speed: 3.6}", facts.Bike, road, 1},
		{"{max_speed: 360}", facts.Bike, road, own(facts.Bike, road)},
		{"{unpaved: true, closed: true}", facts.Bike, dirt, 0},
		{"{unpaved: false, closed: true}", facts.Bike, dirt, own(facts.Bike, dirt)},
		{"{closed: true}, {toll: true, closed: false}", facts.Bike, dirt, own(facts.Bike, dirt)},
		{"{mode: [walk, car], factor: 3}", facts.Bike, road, own(facts.Bike, road)},
		{"{mode: bike, factor: 3}, {factor: 0.5}", facts.Bike, road, 1.5 * own(facts.Bike, road)},
		{"{type: ferry, factor: 3}", facts.Walk, ferry, 3 * own(facts.Walk, ferry)},
		{"{type: street, factor: 3}", facts.Walk, ferry, own(facts.Walk, ferry)},
		{"{limit_over: 40, factor: 4}", facts.Walk, road, 4 * own(facts.Walk, road)},
		{"{limit_over: 50, factor: 4}", facts.Walk, road, own(facts.Walk, road)},
		{"{limit_under: 51, factor: 4}", facts.Walk, road, 4 * own(facts.Walk, road)},
		{"{limited: false, factor: 4}", facts.Walk, road, 4 * own(facts.Walk, road)},
		{"{factor: 0.01}, {factor: 0.01}, {speed: 1000}", facts.Walk, road, own(facts.Walk, road) / 100},
	} {
		p, err := costs.Parse("x", []byte("base: time\nrules: ["+c.rules+"]"))
		if err != nil {
			t.Errorf("%s: %v", c.rules, err)
			continue
		}
		if got := p.Func(c.mode)(c.edge, facts.Forward); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %s costs %g, want %g", c.rules, c.mode, got, c.want)
		}
	}
}

func TestDirections(t *testing.T) {
	p, err := costs.Parse("x", []byte("base: distance\nrules:\n  - {limited: true, factor: 5}\n  - {limit_under: 40, factor: 2}"))
	if err != nil {
		t.Fatal(err)
	}
	cost, road := p.Func(facts.Car), street(facts.Residential, 0)
	if there, back := cost(road, facts.Forward), cost(road, facts.Backward); there != 0.01 || math.Abs(back-0.1) > 1e-9 {
		t.Errorf("%g there, %g back; want 0.01 and 0.1", there, back)
	}
	road.Modes[facts.Backward] = 0
	if back := cost(road, facts.Backward); back != 0 {
		t.Errorf("a closed direction costs %g", back)
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"base: speed":             `costs x:1: base: expected time or distance, found "speed"`,
		"\nrule: []":              "costs x:2: unknown key rule",
		"rules:\n  - clas: track": "costs x:2: unknown key clas",
		"rules:\n  - class: [track,\n      trak]": `costs x:3: class: there is none called "trak"`,
		"rules:\n  - class: []":                   "costs x:2: expected a word",
		"rules:\n  - mode: bus":                   `costs x:2: mode: expected walk, bike or car, found "bus"`,
		"rules:\n  - type: road":                  `costs x:2: type: expected street`,
		"rules:\n\n  - factor: 0":                 `costs x:3: expected a number from 0.01 to 1000, found "0"`,
		"rules:\n  - factor: .nan":                `costs x:2: expected a number`,
		"rules:\n  - factor: 1e9":                 `costs x:2: expected a number`,
		"rules:\n  - toll: 1":                     `costs x:2: expected true or false, found "1"`,
		"rules:\n  - factor: 2\n    factor: 3":    "costs x:",
		"rules:\n  - {speed: 3\n":                 "costs x:",
		"rules: 3":                                "costs x:1: rules: expected a list, each rule behind a dash",
		"[]":                                      "costs x:1: expected the keys base and rules",
		"":                                        "costs x: the file is empty: expected base, rules or both",
		"# nothing\n":                             "costs x: the file is empty",
		"---\n":                                   "costs x: the file is empty",
		"{}":                                      "costs x: the file is empty",
		"\xff\xfe":                                "costs x: the file is empty",
		"\nrules:":                                "costs x:2: rules: expected a list with a rule at least",
		"rules: []":                               "costs x:1: rules: expected a list with a rule at least",
		"rules: {}":                               "costs x:1: rules: expected a list, each rule",
		"rules: [1]":                              "costs x:1: expected a rule, such as",
		"rules:\n  - {factor: 2}\n  -\n":          "costs x:3: expected a rule, such as",
		"rules:\n  - {}\n":                        "costs x:2: expected a rule, such as",
		"rules:\n  - class: track\n":              "costs x:2: the rule has no effect: expected speed, max_speed, factor or closed",
		"base: time\n---\nrules: []":              "costs x: more than one document",
		"rules:\n  - factor: 0.001":               "costs x:2: expected a number from 0.01 to 1000",
		"rules:\n  - {speed: [3]}":                "costs x:2: expected a number",
		"rules:\n  - {mode: {a: b}}":              "costs x:2: expected one word",
		"a: &a [*a]\nrules: [{class: &b [*b, *b]}]": "costs x:",
	} {
		if _, err := costs.Parse("x", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"base: time", "base: distance\nrules:", "\ufeffbase: time\n", "base: time\n...\n"} {
		if _, err := costs.Parse("x", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("base: distance\nrules:\n  - class: [track]\n    factor: 2\n    closed: true\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := costs.Parse("x", text)
		if err != nil {
			return
		}
		if c := p.Func(facts.Car)(street(facts.Track, facts.Unpaved), facts.Backward); c < 0 || math.IsNaN(c) {
			t.Errorf("a cost of %g", c)
		}
	})
}

func ExampleParse() {
	p, err := costs.Parse("quiet.yaml", []byte(`
rules:
  - class: [primary, secondary]
    factor: 3         # three times as bad as they are slow
  - {unpaved: true, speed: 10}
  - {toll: true, closed: true}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	cost := p.Func(facts.Bike) // for router.NewCosts(facts.Bike, cost)
	track := &facts.Edge{Type: facts.Street, Class: facts.Track, Flags: facts.Unpaved, Modes: [2]facts.Modes{facts.RoutedModes}}
	fmt.Printf("%.2f s a metre\n", cost(track, facts.Forward))
	// Output: 0.36 s a metre
}
