package osrm

import (
	"graphbuild/geometry"
	"graphbuild/route"
	"graphbuild/route/guidance"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// routeBody is the answer of route.
type routeBody struct {
	*query
	ends   []end
	routes []route.Answer
	stops  []int // the coordinates that are waypoints
}

// AppendBody appends the answer.
func (x *routeBody) AppendBody(b []byte) ([]byte, error) {
	b = append(b, `{"code":"Ok","routes":[`...)
	for i := range x.routes {
		b = x.appendRoute(appendComma(b, i), &x.routes[i])
	}
	b = append(b, ']')
	if !x.noPlaces {
		b = x.appendWaypoints(append(b, `,"waypoints":`...), x.ends, x.stops)
	}
	return append(b, '}'), nil
}

// appendRoute appends a route object.
func (x *routeBody) appendRoute(b []byte, a *route.Answer) []byte {
	var distance, duration guidance.Tenths
	b = append(b, `{"legs":[`...)
	for i := range a.Legs {
		leg := &a.Legs[i]
		distance, duration = distance+guidance.InTenths(leg.DistanceM), duration+guidance.TimeInTenths(leg.DurationS)
		b = x.appendLeg(appendComma(b, i), leg, i)
	}
	b = append(b, `],`...)
	if x.params.route.overview != overviewNone {
		b = appendLine(append(b, `"geometry":`...), x.overview(a.Legs), x.params.route.geometries)
		b = append(b, ',')
	}
	b = appendFigures(b, distance, duration)
	return append(b, `,"weight_name":"duration"}`...)
}

// appendFigures appends distance, duration and weight, which is the duration.
func appendFigures(b []byte, distance, duration guidance.Tenths) []byte {
	b = appendTenths(append(b, `"distance":`...), distance)
	b = appendTenths(append(b, `,"duration":`...), duration)
	return appendTenths(append(b, `,"weight":`...), duration)
}

// overview returns the line of a route.
func (x *routeBody) overview(legs []route.Leg) []geometry.Point {
	if x.params.route.overview == overviewFull && len(legs) == 1 {
		return legs[0].Geometry
	}
	lines := make([][]geometry.Point, len(legs))
	for i := range legs {
		lines[i] = legs[i].Geometry
	}
	if x.params.route.overview == overviewSimplified {
		return simplified(lines)
	}
	var line []geometry.Point
	for i, leg := range lines {
		if i > 0 {
			leg = leg[1:]
		}
		line = append(line, leg...)
	}
	return line
}

// appendLeg appends a leg object.
func (x *routeBody) appendLeg(b []byte, leg *route.Leg, i int) []byte {
	b = append(b, `{"steps":[`...)
	if !x.params.route.steps {
		b = append(b, `],"summary":"",`...)
	} else {
		b = x.appendSteps(b, leg, i)
	}
	if x.annotations != 0 {
		b = x.appendAnnotation(append(b, `"annotation":`...), leg)
		b = append(b, ',')
	}
	return append(appendFigures(b, guidance.InTenths(leg.DistanceM), guidance.TimeInTenths(leg.DurationS)), '}')
}

// appendSteps appends the steps of leg i and its summary.
func (x *routeBody) appendSteps(b []byte, leg *route.Leg, i int) []byte {
	g, _ := x.api.guides.Get().(*guidance.Guide)
	if g == nil {
		g = &guidance.Guide{}
	}
	g.Use(x.g.Streets, bearingsOf(x.g))
	g.Make(leg, x.ends[x.stops[i]].input, x.ends[x.stops[i+1]].input)
	for k := range g.Steps {
		b = x.appendStep(appendComma(b, k), g, &g.Steps[k])
	}
	b = wire.AppendString(append(b, `],"summary":`...), g.Summary())
	g.Release()
	x.api.guides.Put(g)
	return append(b, ',')
}

// appendStep appends a step object.
func (x *routeBody) appendStep(b []byte, g *guidance.Guide, t *guidance.Step) []byte {
	b = wire.AppendString(append(b, `{"name":`...), t.Name)
	if t.Rotary != "" {
		b = wire.AppendString(append(b, `,"rotary_name":`...), t.Rotary)
	}
	b = append(append(append(b, `,"mode":"`...), t.Mode...), `","driving_side":"`...)
	if x.api.LeftHand {
		b = append(b, `left","maneuver":`...)
	} else {
		b = append(b, `right","maneuver":`...)
	}
	b = appendManeuver(b, &t.Maneuver)
	b = append(b, `,"intersections":[`...)
	for i, c := range g.Crossings(t) {
		b = appendIntersection(appendComma(b, i), &c, g.Roads(&c))
	}
	b = appendLine(append(b, `],"geometry":`...), g.Line(t), x.params.route.geometries)
	return append(appendFigures(append(b, ','), t.Distance, t.Duration), '}')
}

type bearingsKey struct{}

// bearingsOf returns the bearings of a graph, which all requests share.
func bearingsOf(g *graphs.Graph) *guidance.Bearings {
	return g.Derived(bearingsKey{}, func() any { return guidance.NewBearings(g.File) }).(*guidance.Bearings)
}
