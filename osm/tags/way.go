package tags

import (
	"slices"

	"graphbuild/facts"
)

// way applies all rules to the tags of a way; false where it is no part of a street graph, or where nobody may ever use it.
func (s *set) way() (Way, bool) {
	def, from, ok := s.kindOf()
	if !ok {
		return Way{}, false
	}
	w := Way{Edge: facts.Edge{Class: def.Class, Type: s.typeOf(def.Class)}, Area: s.isArea(def.Class)}
	if s.trace != nil {
		s.traceClass(&w, from)
	}
	base := s.baseModes(def)
	s.setAccess(&w.Edge, facts.Forward, base, def.Never)
	if s.trace == nil && !s.sided(def.Class) {
		w.Edge.Modes[facts.Backward], w.Edge.Limited[facts.Backward] = w.Edge.Modes[facts.Forward], w.Edge.Limited[facts.Forward]
	} else {
		s.setAccess(&w.Edge, facts.Backward, base, def.Never)
	}
	w.Conditions = s.conditions()
	if !s.worthKeeping(&w) {
		return w, false
	}
	s.setSpeeds(&w, def)
	w.Edge.Flags |= s.flags(def.Class)
	w.Levels = s.ruleLevels(&w.Problems)
	w.Apart = s.apart()
	if w.Edge.Type != facts.Street && w.Edge.Type != facts.Steps {
		w.DurationS = s.ruleDuration(&w.Problems)
	}
	return w, true
}

// baseModes returns who may use a way of a class before access tags speak: the default, changed by what is built there.
func (s *set) baseModes(def Default) facts.Modes {
	modes := def.Modes
	if def.Class == facts.FerryClass {
		modes = s.ferryModes(modes)
	}
	if s.get(motorroad) == "yes" { // https://wiki.openstreetmap.org/wiki/Key:motorroad
		modes &^= noMotor
		s.note(motorroad, Decision{
			Mode: facts.NumModes, Direction: BothDirections, Rule: "a road for motor vehicles alone",
			Result: "closed to people on foot and bicycles",
		})
	}
	if !modes.Has(facts.Walk) {
		if k := s.hasSidewalk(); k != noKey {
			modes |= onFoot
			s.note(k, Decision{Mode: facts.Walk, Direction: BothDirections, Rule: "a sidewalk lets people walk", Result: "open"})
		}
	}
	if !modes.Has(facts.Bike) && def.Never&onBike == 0 {
		if k := s.anyCycleway(mayCycle); k != noKey {
			modes |= onBike
			s.note(k, Decision{Mode: facts.Bike, Direction: BothDirections, Rule: "a cycleway lets bicycles ride", Result: "open"})
		}
	}
	return modes
}

// setAccess sets who may use the edge in direction d, and with which limits.
func (s *set) setAccess(e *facts.Edge, d facts.Direction, base, never facts.Modes) {
	modes, explicit := base, facts.NoModes
	if s.trace != nil || s.present.meets(&accessKeys) {
		modes, explicit = s.applyAccess(e, d, base)
	}
	modes &^= never
	modes &= s.openModes(e.Class, d, modes, explicit)
	if out, k := s.closed(); out&modes != 0 {
		modes &^= out
		s.note(k, Decision{Mode: facts.NumModes, Direction: d, Rule: "the way itself stops them", Result: "closed"})
	}
	modes = s.applyWheelchair(e, d, modes)
	for m := facts.Walk; m <= facts.Car; m++ {
		if !modes.Has(m) {
			e.Limited[d][m] = facts.Unlimited
		}
	}
	e.Modes[d] = modes
}

// applyAccess lets the keys of access speak. It returns the modes and those that a tag of just this direction allows,
// which a one-way street does not bind.
func (s *set) applyAccess(e *facts.Edge, d facts.Direction, base facts.Modes) (modes, explicit facts.Modes) {
	modes = base
	for m := facts.Walk; m < facts.NumModes; m++ {
		if m == facts.Wheelchair {
			continue
		}
		r := s.ruleAccess(m, d)
		switch {
		case r.verdict == denied:
			modes = modes.Without(m)
		case r.verdict == allowed && !r.general():
			modes = modes.With(m)
			if r.directional() {
				explicit = explicit.With(m)
			}
		}
		if m <= facts.Car {
			e.Limited[d][m] = r.limited
		}
		if s.trace != nil {
			s.traceAccess(m, d, r, modes.Has(m))
		}
	}
	return modes, explicit
}

