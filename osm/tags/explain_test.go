package tags

import (
	"slices"
	"testing"

	"graphbuild/facts"
)

func TestExplain(t *testing.T) {
	for _, r := range []struct {
		tags string
		want Decision
	}{
		{"highway=primary", Decision{ClassQuestion, facts.NumModes, BothDirections, "highway", "primary", "class by tag", "street"}},
		{"highway=primary, vehicle=no, bicycle=yes",
			Decision{AccessQuestion, facts.Bike, facts.Forward, "bicycle", "yes", "most specific access tag", "open"}},
		{"highway=primary, vehicle=no, bicycle=yes",
			Decision{AccessQuestion, facts.Car, facts.Backward, "vehicle", "no", "most specific access tag", "closed"}},
		{"highway=primary, access:backward=private", Decision{
			AccessQuestion, facts.Walk, facts.Backward, "access:backward", "private", "most specific access tag, of this direction",
			"open, not to pass through",
		}},
		{"highway=motorway, sidewalk=both",
			Decision{AccessQuestion, facts.Walk, BothDirections, "sidewalk", "both", "a sidewalk lets people walk", "open"}},
		{"highway=steps",
			Decision{AccessQuestion, facts.Wheelchair, facts.Forward, "highway", "steps", "wheelchairs", "closed"}},
		{"highway=footway", Decision{AccessQuestion, facts.Car, facts.Forward, "", "", "default of the class", "closed"}},
		{"highway=primary, oneway=yes", Decision{AccessQuestion, facts.Car, facts.Backward, "oneway", "yes", "one-way", "closed"}},
		{"highway=primary, width=1",
			Decision{AccessQuestion, facts.NumModes, facts.Forward, "width", "1", "the way itself stops them", "closed"}},
		{"highway=primary, maxspeed=25 mph",
			Decision{SpeedQuestion, facts.Car, facts.Forward, "maxspeed", "25 mph", "tagged limit", "40.23 km/h"}},
		{"highway=primary", Decision{SpeedQuestion, facts.Car, facts.Backward, "", "", "default of the class", "65.00 km/h"}},
		{"highway=proposed", Decision{
			ClassQuestion, facts.NumModes, BothDirections, "highway", "proposed", "no tag makes the way a street", "not in the graph",
		}},
		{"building=yes", Decision{
			ClassQuestion, facts.NumModes, BothDirections, "", "", "no tag makes the way a street", "not in the graph",
		}},
	} {
		if got := Explain(parseTags(t, r.tags)); !slices.Contains(got, r.want) {
			t.Errorf("%s: no decision %+v in %+v", r.tags, r.want, got)
		}
	}
}
