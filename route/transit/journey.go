package transit

import (
	"cmp"
	"math"
	"slices"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/walk"
)

// Journey is one way to go.
type Journey struct {
	Depart, Arrive time.Time
	Rides          int // vehicles that are boarded: one more than changes; 0: a walk
	Legs           []Leg
}

// Transfers returns the number of changes between vehicles.
func (j *Journey) Transfers() int { return max(j.Rides-1, 0) }

// DistanceM returns the length of all legs in metres.
func (j *Journey) DistanceM() float64 {
	m := 0.0
	for i := range j.Legs {
		m += j.Legs[i].DistanceM
	}
	return m
}

// Leg is a walk, or a ride in one trip.
type Leg struct {
	// Walk is the walk, or the way by or with a bicycle, see its Mode; nil for a ride. Its time is Arrive less Depart, which may be
	// longer than the walk takes, and shorter where the feed says that the vehicle waits (transfer_type 1).
	Walk           *route.Leg
	Trip           graph.Trip // detached for a walk
	Day            graph.Day  // the service day of the trip
	FromStop       graph.Stop // detached where a walk begins at the place of the query
	ToStop         graph.Stop
	Depart, Arrive time.Time // in the zone of the agency; of a walk in that of the query
	Calls          []Call    // of the ride, first and last included
	Realtime       bool      // the times are those of the news, see Router.WithRealtime
	Alerts         []*Alert  // notices on the ride
	StaySeated     bool      // the rider came with the vehicle, from the leg before
	Headway        time.Duration
	Geometry       []geometry.Point
	DistanceM      float64
}

// Call is a stop of a ride. Headway above is how often the trip runs where the feed promises no more: the times are then
// those of a vehicle that leaves as the row of frequencies.txt begins.
type Call struct {
	Stop               graph.Stop
	Arrival, Departure time.Time
	// ArrivalDelayS and DepartureDelayS say how much later than planned that is, in seconds; 0 where there is no news.
	ArrivalDelayS, DepartureDelayS int32
	Skipped                        bool // the vehicle does not stop
}

// boardedTrip is a trip of a hop in the direction of the clock.
type boardedTrip struct {
	entry    *entry
	day      graph.Day
	start    int32 // seconds after the start of the day
	from, to int   // calls
}

// drawn are the walks and shapes of a query, since its journeys have many of them in common.
type drawn struct {
	walks  map[walkKey]*route.Leg
	shapes map[graph.ShapeID][]geometry.Point
	parts  map[shapePart]drawnPart
	edges  map[graph.EdgeID][]geometry.Point
}

// shapePart is a part of a shape, between two distances in decimetres.
type shapePart struct {
	shape    graph.ShapeID
	from, to uint32
}

// drawnPart is a line of more than one point, none where there is none, with its length.
type drawnPart struct {
	line    []geometry.Point
	lengthM float64
}

func newDrawn() drawn {
	return drawn{map[walkKey]*route.Leg{}, map[graph.ShapeID][]geometry.Point{}, map[shapePart]drawnPart{}, map[graph.EdgeID][]geometry.Point{}}
}

// walkKey is a walk between two stops; NoStop is the place of the query.
type walkKey struct {
	from, to graph.StopID
	s        int32
}

// walk returns the walk of a key, which make makes where it is the first.
func (d *drawn) walk(key walkKey, make func() *route.Leg) *route.Leg {
	if d.walks[key] == nil {
		leg := make()
		leg.DurationS = float64(key.s)
		d.walks[key] = leg
	}
	return d.walks[key]
}

// shape returns the points of a shape.
func (d *drawn) shape(g *graph.Graph, s graph.ShapeID) []geometry.Point {
	if d.shapes[s] == nil {
		d.shapes[s] = g.AppendShape(nil, s)
	}
	return d.shapes[s]
}

// part returns a part of a shape.
func (d *drawn) part(g *graph.Graph, key shapePart) drawnPart {
	x, ok := d.parts[key]
	if !ok {
		line := d.shape(g, key.shape)
		if line = geometry.Part(nil, line, float64(key.from)/10, float64(key.to)/10); len(line) > 1 {
			x = drawnPart{line, geometry.Length(line)}
		}
		d.parts[key] = x
	}
	return x
}

