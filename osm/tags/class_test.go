package tags

import (
	"testing"

	"graphbuild/facts"
)

func TestClass(t *testing.T) {
	for _, r := range []struct {
		tags     string
		class    facts.Class
		edgeType facts.EdgeType
		area     bool
	}{
		{"highway=motorway_link", facts.MotorwayLink, facts.Street, false},
		{"highway=service, service=driveway", facts.ServiceDriveway, facts.Street, false},
		{"highway=service, service=parking_aisle", facts.ServiceAisle, facts.Street, false},
		{"highway=service, service=alley", facts.ServiceAlley, facts.Street, false},
		{"highway=service, service=drive-through", facts.Service, facts.Street, false},
		{"highway=residential, service=driveway", facts.Residential, facts.Street, false},
		{"highway=residential;service", facts.Residential, facts.Street, false},
		{"highway=steps", facts.StepsClass, facts.Steps, false},
		{"highway=steps, conveying=yes", facts.StepsClass, facts.Escalator, false},
		{"highway=elevator", facts.ElevatorClass, facts.Elevator, false},
		{"highway=corridor", facts.Corridor, facts.Street, false},
		{"indoor=corridor", facts.Corridor, facts.Street, true},
		{"indoor=area", facts.Corridor, facts.Street, true},
		{"highway=platform", facts.Platform, facts.Street, true},
		{"railway=platform", facts.Platform, facts.Street, true},
		{"railway=platform, area=no", facts.Platform, facts.Street, false},
		{"public_transport=platform, bus=yes", facts.Platform, facts.Street, true},
		{"highway=footway, public_transport=platform", facts.Footway, facts.Street, false},
		{"highway=pedestrian, area=yes", facts.Pedestrian, facts.Street, true},
		{"highway=pedestrian", facts.Pedestrian, facts.Street, false},
		{"man_made=pier", facts.Footway, facts.Street, false},
		{"route=ferry", facts.FerryClass, facts.Ferry, false},
		{"route=shuttle_train", facts.ShuttleTrain, facts.CarTrain, false},
		{"highway=virtual, foot=yes", facts.Road, facts.Street, false},
	} {
		w, ok := WayOf(parseTags(t, r.tags))
		if !ok || w.Edge.Class != r.class || w.Edge.Type != r.edgeType || w.Area != r.area {
			t.Errorf("%s: class %d type %d area %v ok %v, want %d %d %v", r.tags, w.Edge.Class, w.Edge.Type, w.Area, ok,
				r.class, r.edgeType, r.area)
		}
	}
}

func TestWaysThatAreNoStreets(t *testing.T) {
	for _, text := range []string{
		"building=yes", "highway=no", "highway=proposed, proposed=primary", "highway=construction, construction=primary",
		"highway=construction, foot=yes", "highway=razed", "highway=abandoned", "highway=raceway", "highway=services",
		"highway=rest_area, access=yes", "highway=bus_stop, foot=yes", "highway=nonsense", "highway=nonsense, access=yes",
		"disused:highway=primary, foot=yes", "disused:route=ferry, foot=yes", "railway=rail", "railway=rail, foot=yes",
		"railway=platform, usage=tourism", "route=hiking", "man_made=bridge", "indoor=room", "construction=primary",
		"highway=primary, construction=yes", "highway=residential, access=no", "highway=primary, impassable=yes",
		"public_transport=stop_area", "waterway=river, foot=yes", "name=A",
	} {
		if w, ok := WayOf(parseTags(t, text)); ok {
			t.Errorf("%s is in the graph as %+v", text, w)
		}
	}
}