// openModes returns the modes that the rules of one-way streets and conveyors let through in direction d.
func (s *set) openModes(class facts.Class, d facts.Direction, modes, explicit facts.Modes) facts.Modes {
	if !s.flows(class) {
		return facts.AllModes
	}
	binds := onewayBindsWalkers(class, modes)
	moving, conveys := s.conveyor()
	open := facts.AllModes
	for m := facts.Walk; m < facts.NumModes; m++ {
		f, k := s.ruleOneway(m, class, binds)
		if conveys && (m == facts.Walk || m == facts.Wheelchair) && !s.present.has(onewayFoot) {
			f, k = moving, conveying
		}
		if f.open(d) || explicit.Has(m) {
			continue
		}
		open = open.Without(m)
		if s.trace != nil && modes.Has(m) {
			s.note(k, Decision{Mode: m, Direction: d, Rule: "one-way", Result: "closed"})
		}
	}
	return open
}

// onewayBindsWalkers says whether plain oneway is meant for people on foot too: where the way is theirs alone
// (https://wiki.openstreetmap.org/wiki/Key:oneway#Pedestrians), and on what carries them.
func onewayBindsWalkers(class facts.Class, modes facts.Modes) bool {
	switch class {
	case facts.FerryClass, facts.ShuttleTrain:
		return true
	case facts.Footway, facts.StepsClass, facts.Corridor:
		return !modes.Has(facts.Bike)
	}
	return false
}

// flows reports whether anything can make the way one-way for some mode.
func (s *set) flows(class facts.Class) bool {
	return class == facts.Motorway || s.present.meets(&flowKeys)
}

// sided reports whether anything can make the two directions differ.
func (s *set) sided(class facts.Class) bool { return s.flows(class) || s.present.meets(&sidedKeys) }

// applyWheelchair opens the way to wheelchairs where people may walk and no tag or step is against it.
func (s *set) applyWheelchair(e *facts.Edge, d facts.Direction, modes facts.Modes) facts.Modes {
	modes = modes.Without(facts.Wheelchair)
	if !modes.Has(facts.Walk) {
		return modes
	}
	ok, k := s.allowsWheelchair(e)
	if ok {
		modes = modes.With(facts.Wheelchair)
	}
	if k != noKey {
		s.note(k, Decision{Mode: facts.Wheelchair, Direction: d, Rule: "wheelchairs", Result: openWord(ok)})
	} else if s.trace != nil {
		s.note(k, Decision{Mode: facts.Wheelchair, Direction: d, Rule: "as people on foot", Result: openWord(ok)})
	}
	return modes
}

// worthKeeping reports whether some mode may use the way, be it at some times only. Emergency vehicles alone count where a
// tag names them: else every closed yard would be in the graph for their sake.
func (s *set) worthKeeping(w *Way) bool {
	modes := w.Edge.Modes[facts.Forward] | w.Edge.Modes[facts.Backward]
	if modes == facts.ModesOf(facts.Emergency) && !s.present.has(emergency) {
		modes = facts.NoModes
	}
	return modes != facts.NoModes || len(w.Conditions) > 0
}

func (w *Way) hasCondition(m facts.Mode) bool {
	return slices.ContainsFunc(w.Conditions, func(c Condition) bool { return c.Mode == m })
}

// setSpeeds sets the speed of cars where they may go, be it at some times only.
func (s *set) setSpeeds(w *Way, def Default) {
	for d := facts.Forward; d <= facts.Backward; d++ {
		if !w.Edge.Modes[d].Has(facts.Car) && !w.hasCondition(facts.Car) {
			continue
		}
		speed, k := s.ruleSpeed(d, def, &w.Problems)
		w.Edge.Speed[d] = max(speed, minKMH*100)
		if k != noKey {
			w.Edge.Flags |= facts.SpeedTagged
		}
		if s.trace != nil {
			s.traceSpeed(d, speed, k)
		}
	}
}