// edge returns the points of an edge.
func (d *drawn) edge(e graph.Edge) []geometry.Point {
	line, ok := d.edges[e.ID()]
	if !ok {
		line = e.AppendGeometry(nil)
		d.edges[e.ID()] = line
	}
	return line
}

// journeys turns what was found into an answer.
func (s *Search) journeys(q *Query) []Journey {
	var list []Journey
	for _, f := range s.found {
		if s.stopped() != nil {
			return nil
		}
		list = append(list, s.journey(f))
	}
	list = s.withWalk(list, q)
	slices.SortStableFunc(list, func(a, b Journey) int {
		byDepart, byArrive := a.Depart.Compare(b.Depart), a.Arrive.Compare(b.Arrive)
		switch {
		case q.Window > 0:
			return cmp.Or(byDepart, byArrive, cmp.Compare(a.Rides, b.Rides))
		case q.ArriveBy:
			return cmp.Or(-byDepart, byArrive, cmp.Compare(a.Rides, b.Rides))
		}
		return cmp.Or(byArrive, -byDepart, cmp.Compare(a.Rides, b.Rides))
	})
	return list
}

// withWalk adds the walk all the way and drops what is no better. A walk too long to be asked for before is looked at where
// nothing was found, or nothing that takes less time than the walk would in a straight line.
func (s *Search) withWalk(list []Journey, q *Query) []Journey {
	limitS := int32(maxDirectS)
	for i := range list {
		from, to := list[i].Depart, list[i].Arrive
		switch {
		case q.Window > 0:
		case q.ArriveBy:
			to = q.Time
		default:
			from = q.Time
		}
		limitS = min(limitS, int32(to.Sub(from)/time.Second))
	}
	walkS, ok := s.walkS(q, max(limitS, 2*q.WalkS))
	if !ok {
		return list
	}
	w := Journey{Depart: q.Time, Arrive: q.Time.Add(time.Duration(walkS) * time.Second)}
	if q.ArriveBy {
		w.Depart, w.Arrive = q.Time.Add(-time.Duration(walkS)*time.Second), q.Time
	}
	w.Depart, w.Arrive = w.Depart.In(s.r.zone()), w.Arrive.In(s.r.zone())
	list = slices.DeleteFunc(list, func(j Journey) bool {
		if q.Window > 0 {
			return j.Arrive.Sub(j.Depart) >= time.Duration(walkS)*time.Second
		}
		return !q.ArriveBy && !j.Arrive.Before(w.Arrive) || q.ArriveBy && !j.Depart.After(w.Depart)
	})
	for i := range s.direct.Legs {
		x := &s.direct.Legs[i]
		w.Legs = append(w.Legs, Leg{Walk: x, Depart: w.Depart, Arrive: w.Arrive, Geometry: x.Geometry, DistanceM: x.DistanceM})
	}
	return append(list, w)
}

// journey makes the legs of one journey.
func (s *Search) journey(f found) Journey {
	t, hops := f.t, s.hops[f.firstHop:f.firstHop+f.rides]
	if t.mirrored {
		hops = turned(hops)
	}
	j := Journey{Rides: f.rides}
	for i := range hops {
		h := &hops[i]
		trips := t.tripsOf(h.day, &h.ride)
		first := len(j.Legs)
		for n := range trips {
			j.Legs = append(j.Legs, s.rideLeg(t, &trips[n], n > 0))
		}
		if i > 0 {
			if c := hops[i].came; j.Legs[first].FromStop.Number() != j.Legs[first-1].ToStop.Number() {
				j.Legs = slices.Insert(j.Legs, first, s.changeLeg(&j.Legs[first-1], &j.Legs[first], c.s))
			}
		}
	}
	return s.withEnds(j)
}

// turned returns the hops of a mirrored search in the direction of the clock. The change before a hop is then that after
// the one before it.
func turned(hops []hop) []hop {
	list := slices.Clone(hops)
	slices.Reverse(list)
	for i := len(list) - 1; i > 0; i-- {
		list[i].came = list[i-1].came
	}
	return list
}

// index returns which of the two timetables it is.
func (t *timetable) index() int {
	if t.mirrored {
		return 1
	}
	return 0
}

