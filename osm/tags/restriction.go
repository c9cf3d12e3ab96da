package tags

import (
	"slices"
	"strings"

	"graphbuild/facts"
	"graphbuild/openinghours"
)

// vehicles are the modes that a turn restriction binds where it says nothing else:
// https://wiki.openstreetmap.org/wiki/Relation:restriction.
const vehicles = onBike | motor

// restrictionModes are the modes that restriction:<mode> and except= name. Other vehicles are not of the graph.
var restrictionModes = map[string]facts.Modes{
	"foot": facts.ModesOf(facts.Walk), "bicycle": onBike, "motorcar": facts.ModesOf(facts.Car), "car": facts.ModesOf(facts.Car),
	"bus": facts.ModesOf(facts.Bus), "psv": facts.ModesOf(facts.Bus), "hgv": facts.ModesOf(facts.HGV),
	"emergency": facts.ModesOf(facts.Emergency), "motor_vehicle": motor, "vehicle": vehicles,
}

// putByMode notes a tag restriction:<mode>, with or without :conditional.
func (s *set) putByMode(k, value string) {
	if strings.HasPrefix(k, "restriction:") {
		s.byMode = append(s.byMode, modeTag{k, value})
	}
}

func (s *set) sortByMode() {
	slices.SortFunc(s.byMode, func(a, b modeTag) int { return strings.Compare(a.key, b.key) })
}

// relation reads a turn restriction, the duration of a ferry relation, a cycle route or an area; false for all other relations.
func (s *set) relation() (Relation, bool) {
	t := s.get(typeKey)
	switch {
	case t == "restriction" || strings.HasPrefix(t, "restriction:"):
		return s.turnRestriction(strings.TrimPrefix(t, "restriction")), true
	case t == "route" && (s.get(route) == "ferry" || s.get(route) == "shuttle_train") && s.present.has(duration):
		var r Relation
		r.DurationS = s.ruleDuration(&r.Problems)
		return r, true
	case t == "multipolygon":
		w, ok := s.multipolygon()
		return Relation{Area: w}, ok
	case t == "route" && s.profile.keepsCycles():
		c := s.cycleRoute()
		return Relation{Cycles: c}, c != 0
	}
	return Relation{}, false
}

// turnRestriction collects the rules of one relation: the plain one, those of modes, and those that hold at times.
// suffix is ":hgv" of the old type=restriction:hgv, else empty.
func (s *set) turnRestriction(suffix string) Relation {
	var r Relation
	modes := vehicles
	if suffix != "" {
		modes = modesOfSuffix(suffix)
	}
	exempt := readExcept(s.get(except))
	when := s.oldCondition()
	if s.present.has(restriction) {
		r.add(openinghours.Clause{Value: s.value[restriction], When: when}, modes&^exempt)
	}
	if s.present.has(restrictionConditional) {
		r.addConditional(s.value[restrictionConditional], modes&^exempt)
	}
	for _, t := range s.byMode {
		suffix, conditional := strings.CutSuffix(strings.TrimPrefix(t.key, "restriction"), ":conditional")
		if conditional {
			r.addConditional(t.value, modesOfSuffix(suffix)&^exempt)
		} else {
			r.add(openinghours.Clause{Value: t.value, When: when}, modesOfSuffix(suffix)&^exempt)
		}
	}
	if !s.present.has(restriction) && !s.present.has(restrictionConditional) && len(s.byMode) == 0 {
		r.complain("osm_restriction_no_kind", "the relation has no tag restriction")
	}
	return r
}

// add appends the rule that a value gives to modes. A value that is no kind of restriction is a problem. What is forbidden
// while the light is red ("no_right_turn_on_red") may be done when it is green, and is no restriction of a turn.
func (r *Relation) add(t openinghours.Clause, modes facts.Modes) {
	if strings.HasSuffix(t.Value, "_on_red") {
		return
	}
	rule, ok := readKind(t.Value)
	if !ok {
		r.complain("osm_restriction_unknown", "restriction="+t.Value+" is no known kind")
		return
	}
	if modes == facts.NoModes {
		return
	}
	rule.Modes, rule.Condition = modes, strings.Clone(t.When)
	r.Restrictions = append(r.Restrictions, rule)
}

