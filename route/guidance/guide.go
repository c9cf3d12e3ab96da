package guidance

import (
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/route"
)

// Guide makes the steps of the legs of a route, one leg at a time. Its slices are used again for the next leg: what it gives out is
// valid up to then. One goroutine may use it at a time. The zero Guide is ready after Use.
type Guide struct {
	Steps []Step // of the leg, in its order; the last one is the arrival

	junctions
	leg     *route.Leg
	parts   []route.Stretch // of leg, but for those without length at its ends
	crosses []Crossing
	roads   []Road // of all crossings
	around  bool   // in a roundabout
	exits   int    // passed since it was entered
	entered int    // the step that entered it; -1: the leg began in it
}

// Step is a stretch of a leg from one maneuver to the next.
type Step struct {
	Maneuver
	Name               string // of the street, else its ref; may be empty
	Rotary             string // name of the roundabout that it enters or leaves; may be empty
	Mode               string // of transport: "driving", "cycling", "walking", "ferry", "train"
	Distance, Duration Tenths // of metres and of seconds: those of all steps add up to the leg

	first, last        int // stretches of the leg: from first up to, not with, last
	crossFrom, crossTo int // in Guide.crosses
}

// Maneuver is what to do at the start of a step.
type Maneuver struct {
	Kind          Kind
	Modifier      Modifier
	At            geometry.Point
	Before, After float64 // bearings, in degrees clockwise from north
	Exit          int     // of a roundabout, the first is 1; 0: none
}

// Crossing is a junction that a step begins at or passes.
type Crossing struct {
	At      geometry.Point
	In, Out int         // among its Roads: where one comes from and goes on; -1: none
	Ahead   *facts.Edge // of the edge that one goes on along

	from, to int // in Guide.roads
}

// Use says what the legs are on: a router of a graph, and the bearings of the edges of that graph.
func (x *Guide) Use(r *route.Router, b *Bearings) { x.g, x.r, x.bearings = b.g, r, b }

// Crossings returns the junctions of a step, in the order of travel: that of its maneuver, and those that it passes.
func (x *Guide) Crossings(t *Step) []Crossing { return x.crosses[t.crossFrom:t.crossTo] }

// Roads returns the roads at a junction, clockwise from north.
func (x *Guide) Roads(c *Crossing) []Road { return x.roads[c.from:c.to] }