// tripsOf returns the trips of a ride in the direction of the clock: more than one where the rider stays seated.
func (t *timetable) tripsOf(day graph.Day, x *ride) []boardedTrip {
	i, start := x.board, x.start
	from := int(x.boardAt)
	var list []boardedTrip
	for {
		e := &t.entries[i]
		b := boardedTrip{entry: e, day: day, start: start, from: from, to: int(t.lines[e.line].stops) - 1}
		if i == x.alight {
			b.to = int(x.alightAt)
		}
		list = append(list, b)
		if i == x.alight || e.next == none {
			break
		}
		i, day, from = uint32(e.next), day+graph.Day(e.daysOn), 0
		start = t.entries[i].first
	}
	if !t.mirrored {
		return list
	}
	slices.Reverse(list)
	for i := range list {
		b := &list[i]
		last := int(t.lines[b.entry.line].stops) - 1
		b.from, b.to, b.start = last-b.to, last-b.from, -b.start
	}
	return list
}

// rideLeg makes the leg of a trip.
func (s *Search) rideLeg(t *timetable, b *boardedTrip, stays bool) Leg {
	g := s.r.g
	trip := g.Trip(b.entry.trip)
	arrival, departure := g.AppendProfile(nil, nil, trip.Profile())
	stops := trip.Pattern().AppendStops(nil)
	zone := t.zoneOf(b.entry.line)
	base := b.day.Start(zone)
	at := func(seconds int32) time.Time { return base.Add(time.Duration(b.start+seconds) * time.Second) }
	leg := Leg{Trip: trip, Day: b.day, FromStop: g.Stop(stops[b.from]), ToStop: g.Stop(stops[b.to]), StaySeated: stays}
	for i := b.from; i <= b.to; i++ {
		c := Call{Stop: g.Stop(stops[i]), Arrival: at(arrival[i]), Departure: at(departure[i])}
		if b.entry.live != none {
			c = t.liveCall(b, i, c, base)
		}
		leg.Calls = append(leg.Calls, c)
	}
	leg.Realtime = b.entry.live != none
	leg.Depart, leg.Arrive = leg.Calls[0].Departure, leg.Calls[len(leg.Calls)-1].Arrival
	if b.entry.inexact {
		leg.Headway = time.Duration(b.entry.headway) * time.Second
	}
	leg.Alerts = s.r.alerts(&leg)
	x := s.drawRide(trip, leg.Calls, b)
	leg.Geometry, leg.DistanceM = x.line, x.lengthM
	return leg
}

// drawRide returns the shape between two calls, or straight lines where there is none.
func (s *Search) drawRide(trip graph.Trip, calls []Call, b *boardedTrip) drawnPart {
	if shape, offsets, ok := trip.ShapeID(); ok && b.to < len(offsets) {
		if x := s.drawn.part(s.r.g, shapePart{shape, offsets[b.from], offsets[b.to]}); x.line != nil {
			return x
		}
	}
	line := make([]geometry.Point, len(calls))
	for i := range calls {
		line[i] = calls[i].Stop.Point()
	}
	return drawnPart{line, geometry.Length(line)}
}

// changeLeg makes the walk between two rides.
func (s *Search) changeLeg(before, after *Leg, seconds int32) Leg {
	leg := Leg{FromStop: before.ToStop, ToStop: after.FromStop}
	key := walkKey{leg.FromStop.Number(), leg.ToStop.Number(), seconds}
	if seconds == 0 {
		key.s = s.awaitedS(key)
	}
	leg.Depart = before.Arrive.In(s.r.zone())
	leg.Arrive = leg.Depart.Add(time.Duration(key.s) * time.Second)
	if waits := after.Depart.Before(leg.Arrive); waits && seconds == 0 {
		leg.Arrive = after.Depart.In(s.r.zone())
	}
	leg.Walk = s.drawn.walk(key, func() *route.Leg { return s.walkBetween(key) })
	leg.Walk.Mode = s.changeBy
	leg.Geometry, leg.DistanceM = leg.Walk.Geometry, leg.Walk.DistanceM
	return leg
}

// awaitedS returns the seconds of a walk between two stops for which the feed asks none, as the vehicle waits.
func (s *Search) awaitedS(key walkKey) int32 {
	if x, ok := s.between.Between(key.from, key.to, walk.Options{LimitS: DefaultWalkS, Wheelchair: s.byWheelchair}); ok {
		return x.S
	}
	return walk.StraightS(geometry.Distance(s.r.g.Stop(key.from).Point(), s.r.g.Stop(key.to).Point()))
}