// addConditional appends the rules of a conditional value. A condition may name vehicles in place of a time: the rule binds
// those alone. "none @ (...)" makes an exception from the rules before it.
func (r *Relation) addConditional(value string, modes facts.Modes) {
	for _, t := range openinghours.Split(value) {
		named, isMode := restrictionModes[t.When]
		switch {
		case t.When == "":
			r.complain("osm_restriction_condition", "restriction:conditional="+value+" has no condition after an @")
		case t.Value != "none" && t.Value != "no" && isMode:
			r.add(openinghours.Clause{Value: t.Value}, modes&named)
		case t.Value != "none" && t.Value != "no":
			r.add(t, modes)
		case isMode:
			r.free(modes & named)
		default:
			r.exempt(t.When, modes)
		}
	}
}

// free takes modes out of all rules so far.
func (r *Relation) free(modes facts.Modes) {
	for i := range r.Restrictions {
		r.Restrictions[i].Modes &^= modes
	}
	r.Restrictions = slices.DeleteFunc(r.Restrictions, func(rule Restriction) bool { return rule.Modes == facts.NoModes })
}

// exempt writes an exception into the conditions of the rules so far, in the manner of opening hours. One that is not of time
// would make of a rule that holds always one that nobody understands: it is left out.
func (r *Relation) exempt(when string, modes facts.Modes) {
	if _, err := openinghours.Parse(when); err != nil {
		r.complain("osm_restriction_condition", "none @ ("+when+") is no exception that is understood")
		return
	}
	for i := range r.Restrictions {
		rule := &r.Restrictions[i]
		if rule.Modes&modes == 0 {
			continue
		}
		if rule.Condition == "" {
			rule.Condition = "24/7"
		}
		for part := range strings.SplitSeq(when, ";") { // of a list each rule turns it off, and "PH off" on again
			part = strings.TrimSpace(part)
			if on, isOff := strings.CutSuffix(part, " off"); isOff {
				rule.Condition += "; " + on
			} else if part != "" {
				rule.Condition += "; " + part + " off"
			}
		}
	}
}

func (r *Relation) complain(code, message string) {
	r.Problems = append(r.Problems, Problem{Code: code, Message: strings.Clone(message)})
}

// readKind reads a value of restriction. Values outside the list that begin with no_ or only_ ("only_right_on") still say
// enough.
func readKind(v string) (Restriction, bool) {
	switch v {
	case "no_u_turn":
		return Restriction{Kind: facts.No, UTurn: true}, true
	case "no_entry":
		return Restriction{Kind: facts.No, NoEntry: true}, true
	case "no_exit":
		return Restriction{Kind: facts.No, NoExit: true}, true
	case "only_u_turn":
		return Restriction{Kind: facts.Only, UTurn: true}, true
	}
	switch {
	case strings.HasPrefix(v, "no_"):
		return Restriction{Kind: facts.No}, true
	case strings.HasPrefix(v, "only_"):
		return Restriction{Kind: facts.Only}, true
	}
	return Restriction{}, false
}

// readExcept reads the list of except. Words that name no mode of the graph free nobody.
func readExcept(list string) facts.Modes {
	var modes facts.Modes
	for _, word := range strings.FieldsFunc(list, func(c rune) bool { return c == ';' || c == ',' || c == ' ' }) {
		modes |= restrictionModes[word]
	}
	return modes
}

// modesOfSuffix returns the modes of ":hgv" and the like.
func modesOfSuffix(suffix string) facts.Modes {
	var modes facts.Modes
	for word := range strings.SplitSeq(suffix, ":") {
		modes |= restrictionModes[word]
	}
	return modes
}

// oldCondition reads day_on, day_off, hour_on and hour_off, which say when a restriction holds where nobody has written
// restriction:conditional yet.
func (s *set) oldCondition() string {
	days := span(shortDay(s.get(dayOn)), shortDay(s.get(dayOff)))
	hours := span(s.get(hourOn), s.get(hourOff))
	return strings.TrimSpace(days + " " + hours)
}

func span(from, to string) string {
	switch {
	case from == "":
		return to
	case to == "" || from == to:
		return from
	}
	return from + "-" + to
}

// shortDay turns "Monday" into "Mo".
func shortDay(day string) string {
	if len(day) < 2 {
		return day
	}
	return strings.ToUpper(day[:1]) + strings.ToLower(day[1:2])
}
