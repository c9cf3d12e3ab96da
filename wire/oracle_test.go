package wire

import (
	"encoding/json"
	"fmt"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// The types below write answers by encoding/json. They are what ours are compared with.

type answerOracle struct {
	ID           json.RawMessage `json:"id,omitempty"`
	Status       string          `json:"status"`
	Error        string          `json:"error,omitempty"`
	DistanceM    *float64        `json:"distance_m,omitempty"`
	DurationS    *float64        `json:"duration_s,omitempty"`
	Legs         []legOracle     `json:"legs,omitempty"`
	From         *endOracle      `json:"from,omitempty"`
	To           *endOracle      `json:"to,omitempty"`
	Alternatives []answerOracle  `json:"alternatives,omitempty"`
}

type endOracle struct {
	DistanceM float64 `json:"distance_m"`
	Mainland  bool    `json:"mainland,omitempty"`
}

type legOracle struct {
	Mode      string       `json:"mode"`
	DistanceM float64      `json:"distance_m"`
	DurationS float64      `json:"duration_s"`
	Geometry  Line         `json:"geometry"`
	Steps     []stepOracle `json:"steps"`
}

type stepOracle struct {
	WayID     *int64  `json:"way_id"`
	Name      string  `json:"name"`
	DistanceM float64 `json:"distance_m"`
	DurationS float64 `json:"duration_s"`
}

type planOracle struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Status string          `json:"status"`
	Error  string          `json:"error,omitempty"`
	*journeyOracle
	Alternatives []*journeyOracle `json:"alternatives,omitempty"`
	Notes        []string         `json:"notes,omitempty"`
}

type journeyOracle struct {
	DistanceM float64 `json:"distance_m"`
	DurationS float64 `json:"duration_s"`
	Depart    string  `json:"depart"`
	Arrive    string  `json:"arrive"`
	Transfers int     `json:"transfers"`
	Legs      []any   `json:"legs"`
}

type walkOracle struct {
	legOracle
	Depart   string `json:"depart"`
	Arrive   string `json:"arrive"`
	FromStop string `json:"from_stop,omitempty"`
	ToStop   string `json:"to_stop,omitempty"`
}

type rideOracle struct {
	Mode       string  `json:"mode"`
	RouteID    string  `json:"route_id"`
	TripID     string  `json:"trip_id"`
	RouteName  string  `json:"route_name"`
	RouteType  uint16  `json:"route_type"`
	Color      string  `json:"route_color,omitempty"`
	TextColor  string  `json:"route_text_color,omitempty"`
	Headsign   string  `json:"headsign"`
	ServiceDay string  `json:"service_day"`
	FromStop   string  `json:"from_stop"`
	FromName   string  `json:"from_stop_name"`
	ToStop     string  `json:"to_stop"`
	ToName     string  `json:"to_stop_name"`
	Depart     string  `json:"depart"`
	Arrive     string  `json:"arrive"`
	DistanceM  float64 `json:"distance_m"`
	DurationS  float64 `json:"duration_s"`
	StaySeated bool    `json:"stay_seated,omitempty"`
	HeadwayS   float64 `json:"headway_s,omitempty"`
	Realtime   bool    `json:"realtime,omitempty"`

	Alerts json.RawMessage `json:"alerts,omitempty"`

	Stops    []callOracle `json:"stops"`
	Geometry Line         `json:"geometry"`
}

type callOracle struct {
	StopID    string `json:"stop_id"`
	Name      string `json:"name"`
	Arrival   string `json:"arrival"`
	Departure string `json:"departure"`

	ArrivalDelayS   int32 `json:"arrival_delay_s,omitempty"`
	DepartureDelayS int32 `json:"departure_delay_s,omitempty"`
	Skipped         bool  `json:"skipped,omitempty"`
}

// oracleOf returns the answer to a query for streets.
func oracleOf(id json.RawMessage, q *route.Query, list ...route.Answer) answerOracle {
	a := list[0]
	out := routeOracleOf(&a)
	if out.ID = id; a.Status != route.OK {
		return out
	}
	for _, other := range list[1:] {
		out.Alternatives = append(out.Alternatives, routeOracleOf(&other))
	}
	leg := &a.Legs[len(a.Legs)-1]
	out.From = &endOracle{RoundM(geometry.Distance(q.From, a.Legs[0].Geometry[0])), a.FromMoved}
	out.To = &endOracle{RoundM(geometry.Distance(q.To, leg.Geometry[len(leg.Geometry)-1])), a.ToMoved}
	return out
}

