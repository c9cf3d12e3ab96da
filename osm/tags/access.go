package tags

import (
	"strings"

	"graphbuild/facts"
)

// verdict is what one tag says of one mode.
type verdict uint8

const (
	silent verdict = iota // no tag, or a value that says nothing
	allowed
	denied
)

// ruling is the verdict of the tag that decides, and which key it has.
type ruling struct {
	verdict verdict
	limited facts.Limited
	key     key
}

// general reports whether the ruling comes from access itself. It may take a mode away but never adds one: access=yes does
// not make a footway a road.
func (r ruling) general() bool { return r.key < vehicle }

// directional reports whether the ruling comes from a :forward or :backward key.
func (r ruling) directional() bool { return r.key != noKey && (r.key-access)%3 != 0 }

// chains lists for each mode the keys that speak of it, most specific first, as in
// https://wiki.openstreetmap.org/wiki/Key:access#Transport_mode_restrictions. Wheelchairs follow people on foot; emergency vehicles are bound by their own key alone.
var chains = [facts.NumModes][]key{
	facts.Walk:      {foot, access},
	facts.Bike:      {bicycle, vehicle, access},
	facts.Car:       {motorcar, motorVehicle, vehicle, access},
	facts.Bus:       {bus, psv, motorVehicle, vehicle, access},
	facts.HGV:       {hgv, motorVehicle, vehicle, access},
	facts.Emergency: {emergency},
}

// ruleAccess returns the ruling on mode m in direction d: the first tag along the chain that says something, at each level
// the one of the direction before the plain one.
func (s *set) ruleAccess(m facts.Mode, d facts.Direction) ruling {
	for _, k := range chains[m] {
		if r := s.ruleKey(k+offsetOf(d), m); r.verdict != silent {
			return r
		}
		if r := s.ruleKey(k, m); r.verdict != silent {
			return r
		}
	}
	return ruling{}
}

// ruleNode is ruleAccess for nodes, whose tags know no direction.
func (s *set) ruleNode(m facts.Mode) ruling {
	for _, k := range chains[m] {
		if r := s.ruleKey(k, m); r.verdict != silent {
			return r
		}
	}
	return ruling{}
}

func (s *set) ruleKey(k key, m facts.Mode) ruling {
	if !s.present.has(k) {
		return ruling{}
	}
	v, limited := readAccess(s.value[k], m)
	return ruling{v, limited, k}
}

// readAccess reads a value of access for mode m. Of a list ("destination;agricultural") the part that allows most counts.
func readAccess(value string, m facts.Mode) (verdict, facts.Limited) {
	if strings.IndexByte(value, ';') < 0 {
		return readAccessWord(value, m)
	}
	best, limited := silent, facts.Unlimited
	for part := range strings.SplitSeq(value, ";") {
		v, l := readAccessWord(strings.TrimSpace(part), m)
		switch {
		case v == allowed && (best != allowed || l < limited):
			best, limited = allowed, l
		case v == denied && best == silent:
			best = denied
		}
	}
	return best, limited
}

// readAccessWord reads one word: see https://wiki.openstreetmap.org/wiki/Key:access#List_of_possible_values. Words for
// trades (agricultural, forestry, military) shut out all that a graph knows of.
func readAccessWord(word string, m facts.Mode) (verdict, facts.Limited) {
	switch word {
	case "yes", "designated", "permissive", "official", "true", "1", "public", "allowed", "discouraged":
		return allowed, facts.Unlimited
	case "destination":
		return allowed, facts.Destination
	case "customers", "customer", "visitors", "guests":
		return allowed, facts.Customers
	case "delivery", "deliveries":
		return allowed, facts.Delivery
	case "permit":
		return allowed, facts.Permit
	case "residents", "resident":
		return allowed, facts.Residents
	case "private", "employees", "members", "staff":
		return allowed, facts.Private
	case "no", "false", "0", "none", "never", "agricultural", "agriculture", "forestry", "forest", "military", "restricted",
		"license", "use_sidepath", "separate", "dismount":
		return denied, facts.Unlimited
	}
	return readGroup(word, m)
}

// groups are words that name who may pass: nobody else may.
var groups = map[string]facts.Modes{
	"bus": facts.ModesOf(facts.Bus), "psv": facts.ModesOf(facts.Bus), "coach": 0, "tourist_bus": 0, "school_bus": 0,
	"minibus": 0, "taxi": 0, "share_taxi": 0, "tram": 0, "service": 0, "ldv": 0, "moped": 0, "motorcycle": 0, "horse": 0,
	"hgv": facts.ModesOf(facts.HGV), "goods": facts.ModesOf(facts.HGV),
	"emergency": facts.ModesOf(facts.Emergency), "emergency_vehicle": facts.ModesOf(facts.Emergency),
	"emergency_vehicles": facts.ModesOf(facts.Emergency),
	"foot":               facts.ModesOf(facts.Walk, facts.Wheelchair), "pedestrian": facts.ModesOf(facts.Walk, facts.Wheelchair),
	"bicycle": facts.ModesOf(facts.Bike), "motorcar": facts.ModesOf(facts.Car), "car": facts.ModesOf(facts.Car),
	"motor_vehicle": facts.ModesOf(facts.Car, facts.Bus, facts.HGV),
}

func readGroup(word string, m facts.Mode) (verdict, facts.Limited) {
	g, ok := groups[word]
	switch {
	case !ok:
		return silent, facts.Unlimited
	case g.Has(m):
		return allowed, facts.Unlimited
	default:
		return denied, facts.Unlimited
	}
}
