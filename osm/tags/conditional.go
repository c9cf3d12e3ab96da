package tags

import (
	"strings"

	"graphbuild/facts"
)

// conditions returns the access rules of a way that hold at some times or for some vehicles only:
// https://wiki.openstreetmap.org/wiki/Conditional_restrictions. They are kept as text and never become permanent: without
// a time, a search takes the way as its plain tags say.
func (s *set) conditions() []Condition {
	if !s.present.meets(&conditionalKeys) && !s.present.meets(&otherConditionalKeys) {
		return nil
	}
	var out []Condition
	for m := facts.Walk; m < facts.NumModes; m++ {
		out = s.accessConditions(out, m)
	}
	for _, c := range otherConditions {
		if s.present.has(c.key) {
			for _, m := range c.modes {
				out = append(out, Condition{m, c.direction, c.prefix + s.value[c.key]})
			}
		}
	}
	return out
}

// accessConditions appends the conditional rules of the most specific key of m that has any. A plain tag of a key more
// specific than theirs overrules them.
func (s *set) accessConditions(out []Condition, m facts.Mode) []Condition {
	for _, k := range chains[m] {
		before := len(out)
		for i, d := range [...]facts.Direction{BothDirections, facts.Forward, facts.Backward} {
			if c := k + conditionalOffset + key(i); s.present.has(c) {
				out = append(out, Condition{m, d, strings.Clone(s.value[c])})
			}
		}
		if len(out) > before || s.ruleKey(k, m).verdict != silent {
			return out
		}
	}
	return out
}

// otherConditions are conditional rules that are not of access. Their text begins with the key that they stand for.
var otherConditions = [...]struct {
	key       key
	prefix    string
	direction facts.Direction
	modes     []facts.Mode
}{
	{onewayConditional, "oneway=", BothDirections, []facts.Mode{facts.Bike, facts.Car, facts.Bus, facts.HGV}},
	{onewayBicycleConditional, "oneway=", BothDirections, []facts.Mode{facts.Bike}},
	{maxspeedConditional, "maxspeed=", BothDirections, []facts.Mode{facts.Car}},
	{maxspeedForwardConditional, "maxspeed=", facts.Forward, []facts.Mode{facts.Car}},
	{maxspeedBackwardConditional, "maxspeed=", facts.Backward, []facts.Mode{facts.Car}},
}

var otherConditionalKeys = keySet(onewayConditional, onewayBicycleConditional, maxspeedConditional,
	maxspeedForwardConditional, maxspeedBackwardConditional)