// Make fills Steps with those of a leg. The positions are those that the client asked for.
func (x *Guide) Make(leg *route.Leg, from, to geometry.Point) {
	x.leg, x.parts, x.mode = leg, Trimmed(leg.Stretches), leg.Mode
	x.Steps, x.crosses, x.roads = x.Steps[:0], x.crosses[:0], x.roads[:0]
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

// Trimmed leaves out the stretches without length at the ends, where a leg begins or ends at a vertex, but one at least.
func Trimmed(list []route.Stretch) []route.Stretch {
	for len(list) > 1 && list[0].From == list[0].To {
		list = list[1:]
	}
	for len(list) > 1 && list[len(list)-1].From == list[len(list)-1].To {
		list = list[:len(list)-1]
	}
	return list
}

// edge returns the facts of the edge of a stretch.
func (x *Guide) edge(i int) *facts.Edge {
	id, _ := x.g.Edge(x.parts[i].Edge).FactsID()
	return x.g.FactsAt(id)
}

// nameOf returns the name of the edge of a stretch.
func (x *Guide) nameOf(i int) string { return x.g.Edge(x.parts[i].Edge).Name() }

func isRound(f *facts.Edge) bool { return f.Flags&facts.Roundabout != 0 }

// begin starts a step with a maneuver.
func (x *Guide) begin(m Maneuver, stretch int) {
	if n := len(x.Steps); n > 0 {
		x.Steps[n-1].last, x.Steps[n-1].crossTo = stretch, len(x.crosses)-1
	}
	i := min(stretch, len(x.parts)-1)
	x.Steps = append(x.Steps, Step{
		Maneuver: m, Name: x.nameOf(i), Mode: travelMode(x.mode, x.edge(i)), first: stretch, last: stretch, crossFrom: len(x.crosses) - 1,
	})
}

// departure returns the maneuver at the start of a leg.
func (x *Guide) departure(from geometry.Point) Maneuver {
	at := x.leg.Geometry[0]
	after := bearingAtStart(x.leg.Geometry)
	x.single(at, after, 0)
	return Maneuver{Kind: Depart, Modifier: sideOf(at, from, after), At: at, After: after}
}

// arrival ends the last step with the maneuver at the end of a leg.
func (x *Guide) arrival(to geometry.Point) {
	line := x.leg.Geometry
	at := line[len(line)-1]
	back := bearingAtStart(reversedEnd(line))
	x.single(at, back, len(x.parts)-1)
	c := &x.crosses[len(x.crosses)-1]
	c.In, c.Out = 0, -1
	before := turnBetween(0, back+180)
	x.begin(Maneuver{Kind: Arrive, Modifier: sideOf(at, to, before), At: at, Before: before}, len(x.parts))
	x.Steps[len(x.Steps)-1].crossTo = len(x.crosses)
}

// single adds the crossing at an end of a leg, which has one road.
func (x *Guide) single(at geometry.Point, bearing float64, stretch int) {
	n := len(x.roads)
	f := x.edge(stretch)
	x.roads = append(x.roads, Road{Bearing: bearing, facts: f, Open: true})
	x.crosses = append(x.crosses, Crossing{At: at, from: n, to: n + 1, In: -1, Out: 0, Ahead: f})
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
func sideOf(snapped, p geometry.Point, bearing float64) Modifier {
	if d := geometry.Distance(snapped, p); d < sideFromM || d > sideToM {
		return NoModifier
	}
	return modifierOf(turnBetween(bearing, geometry.Bearing(snapped, p)))
}

// pass goes through the junction before stretch i.
func (x *Guide) pass(i int) {
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
	m := Maneuver{At: at, Before: turnBetween(0, roads[from].Bearing+180), After: roads[to].Bearing}
	m.Kind, m.Modifier = x.choose(&p)
	if m.Kind == NoManeuver && len(roads) < 3 {
		x.roads = x.roads[:n]
		return
	}
	x.crosses = append(x.crosses, Crossing{At: at, from: n, to: len(x.roads), In: from, Out: to, Ahead: p.out})
	if m.Kind != NoManeuver {
		x.begin(m, i)
		x.round(&p, m.Kind)
	}
}

// turnBack passes a stop in the middle of a street between stretches i-1 and i: there is something to say where the leg goes back.
func (x *Guide) turnBack(i int) {
	if x.parts[i].Edge != x.parts[i-1].Edge^1 {
		return
	}
	at := x.leg.Geometry[x.parts[i].Point]
	after := bearingAtStart(x.leg.Geometry[x.parts[i].Point:])
	x.single(at, after, i)
	x.crosses[len(x.crosses)-1].In = 0
	x.begin(Maneuver{Kind: Continued, Modifier: UTurn, At: at, Before: turnBetween(0, after+180), After: after}, i)
}

// choose returns the maneuver of a passage, and counts the exits of roundabouts.
func (x *Guide) choose(p *passage) (Kind, Modifier) {
	was, is := x.around, isRound(p.out) && x.mode != facts.Walk
	m := modifierOf(p.turn)
	if was && !p.reverse {
		x.exits += exitsOf(p)
	}
	switch {
	case !was && is:
		return Roundabout, m
	case was && !is:
		return ExitRoundabout, m
	case was:
		return NoManeuver, m
	}
	return p.decide()
}

// exitsOf counts the roads on which one may leave a roundabout at a junction.
func exitsOf(p *passage) int {
	n := 0
	for i := range p.roads {
		if r := &p.roads[i]; r.Open && !isRound(r.facts) {
			n++
		}
	}
	return min(n, 1)
}

// round keeps account of roundabouts after a step began with a maneuver.
func (x *Guide) round(p *passage, kind Kind) {
	last := &x.Steps[len(x.Steps)-1]
	switch kind {
	case Roundabout:
		x.around, x.exits, x.entered = true, 0, len(x.Steps)-1
		if last.Name != "" && p.in != nil && !p.sameName {
			last.Kind, last.Rotary = Rotary, last.Name
		}
	case ExitRoundabout:
		last.Exit = x.exits
		if x.entered >= 0 {
			e := &x.Steps[x.entered]
			e.Exit, e.Name = x.exits, last.Name
			if e.Kind == Rotary {
				last.Kind, last.Rotary = ExitRotary, e.Rotary
			}
		}
		x.around = false
	}
}

// measure fills in distances and durations so that they add up to those of the leg.
func (x *Guide) measure() {
	var m, s float64
	var dm, ds Tenths
	for i := range x.Steps {
		t := &x.Steps[i]
		for _, r := range x.parts[t.first:t.last] {
			m, s = m+r.DistanceM, s+r.DurationS
		}
		if t.last == len(x.parts) {
			m, s = x.leg.DistanceM, x.leg.DurationS
		}
		t.Distance, t.Duration = InTenths(m)-dm, TimeInTenths(s)-ds
		dm, ds = dm+t.Distance, ds+t.Duration
	}
}

// Line returns the points of a step: at least two.
func (x *Guide) Line(t *Step) []geometry.Point {
	points, stretches := x.leg.Geometry, x.parts
	if t.Kind == Arrive {
		return []geometry.Point{t.At, t.At}
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

// Summary returns the names of the two streets of a leg that take longest, in the order in which they come first.
func (x *Guide) Summary() string {
	var names []string
	var took []Tenths
	for i := range x.Steps {
		t := &x.Steps[i]
		if t.Name == "" {
			continue
		}
		k := indexOf(names, t.Name)
		if k < 0 {
			k, names, took = len(names), append(names, t.Name), append(took, 0)
		}
		took[k] += t.Duration
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
func topTwo(names []string, took []Tenths) string {
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

// Release lets go of what belongs to a graph, until the next Use.
func (x *Guide) Release() {
	x.g, x.r, x.bearings, x.leg, x.parts = nil, nil, nil, nil, nil
	clear(x.Steps)
	clear(x.crosses)
	clear(x.roads)
}
