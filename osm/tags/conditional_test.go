package tags

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
)

func TestConditions(t *testing.T) {
	for _, r := range []struct {
		tags string
		want []Condition
	}{
		{"highway=primary", nil},
		{"highway=primary, bicycle:conditional=no @ (May)", []Condition{{facts.Bike, BothDirections, "no @ (May)"}}},
		{"highway=primary, foot:forward:conditional=no @ dusk", []Condition{{facts.Walk, facts.Forward, "no @ dusk"}}},
		{"highway=primary, motor_vehicle:conditional=no @ (Su)", []Condition{
			{facts.Car, BothDirections, "no @ (Su)"}, {facts.Bus, BothDirections, "no @ (Su)"},
			{facts.HGV, BothDirections, "no @ (Su)"},
		}},
		{"highway=primary, motor_vehicle:conditional=no @ (Su), motorcar=yes, bus=yes", []Condition{
			{facts.HGV, BothDirections, "no @ (Su)"},
		}},
		{"highway=primary, motor_vehicle=no, motorcar:conditional=yes @ (Su)", []Condition{
			{facts.Car, BothDirections, "yes @ (Su)"},
		}},
		{"highway=primary, oneway:bicycle:conditional=no @ (Su)", []Condition{{facts.Bike, BothDirections, "oneway=no @ (Su)"}}},
		{"highway=primary, maxspeed:conditional=30 @ (22:00-06:00)", []Condition{
			{facts.Car, BothDirections, "maxspeed=30 @ (22:00-06:00)"},
		}},
		{"highway=primary, maxspeed:backward:conditional=30 @ wet", []Condition{
			{facts.Car, facts.Backward, "maxspeed=30 @ wet"},
		}},
	} {
		if d := cmp.Diff(r.want, wayOf(t, r.tags).Conditions); d != "" {
			t.Errorf("%s: %s", r.tags, d)
		}
	}
}

// Conditions never change what holds without a time, but keep a way in the graph that they open now and then.
func TestConditionsAreNotPermanent(t *testing.T) {
	checkAccess(t, []accessRow{
		{"highway=primary, access:conditional=no @ (May)", "++", "++", "++"},
		{"highway=primary, access=no, foot:conditional=yes @ (May)", "--", "--", "--"},
		{"highway=primary, oneway:conditional=yes @ (May)", "++", "++", "++"},
		{"highway=primary, maxspeed:conditional=30 @ (May)", "++", "++", "++"},
	})
	if _, ok := WayOf(parseTags(t, "highway=primary, access=no, foot:conditional=yes @ (May)")); !ok {
		t.Error("a way that is open at times is not in the graph")
	}
}
