package guidance

import (
	"math"

	"graphbuild/facts"
)

// Modifier is the direction of a maneuver.
type Modifier uint8

// The directions, from a turn back to the right over straight on to the left.
const (
	NoModifier Modifier = iota
	UTurn
	SharpRight
	Right
	SlightRight
	Straight
	SlightLeft
	Left
	SharpLeft
)

var modifierNames = [...]string{
	NoModifier: "", UTurn: "uturn", SharpRight: "sharp right", Right: "right", SlightRight: "slight right", Straight: "straight",
	SlightLeft: "slight left", Left: "left", SharpLeft: "sharp left",
}

// String returns the name that OSRM has for it, "" for NoModifier.
func (m Modifier) String() string { return modifierNames[m] }

// Angles between the names of directions, in degrees off straight on.
const (
	straightTo = 20
	slightTo   = 40
	normalTo   = 120
)

// modifierOf names a turn by its angle in degrees, to the right above 0.
func modifierOf(turn float64) Modifier {
	var m Modifier
	switch off := math.Abs(turn); {
	case off <= straightTo:
		return Straight
	case off <= slightTo:
		m = SlightRight
	case off <= normalTo:
		m = Right
	case off < 179.5:
		m = SharpRight
	default:
		return UTurn
	}
	if turn < 0 {
		return mirrored(m)
	}
	return m
}

// mirrored returns the direction on the other side.
func mirrored(m Modifier) Modifier { return SharpRight + SharpLeft - m }

// turnBetween returns the angle from one bearing to another, to the right above 0, in (-180, 180].
func turnBetween(from, to float64) float64 {
	d := math.Mod(to-from, 360)
	switch {
	case d > 180:
		return d - 360
	case d <= -180:
		return d + 360
	}
	return d
}

// Kind is what a step begins with, as OSRM divides them.
type Kind uint8

// The kinds.
const (
	NoManeuver Kind = iota
	Depart
	Arrive
	Turn
	NewName
	Continued
	Merge
	OnRamp
	OffRamp
	Fork
	EndOfRoad
	Roundabout
	Rotary
	ExitRoundabout
	ExitRotary
	Notification
)

var kindNames = [...]string{
	Depart: "depart", Arrive: "arrive", Turn: "turn", NewName: "new name", Continued: "continue", Merge: "merge",
	OnRamp: "on ramp", OffRamp: "off ramp", Fork: "fork", EndOfRoad: "end of road", Roundabout: "roundabout", Rotary: "rotary",
	ExitRoundabout: "exit roundabout", ExitRotary: "exit rotary", Notification: "notification",
}

// String returns the name that OSRM has for it, "" for NoManeuver.
func (k Kind) String() string { return kindNames[k] }

// passage is a route through a junction, as far as it matters for what to say.
type passage struct {
	mode     facts.Mode
	in, out  *facts.Edge
	sameName bool // of in and out, and they have one
	named    bool // out has a name
	reverse  bool // back into the edge that one came from
	turn     float64
	roads    []Road // of the junction
	taken    int    // out in roads
}

// decide returns the maneuver of a passage that is not through a roundabout; NoManeuver where one just goes on.
func (p *passage) decide() (Kind, Modifier) {
	m := modifierOf(p.turn)
	switch t := p.classChange(); {
	case p.reverse:
		return p.sameOr(Turn), UTurn
	case t == Merge:
		return t, p.mergeModifier()
	case t != NoManeuver:
		return t, p.leaning(m)
	case travelMode(p.mode, p.in) != travelMode(p.mode, p.out):
		return Notification, m
	case p.others() == 0 || p.obvious():
		if p.sameName || !p.named {
			return NoManeuver, m
		}
		return NewName, m
	case p.atEnd():
		return EndOfRoad, m
	case p.forks():
		return Fork, p.leaning(Straight)
	case m == Straight && (p.sameName || !p.named):
		return NoManeuver, m
	case m == Straight:
		return NewName, m
	}
	return p.sameOr(Turn), m
}

// sameOr returns Continued where the street keeps its name.
func (p *passage) sameOr(t Kind) Kind {
	if p.sameName {
		return Continued
	}
	return t
}

