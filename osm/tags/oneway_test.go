package tags

import (
	"testing"

	"graphbuild/facts"
)

func TestOneway(t *testing.T) {
	checkAccess(t, []accessRow{
		{"highway=primary, oneway=yes", "++", "+-", "+-"},
		{"highway=primary, oneway=true", "++", "+-", "+-"},
		{"highway=primary, oneway=1", "++", "+-", "+-"},
		{"highway=primary, oneway=-1", "++", "-+", "-+"},
		{"highway=primary, oneway=reverse", "++", "-+", "-+"},
		{"highway=primary, oneway=no", "++", "++", "++"},
		{"highway=primary, oneway=reversible", "++", "--", "--"},
		{"highway=primary, oneway=alternating", "++", "++", "++"},
		{"highway=primary, oneway=nonsense", "++", "++", "++"},

		{"highway=primary, junction=roundabout", "++", "+-", "+-"},
		{"highway=primary, junction=circular", "++", "+-", "+-"},
		{"highway=primary, junction=roundabout, oneway=no", "++", "++", "++"},
		{"highway=primary, junction=roundabout, oneway=-1", "++", "-+", "-+"},
		{"highway=primary, junction=yes", "++", "++", "++"},
		{"highway=motorway, oneway=no", "--", "--", "++"},
		{"highway=motorway_link", "--", "--", "++"},

		{"highway=primary, oneway=yes, oneway:bicycle=no", "++", "++", "+-"},
		{"highway=primary, oneway=no, oneway:bicycle=yes", "++", "+-", "++"},
		{"highway=primary, oneway:bicycle=-1", "++", "-+", "++"},
		{"highway=primary, oneway=yes, oneway:foot=yes", "+-", "+-", "+-"},
		{"highway=primary, oneway=yes, oneway:motor_vehicle=no", "++", "+-", "++"},
		{"highway=primary, oneway:vehicle=yes", "++", "+-", "+-"},
		{"highway=primary, oneway:motorcar=yes, oneway:motor_vehicle=no", "++", "++", "+-"},
		{"highway=primary, oneway=yes, bicycle:backward=yes", "++", "++", "+-"},
		{"highway=primary, oneway=yes, access:backward=yes", "++", "+-", "+-"},

		{"highway=primary, oneway=yes, cycleway=opposite", "++", "++", "+-"},
		{"highway=primary, oneway=yes, cycleway=opposite_lane", "++", "++", "+-"},
		{"highway=primary, oneway=yes, cycleway:left=opposite_track", "++", "++", "+-"},
		{"highway=primary, oneway=yes, cycleway:both=opposite", "++", "++", "+-"},
		{"highway=primary, oneway=-1, cycleway:right=opposite_lane", "++", "++", "-+"},
		{"highway=primary, oneway=yes, cycleway:left=lane, cycleway:left:oneway=-1", "++", "++", "+-"},
		{"highway=primary, oneway=yes, cycleway:right=track, cycleway:right:oneway=no", "++", "++", "+-"},
		{"highway=primary, oneway=yes, cycleway:right=lane", "++", "+-", "+-"},
		{"highway=primary, oneway=yes, cycleway:right=no, cycleway:right:oneway=no", "++", "+-", "+-"},

		{"highway=steps, oneway=yes", "+-", "--", "--"},
		{"highway=footway, oneway=yes", "+-", "--", "--"},
		{"highway=footway, oneway=yes, bicycle=yes", "++", "+-", "--"},
		{"highway=path, oneway=yes", "++", "+-", "--"},
		{"highway=footway, oneway=yes, oneway:foot=no", "++", "--", "--"},
		{"route=ferry, oneway=yes", "+-", "+-", "+-"},
	})
}

func TestOnewayOfBuses(t *testing.T) {
	checkModes(t, []modesRow{
		{"highway=primary, oneway=yes", facts.Bus, "+-"},
		{"highway=primary, oneway=yes, oneway:bus=no", facts.Bus, "++"},
		{"highway=primary, oneway=yes, oneway:psv=no", facts.Bus, "++"},
		{"highway=primary, oneway=yes, busway=opposite_lane", facts.Bus, "++"},
		{"highway=primary, oneway=yes, bus:backward=designated", facts.Bus, "++"},
		{"highway=primary, oneway=yes, busway:left=opposite_lane", facts.Car, "+-"},
	})
}

func TestConveying(t *testing.T) {
	checkAccess(t, []accessRow{
		{"highway=steps, conveying=forward", "+-", "--", "--"},
		{"highway=steps, conveying=backward", "-+", "--", "--"},
		{"highway=steps, conveying=yes", "++", "--", "--"},
		{"highway=steps, conveying=reversible", "++", "--", "--"},
		{"highway=steps, conveying=no, oneway=yes", "+-", "--", "--"},
		{"highway=footway, conveying=forward", "+-", "--", "--"},
		{"highway=steps, conveying=forward, oneway=no", "++", "--", "--"},
	})
}
