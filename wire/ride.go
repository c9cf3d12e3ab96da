package wire

import (
	"fmt"
	"strconv"
	"time"

	"graphbuild/route/transit"
)

// journeys are journeys by transit, the best first, at least one.
type journeys struct {
	list  []transit.Journey
	notes []string
}

func (x *journeys) appendJSON(out []byte) []byte {
	out = appendJourney(append(out, ','), &x.list[0])
	for i := range x.list[1:] {
		out = append(out, listStart(i, `,"alternatives":[`)...)
		out = append(appendJourney(append(out, '{'), &x.list[1+i]), '}')
	}
	if len(x.list) > 1 {
		out = append(out, ']')
	}
	for i, note := range x.notes {
		out = AppendString(append(out, listStart(i, `,"notes":[`)...), note)
	}
	if len(x.notes) > 0 {
		out = append(out, ']')
	}
	return out
}

// appendJourney appends the members of a journey.
func appendJourney(out []byte, j *transit.Journey) []byte {
	out = appendM(append(out, `"distance_m":`...), j.DistanceM())
	out = appendS(append(out, `,"duration_s":`...), j.Arrive.Sub(j.Depart).Seconds())
	out = appendTimes(append(out, ','), j.Depart, j.Arrive)
	out = strconv.AppendInt(append(out, `,"transfers":`...), int64(j.Transfers()), 10)
	out = append(out, `,"legs":`...)
	if j.Legs == nil {
		return append(out, "null"...)
	}
	for i := range j.Legs {
		out = append(append(out, listStart(i, "[")...), '{')
		out = append(appendLeg(out, &j.Legs[i]), '}')
	}
	return append(out, ']')
}

// appendTimes appends when a journey or leg begins and ends, by the clock of the place, with the zone.
func appendTimes(out []byte, depart, arrive time.Time) []byte {
	out = appendTime(append(out, `"depart":`...), depart)
	return appendTime(append(out, `,"arrive":`...), arrive)
}

func appendTime(out []byte, t time.Time) []byte {
	return append(t.AppendFormat(append(out, '"'), time.RFC3339), '"')
}

func appendLeg(out []byte, leg *transit.Leg) []byte {
	if leg.Walk == nil {
		return appendRide(out, leg)
	}
	out = appendStreetLeg(out, leg.Walk)
	out = appendTimes(append(out, ','), leg.Depart, leg.Arrive)
	if leg.FromStop.Err() == nil {
		out = AppendString(append(out, `,"from_stop":`...), StopID(leg.FromStop))
	}
	if leg.ToStop.Err() == nil {
		out = AppendString(append(out, `,"to_stop":`...), StopID(leg.ToStop))
	}
	return out
}

func appendRide(out []byte, leg *transit.Leg) []byte {
	r := leg.Trip.Route()
	out = AppendString(append(out, `"mode":"transit","route_id":`...), RouteID(r))
	out = AppendString(append(out, `,"trip_id":`...), TripID(leg.Trip))
	out = AppendString(append(out, `,"route_name":`...), RouteName(r))
	out = strconv.AppendUint(append(out, `,"route_type":`...), uint64(r.Type()), 10)
	if r.Color() != plainColor || r.TextColor() != plainText {
		out = appendColor(append(out, `,"route_color":`...), r.Color())
		out = appendColor(append(out, `,"route_text_color":`...), r.TextColor())
	}
	out = AppendString(append(out, `,"headsign":`...), leg.Trip.Headsign())
	out = AppendString(append(out, `,"service_day":`...), leg.Day.String())
	out = AppendString(append(out, `,"from_stop":`...), StopID(leg.FromStop))
	out = AppendString(append(out, `,"from_stop_name":`...), leg.FromStop.Name())
	out = AppendString(append(out, `,"to_stop":`...), StopID(leg.ToStop))
	out = AppendString(append(out, `,"to_stop_name":`...), leg.ToStop.Name())
	out = appendTimes(append(out, ','), leg.Depart, leg.Arrive)
	out = appendM(append(out, `,"distance_m":`...), leg.DistanceM)
	out = AppendFloat(append(out, `,"duration_s":`...), leg.Arrive.Sub(leg.Depart).Seconds())
	if leg.StaySeated {
		out = append(out, `,"stay_seated":true`...)
	}
	if leg.Headway != 0 {
		out = AppendFloat(append(out, `,"headway_s":`...), leg.Headway.Seconds())
	}
	if leg.Realtime {
		out = append(out, `,"realtime":true`...)
	}
	out = appendAlerts(out, leg.Alerts)
	out = appendCalls(append(out, `,"stops":`...), leg.Calls)
	return AppendLine(append(out, `,"geometry":`...), leg.Geometry)
}

// appendAlerts appends the notices on a ride, where there are any.
func appendAlerts(out []byte, list []*transit.Alert) []byte {
	for i, a := range list {
		out = AppendString(append(append(out, listStart(i, `,"alerts":[`)...), `{"id":`...), a.ID)
		out = AppendString(append(out, `,"cause":`...), a.Cause)
		out = AppendString(append(out, `,"effect":`...), a.Effect)
		out = appendTexts(out, `,"header":[`, a.Header)
		out = appendTexts(out, `,"description":[`, a.Description)
		out = append(appendTexts(out, `,"url":[`, a.URL), '}')
	}
	if len(list) > 0 {
		out = append(out, ']')
	}
	return out
}

// appendTexts appends a text in its languages, where there is any.
func appendTexts(out []byte, name string, list []transit.AlertText) []byte {
	for i, t := range list {
		out = AppendString(append(append(out, listStart(i, name)...), `{"language":`...), t.Language)
		out = append(AppendString(append(out, `,"text":`...), t.Text), '}')
	}
	if len(list) > 0 {
		out = append(out, ']')
	}
	return out
}

// Colors of routes that give none.
const (
	plainColor = 0xFFFFFF
	plainText  = 0
)

// appendColor appends a color as RRGGBB.
func appendColor(out []byte, rgb uint32) []byte {
	return fmt.Appendf(out, `"%06X"`, rgb)
}

func appendCalls(out []byte, calls []transit.Call) []byte {
	if calls == nil {
		return append(out, "null"...)
	}
	for i := range calls {
		out = appendCall(append(out, listStart(i, "[")...), &calls[i])
	}
	return append(out, ']')
}

func appendCall(out []byte, c *transit.Call) []byte {
	out = AppendString(append(out, `{"stop_id":`...), StopID(c.Stop))
	out = AppendString(append(out, `,"name":`...), c.Stop.Name())
	out = appendTime(append(out, `,"arrival":`...), c.Arrival)
	out = appendTime(append(out, `,"departure":`...), c.Departure)
	if c.ArrivalDelayS != 0 {
		out = strconv.AppendInt(append(out, `,"arrival_delay_s":`...), int64(c.ArrivalDelayS), 10)
	}
	if c.DepartureDelayS != 0 {
		out = strconv.AppendInt(append(out, `,"departure_delay_s":`...), int64(c.DepartureDelayS), 10)
	}
	if c.Skipped {
		out = append(out, `,"skipped":true`...)
	}
	return append(out, '}')
}
