package osrm

import (
	"fmt"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/guidance"
	"graphbuild/serve/answer"
	"graphbuild/wire"
)

// route answers a request for routes through all coordinates.
func (a *api) route(q *query) (answer.Body, error) {
	ends, err := q.ends()
	if err != nil {
		return nil, err
	}
	ends, routes, err := q.find(ends)
	if err != nil {
		return nil, err
	}
	if best := routes[0]; best.Status != route.OK {
		return nil, q.failed(best.Status, ends)
	}
	q.settle(ends, routes[0].Legs)
	b := &routeBody{query: q, ends: ends, routes: routes, stops: q.indexes(q.params.route.waypoints)}
	for i := range routes {
		routes[i].Legs = collapsed(routes[i].Legs, b.stops)
	}
	return b, nil
}

// find is search, and where there is no way it is that from the mainland.
func (q *query) find(ends []end) ([]end, []route.Answer, error) {
	routes, err := q.search(ends)
	if err != nil || routes[0].Status != route.NoRoute {
		return ends, routes, err
	}
	moved, err := q.offIslands(ends)
	if err != nil || moved == nil {
		return ends, routes, err
	}
	again, err := q.search(moved)
	if err != nil || again[0].Status != route.OK {
		return ends, routes, err
	}
	return moved, again, nil
}

// search finds the best route and alternatives, or the one that says why there is none.
func (q *query) search(ends []end) ([]route.Answer, error) {
	if len(ends) == 2 {
		one := route.Query{FromPlaces: ends[0].places, ToPlaces: ends[1].places, Mode: q.mode, Costs: q.costs}
		if n := q.params.route.alternatives; n > 0 {
			return q.s.Alternatives(one, n)
		}
		a, err := q.s.Route(one)
		return []route.Answer{a}, err
	}
	via := route.ViaQuery{Mode: q.mode, Costs: q.costs, Straight: q.straight(), Stops: make([][]route.Place, len(ends))}
	for i := range ends {
		via.Stops[i] = ends[i].places
	}
	a, err := q.s.Via(via)
	return []route.Answer{a}, err
}

// straight reports whether the route goes straight on at waypoints: by default cars do.
func (q *query) straight() bool {
	if c := q.params.route.straight; c != byProfile {
		return c == yes
	}
	return q.mode == facts.Car
}

// failed returns the error for a route that there is not.
func (q *query) failed(s route.Status, ends []end) error {
	if s == route.NoSnap { // the mode may not use what a hint names
		return answer.Errorf(answer.CodeSegment, "Could not find a matching segment for a coordinate")
	}
	text, hints := "No route found between points", ""
	first := q.component(&ends[0])
	for i := range ends {
		if q.component(&ends[i]) != first {
			text = "Impossible route between points"
		}
		hints += q.islandHint(i, ends) + q.swappedHint(i)
	}
	return answer.Errorf(answer.CodeNoRoute, "%s%s", text, hints)
}

// noSegment returns the error for coordinate i where there is no street for it, in OSRM's words for the service.
func (q *query) noSegment(i int, text string) error {
	return answer.Errorf(answer.CodeSegment, "%s%s%s", text, q.s.FarText(q.snapQuery(i)), q.swappedHint(i))
}

// swappedHint says of coordinate i that its numbers are swapped, where they are.
func (q *query) swappedHint(i int) string {
	return wire.SwappedHint(q.g.File, fmt.Sprintf("coordinate %d", i), q.points[i])
}

// islandHint says of end i that it lies on an island, where it does and another end is not on it.
func (q *query) islandHint(i int, ends []end) string {
	part := q.component(&ends[i])
	if part == 0 || !slices.ContainsFunc(ends, func(e end) bool { return q.component(&e) != part }) {
		return ""
	}
	return fmt.Sprintf("; coordinate %d: the nearest street is part of an island of the street network", i)
}

// component returns the part of the network that an end belongs to: 0 is the largest. Where its edges join two it is the lower one.
func (q *query) component(e *end) uint32 {
	part := uint32(graph.NoComponent)
	for _, p := range e.places {
		edge := q.g.File.Edge(p.Edge)
		part = min(part, q.g.File.Component(edge.From().ID(), q.mode), q.g.File.Component(edge.To().ID(), q.mode))
	}
	return part
}

// settle moves ends to where the legs of the best route begin and end.
func (q *query) settle(ends []end, legs []route.Leg) {
	for i := range ends {
		leg, x := &legs[min(i, len(legs)-1)], 0
		at := leg.Geometry[0]
		list := guidance.Trimmed(leg.Stretches)
		if i == len(legs) {
			x, at = len(list)-1, leg.Geometry[len(leg.Geometry)-1]
		}
		ends[i].edge, ends[i].at = list[x].Edge, at
		ends[i].distanceM = geometry.Distance(ends[i].input, at)
	}
}

// collapsed joins the legs between stops, which are indexes of coordinates, into one each.
func collapsed(legs []route.Leg, stops []int) []route.Leg {
	if len(stops) == len(legs)+1 {
		return legs
	}
	out := make([]route.Leg, 0, len(stops)-1)
	for i := 1; i < len(stops); i++ {
		leg := legs[stops[i-1]]
		for _, more := range legs[stops[i-1]+1 : stops[i]] {
			leg = joinedLeg(leg, more)
		}
		out = append(out, leg)
	}
	return out
}

// joinedLeg returns two legs as one. Where they meet on an edge that both take in the same direction it is one stretch.
func joinedLeg(a, b route.Leg) route.Leg {
	a.DistanceM += b.DistanceM
	a.DurationS += b.DurationS
	offset := len(a.Geometry) - 1
	line := append(a.Geometry[:len(a.Geometry):len(a.Geometry)], b.Geometry[1:]...)
	if b.Geometry[0] != a.Geometry[offset] {
		offset++
		line = append(a.Geometry[:len(a.Geometry):len(a.Geometry)], b.Geometry...)
	}
	list := append([]route.Stretch(nil), guidance.Trimmed(a.Stretches)...)
	for _, s := range guidance.Trimmed(b.Stretches) {
		s.Point += offset
		if last := &list[len(list)-1]; last.Edge == s.Edge && math.Abs(last.To-s.From) < 1e-9 {
			last.To, last.DistanceM, last.DurationS = s.To, last.DistanceM+s.DistanceM, last.DurationS+s.DurationS
			continue
		}
		list = append(list, s)
	}
	a.Geometry, a.Stretches, a.Edges = line, list, nil
	return a
}
