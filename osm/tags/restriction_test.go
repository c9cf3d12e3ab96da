package tags

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
)

func TestRestrictions(t *testing.T) {
	const (
		bike  = facts.Modes(1 << facts.Bike)
		car   = facts.Modes(1 << facts.Car)
		bus   = facts.Modes(1 << facts.Bus)
		lorry = facts.Modes(1 << facts.HGV)
	)
	for _, r := range []struct {
		tags string // of a relation of type restriction, unless they say
		want []Restriction
	}{
		{"restriction=no_left_turn", []Restriction{{Modes: vehicles}}},
		{"restriction=no_right_turn", []Restriction{{Modes: vehicles}}},
		{"restriction=no_straight_on", []Restriction{{Modes: vehicles}}},
		{"restriction=no_u_turn", []Restriction{{Modes: vehicles, UTurn: true}}},
		{"restriction=no_entry", []Restriction{{Modes: vehicles, NoEntry: true}}},
		{"restriction=no_exit", []Restriction{{Modes: vehicles, NoExit: true}}},
		{"restriction=only_left_turn", []Restriction{{Kind: facts.Only, Modes: vehicles}}},
		{"restriction=only_right_turn", []Restriction{{Kind: facts.Only, Modes: vehicles}}},
		{"restriction=only_straight_on", []Restriction{{Kind: facts.Only, Modes: vehicles}}},
		{"restriction=only_right_on", []Restriction{{Kind: facts.Only, Modes: vehicles}}},
		{"restriction=no_right_turn_on_red", nil},
		{"restriction=no_left_turn_on_red", nil},
		{"restriction:hgv=no_right_turn_on_red", nil},
		{"restriction:conditional=no_right_turn_on_red @ (Mo-Fr)", nil},

		{"restriction=no_left_turn, except=bicycle", []Restriction{{Modes: vehicles &^ bike}}},
		{"restriction=no_left_turn, except=psv;bicycle", []Restriction{{Modes: vehicles &^ bike &^ bus}}},
		{"restriction=no_left_turn, except=bus; motorcar", []Restriction{{Modes: vehicles &^ bus &^ car}}},
		{"restriction=no_left_turn, except=motocar", []Restriction{{Modes: vehicles}}},
		{"restriction=no_left_turn, except=motor_vehicle", []Restriction{{Modes: bike}}},
		{"restriction=no_left_turn, except=vehicle", nil},

		{"restriction:hgv=no_left_turn", []Restriction{{Modes: lorry}}},
		{"restriction:motorcar=no_u_turn", []Restriction{{Modes: car, UTurn: true}}},
		{"restriction:bicycle=only_straight_on", []Restriction{{Kind: facts.Only, Modes: bike}}},
		{"restriction:foot=no_right_turn", []Restriction{{Modes: 1 << facts.Walk}}},
		{"restriction:caravan=no_right_turn", nil},
		{"type=restriction:hgv, restriction=no_left_turn", []Restriction{{Modes: lorry}}},
		{"restriction:hgv=no_left_turn, restriction:bus=no_entry", []Restriction{{Modes: bus, NoEntry: true}, {Modes: lorry}}},

		{"restriction:conditional=no_left_turn @ (Mo-Fr 07:00-09:00)",
			[]Restriction{{Modes: vehicles, Condition: "Mo-Fr 07:00-09:00"}}},
		{"restriction:conditional=no_left_turn @ Mo-Fr", []Restriction{{Modes: vehicles, Condition: "Mo-Fr"}}},
		{"restriction:conditional=no_left_turn @ (Mo; Fr); only_right_turn @ (Su)", []Restriction{
			{Modes: vehicles, Condition: "Mo; Fr"}, {Kind: facts.Only, Modes: vehicles, Condition: "Su"},
		}},
		{"restriction:hgv:conditional=no_u_turn @ (weight > 7)", []Restriction{{Modes: lorry, UTurn: true, Condition: "weight > 7"}}},
		{"restriction=no_left_turn, restriction:conditional=none @ (22:00-06:00)",
			[]Restriction{{Modes: vehicles, Condition: "24/7; 22:00-06:00 off"}}},
		{"restriction=no_left_turn, restriction:conditional=none @ (Mo-Fr 07:00-09:00; Sa; PH off)",
			[]Restriction{{Modes: vehicles, Condition: "24/7; Mo-Fr 07:00-09:00 off; Sa off; PH"}}},
		{"restriction=no_left_turn, restriction:conditional=none @ (psv)", []Restriction{{Modes: vehicles &^ bus}}},
		{"restriction:bus=no_left_turn, restriction:bus:conditional=none @ bus", []Restriction{}},
		{"restriction:conditional=no_left_turn @ (hgv)", []Restriction{{Modes: lorry}}},
		{"restriction=no_left_turn, day_on=Monday, day_off=Friday, hour_on=07:00, hour_off=09:00",
			[]Restriction{{Modes: vehicles, Condition: "Mo-Fr 07:00-09:00"}}},
		{"restriction=no_left_turn, hour_on=07:00, hour_off=09:00", []Restriction{{Modes: vehicles, Condition: "07:00-09:00"}}},
		{"restriction=no_left_turn, day_on=sunday", []Restriction{{Modes: vehicles, Condition: "Su"}}},
	} {
		tags := parseTags(t, "type=restriction")
		for k, v := range parseTags(t, r.tags) {
			tags[k] = v
		}
		got, ok := RestrictionOf(tags)
		if !ok || len(got.Problems) != 0 {
			t.Errorf("%s: ok %v, problems %v", r.tags, ok, got.Problems)
		}
		if d := cmp.Diff(r.want, got.Restrictions); d != "" {
			t.Errorf("%s: %s", r.tags, d)
		}
	}
}

// TestExceptionsNotUnderstood keep the rule as it is.
func TestExceptionsNotUnderstood(t *testing.T) {
	for _, when := range []string{"wet", "length<10", "psv AND 07:00-09:00", "PH"} {
		r, _ := RestrictionOf(map[string]string{"type": "restriction", "restriction": "no_left_turn", "restriction:conditional": "none @ (" + when + ")"})
		if len(r.Problems) != 1 || r.Problems[0].Code != "osm_restriction_condition" {
			t.Errorf("%s: problems %v", when, r.Problems)
		}
		if d := cmp.Diff([]Restriction{{Modes: vehicles}}, r.Restrictions); d != "" {
			t.Errorf("%s: %s", when, d)
		}
	}
}

func TestRestrictionProblems(t *testing.T) {
	for text, code := range map[string]string{
		"type=restriction":                                       "osm_restriction_no_kind",
		"type=restriction, restriction=yield":                    "osm_restriction_unknown",
		"type=restriction, restriction:hgv=yes":                  "osm_restriction_unknown",
		"type=restriction, restriction:conditional=no_left_turn": "osm_restriction_condition",
	} {
		r, ok := RestrictionOf(parseTags(t, text))
		if !ok || len(r.Restrictions) != 0 || len(r.Problems) != 1 || r.Problems[0].Code != code {
			t.Errorf("%s: %+v %v, want one problem %s", text, r, ok, code)
		}
	}
}
