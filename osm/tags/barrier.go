package tags

import "graphbuild/facts"

// node applies the rules of barriers (https://wiki.openstreetmap.org/wiki/Key:barrier) and of elevators to the tags of a
// node; false where everybody may go through, which is almost always.
func (s *set) node() (Node, bool) {
	if !s.present.meets(&nodeGate) {
		return Node{}, false
	}
	n := Node{Type: facts.StreetVertex, Barrier: s.get(barrier)}
	if n.Barrier == "no" {
		n.Barrier = ""
	}
	base := everyone
	switch {
	case s.get(highway) == "elevator":
		n.Type, base = facts.ElevatorVertex, noMotor
		s.traceBarrier(highway, base)
		n.Levels = s.get(level)
		n.DurationS, _ = parseDuration(s.get(duration))
	case n.Barrier != "":
		n.Type, base = facts.BarrierVertex, s.barrierModes(n.Barrier)
		s.traceBarrier(barrier, base)
	case s.present.has(highway):
		// Access on a crossing or a stop says who may use that, not who may pass along the street.
		return Node{}, false
	}
	n.Pass = s.passModes(base)
	n.Limited = s.limitedModes() & n.Pass
	if n.Barrier != "" { // a height or width restrictor
		narrow, _ := s.tooSmall()
		n.Pass &^= narrow
	}
	return n, n.Pass != everyone || n.Limited != facts.NoModes || n.Type == facts.ElevatorVertex
}

// limitedModes returns the modes for which the access of a node is private or the like.
func (s *set) limitedModes() facts.Modes {
	var limited facts.Modes
	for m := facts.Walk; m <= facts.Car; m++ {
		if r := s.ruleNode(m); r.verdict == allowed && r.limited != facts.Unlimited {
			limited = limited.With(m)
		}
	}
	return limited
}

// barrierModes returns who passes a barrier by default.
func (s *set) barrierModes(value string) facts.Modes {
	switch s.get(sensory) { // a line that can be heard or felt, but crossed
	case "audible", "audio":
		return everyone
	}
	if s.get(locked) == "yes" { // https://wiki.openstreetmap.org/wiki/Key:locked
		return facts.NoModes
	}
	modes, ok := s.profile.Barriers[value]
	if !ok {
		modes = everyone
	}
	if value == "kerb" { // https://wiki.openstreetmap.org/wiki/Key:kerb
		switch s.get(kerb) {
		case "raised", "yes":
			modes = modes.Without(facts.Wheelchair)
		}
	}
	return modes
}

// passModes lets the access tags of a node overrule what its barrier does. Limits (private, destination) do not stop:
// places behind a private gate can be reached.
func (s *set) passModes(base facts.Modes) facts.Modes {
	pass := base
	for m := facts.Walk; m < facts.NumModes; m++ {
		switch r := s.ruleNode(m); r.verdict {
		case allowed:
			pass = pass.With(m)
			s.tracePass(m, r.key, true)
		case denied:
			pass = pass.Without(m)
			s.tracePass(m, r.key, false)
		}
	}
	if pass.Has(facts.Car) && s.ruleNode(facts.Emergency).verdict == silent {
		pass = pass.With(facts.Emergency)
	}
	switch s.get(wheelchair) {
	case "yes", "limited", "designated":
		pass = pass.With(facts.Wheelchair)
	case "no":
		pass = pass.Without(facts.Wheelchair)
	}
	if !pass.Has(facts.Walk) {
		pass = pass.Without(facts.Wheelchair)
	}
	return pass
}
