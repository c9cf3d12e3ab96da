package tags

import (
	"testing"

	"graphbuild/facts"
)

func TestAccess(t *testing.T) {
	checkAccess(t, []accessRow{
		{"highway=residential", "++", "++", "++"},
		{"highway=residential, access=yes", "++", "++", "++"},
		{"highway=residential, access=no", "--", "--", "--"},
		{"highway=residential, access=private", "++", "++", "++"},
		{"highway=residential, access=nonsense", "++", "++", "++"},
		{"highway=residential, access=nonsense, vehicle=no", "++", "--", "--"},
		{"highway=residential, access=military", "--", "--", "--"},
		{"highway=residential, access=emergency", "--", "--", "--"},
		{"highway=residential, access=psv", "--", "--", "--"},
		{"highway=residential, access=no, foot=yes", "++", "--", "--"},
		{"highway=residential, access=no, bicycle=designated", "--", "++", "--"},
		{"highway=residential, access=no, vehicle=yes", "--", "++", "++"},
		{"highway=residential, access=no, motor_vehicle=destination", "--", "--", "++"},
		{"highway=residential, access=no, bus=yes", "--", "--", "--"},
		{"highway=residential, vehicle=no", "++", "--", "--"},
		{"highway=residential, vehicle=no, bicycle=yes", "++", "++", "--"},
		{"highway=residential, motor_vehicle=no", "++", "++", "--"},
		{"highway=residential, motor_vehicle=no, motorcar=yes", "++", "++", "++"},
		{"highway=residential, motorcar=no", "++", "++", "--"},
		{"highway=residential, motor_vehicle=agricultural;forestry", "++", "++", "--"},
		{"highway=residential, motor_vehicle=agricultural; destination", "++", "++", "++"},
		{"highway=residential, foot=no", "--", "++", "++"},
		{"highway=residential, foot=use_sidepath", "--", "++", "++"},
		{"highway=residential, bicycle=use_sidepath", "++", "--", "++"},
		{"highway=residential, bicycle=dismount", "++", "--", "++"},
		{"highway=residential, foot=discouraged", "++", "++", "++"},

		{"highway=residential, motor_vehicle:backward=no", "++", "++", "+-"},
		{"highway=residential, vehicle:forward=no", "++", "-+", "-+"},
		{"highway=residential, access=no, access:forward=yes", "+-", "+-", "+-"},
		{"highway=residential, foot:backward=no", "+-", "++", "++"},
		{"highway=residential, vehicle=no, bicycle:backward=yes", "++", "-+", "--"},
		{"highway=residential, motorcar=yes, access:backward=no", "+-", "+-", "++"},

		{"highway=footway", "++", "--", "--"},
		{"highway=footway, access=yes", "++", "--", "--"},
		{"highway=footway, bicycle=yes", "++", "++", "--"},
		{"highway=footway, motor_vehicle=destination", "++", "--", "++"},
		{"highway=pedestrian, vehicle=delivery", "++", "++", "++"},
		{"highway=path", "++", "++", "--"},
		{"highway=path, vehicle=no", "++", "--", "--"},
		{"highway=cycleway", "--", "++", "--"},
		{"highway=cycleway, foot=designated", "++", "++", "--"},
		{"highway=bridleway", "--", "--", "--"},
		{"highway=bridleway, foot=yes, bicycle=yes", "++", "++", "--"},
		{"highway=track", "++", "++", "++"},
		{"highway=track, motor_vehicle=forestry", "++", "++", "--"},
		{"highway=motorway", "--", "--", "+-"},
		{"highway=motorway, foot=yes", "++", "--", "+-"},
		{"highway=trunk, motorroad=yes", "--", "--", "++"},
		{"highway=trunk, motorroad=yes, bicycle=yes", "--", "++", "++"},
		{"highway=steps, motor_vehicle=yes", "++", "--", "--"},
		{"highway=steps, bicycle=yes", "++", "++", "--"},
		{"highway=busway", "--", "--", "--"},
		{"highway=service, service=emergency_access", "++", "++", "--"},
	})
}

