package osrm

import (
	"math"

	"graphbuild/facts"
)

// modifier is the direction of a maneuver.
type modifier uint8

const (
	noModifier modifier = iota
	uTurn
	sharpRight
	right
	slightRight
	straight
	slightLeft
	left
	sharpLeft
)

var modifierNames = [...]string{
	noModifier: "", uTurn: "uturn", sharpRight: "sharp right", right: "right", slightRight: "slight right", straight: "straight",
	slightLeft: "slight left", left: "left", sharpLeft: "sharp left",
}

// Angles between the names of directions, in degrees off straight on.
const (
	straightTo = 20
	slightTo   = 40
	normalTo   = 120
)

// modifierOf names a turn by its angle in degrees, to the right above 0.
func modifierOf(turn float64) modifier {
	var m modifier
	switch off := math.Abs(turn); {
	case off <= straightTo:
		return straight
	case off <= slightTo:
		m = slightRight
	case off <= normalTo:
		m = right
	case off < 179.5:
		m = sharpRight
	default:
		return uTurn
	}
	if turn < 0 {
		return mirrored(m)
	}
	return m
}

// mirrored returns the direction on the other side.
func mirrored(m modifier) modifier { return sharpRight + sharpLeft - m }

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

// maneuverType is what a step begins with.
type maneuverType uint8

const (
	noManeuver maneuverType = iota
	depart
	arrive
	turn
	newName
	continued
	merge
	onRamp
	offRamp
	fork
	endOfRoad
	roundabout
	rotary
	exitRoundabout
	exitRotary
	notification
)

var maneuverNames = [...]string{
	depart: "depart", arrive: "arrive", turn: "turn", newName: "new name", continued: "continue", merge: "merge",
	onRamp: "on ramp", offRamp: "off ramp", fork: "fork", endOfRoad: "end of road", roundabout: "roundabout", rotary: "rotary",
	exitRoundabout: "exit roundabout", exitRotary: "exit rotary", notification: "notification",
}

// passage is a route through a junction, as far as it matters for what to say.
type passage struct {
	mode     facts.Mode
	in, out  *facts.Edge
	sameName bool // of in and out, and they have one
	named    bool // out has a name
	reverse  bool // back into the edge that one came from
	turn     float64
	roads    []road // of the junction
	taken    int    // out in roads
}

// decide returns the maneuver of a passage that is not through a roundabout; noManeuver where one just goes on.
func (p *passage) decide() (maneuverType, modifier) {
	m := modifierOf(p.turn)
	switch t := p.classChange(); {
	case p.reverse:
		return p.sameOr(turn), uTurn
	case t == merge:
		return t, p.mergeModifier()
	case t != noManeuver:
		return t, p.leaning(m)
	case travelMode(p.mode, p.in) != travelMode(p.mode, p.out):
		return notification, m
	case p.others() == 0 || p.obvious():
		if p.sameName || !p.named {
			return noManeuver, m
		}
		return newName, m
	case p.atEnd():
		return endOfRoad, m
	case p.forks():
		return fork, p.leaning(straight)
	case m == straight && (p.sameName || !p.named):
		return noManeuver, m
	case m == straight:
		return newName, m
	}
	return p.sameOr(turn), m
}

// sameOr returns continued where the street keeps its name.
func (p *passage) sameOr(t maneuverType) maneuverType {
	if p.sameName {
		return continued
	}
	return t
}

// classChange returns the maneuver of ramps, for cars.
func (p *passage) classChange() maneuverType {
	if p.mode != facts.Car || p.reverse {
		return noManeuver
	}
	from, to := p.in.Class, p.out.Class
	switch {
	case isFast(from) && isRamp(to):
		return offRamp
	case isRamp(from) && isFast(to):
		return merge
	case !isRamp(from) && isRamp(to):
		return onRamp
	}
	return noManeuver
}

// isFast reports whether a class is entered by ramps.
func isFast(c facts.Class) bool { return c == facts.Motorway || c == facts.Trunk }

func isRamp(c facts.Class) bool { return c == facts.MotorwayLink || c == facts.TrunkLink }

// choices calls each for the roads other than the taken one on which one may go on.
func (p *passage) choices(each func(*road)) {
	for i := range p.roads {
		if r := &p.roads[i]; i != p.taken && r.open && !r.back {
			each(r)
		}
	}
}

// others counts them.
func (p *passage) others() int {
	n := 0
	p.choices(func(*road) { n++ })
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
	p.choices(func(r *road) {
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
	p.choices(func(r *road) { ok = across(r.turn) && r.turn*p.turn < 0 })
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
	p.choices(func(r *road) {
		if math.Abs(r.turn) <= forkTo && sortOf(r.facts.Class) == sortOf(p.out.Class) {
			arms++
		}
	})
	return p.mode != facts.Walk && arms == 1 && math.Abs(p.turn) <= forkTo
}

// leaning returns the direction of an arm that lies nearly straight on: to the side on which it leaves the others.
func (p *passage) leaning(m modifier) modifier {
	if m != straight {
		return m
	}
	sum, n := 0.0, 0
	p.choices(func(r *road) {
		if math.Abs(r.turn) <= 2*forkTo {
			sum, n = sum+r.turn, n+1
		}
	})
	switch {
	case n == 0:
		return m
	case p.turn < sum/float64(n):
		return slightLeft
	}
	return slightRight
}

// mergeModifier returns to which side one merges: that on which the road comes in.
func (p *passage) mergeModifier() modifier {
	for i := range p.roads {
		r := &p.roads[i]
		if r.back || r.open || r.facts.Class != p.out.Class {
			continue
		}
		if r.turn < 0 {
			return slightLeft
		}
		return slightRight
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
