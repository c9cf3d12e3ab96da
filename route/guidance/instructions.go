package guidance

import (
	"fmt"

	"graphbuild/graph"
	"graphbuild/route"
)

// Instruction is a stretch of a leg from one maneuver to the next, for people.
type Instruction struct {
	Maneuver  string // as OSRM names it: "depart", "turn left", "roundabout exit 2"
	Name      string // of the street, else its ref; may be empty
	Stretches []route.Stretch
	DistanceM float64
	DurationS float64
}

// Instructions returns those of a leg of a route on a graph, without the arrival, as OSRM names them. They add up to the leg, to
// tenths of a metre and a second.
func Instructions(g *graph.Graph, r *route.Router, leg *route.Leg) []Instruction {
	var x Guide
	x.Use(r, NewBearings(g))
	x.Make(leg, leg.Geometry[0], leg.Geometry[len(leg.Geometry)-1])
	var list []Instruction
	for i := range x.Steps {
		t := &x.Steps[i]
		if t.Kind == Arrive {
			continue
		}
		list = append(list, Instruction{t.Maneuver.String(), t.Name, x.parts[t.first:t.last], float64(t.Distance) / 10, float64(t.Duration) / 10})
	}
	return list
}

// String names a maneuver with its direction or exit: "turn left", "roundabout exit 2".
func (m *Maneuver) String() string {
	name := m.Kind.String()
	switch {
	case m.Exit > 0:
		return fmt.Sprintf("%s exit %d", name, m.Exit)
	case m.Modifier != NoModifier && m.Kind != Depart:
		return name + " " + m.Modifier.String()
	}
	return name
}
