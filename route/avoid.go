package route

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
)

// Avoid is a set of kinds of edges that a route is to do without.
type Avoid uint8

const (
	// Motorways are those of class motorway and their ramps.
	Motorways Avoid = 1 << iota
	// Ferries are boats and trains that carry vehicles.
	Ferries
	// Tolls are edges with the flag Toll.
	Tolls
	allAvoided = Motorways | Ferries | Tolls
)

// avoids reports whether an edge is of a kind in the set.
func (a Avoid) avoids(f *facts.Edge) bool {
	return a&Motorways != 0 && (f.Class == facts.Motorway || f.Class == facts.MotorwayLink) ||
		a&Ferries != 0 && (f.Type == facts.Ferry || f.Type == facts.CarTrain) ||
		a&Tolls != 0 && f.Flags&facts.Toll != 0
}

// Without returns costs by which the fastest route without some kinds of edges is the best: the times of the mode, Walk, Bike
// or Car, with these edges closed. They are made once for each mode and set.
func (r *Router) Without(m facts.Mode, a Avoid) *Costs {
	x := &r.without[m][a&allAvoided]
	x.once.Do(func() { x.costs = r.newWithout(m, a) })
	return x.costs
}

func (r *Router) newWithout(m facts.Mode, a Avoid) *Costs {
	base := r.mode(m)
	c := &Costs{r: r}
	c.mode, c.turns, c.rides, c.bound = m, base.turns, base.rides, base.bound
	c.pace = slices.Clone(base.pace)
	for i := range c.pace {
		if a.avoids(r.g.FactsAt(graph.FactsID(i / 2))) {
			c.pace[i] = 0
		}
	}
	return c
}

// MayTurn reports whether a mode, Walk, Bike or Car, may go from a street edge on to one that leaves its end, other than
// back: the second edge is open, nothing at the vertex is in the way, and no turn restriction that holds at all times and
// depends on these two edges alone forbids it.
func (r *Router) MayTurn(m facts.Mode, from, to graph.EdgeID) bool {
	d := r.mode(m)
	e := r.g.Edge(to)
	f, _ := e.FactsID()
	if d.paceOf(graph.Arc{Edge: to, Facts: f}) == 0 {
		return false
	}
	if v := e.From().ID(); !r.g.IsSpecial(v) {
		return true
	} else if !r.g.PassAt(v).Has(m) {
		return false
	}
	return d.turns.allows(d.turns.first.at(from), to)
}
