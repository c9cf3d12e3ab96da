package walk

import (
	"graphbuild/facts"
	"graphbuild/graph"
)

// Speeds on foot, in km/h. All else comes from the facts in the graph.
const (
	KMH      = 5.0
	FerryKMH = 5.0 // of a ferry of which the graph has no time
)

// ElevatorMS is the time that a ride in an elevator adds, in milliseconds.
const ElevatorMS = 30_000

// speeds has the speeds that are not KMH.
var speeds = [facts.NumClasses]float64{
	facts.StepsClass: 3,
	facts.Track:      4.5,
	facts.Path:       4.8,
}

// SpeedKMH returns the speed on foot in km/h along an edge of a class; it does not ask who may use the edge.
func SpeedKMH(c facts.Class) float64 {
	if c < facts.NumClasses && speeds[c] != 0 {
		return speeds[c]
	}
	return KMH
}

// pace says how a walker gets along an edge in one direction: 0 is closed, else milliseconds for a decimetre in 1/4096.
type pace struct {
	ms      uint32
	timed   bool // a ferry or an elevator: the time is not a matter of length alone
	limited bool // not for passing through
}

const paceShift = 12

// maxMS is what a part of a walk takes at most, a week, and more than any limit, so that the sum of some has room in 32 bits.
const (
	maxMS     = 7 * 24 * 3600 * 1000
	maxLimitS = 3 * 24 * 3600
)

// ofLength returns the time for a length in decimetres.
func (p pace) ofLength(dm uint32) uint32 {
	return uint32(min(uint64(dm)*uint64(p.ms)>>paceShift, maxMS))
}

// paces returns the pace of a mode for all facts of a graph: that of facts f in direction d is at 2*f+d.
func paces(g *graph.Graph, m facts.Mode) []pace {
	list := make([]pace, 2*g.NumFacts())
	for i := range list {
		list[i] = paceOf(m, g.FactsAt(graph.FactsID(i/2)), facts.Direction(i%2))
	}
	return list
}

func paceOf(m facts.Mode, f *facts.Edge, d facts.Direction) pace {
	if !f.Modes[d].Has(m) || f.Type == facts.CarTrain {
		return pace{}
	}
	p := pace{ms: perDM(SpeedKMH(f.Class)), limited: f.Limited[d][facts.Walk] != facts.Unlimited}
	switch f.Type {
	case facts.Ferry:
		p.ms, p.timed = perDM(FerryKMH), true
	case facts.Elevator:
		p.timed = true
	}
	return p
}

// perDM returns the milliseconds for a decimetre in 1/4096.
func perDM(kmh float64) uint32 { return uint32(360/kmh*(1<<paceShift) + 0.5) }

// straight is the pace off the streets.
var straight = pace{ms: perDM(KMH)}

// StraightS returns the seconds that a straight walk takes, rounded up: at most a week.
func StraightS(m float64) int32 { return seconds(straight.ofLength(uint32(10*m + 0.5))) }

// seconds rounds up, so that nobody is late.
func seconds(ms uint32) int32 { return int32((ms + 999) / 1000) }

// TakesWheels reports whether a wheelchair gets along an edge with these facts in a direction.
func TakesWheels(f *facts.Edge, d facts.Direction) bool {
	return paceOf(facts.Wheelchair, f, d).ms != 0
}
