package osrm

import (
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/route"
)

// guide makes the steps of the legs of a route. Its slices are used again for the next route.
type guide struct {
	junctions
	leg     *route.Leg
	parts   []route.Stretch // of leg, but for those without length at its ends
	steps   []step
	crosses []crossing
	roads   []road // of all crossings
	around  bool   // in a roundabout
	exits   int    // passed since it was entered
	entered int    // the step that entered it; -1: the leg began in it
}

// step is a stretch of a leg from one maneuver to the next.
type step struct {
	maneuver
	name               string
	rotary             string // name of the roundabout that it enters
	mode               string
	first, last        int // stretches of the leg: from first up to, not with, last
	crossFrom, crossTo int // in guide.crosses
	distance, duration tenths
}

// maneuver is what to do at the start of a step.
type maneuver struct {
	kind          maneuverType
	modifier      modifier
	at            geometry.Point
	before, after float64 // bearings
	exit          int     // 0: none
}

// crossing is a junction that a step begins at or passes.
type crossing struct {
	at       geometry.Point
	from, to int // in guide.roads
	in, out  int // among these; -1: none
	classes  *facts.Edge
}

// make fills steps with those of a leg. The positions are those that the client asked for.
func (x *guide) make(leg *route.Leg, from, to geometry.Point) {
	x.leg, x.parts, x.mode = leg, trimmed(leg.Stretches), leg.Mode
	x.steps, x.crosses, x.roads = x.steps[:0], x.crosses[:0], x.roads[:0]
	first := x.edge(0)
	x.around, x.exits, x.entered = isRound(first), 0, -1
	x.begin(x.departure(from), 0)
	for i := 1; i < len(x.parts); i++ {
		if x.parts[i-1].To < 1 {
			x.turnBack(i)
		} else {
			x.pass(i)
		}
	}
	x.arrival(to)
	x.measure()
}

// trimmed leaves out the stretches without length at the ends, where a leg begins or ends at a vertex, but one at least.
func trimmed(list []route.Stretch) []route.Stretch {
	for len(list) > 1 && list[0].From == list[0].To {
		list = list[1:]
	}
	for len(list) > 1 && list[len(list)-1].From == list[len(list)-1].To {
		list = list[:len(list)-1]
	}
	return list
}

// edge returns the facts of the edge of a stretch.
func (x *guide) edge(i int) *facts.Edge {
	id, _ := x.g.Edge(x.parts[i].Edge).FactsID()
	return x.g.FactsAt(id)
}

// nameOf returns the name of the edge of a stretch.
func (x *guide) nameOf(i int) string { return x.g.Edge(x.parts[i].Edge).Name() }

func isRound(f *facts.Edge) bool { return f.Flags&facts.Roundabout != 0 }

// begin starts a step with a maneuver.
func (x *guide) begin(m maneuver, stretch int) {
	if n := len(x.steps); n > 0 {
		x.steps[n-1].last, x.steps[n-1].crossTo = stretch, len(x.crosses)-1
	}
	i := min(stretch, len(x.parts)-1)
	x.steps = append(x.steps, step{
		maneuver: m, name: x.nameOf(i), mode: travelMode(x.mode, x.edge(i)), first: stretch, last: stretch, crossFrom: len(x.crosses) - 1,
	})
}

// departure returns the maneuver at the start of a leg.
func (x *guide) departure(from geometry.Point) maneuver {
	at := x.leg.Geometry[0]
	after := bearingAtStart(x.leg.Geometry)
	x.single(at, after, 0)
	return maneuver{kind: depart, modifier: sideOf(at, from, after), at: at, after: after}
}

// arrival ends the last step with the maneuver at the end of a leg.
func (x *guide) arrival(to geometry.Point) {
	line := x.leg.Geometry
	at := line[len(line)-1]
	back := bearingAtStart(reversedEnd(line))
	x.single(at, back, len(x.parts)-1)
	c := &x.crosses[len(x.crosses)-1]
	c.in, c.out = 0, -1
	before := turnBetween(0, back+180)
	x.begin(maneuver{kind: arrive, modifier: sideOf(at, to, before), at: at, before: before}, len(x.parts))
	x.steps[len(x.steps)-1].crossTo = len(x.crosses)
}

// single adds the crossing at an end of a leg, which has one road.
func (x *guide) single(at geometry.Point, bearing float64, stretch int) {
	n := len(x.roads)
	f := x.edge(stretch)
	x.roads = append(x.roads, road{bearing: bearing, facts: f, open: true})
	x.crosses = append(x.crosses, crossing{at: at, from: n, to: n + 1, in: -1, out: 0, classes: f})
}

// reversedEnd returns the last points of a line, the last one first, as far as bearings are measured.
func reversedEnd(line []geometry.Point) []geometry.Point {
	end := make([]geometry.Point, 0, 8)
	lengthM := 0.0
	for i := len(line) - 1; i >= 0; i-- {
		end = append(end, line[i])
		if n := len(end); n > 1 {
			lengthM += geometry.Distance(end[n-2], end[n-1])
		}
		if lengthM > bearingM {
			break
		}
	}
	return end
}

// Distances between which a position has a side of the street, in metres.
const (
	sideFromM = 5
	sideToM   = 300
)

// sideOf returns on which side of the direction of travel a position lies; noModifier where it lies on the street.
func sideOf(snapped, p geometry.Point, bearing float64) modifier {
	if d := geometry.Distance(snapped, p); d < sideFromM || d > sideToM {
		return noModifier
	}
	return modifierOf(turnBetween(bearing, geometry.Bearing(snapped, p)))
}

