package route

import (
	"fmt"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Route answers a query. The status of the answer tells how it went; the error is that of SetContext alone. An end given by its
// position alone from or to whose nearest street there is no way, as that is part of an island (less than 5 km of street hang
// together there), is taken to the nearest street within SnapM that is of none.
func (s *Search) Route(q Query) (Answer, error) {
	if a, ok := s.prepare(&q); !ok {
		return a, nil
	}
	found := s.find(&q) || s.findOffIslands(&q)
	if err := s.stopped(); err != nil {
		return Answer{}, err
	}
	if !found {
		return s.noRoute(&q), nil
	}
	return s.answer(), nil
}

// prepare checks a query and finds its ends, or returns the answer that says why not.
func (s *Search) prepare(q *Query) (Answer, bool) {
	if err := s.begin(q); err != nil {
		return Answer{Status: BadRequest, Error: err.Error()}, false
	}
	s.moved = [2]bool{}
	s.from = s.endOf(s.from[:0], q.FromPlaces, q.From, snapOptions{maxM: q.SnapM, bearing: q.FromBearing})
	if len(s.from) == 0 {
		return s.noSnap("from", q), false
	}
	s.to = s.endOf(s.to[:0], q.ToPlaces, q.To, snapOptions{maxM: q.SnapM, bearing: q.ToBearing})
	if len(s.to) == 0 {
		return s.noSnap("to", q), false
	}
	s.aim()
	return Answer{}, true
}

// noRoute returns the answer that there is none between the places of s.from and s.to, and says which of them lie on an island.
func (s *Search) noRoute(q *Query) Answer {
	text := "no route for " + q.traveller() + " between these places"
	sep := ": "
	for _, end := range []struct {
		name          string
		places, other []place
	}{{"from", s.from, s.to}, {"to", s.to, s.from}} {
		if s.onIsland(end.places, q.Mode) && s.componentOf(&end.places[0], q.Mode) != s.componentOf(&end.other[0], q.Mode) {
			text += sep + end.name + ": the nearest street is part of an island of the street network"
			sep = "; "
		}
	}
	return Answer{Status: NoRoute, Error: text}
}

// begin checks a query, fills in what it leaves out and sets the data of the search.
func (s *Search) begin(q *Query) error {
	if err := q.check(); err != nil {
		return err
	}
	if q.Shortest && q.Costs == nil {
		q.Costs = s.r.Shortest(q.Mode)
	}
	if err := q.Costs.check(s.r, q); err != nil {
		return err
	}
	for _, list := range [][]Place{q.FromPlaces, q.ToPlaces} {
		if err := checkPlaces(s.g, list); err != nil {
			return err
		}
	}
	if q.SnapM == 0 {
		q.SnapM = DefaultSnapM
	}
	s.base = s.r.modeAt(q.Mode, q.Depart)
	s.m = s.base
	if q.Costs != nil {
		s.m = &q.Costs.modeData
	}
	if q.Wheelchair {
		s.m, q.NoHierarchy = s.r.onWheels(s.m), true
	}
	return nil
}

// modeNames are the modes that a query may have.
var modeNames = [...]string{facts.Walk: "walk", facts.Bike: "bike", facts.Car: "car"}

// traveller says who asks.
func (q *Query) traveller() string {
	if q.Wheelchair {
		return modeNames[q.Mode] + " by wheelchair"
	}
	return modeNames[q.Mode]
}

// check tells what is wrong with a query.
func (q *Query) check() error {
	switch {
	case q.Mode > facts.Car:
		return fmt.Errorf("mode %d: expected walk, bike or car", q.Mode)
	case q.Wheelchair && q.Mode != facts.Walk:
		return fmt.Errorf("a wheelchair with mode %s: expected walk", modeNames[q.Mode])
	case !q.From.Valid() || !q.To.Valid():
		return fmt.Errorf("a position is not on the Earth")
	case !(q.SnapM >= 0 && q.SnapM <= MaxSnapM):
		return fmt.Errorf("snap distance of %g m: expected 0 to %d", q.SnapM, MaxSnapM)
	}
	for _, b := range []*float64{q.FromBearing, q.ToBearing} {
		if b != nil && !(*b >= -360 && *b <= 360) {
			return fmt.Errorf("bearing of %g degrees: expected 0 to 360", *b)
		}
	}
	return nil
}

func (s *Search) noSnap(end string, q *Query) Answer {
	if s.g.NumPairs() == 0 {
		return Answer{Status: NoSnap, Error: "the graph has no streets"}
	}
	text := fmt.Sprintf("%s: no street for %s within %g m", end, q.traveller(), q.SnapM)
	near := SnapQuery{Mode: q.Mode, Wheelchair: q.Wheelchair, Costs: q.Costs, Depart: q.Depart}
	near.Point, near.Bearing = q.From, q.FromBearing
	given := q.FromPlaces
	if end == "to" {
		near.Point, near.Bearing, given = q.To, q.ToBearing, q.ToPlaces
	}
	if given == nil {
		text += s.FarText(near)
	}
	return Answer{Status: NoSnap, Error: text}
}

// aim directs the bound at the places of s.to.
func (s *Search) aim() {
	s.bound = s.m.bound
	slack := 0.0
	for i := range s.to {
		slack = max(slack, s.to[i].apartM)
	}
	s.bound.aim(s.to[0].point, slack)
	if s.m.landmarks != nil {
		s.marks = s.m.landmarks.aim(s.to)
	}
}

// answer turns the way that was found into one.
func (s *Search) answer() Answer {
	leg := Leg{Mode: s.m.mode, Edges: slices.Clone(s.path), Stretches: make([]Stretch, 0, len(s.path))}
	for i, e := range s.path {
		from, to := 0.0, 1.0
		if i == 0 {
			from = s.startOn(e)
		}
		if i == len(s.path)-1 {
			to = s.goal.to.portion
		}
		s.addStretch(&leg, stretch{e, from, to})
		if i < len(s.path)-1 {
			s.addRide(&leg, e)
		}
	}
	if len(leg.Geometry) == 1 { // a trip of no length
		leg.Geometry = append(leg.Geometry, leg.Geometry[0])
	}
	return Answer{
		Status: OK, DistanceM: leg.DistanceM, DurationS: leg.DurationS, Legs: []Leg{leg},
		FromMoved: s.moved[ahead], ToMoved: s.moved[behind],
	}
}

// unwind lists the edges of the way in s.path, if one was found.
func (s *Search) unwind(found bool) bool {
	if !found {
		return false
	}
	s.path = append(s.path[:0], s.goal.to.arc.Edge)
	for id := s.goal.prev; id != noState; id = s.labels[id].prev {
		s.path = append(s.path, s.sideAt(id).edge)
	}
	slices.Reverse(s.path)
	return true
}

// startOn returns the portion of the first edge that lies before the start: where two places lie on it, the one that
// the way was counted from.
func (s *Search) startOn(e graph.EdgeID) float64 {
	if s.goal.from != nil {
		return s.goal.from.portion
	}
	portion := 0.0
	for i := range s.from {
		if s.from[i].arc.Edge == e {
			portion = max(portion, s.from[i].portion)
		}
	}
	return portion
}

// stretch is the part of an edge between two portions of it.
type stretch struct {
	edge     graph.EdgeID
	from, to float64
}

// addStretch appends a stretch to a leg.
func (s *Search) addStretch(leg *Leg, x stretch) {
	e := s.g.Edge(x.edge)
	arc, _ := s.arcOf(x.edge)
	share := x.to - x.from
	lengthM := float64(arc.LengthDM) / 10 * share
	durationS := float64(part(s.base.ms(s.g, arc, s.base.paceOf(arc)), share)) / 1000
	leg.DistanceM += lengthM
	leg.DurationS += durationS
	line := s.geometryOf(x)
	n := len(leg.Geometry)
	if n > 0 && leg.Geometry[n-1] == line[0] {
		n--
	}
	leg.Stretches = append(leg.Stretches, Stretch{x.edge, x.from, x.to, lengthM, durationS, n})
	leg.Geometry = appendLine(leg.Geometry, line)
	if share == 0 && (len(leg.Steps) > 0 || len(s.path) > 1) {
		return
	}
	if n := len(leg.Steps); n == 0 || leg.Steps[n-1].Way != e.Way() {
		step := Step{Way: e.Way(), Name: e.Name()}
		step.OSMWayID, step.HasOSMWayID = e.OSMWayID()
		leg.Steps = append(leg.Steps, step)
	}
	step := &leg.Steps[len(leg.Steps)-1]
	step.DistanceM += lengthM
	step.DurationS += durationS
}

// addRide adds the time in the elevator at the end of an edge, if there is one, to the last step of a leg.
func (s *Search) addRide(leg *Leg, e graph.EdgeID) {
	if len(s.base.rides) == 0 {
		return
	}
	durationS := float64(s.base.rides[s.g.Edge(e).To().ID()]) / 1000
	leg.DurationS += durationS
	leg.Stretches[len(leg.Stretches)-1].DurationS += durationS
	if n := len(leg.Steps); n > 0 {
		leg.Steps[n-1].DurationS += durationS
	}
}

// geometryOf returns the points of a stretch, valid until the next call.
func (s *Search) geometryOf(x stretch) []geometry.Point {
	s.line = s.lines.Append(s.line[:0], x.edge)
	if x.from == 0 && x.to == 1 {
		return s.line
	}
	length := geometry.Length(s.line)
	return geometry.Part(nil, s.line, length*x.from, math.Max(length*x.to, length*x.from))
}

// appendLine appends points to a line, leaving out those that repeat the last.
func appendLine(line, more []geometry.Point) []geometry.Point {
	for _, p := range more {
		if n := len(line); n == 0 || line[n-1] != p {
			line = append(line, p)
		}
	}
	return line
}
