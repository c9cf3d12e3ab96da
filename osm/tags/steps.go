package tags

import "graphbuild/facts"

// conveyor reads https://wiki.openstreetmap.org/wiki/Key:conveying of escalators and moving walkways: the flow of people,
// and whether the way conveys at all. One that is reversible, or whose direction is not said, is taken as open both ways.
// oneway:foot and oneway come first.
func (s *set) conveyor() (flow, bool) {
	v := s.get(conveying)
	if v == "" || v == "no" {
		return unsaid, false
	}
	if f := readOneway(s.get(oneway)); f != unsaid && !s.present.has(onewayFoot) {
		return f, true
	}
	switch v {
	case "forward":
		return forwardOnly, true
	case "backward":
		return backwardOnly, true
	}
	return bothWays, true
}

// allowsWheelchair reads https://wiki.openstreetmap.org/wiki/Key:wheelchair and Key:ramp:wheelchair: whether a wheelchair can use
// a way that people on foot may use. Steps and escalators are closed to them unless a tag opens them.
func (s *set) allowsWheelchair(e *facts.Edge) (bool, key) {
	switch s.get(wheelchair) {
	case "yes", "designated", "limited", "official", "permissive":
		return true, wheelchair
	case "no":
		return false, wheelchair
	}
	switch e.Type {
	case facts.Steps:
		if v := s.get(rampWheelchair); v != "" {
			return v != "no", rampWheelchair
		}
		return false, highway
	case facts.Escalator:
		return false, conveying
	}
	switch s.get(smoothness) {
	case "very_bad", "horrible", "very_horrible", "impassable":
		return false, smoothness
	}
	return true, noKey
}
