package wire

import (
	"encoding/binary"
	"strings"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// The binary form of answers, which docs/API.md states byte by byte. Numbers are varints (encoding/binary), signed ones zigzag;
// a text is its length and its bytes; points are differences from the point before, in units of 1e-7 degrees.

// Kinds of bodies in the binary form.
const (
	jsonBody      = 0 // the answer as JSON, for what has no form of its own
	routeBody     = 1
	journeysBody  = 2
	tableBody     = 3
	isochroneBody = 4
	nearestBody   = 5
	vertexBody    = 6
)

// binaryBody is a body with a binary form.
type binaryBody interface {
	appendBinary(out []byte) []byte
}

// statusNumbers are the numbers of the statuses, by place.
var statusNumbers = [...]Status{OK, NoRoute, NoSnap, BadRequest, NotFound, Failed}

// AppendBinary appends the answer in its binary form, without its id: answers come in the order of queries.
func (a *Answer) AppendBinary(out []byte) []byte {
	status := 0
	for i, s := range statusNumbers {
		if s == a.Status {
			status = i
		}
	}
	out = append(out, byte(status))
	out = binary.AppendUvarint(out, uint64(max(a.Took, 0)))
	switch b := a.body.(type) {
	case nil:
		return appendText(appendText(out, a.Code), a.Error)
	case binaryBody:
		return b.appendBinary(out)
	}
	return a.AppendJSON(append(out, jsonBody))
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// appendUnitsOf appends a measure in whole parts of its unit, as it is rounded in JSON.
func appendUnitsOf(out []byte, v, parts float64) []byte {
	return binary.AppendUvarint(out, uint64(max(v, 0)*parts+0.5))
}

func appendMeasures(out []byte, distanceM, durationS float64) []byte {
	return appendUnitsOf(appendUnitsOf(out, distanceM, 10), durationS, 1000)
}

// appendMaybe appends a number that may be missing: 0, else one more than its zigzag form.
func appendMaybe(out []byte, v int64, ok bool) []byte {
	if !ok {
		return append(out, 0)
	}
	return binary.AppendUvarint(out, uint64(v<<1^v>>63)+1)
}

func appendPoint(out []byte, from, to geometry.Point) []byte {
	out = binary.AppendVarint(out, int64(to.Lon)-int64(from.Lon))
	return binary.AppendVarint(out, int64(to.Lat)-int64(from.Lat))
}

// appendPoints appends the number of points and each of them.
func appendPoints(out []byte, points []geometry.Point) []byte {
	out = binary.AppendUvarint(out, uint64(len(points)))
	var before geometry.Point
	for _, p := range points {
		out = appendPoint(out, before, p)
		before = p
	}
	return out
}

// Flags of the ends of a route.
const (
	fromMainlandFlag = 1
	toMainlandFlag   = 2
)

// appendBinary appends the routes, the best first, and the ends of that.
func (r *routes) appendBinary(out []byte) []byte {
	out = binary.AppendUvarint(append(out, routeBody), uint64(1+len(r.others)))
	out = appendRouteBinary(out, &r.best)
	for i := range r.others {
		out = appendRouteBinary(out, &r.others[i])
	}
	flags := byte(0)
	if r.ends[0].onMainland {
		flags |= fromMainlandFlag
	}
	if r.ends[1].onMainland {
		flags |= toMainlandFlag
	}
	return append(appendUnitsOf(appendUnitsOf(out, r.ends[0].distanceM, 10), r.ends[1].distanceM, 10), flags)
}

func appendRouteBinary(out []byte, a *route.Answer) []byte {
	out = appendMeasures(out, a.DistanceM, a.DurationS)
	out = binary.AppendUvarint(out, uint64(len(a.Legs)))
	for i := range a.Legs {
		out = appendLegBinary(out, &a.Legs[i])
	}
	return out
}

func appendLegBinary(out []byte, leg *route.Leg) []byte {
	out = appendMeasures(append(out, byte(leg.Mode)), leg.DistanceM, leg.DurationS)
	out = appendPoints(out, leg.Geometry)
	out = binary.AppendUvarint(out, uint64(len(leg.Steps)))
	for i := range leg.Steps {
		x := &leg.Steps[i]
		out = appendText(appendMaybe(out, x.OSMWayID, x.HasOSMWayID), x.Name)
		out = appendMeasures(out, x.DistanceM, x.DurationS)
	}
	return out
}

// appendBinary appends the journeys, the best first, and the notes.
func (x *journeys) appendBinary(out []byte) []byte {
	out = binary.AppendUvarint(append(out, journeysBody), uint64(len(x.list)))
	for i := range x.list {
		j := &x.list[i]
		out = appendClock(out, j.Depart)
		out = appendClock(out, j.Arrive)
		out = appendMeasures(out, j.DistanceM(), j.Arrive.Sub(j.Depart).Seconds())
		out = binary.AppendUvarint(out, uint64(j.Transfers()))
		out = binary.AppendUvarint(out, uint64(len(j.Legs)))
		for k := range j.Legs {
			out = appendJourneyLeg(out, &j.Legs[k])
		}
	}
	out = binary.AppendUvarint(out, uint64(len(x.notes)))
	for _, note := range x.notes {
		out = appendText(out, note)
	}
	return out
}

// appendClock appends a time in seconds since 1970, and how far its clock is from UTC, in seconds.
func appendClock(out []byte, t time.Time) []byte {
	_, offset := t.Zone()
	return binary.AppendVarint(binary.AppendVarint(out, t.Unix()), int64(offset))
}

// Flags of a leg of a journey.
const (
	rideFlag     = 1
	seatedFlag   = 2
	liveFlag     = 4
	fromStopFlag = 8
	toStopFlag   = 16
)

func appendJourneyLeg(out []byte, leg *transit.Leg) []byte {
	flags := byte(0)
	for _, f := range []struct {
		set  bool
		flag byte
	}{
		{leg.Walk == nil, rideFlag}, {leg.StaySeated, seatedFlag}, {leg.Realtime, liveFlag},
		{leg.FromStop.Err() == nil, fromStopFlag}, {leg.ToStop.Err() == nil, toStopFlag},
	} {
		if f.set {
			flags |= f.flag
		}
	}
	out = appendClock(append(out, flags), leg.Depart)
	out = appendClock(out, leg.Arrive)
	out = appendText(appendText(out, StopID(leg.FromStop)), StopID(leg.ToStop))
	if leg.Walk != nil {
		return appendLegBinary(out, leg.Walk)
	}
	return appendRideBinary(out, leg)
}

func appendRideBinary(out []byte, leg *transit.Leg) []byte {
	r := leg.Trip.Route()
	for _, text := range []string{
		RouteID(r), TripID(leg.Trip), RouteName(r), leg.Trip.Headsign(), leg.Day.String(), leg.FromStop.Name(), leg.ToStop.Name(),
	} {
		out = appendText(out, text)
	}
	out = binary.AppendUvarint(out, uint64(r.Type()))
	out = binary.AppendUvarint(out, uint64(r.Color()))
	out = binary.AppendUvarint(out, uint64(r.TextColor()))
	out = appendUnitsOf(out, leg.DistanceM, 10)
	out = binary.AppendUvarint(out, uint64(leg.Headway/time.Second))
	out = binary.AppendUvarint(out, uint64(len(leg.Calls)))
	for i := range leg.Calls {
		out = appendCallBinary(out, &leg.Calls[i])
	}
	out = appendPoints(out, leg.Geometry)
	return appendText(out, strings.TrimPrefix(string(appendAlerts(nil, leg.Alerts)), `,"alerts":`))
}

func appendCallBinary(out []byte, c *transit.Call) []byte {
	skipped := byte(0)
	if c.Skipped {
		skipped = 1
	}
	out = appendText(appendText(append(out, skipped), StopID(c.Stop)), c.Stop.Name())
	out = appendClock(appendClock(out, c.Arrival), c.Departure)
	out = binary.AppendVarint(out, int64(c.ArrivalDelayS))
	return binary.AppendVarint(out, int64(c.DepartureDelayS))
}

// appendBinary appends rows, columns, and the times in milliseconds, one more each: 0 is no way.
func (t *table) appendBinary(out []byte) []byte {
	out = binary.AppendUvarint(append(out, tableBody), uint64(len(t.ms)/t.columns))
	out = binary.AppendUvarint(out, uint64(t.columns))
	for _, ms := range t.ms {
		if ms == route.NoTime {
			out = append(out, 0)
			continue
		}
		out = binary.AppendUvarint(out, uint64(ms)+1)
	}
	return out
}

// appendBinary appends polygons, rings and points.
func (p isochrone) appendBinary(out []byte) []byte {
	out = binary.AppendUvarint(append(out, isochroneBody), uint64(len(p)))
	for _, rings := range p {
		out = binary.AppendUvarint(out, uint64(len(rings)))
		for _, ring := range rings {
			out = appendPoints(out, ring)
		}
	}
	return out
}

// appendBinary appends the edges; distances are in centimetres.
func (n *nearest) appendBinary(out []byte) []byte {
	out = binary.AppendUvarint(append(out, nearestBody), uint64(len(n.list)))
	for i := range n.list {
		x := &n.list[i]
		e := n.edge(x.Pair)
		wayID, ok := e.OSMWayID()
		out = binary.AppendUvarint(out, uint64(e.ID()))
		out = appendText(appendMaybe(out, wayID, ok), e.Name())
		out = appendUnitsOf(out, x.DistanceM, 100)
		out = appendPoint(out, geometry.Point{}, x.Point)
	}
	return out
}

// appendBinary appends the vertex and the edges out of it.
func (x vertex) appendBinary(out []byte) []byte {
	v := graph.Vertex(x)
	node := v.OSMNodeID()
	out = binary.AppendUvarint(append(out, vertexBody), uint64(v.ID()))
	out = appendMaybe(out, node, node != graph.NoNode)
	out = appendText(appendText(out, graph.VertexTypeName(v.Type())), StopID(v.Stop()))
	out = append(appendPoint(out, geometry.Point{}, v.Point()), byte(v.Pass()))
	for a, modes := range exits(v) {
		out = binary.AppendUvarint(out, uint64(a.Edge)+1)
		out = binary.AppendUvarint(out, uint64(a.To))
		out = binary.AppendUvarint(out, uint64(a.LengthDM))
		out = append(out, byte(modes))
	}
	return append(out, 0)
}