func routeOracleOf(a *route.Answer) answerOracle {
	out := answerOracle{Status: a.Status.String(), Error: a.Error}
	if a.Status != route.OK {
		return out
	}
	distance, duration := RoundM(a.DistanceM), RoundS(a.DurationS)
	out.DistanceM, out.DurationS = &distance, &duration
	for i := range a.Legs {
		out.Legs = append(out.Legs, legOracleOf(&a.Legs[i]))
	}
	return out
}

func legOracleOf(leg *route.Leg) legOracle {
	out := legOracle{Mode: graph.ModeName(leg.Mode), DistanceM: RoundM(leg.DistanceM), DurationS: RoundS(leg.DurationS), Geometry: leg.Geometry}
	for _, x := range leg.Steps {
		step := stepOracle{Name: x.Name, DistanceM: RoundM(x.DistanceM), DurationS: RoundS(x.DurationS)}
		if x.HasOSMWayID {
			step.WayID = &x.OSMWayID
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

// planOracleOf returns the answer to a query for journeys.
func planOracleOf(id json.RawMessage, a transit.Answer) planOracle {
	out := planOracle{ID: id, Status: a.Status.String(), Error: a.Error, Notes: a.Notes}
	for i := range a.Journeys {
		j := journeyOracleOf(&a.Journeys[i])
		if i == 0 {
			out.journeyOracle = j
			continue
		}
		out.Alternatives = append(out.Alternatives, j)
	}
	return out
}

func journeyOracleOf(j *transit.Journey) *journeyOracle {
	out := &journeyOracle{
		DistanceM: RoundM(j.DistanceM()), DurationS: RoundS(j.Arrive.Sub(j.Depart).Seconds()),
		Depart: j.Depart.Format(time.RFC3339), Arrive: j.Arrive.Format(time.RFC3339), Transfers: j.Transfers(),
	}
	for i := range j.Legs {
		leg := &j.Legs[i]
		if leg.Walk == nil {
			out.Legs = append(out.Legs, rideOracleOf(leg))
			continue
		}
		out.Legs = append(out.Legs, walkOracle{legOracleOf(leg.Walk), leg.Depart.Format(time.RFC3339), leg.Arrive.Format(time.RFC3339), StopID(leg.FromStop), StopID(leg.ToStop)})
	}
	return out
}

func rideOracleOf(leg *transit.Leg) rideOracle {
	out := rideOracle{
		Mode: TransitMode, RouteID: RouteID(leg.Trip.Route()), TripID: TripID(leg.Trip), RouteName: RouteName(leg.Trip.Route()),
		Headsign: leg.Trip.Headsign(), ServiceDay: leg.Day.String(), FromStop: StopID(leg.FromStop), ToStop: StopID(leg.ToStop),
		Depart: leg.Depart.Format(time.RFC3339), Arrive: leg.Arrive.Format(time.RFC3339), DistanceM: RoundM(leg.DistanceM), Geometry: leg.Geometry,
		RouteType: leg.Trip.Route().Type(), FromName: leg.FromStop.Name(), ToName: leg.ToStop.Name(),
		DurationS: leg.Arrive.Sub(leg.Depart).Seconds(), StaySeated: leg.StaySeated, HeadwayS: leg.Headway.Seconds(), Realtime: leg.Realtime,
	}
	if r := leg.Trip.Route(); r.Color() != 0xFFFFFF || r.TextColor() != 0 {
		out.Color, out.TextColor = fmt.Sprintf("%06X", r.Color()), fmt.Sprintf("%06X", r.TextColor())
	}
	for _, c := range leg.Calls {
		out.Stops = append(out.Stops, callOracle{StopID(c.Stop), c.Stop.Name(), c.Arrival.Format(time.RFC3339), c.Departure.Format(time.RFC3339), c.ArrivalDelayS, c.DepartureDelayS, c.Skipped})
	}
	return out
}