// walkBetween returns the walk between two stops, in a straight line where the streets do not say.
func (s *Search) walkBetween(key walkKey) *route.Leg {
	if x, ok := s.between.Between(key.from, key.to, walk.Options{LimitS: key.s + 1, Wheelchair: s.byWheelchair}); ok {
		return s.walkLeg(s.between.Path(x))
	}
	a, b := s.r.g.Stop(key.from).Point(), s.r.g.Stop(key.to).Point()
	return &route.Leg{Mode: facts.Walk, DistanceM: geometry.Distance(a, b), Geometry: []geometry.Point{a, b}}
}

// withEnds adds the walks to the first stop and from the last one: the first begins as late as will do.
func (s *Search) withEnds(j Journey) Journey {
	first, last := &j.Legs[0], &j.Legs[len(j.Legs)-1]
	to := Leg{ToStop: first.FromStop, Arrive: first.Depart.In(s.r.zone())}
	s.fillEnd(&to, s.from, s.atFrom, first.FromStop)
	to.Depart = to.Arrive.Add(-time.Duration(to.Walk.DurationS) * time.Second)
	away := Leg{FromStop: last.ToStop, Depart: last.Arrive.In(s.r.zone())}
	s.fillEnd(&away, s.to, s.atTo, last.ToStop)
	away.Arrive = away.Depart.Add(time.Duration(away.Walk.DurationS) * time.Second)
	j.Depart, j.Arrive = to.Depart, away.Arrive
	if to.Walk.DurationS > 0 {
		j.Legs = slices.Insert(j.Legs, 0, to)
	}
	if away.Walk.DurationS > 0 {
		j.Legs = append(j.Legs, away)
	}
	return j
}

// fillEnd sets the walk of a leg at an end.
func (s *Search) fillEnd(leg *Leg, search *walk.Search, reached []walk.Reached, stop graph.Stop) {
	i := slices.IndexFunc(reached, func(x walk.Reached) bool { return x.Stop == stop.Number() })
	key := walkKey{graph.NoStop, stop.Number(), reached[i].S}
	if search == s.to {
		key.from, key.to = key.to, key.from
	}
	leg.Walk = s.drawn.walk(key, func() *route.Leg { return s.walkLeg(search.Path(reached[i])) })
	if search == s.byBike || search == s.byBikeTo {
		leg.Walk.Mode = facts.Bike
	}
	leg.Geometry, leg.DistanceM = leg.Walk.Geometry, leg.Walk.DistanceM
}

// walkLeg makes a leg of the parts of a walk.
func (s *Search) walkLeg(parts []walk.Part) *route.Leg {
	leg := &route.Leg{Mode: facts.Walk}
	for _, p := range parts {
		leg.DistanceM += float64(p.DM) / 10
		line := []geometry.Point{p.A, p.B}
		if p.Edge != graph.NoEdge {
			e := s.r.g.Edge(p.Edge)
			line = partOf(s.drawn.edge(e), p)
			if e.IsStreet() {
				leg.Edges = append(leg.Edges, p.Edge)
				addStep(leg, e, p)
			}
		}
		for _, at := range line {
			if n := len(leg.Geometry); n == 0 || leg.Geometry[n-1] != at {
				leg.Geometry = append(leg.Geometry, at)
			}
		}
	}
	if len(leg.Geometry) == 1 {
		leg.Geometry = append(leg.Geometry, leg.Geometry[0])
	}
	return leg
}

// partOf returns the points of a part of an edge.
func partOf(line []geometry.Point, p walk.Part) []geometry.Point {
	if p.From == 0 && p.To == 1 {
		return line
	}
	length := geometry.Length(line)
	return geometry.Part(nil, line, length*p.From, math.Max(length*p.To, length*p.From))
}

// addStep adds a part of a street to the steps, joined with the step before where that is of the same way.
func addStep(leg *route.Leg, e graph.Edge, p walk.Part) {
	if n := len(leg.Steps); n == 0 || leg.Steps[n-1].Way != e.Way() {
		step := route.Step{Way: e.Way(), Name: e.Name()}
		step.OSMWayID, step.HasOSMWayID = e.OSMWayID()
		leg.Steps = append(leg.Steps, step)
	}
	step := &leg.Steps[len(leg.Steps)-1]
	step.DistanceM += float64(p.DM) / 10
	step.DurationS += float64(p.MS) / 1000
}
