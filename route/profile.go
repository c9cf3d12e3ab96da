package route

import (
	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/walk"
)

// The speeds of this file, and those on foot in package walk, are the whole of the router's opinion. All else comes from the facts in the graph.

const (
	ferryKMH = walk.FerryKMH // of a ferry of which the graph has no time: no mode is faster on it than on land, see bound
	trainKMH = 60.0
	slowKMH  = 5.0 // of a street for cars without a speed

	elevatorMS = walk.ElevatorMS // added for a ride in an elevator
)

// bikeSpeed has the speeds of a bicycle by class, in km/h: lower where it is less pleasant or shared with people on foot.
var bikeSpeed = [facts.NumClasses]float64{
	facts.Trunk: 14, facts.TrunkLink: 14,
	facts.Primary: 15, facts.PrimaryLink: 15,
	facts.Secondary: 16, facts.SecondaryLink: 16,
	facts.Tertiary: 17, facts.TertiaryLink: 17,
	facts.Cycleway:     18,
	facts.LivingStreet: 14,
	facts.Track:        12, facts.Path: 12, facts.Bridleway: 8,
	facts.Pedestrian: 8, facts.Footway: 8, facts.Platform: 6, facts.Corridor: 5,
	facts.StepsClass:   2,
	facts.ServiceAisle: 12, facts.ServiceDriveway: 12, facts.ServiceAlley: 14,
}

// bikeOther is the speed of a bicycle on all other classes.
const bikeOther = 17

// carFactor is how much of the speed limit a car keeps up by class: crossings and bends cost more on smaller roads.
var carFactor = [facts.NumClasses]float64{
	facts.Motorway: 0.95, facts.MotorwayLink: 0.85,
	facts.Trunk: 0.93, facts.TrunkLink: 0.83,
	facts.Primary: 0.9, facts.PrimaryLink: 0.82,
	facts.Secondary: 0.88, facts.SecondaryLink: 0.8,
	facts.Tertiary: 0.86, facts.TertiaryLink: 0.78,
	facts.Unclassified: 0.82, facts.Residential: 0.78,
	facts.LivingStreet: 0.75, facts.Service: 0.7, facts.Track: 0.6,
}

// carOther is that factor for all other classes.
const carOther = 0.75

const (
	unpavedBike = 0.75 // what an unpaved surface leaves of the speed
	unpavedCar  = 0.8
	topCarKMH   = 140 // where a limit is higher or there is none
)

// SpeedKMH returns the speed in km/h that the router takes for a mode along an edge with these facts, 0 where the mode
// may not use it in that direction.
func SpeedKMH(m facts.Mode, f *facts.Edge, d facts.Direction) float64 {
	switch {
	case !f.Modes[d].Has(m):
		return 0
	case f.Type == facts.Ferry:
		return ferryKMH
	case f.Type == facts.CarTrain:
		return trainKMH
	case m == facts.Walk:
		return walk.SpeedKMH(f.Class)
	case m == facts.Bike:
		return bikeKMH(f)
	case m == facts.Car:
		return carKMH(f, d)
	}
	return 0
}

// speedOf looks a class up in a table in which zero stands for other.
func speedOf(table *[facts.NumClasses]float64, c facts.Class, other float64) float64 {
	if c < facts.NumClasses && table[c] != 0 {
		return table[c]
	}
	return other
}

func bikeKMH(f *facts.Edge) float64 {
	v := speedOf(&bikeSpeed, f.Class, bikeOther)
	if f.Flags&facts.BikeLane != 0 {
		v = max(v, bikeOther)
	}
	if f.Flags&facts.Unpaved != 0 {
		v *= unpavedBike
	}
	return v
}

func carKMH(f *facts.Edge, d facts.Direction) float64 {
	v := min(f.Speed[d].KMH(), topCarKMH)
	if v == 0 {
		v = slowKMH
	}
	v *= speedOf(&carFactor, f.Class, carOther)
	if f.Flags&facts.Unpaved != 0 {
		v *= unpavedCar
	}
	return v
}

// A pace says what a mode makes of a row of facts in one direction: 0 is closed, else the milliseconds for a decimetre
// in 1/4096, with two flags.
type pace uint32

const (
	paceShift      = 12
	paceMask  pace = 1<<30 - 1
	timed     pace = 1 << 30 // a ferry or an elevator: the time is not a matter of length alone
	limited   pace = 1 << 31 // access is limited: not for passing through
)

// paces returns the pace of a mode for all facts of a graph: that of facts f in direction d is at 2*f+d.
func paces(g *graph.Graph, m facts.Mode) []pace {
	list := make([]pace, 2*g.NumFacts())
	for i := range list {
		list[i] = paceOf(m, g.FactsAt(graph.FactsID(i/2)), facts.Direction(i%2))
	}
	return list
}

func paceOf(m facts.Mode, f *facts.Edge, d facts.Direction) pace {
	kmh := SpeedKMH(m, f, d)
	if kmh == 0 {
		return 0
	}
	p := pace(msPerDM(kmh)*(1<<paceShift) + 0.5)
	switch f.Type {
	case facts.Ferry, facts.CarTrain, facts.Elevator:
		p |= timed
	}
	if f.Limited[d][m] != facts.Unlimited {
		p |= limited
	}
	return p
}

// msPerDM returns the milliseconds for a decimetre.
func msPerDM(kmh float64) float64 { return 360 / kmh }

// ms returns the time for a length at the pace, not counting what the flag timed stands for.
func (p pace) ms(lengthDM uint32) uint64 { return uint64(lengthDM) * uint64(p&paceMask) >> paceShift }