func TestAccessOfOtherModes(t *testing.T) {
	checkModes(t, []modesRow{
		{"highway=residential", facts.Bus, "++"},
		{"highway=residential", facts.HGV, "++"},
		{"highway=residential", facts.Emergency, "++"},
		{"highway=residential, motor_vehicle=no, bus=yes", facts.Bus, "++"},
		{"highway=residential, motor_vehicle=no, psv=yes", facts.Bus, "++"},
		{"highway=residential, psv=yes, bus=no", facts.Bus, "--"},
		{"highway=residential, access=psv", facts.Bus, "++"},
		{"highway=residential, hgv=no", facts.HGV, "--"},
		{"highway=residential, hgv=delivery", facts.HGV, "++"},
		{"highway=residential, vehicle=no", facts.HGV, "--"},
		{"highway=residential, access=no, foot=yes", facts.Emergency, "++"},
		{"highway=residential, emergency=no", facts.Emergency, "--"},
		{"highway=footway, emergency=designated", facts.Emergency, "++"},
		{"highway=residential, access=no, emergency=yes", facts.Emergency, "++"},
		{"highway=busway", facts.Bus, "++"},
		{"highway=motorway", facts.Bus, "+-"},
		{"highway=footway", facts.Wheelchair, "++"},
		{"highway=footway, wheelchair=no", facts.Wheelchair, "--"},
		{"highway=steps", facts.Wheelchair, "--"},
		{"highway=steps, ramp:wheelchair=yes", facts.Wheelchair, "++"},
		{"highway=steps, wheelchair=yes", facts.Wheelchair, "++"},
		{"highway=steps, conveying=yes", facts.Wheelchair, "--"},
		{"highway=path, smoothness=horrible", facts.Wheelchair, "--"},
		{"highway=residential, foot=no, wheelchair=yes", facts.Wheelchair, "--"},
	})
}

func TestLimited(t *testing.T) {
	for _, r := range []struct {
		tags string
		mode facts.Mode
		want [2]facts.Limited
	}{
		{"highway=service", facts.Car, [2]facts.Limited{}},
		{"highway=service, access=private", facts.Car, [2]facts.Limited{facts.Private, facts.Private}},
		{"highway=service, access=private", facts.Walk, [2]facts.Limited{facts.Private, facts.Private}},
		{"highway=service, access=private, foot=yes", facts.Walk, [2]facts.Limited{}},
		{"highway=service, access=private, foot=yes", facts.Bike, [2]facts.Limited{facts.Private, facts.Private}},
		{"highway=service, access=customers", facts.Car, [2]facts.Limited{facts.Customers, facts.Customers}},
		{"highway=service, motor_vehicle=delivery", facts.Car, [2]facts.Limited{facts.Delivery, facts.Delivery}},
		{"highway=service, motor_vehicle=delivery", facts.Bike, [2]facts.Limited{}},
		{"highway=service, access=permit", facts.Car, [2]facts.Limited{facts.Permit, facts.Permit}},
		{"highway=service, access=residents", facts.Car, [2]facts.Limited{facts.Residents, facts.Residents}},
		{"highway=service, vehicle:forward=destination", facts.Car, [2]facts.Limited{facts.Destination, 0}},
		{"highway=service, access=private;destination", facts.Car, [2]facts.Limited{facts.Destination, facts.Destination}},
		{"highway=service, access=private;yes", facts.Car, [2]facts.Limited{}},
		{"highway=service, access=private, oneway=yes", facts.Car, [2]facts.Limited{facts.Private, 0}},
		{"highway=footway, access=private", facts.Car, [2]facts.Limited{}},
		{"highway=pedestrian, motor_vehicle=destination", facts.Car, [2]facts.Limited{facts.Destination, facts.Destination}},
	} {
		w := wayOf(t, r.tags)
		if got := [2]facts.Limited{w.Edge.Limited[0][r.mode], w.Edge.Limited[1][r.mode]}; got != r.want {
			t.Errorf("%s: mode %d is limited %v, want %v", r.tags, r.mode, got, r.want)
		}
	}
}
