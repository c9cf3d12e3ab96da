package tags

import (
	"strings"

	"graphbuild/facts"
)

// kindOf returns the defaults of a way and the key that names its class; false where it is no part of a street graph.
// The order of the questions matters: a street that is also part of a route or of a platform is a street.
func (s *set) kindOf() (Default, key, bool) {
	if v := s.get(highway); v != "" {
		if d, ok := s.profile.Classes[v]; ok {
			return s.refine(d), highway, true
		}
		if d, ok := s.namedRoad(v); ok {
			return d, highway, true
		}
	}
	for _, k := range [...]key{route, railway, publicTransport, indoor, manMade, amenity} {
		if d, ok := s.kindBy(k); ok {
			return d, k, true
		}
	}
	return Default{}, noKey, false
}

// refine looks at https://wiki.openstreetmap.org/wiki/Key:service for service roads.
func (s *set) refine(d Default) Default {
	if d.Class != facts.Service || !s.present.has(service) {
		return d
	}
	if sub, ok := s.profile.Services[s.value[service]]; ok {
		return sub
	}
	return d
}

// notRoads are values of highway that are areas, things beside a road, or roads that are not there (yet or any more): no
// access tag makes them a street. https://wiki.openstreetmap.org/wiki/Lifecycle_prefix
var notRoads = map[string]bool{
	"proposed": true, "planned": true, "construction": true, "razed": true, "abandoned": true, "disused": true,
	"demolished": true, "removed": true, "destroyed": true, "dismantled": true, "historic": true, "no": true,
	"raceway": true, "rest_area": true, "services": true, "emergency_bay": true, "escape": true, "via_ferrata": true,
	"bus_stop": true, "street_lamp": true, "traffic_signals": true, "toll_gantry": true, "trailhead": true,
	"river": true, "runway": true, "taxiway": true,
}

// namedRoad takes a value of highway that is not in the table for a road of unknown class where a tag names who may use
// it: "virtual", "unsurfaced" and other local words.
func (s *set) namedRoad(value string) (Default, bool) {
	if first, _, list := strings.Cut(value, ";"); list { // "residential;service": the first word counts
		d, ok := s.profile.Classes[first]
		return d, ok
	}
	if notRoads[value] || !s.present.meets(&accessKeys) {
		return Default{}, false
	}
	for m := facts.Walk; m <= facts.Car; m++ {
		if r := s.ruleAccess(m, facts.Forward); r.verdict == allowed && !r.general() {
			return Default{Class: facts.Road, KMH: 20}, true
		}
	}
	return Default{}, false
}

// kindBy looks up a tag other than highway, as in "route=ferry". A platform of a miniature or tourist railway leads
// nowhere, and one under a lifecycle value is not there.
func (s *set) kindBy(k key) (Default, bool) {
	v := s.get(k)
	switch k {
	case route:
		if v != "ferry" && v != "shuttle_train" {
			return Default{}, false
		}
	case railway:
		if v != "platform" && v != "platform_edge" {
			return Default{}, false
		}
	case publicTransport:
		if v != "platform" {
			return Default{}, false
		}
	case indoor:
		if v != "corridor" && v != "area" {
			return Default{}, false
		}
	case manMade:
		if v != "pier" {
			return Default{}, false
		}
	case amenity: // in no table unless a profile has it
		if v != "parking" && v != "bicycle_parking" {
			return Default{}, false
		}
	}
	if s.get(usage) == "tourism" {
		return Default{}, false
	}
	d, ok := s.profile.Classes[keyNames[k]+"="+v]
	return d, ok
}

// typeOf returns the type of the edges of a way, areas aside.
func (s *set) typeOf(c facts.Class) facts.EdgeType {
	switch c {
	case facts.StepsClass:
		if _, ok := s.conveyor(); ok {
			return facts.Escalator
		}
		return facts.Steps
	case facts.ElevatorClass:
		return facts.Elevator
	case facts.FerryClass:
		return facts.Ferry
	case facts.ShuttleTrain:
		return facts.CarTrain
	}
	return facts.Street
}

// isArea reads https://wiki.openstreetmap.org/wiki/Key:area: area=yes makes an area of any closed way; platforms, indoor
// areas and parking lots are areas unless area=no.
func (s *set) isArea(c facts.Class) bool {
	switch s.get(area) {
	case "yes":
		return true
	case "no":
		return false
	}
	if c == facts.Platform {
		return true
	}
	if v := s.get(amenity); s.get(highway) == "" && (v == "parking" || v == "bicycle_parking") {
		return true
	}
	return s.get(indoor) == "area" || s.get(indoor) == "corridor" && c == facts.Corridor && s.get(highway) == ""
}
