// Package costs reads costs of streets of one's own from YAML, for route.Router.NewCosts: which streets to like, to avoid
// and to close, and how fast they are. docs/COSTS.md describes the language.
//
//	base: time
//	rules:
//	  - class: [motorway, motorway_link]
//	    closed: true
//	  - {unpaved: true, factor: 1.5}
//
// A cost is a matter of the facts of an edge alone. Rules are applied in their order, each to what those before it left.
package costs

import (
	"graphbuild/facts"
	"graphbuild/route"
)

// Profile says what a metre of a street costs. It is immutable.
type Profile struct {
	distance bool
	rules    []rule
}

// rule changes the costs of the streets that meet all its conditions. A profile is asked for each row of facts, so that with many
// rules it is these sets that it looks at.
type rule struct {
	modes      facts.Modes
	classes    set // of facts.Class
	types      set // of facts.EdgeType
	conditions []func(*street) bool
	apply      func(*street)
}

// set has a bit for each of some numbers.
type set uint64

const (
	everything = ^set(0)
	_          = uint(63 - facts.NumClasses) // a set has room for all classes, and for all types of edges
	_          = uint(63 - facts.CarTrain)
)

func setOf(n uint8) set { return 1 << n }

// holds reports whether a street meets all conditions.
func (r *rule) holds(x *street) bool {
	if !r.modes.Has(x.mode) || r.classes&setOf(uint8(x.facts.Class)) == 0 || r.types&setOf(uint8(x.facts.Type)) == 0 {
		return false
	}
	for _, holds := range r.conditions {
		if !holds(x) {
			return false
		}
	}
	return true
}

// street is an edge in one direction, and what it costs so far.
type street struct {
	facts     *facts.Edge
	direction facts.Direction
	mode      facts.Mode
	kmh       float64
	factor    float64
	closed    bool
}

// perMetre is the cost of a metre where the base is distance, in seconds: a millisecond for a decimetre.
const perMetre = 0.01

// leastShare is the least that a street may cost of what it does without rules: costs of a route are whole milliseconds, of
// which short streets would have none.
const leastShare = 1. / 100

// Func returns the costs for a mode: Walk, Bike or Car. A street costs at least a hundredth of what it does without rules.
func (p *Profile) Func(m facts.Mode) route.CostFunc {
	return func(f *facts.Edge, d facts.Direction) float64 {
		own := route.SpeedKMH(m, f, d)
		x := street{facts: f, direction: d, mode: m, kmh: own, factor: 1}
		for i := range p.rules {
			if r := &p.rules[i]; r.holds(&x) {
				r.apply(&x)
			}
		}
		switch {
		case x.closed || own <= 0:
			return 0
		case p.distance:
			return perMetre * max(x.factor, leastShare)
		}
		return max(x.factor*3.6/x.kmh, leastShare*3.6/own)
	}
}
