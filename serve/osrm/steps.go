package osrm

import (
	"fmt"

	"graphbuild/graph"
	"graphbuild/route"
)

// Step is a stretch of a leg from one maneuver to the next, for people.
type Step struct {
	Maneuver  string // as OSRM names it: "depart", "turn left", "roundabout exit 2"
	Name      string // of the street, else its ref; may be empty
	Stretches []route.Stretch
	DistanceM float64
	DurationS float64
}

// Steps returns those of a leg of a route on a graph, without the arrival, as the service names them. They add up to the leg, to
// tenths of a metre and a second.
func Steps(g *graph.Graph, r *route.Router, leg *route.Leg) []Step {
	x := guide{junctions: junctions{g: g, r: r, bearings: newBearings(g)}}
	x.make(leg, leg.Geometry[0], leg.Geometry[len(leg.Geometry)-1])
	var list []Step
	for i := range x.steps {
		t := &x.steps[i]
		if t.kind == arrive {
			continue
		}
		list = append(list, Step{t.maneuver.text(), t.name, x.parts[t.first:t.last], float64(t.distance) / 10, float64(t.duration) / 10})
	}
	return list
}

// text names a maneuver.
func (m *maneuver) text() string {
	name := maneuverNames[m.kind]
	switch {
	case m.exit > 0:
		return fmt.Sprintf("%s exit %d", name, m.exit)
	case m.modifier != noModifier && m.kind != depart:
		return name + " " + modifierNames[m.modifier]
	}
	return name
}