// pass goes through the junction before stretch i.
func (x *guide) pass(i int) {
	in, out := x.parts[i-1].Edge, x.parts[i].Edge
	n := len(x.roads)
	var from, to int
	here := x.parts[i].Point
	back := known{in ^ 1, bearingAtStart(reversedEnd(x.leg.Geometry[:here+1]))}
	x.roads, from, to = x.between(x.roads, back, known{out, bearingAtStart(x.leg.Geometry[here:])})
	roads := x.roads[n:]
	if len(roads) == 0 {
		return
	}
	p := passage{
		mode: x.mode, in: x.edge(i - 1), out: x.edge(i), reverse: out == in^1, turn: roads[to].turn, roads: roads, taken: to,
	}
	name := x.nameOf(i)
	p.named, p.sameName = name != "", name != "" && name == x.nameOf(i-1)
	at := x.g.PointOf(x.g.Edge(out).From().ID())
	m := maneuver{at: at, before: turnBetween(0, roads[from].bearing+180), after: roads[to].bearing}
	m.kind, m.modifier = x.choose(&p)
	if m.kind == noManeuver && len(roads) < 3 {
		x.roads = x.roads[:n]
		return
	}
	x.crosses = append(x.crosses, crossing{at: at, from: n, to: len(x.roads), in: from, out: to, classes: p.out})
	if m.kind != noManeuver {
		x.begin(m, i)
		x.round(&p, m.kind)
	}
}

// turnBack passes a stop in the middle of a street between stretches i-1 and i: there is something to say where the leg goes back.
func (x *guide) turnBack(i int) {
	if x.parts[i].Edge != x.parts[i-1].Edge^1 {
		return
	}
	at := x.leg.Geometry[x.parts[i].Point]
	after := bearingAtStart(x.leg.Geometry[x.parts[i].Point:])
	x.single(at, after, i)
	x.crosses[len(x.crosses)-1].in = 0
	x.begin(maneuver{kind: continued, modifier: uTurn, at: at, before: turnBetween(0, after+180), after: after}, i)
}

// choose returns the maneuver of a passage, and counts the exits of roundabouts.
func (x *guide) choose(p *passage) (maneuverType, modifier) {
	was, is := x.around, isRound(p.out) && x.mode != facts.Walk
	m := modifierOf(p.turn)
	if was && !p.reverse {
		x.exits += exitsOf(p)
	}
	switch {
	case !was && is:
		return roundabout, m
	case was && !is:
		return exitRoundabout, m
	case was:
		return noManeuver, m
	}
	return p.decide()
}

// exitsOf counts the roads on which one may leave a roundabout at a junction.
func exitsOf(p *passage) int {
	n := 0
	for i := range p.roads {
		if r := &p.roads[i]; r.open && !isRound(r.facts) {
			n++
		}
	}
	return min(n, 1)
}

// round keeps account of roundabouts after a step began with a maneuver.
func (x *guide) round(p *passage, kind maneuverType) {
	last := &x.steps[len(x.steps)-1]
	switch kind {
	case roundabout:
		x.around, x.exits, x.entered = true, 0, len(x.steps)-1
		if last.name != "" && p.in != nil && !p.sameName {
			last.kind, last.rotary = rotary, last.name
		}
	case exitRoundabout:
		last.exit = x.exits
		if x.entered >= 0 {
			e := &x.steps[x.entered]
			e.exit, e.name = x.exits, last.name
			if e.kind == rotary {
				last.kind, last.rotary = exitRotary, e.rotary
			}
		}
		x.around = false
	}
}

// measure fills in distances and durations so that they add up to those of the leg.
func (x *guide) measure() {
	var m, s float64
	var dm, ds tenths
	for i := range x.steps {
		t := &x.steps[i]
		for _, r := range x.parts[t.first:t.last] {
			m, s = m+r.DistanceM, s+r.DurationS
		}
		if t.last == len(x.parts) {
			m, s = x.leg.DistanceM, x.leg.DurationS
		}
		t.distance, t.duration = inTenths(m)-dm, millis(s)-ds
		dm, ds = dm+t.distance, ds+t.duration
	}
}

// line returns the points of a step: at least two.
func (x *guide) line(t *step) []geometry.Point {
	points, stretches := x.leg.Geometry, x.parts
	if t.kind == arrive {
		return []geometry.Point{t.at, t.at}
	}
	to := len(points) - 1
	if t.last < len(stretches) {
		to = stretches[t.last].Point
	}
	from := stretches[t.first].Point
	if from == to {
		return []geometry.Point{points[from], points[from]}
	}
	return points[from : to+1]
}

// summary returns the names of the two streets of a leg that take longest, in the order in which they come first.
func (x *guide) summary() string {
	var names []string
	var took []tenths
	for i := range x.steps {
		t := &x.steps[i]
		if t.name == "" {
			continue
		}
		k := indexOf(names, t.name)
		if k < 0 {
			k, names, took = len(names), append(names, t.name), append(took, 0)
		}
		took[k] += t.duration
	}
	return topTwo(names, took)
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}

// topTwo joins the names of the two that took longest.
func topTwo(names []string, took []tenths) string {
	a, b := -1, -1
	for i := range took {
		switch {
		case a < 0 || took[i] > took[a]:
			a, b = i, a
		case b < 0 || took[i] > took[b]:
			b = i
		}
	}
	switch {
	case a < 0:
		return ""
	case b < 0:
		return names[a]
	}
	return names[min(a, b)] + ", " + names[max(a, b)]
}

// release lets go of what belongs to a graph.
func (x *guide) release() {
	x.g, x.r, x.bearings, x.leg, x.parts = nil, nil, nil, nil, nil
	clear(x.steps)
	clear(x.crosses)
	clear(x.roads)
}