// classChange returns the maneuver of ramps, for cars.
func (p *passage) classChange() Kind {
	if p.mode != facts.Car || p.reverse {
		return NoManeuver
	}
	from, to := p.in.Class, p.out.Class
	switch {
	case isFast(from) && isRamp(to):
		return OffRamp
	case isRamp(from) && isFast(to):
		return Merge
	case !isRamp(from) && isRamp(to):
		return OnRamp
	}
	return NoManeuver
}

// isFast reports whether a class is entered by ramps.
func isFast(c facts.Class) bool { return c == facts.Motorway || c == facts.Trunk }

func isRamp(c facts.Class) bool { return c == facts.MotorwayLink || c == facts.TrunkLink }

// choices calls each for the roads other than the taken one on which one may go on.
func (p *passage) choices(each func(*Road)) {
	for i := range p.roads {
		if r := &p.roads[i]; i != p.taken && r.Open && !r.back {
			each(r)
		}
	}
}

// others counts them.
func (p *passage) others() int {
	n := 0
	p.choices(func(*Road) { n++ })
	return n
}

const (
	obviousTo = 60 // the sharpest turn that goes without saying where there is another choice
	apart     = 20 // how much straighter than the others it must be
)

// obvious reports whether one would take this road without being told: it is much straighter than all others that are not of a
// lower sort.
func (p *passage) obvious() bool {
	off := math.Abs(p.turn)
	ok := off <= obviousTo
	p.choices(func(r *Road) {
		if sortOf(r.facts.Class) > sortOf(p.out.Class) {
			return
		}
		other := math.Abs(r.turn)
		ok = ok && other >= off+apart && other >= 2*off
	})
	return ok
}

// sortOf returns 0 for streets, 1 for the links between them, 2 for what serves houses, 3 for paths.
func sortOf(c facts.Class) int {
	switch c {
	case facts.MotorwayLink, facts.TrunkLink, facts.PrimaryLink, facts.SecondaryLink, facts.TertiaryLink:
		return 1
	case facts.Service, facts.ServiceAisle, facts.ServiceDriveway, facts.ServiceAlley:
		return 2
	case facts.Track, facts.Footway, facts.Path, facts.Cycleway, facts.Bridleway, facts.StepsClass, facts.Corridor, facts.Platform:
		return 3
	}
	return 0
}

// atEnd reports whether the street ends at one that crosses it.
func (p *passage) atEnd() bool {
	if len(p.roads) != 3 || !across(p.turn) {
		return false
	}
	ok := false
	p.choices(func(r *Road) { ok = across(r.turn) && r.turn*p.turn < 0 })
	return ok
}

func across(turn float64) bool {
	off := math.Abs(turn)
	return off > 45 && off < 135
}

// forkTo is how far off straight on the arms of a fork may lie.
const forkTo = 45

// forks reports whether the street splits in two of a sort, neither of which is straighter by much.
func (p *passage) forks() bool {
	arms := 0
	p.choices(func(r *Road) {
		if math.Abs(r.turn) <= forkTo && sortOf(r.facts.Class) == sortOf(p.out.Class) {
			arms++
		}
	})
	return p.mode != facts.Walk && arms == 1 && math.Abs(p.turn) <= forkTo
}

// leaning returns the direction of an arm that lies nearly straight on: to the side on which it leaves the others.
func (p *passage) leaning(m Modifier) Modifier {
	if m != Straight {
		return m
	}
	sum, n := 0.0, 0
	p.choices(func(r *Road) {
		if math.Abs(r.turn) <= 2*forkTo {
			sum, n = sum+r.turn, n+1
		}
	})
	switch {
	case n == 0:
		return m
	case p.turn < sum/float64(n):
		return SlightLeft
	}
	return SlightRight
}

// mergeModifier returns to which side one merges: that on which the road comes in.
func (p *passage) mergeModifier() Modifier {
	for i := range p.roads {
		r := &p.roads[i]
		if r.back || r.Open || r.facts.Class != p.out.Class {
			continue
		}
		if r.turn < 0 {
			return SlightLeft
		}
		return SlightRight
	}
	return p.leaning(modifierOf(p.turn))
}

// travelMode returns the name of the mode of transport along an edge.
func travelMode(m facts.Mode, f *facts.Edge) string {
	switch {
	case f.Type == facts.Ferry:
		return "ferry"
	case f.Type == facts.CarTrain:
		return "train"
	case m == facts.Car:
		return "driving"
	case m == facts.Bike:
		return "cycling"
	}
	return "walking"
}
