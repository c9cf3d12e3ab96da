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
	"slices"

	"graphbuild/facts"
	"graphbuild/route"
)

// Profile says what a metre of a street costs. It is immutable.
type Profile struct {
	distance bool
	rules    []rule
}

// rule changes the costs of the streets that meet all its conditions.
type rule struct {
	conditions []func(*street) bool
	apply      func(*street)
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

// Func returns the costs for a mode: Walk, Bike or Car.
func (p *Profile) Func(m facts.Mode) route.CostFunc {
	return func(f *facts.Edge, d facts.Direction) float64 {
		x := street{facts: f, direction: d, mode: m, kmh: route.SpeedKMH(m, f, d), factor: 1}
		for _, r := range p.rules {
			if !slices.ContainsFunc(r.conditions, func(holds func(*street) bool) bool { return !holds(&x) }) {
				r.apply(&x)
			}
		}
		switch {
		case x.closed || x.kmh <= 0:
			return 0
		case p.distance:
			return perMetre * x.factor
		}
		return x.factor * 3.6 / x.kmh
	}
}
