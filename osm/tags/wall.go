package tags

import "graphbuild/facts"

// walls are the barriers that stop people where they are lines: https://wiki.openstreetmap.org/wiki/Key:barrier#Linear_barriers.
// A kerb, a row of bollards and the like do not.
var walls = map[string]bool{
	"wall": true, "city_wall": true, "fence": true, "hedge": true, "retaining_wall": true, "ditch": true, "hedge_bank": true,
	"wire_fence": true, "wood_fence": true, "railing": true, "guard_rail": true, "handrail": true, "jersey_barrier": true,
	"cable_barrier": true,
}

var wallGate = keySet(barrier)

// wall reads a linear barrier. One on a bridge, in a tunnel or on a layer of its own is none: it does not stand where streets are.
func (s *set) wall() (Wall, bool) {
	v := s.get(barrier)
	if !walls[v] || s.apart() {
		return Wall{}, false
	}
	pass, ok := s.profile.Barriers[v]
	if !ok {
		pass = facts.NoModes
	}
	return Wall{v, s.passModes(pass)}, true
}

// apart reads https://wiki.openstreetmap.org/wiki/Key:layer, Key:bridge and Key:tunnel.
func (s *set) apart() bool {
	l := s.get(layer)
	return l != "" && l != "0" || isThere(s.get(bridge)) || isThere(s.get(tunnel))
}

// openingGate marks the keys that make a node an opening.
var openingGate = keySet(barrier, entrance, door, highway, ford).join(keyRange(access, accessEnd))

// opens reads what makes a node of a wall a place to pass: a barrier of its own (gate), an entrance or door, a crossing or
// another thing of the street, or a tag of access.
func (s *set) opens() bool {
	for _, k := range [...]key{barrier, entrance, door} {
		if v := s.get(k); v != "" && !walls[v] {
			return true
		}
	}
	access := keyRange(access, accessEnd)
	return s.present.has(highway) || s.present.has(ford) || s.present.meets(&access)
}

// multipolygon reads an area that is mapped as a relation: https://wiki.openstreetmap.org/wiki/Relation:multipolygon with
// the tags of a street, platform or indoor area. Only people on foot and bicycles cross areas.
func (s *set) multipolygon() (*Way, bool) {
	if s.get(area) == "no" {
		return nil, false
	}
	w, ok := s.way()
	if !ok || (w.Edge.Modes[facts.Forward]|w.Edge.Modes[facts.Backward])&(onFoot|onBike) == 0 {
		return nil, false
	}
	switch w.Edge.Type {
	case facts.Street:
		w.Edge.Type = facts.Area
	default:
		return nil, false
	}
	w.Area = true
	return &w, true
}
