package route

import (
	"graphbuild/facts"
	"graphbuild/graph"
)

const (
	rideMS  = 20_000 // in an elevator without a tagged time: until it has come, and its doors have opened and closed
	floorMS = 5_000  // for each floor
)

// ridesOf returns the milliseconds that passing an elevator takes, by its vertex; nil where there is none.
func ridesOf(g *graph.Graph, m facts.Mode) map[graph.VertexID]uint64 {
	if g.NumElevators() == 0 || m == facts.Car {
		return nil
	}
	rides := make(map[graph.VertexID]uint64, g.NumElevators())
	for i := range g.NumElevators() {
		v := g.ElevatorAt(i)
		if e, ok := v.Elevator(); ok {
			rides[v.ID()] = rideTime(e)
		}
	}
	return rides
}

func rideTime(e graph.Elevator) uint64 {
	if e.DurationS > 0 {
		return 1000 * uint64(e.DurationS)
	}
	return rideMS + floorMS*uint64(max(e.Rise, 1))
}