func TestClosedByWhatIsThere(t *testing.T) {
	checkAccess(t, []accessRow{
		{"highway=primary, construction=no", "++", "++", "++"},
		{"highway=primary, construction=minor", "++", "++", "++"},
		{"highway=primary, smoothness=impassable", "++", "--", "--"},
		{"highway=primary, smoothness=very_horrible", "++", "++", "++"},
		{"highway=residential, width=1.2", "++", "++", "--"},
		{"highway=residential, width=120 cm", "++", "++", "--"},
		{"highway=residential, width=6'", "++", "++", "--"},
		{"highway=residential, width=6'2\"", "++", "++", "--"},
		{"highway=residential, width=9'", "++", "++", "++"},
		{"highway=residential, width=2", "++", "++", "++"},
		{"highway=residential, width=narrow", "++", "++", "++"},
		{"highway=residential, maxheight=1.5", "++", "++", "--"},
		{"highway=residential, maxheight=2.1", "++", "++", "++"},
		{"highway=residential, maxheight=default", "++", "++", "++"},
		{"highway=residential, maxweight=0.5", "++", "++", "--"},
		{"highway=residential, maxweight=3500 kg", "++", "++", "++"},
		{"highway=residential, maxweight=100 lbs", "++", "++", "--"},
		{"highway=residential, maxweight=10,000 lbs", "++", "++", "++"},
		{"highway=residential, maxlength=1", "++", "++", "--"},
		{"highway=residential, width=0", "++", "++", "++"},
	})
}

func TestSidewalksAndCycleways(t *testing.T) {
	checkAccess(t, []accessRow{
		{"highway=motorway, sidewalk=right", "++", "--", "+-"},
		{"highway=trunk, motorroad=yes, sidewalk:left=yes", "++", "--", "++"},
		{"highway=trunk, motorroad=yes, sidewalk=no", "--", "--", "++"},
		{"highway=trunk, motorroad=yes, sidewalk=separate", "--", "--", "++"},
		{"highway=primary, sidewalk=separate", "++", "++", "++"},
		{"highway=motorway, cycleway:right=track", "--", "+-", "+-"},
		{"highway=trunk, motorroad=yes, cycleway:both=lane", "--", "++", "++"},
		{"highway=trunk, motorroad=yes, cycleway=no", "--", "--", "++"},
		{"highway=trunk, motorroad=yes, cycleway=separate", "--", "--", "++"},
		{"highway=motorway, cycleway=track, access=no, motorcar=yes", "--", "--", "+-"},
		{"highway=footway, cycleway=lane", "++", "++", "--"},
	})
}

func TestFlags(t *testing.T) {
	for _, r := range []struct {
		tags string
		want facts.Flags
	}{
		{"highway=primary", 0},
		{"highway=primary, junction=roundabout", facts.Roundabout},
		{"highway=primary, bridge=viaduct, toll=yes", facts.Bridge | facts.Toll},
		{"highway=primary, bridge=no, tunnel=yes", facts.Tunnel},
		{"highway=primary, ford=yes", facts.Ford},
		{"highway=primary, cycleway:right=lane", facts.BikeLane},
		{"highway=primary, cycleway=shared_lane", 0},
		{"highway=primary, surface=gravel", facts.Unpaved},
		{"highway=track", facts.Unpaved},
		{"highway=track, tracktype=grade1", 0},
		{"highway=track, surface=asphalt", 0},
		{"highway=primary, maxspeed=50", facts.SpeedTagged},
		{"highway=footway, maxspeed=50", 0},
		{"highway=corridor", facts.Indoor},
		{"highway=footway, indoor=yes", facts.Indoor},
	} {
		if got := wayOf(t, r.tags).Edge.Flags; got != r.want {
			t.Errorf("%s: flags %b, want %b", r.tags, got, r.want)
		}
	}
}

func TestName(t *testing.T) {
	for text, want := range map[string]string{
		"highway=primary, name=Main Street, ref=US 1": "Main Street",
		"highway=primary, ref=US 1":                   "US 1",
		"highway=primary":                             "",
	} {
		if got := wayOf(t, text).Name; got != want {
			t.Errorf("%s: name %q, want %q", text, got, want)
		}
	}
}
