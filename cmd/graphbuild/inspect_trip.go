package main

import (
	"fmt"
	"time"

	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/wire"
)

func serviceID(x graph.Service) string {
	if x.Err() != nil {
		return ""
	}
	f, id := x.ID()
	return wire.FeedID(x.Graph(), f, id)
}

// tripJSON is a trip.
type tripJSON struct {
	TripID       string          `json:"trip_id"`
	RouteID      string          `json:"route_id"`
	ServiceID    string          `json:"service_id"`
	Pattern      graph.PatternID `json:"pattern"`
	BlockID      string          `json:"block_id"`
	Headsign     string          `json:"headsign"`
	ShortName    string          `json:"short_name,omitempty"`
	Direction    *uint8          `json:"direction,omitempty"`
	Wheelchair   string          `json:"wheelchair"`
	Bikes        string          `json:"bikes"`
	Cars         string          `json:"cars,omitempty"`
	RunsOn       *bool           `json:"runs_on,omitempty"` // with --on
	Timezone     string          `json:"timezone"`
	DepartureUTC string          `json:"departure_utc,omitempty"`
	departure    string          // the same by the clock of the agency
	StopTimes    []stopTimeJSON  `json:"stop_times"`
	Frequencies  []frequencyJSON `json:"frequencies"`
	Geometry     line            `json:"geometry"`
	Next         []adjacentJSON  `json:"next"`     // by the same vehicle
	Previous     []adjacentJSON  `json:"previous"` // likewise
	OnDemand     []flexCallJSON  `json:"on_demand,omitempty"`
}

type stopTimeJSON struct {
	StopID       string `json:"stop_id"`
	Sequence     uint32 `json:"sequence"`
	Arrival      string `json:"arrival"`
	Departure    string `json:"departure"`
	DepartureUTC string `json:"departure_utc,omitempty"`
	Pickup       uint8  `json:"pickup"`
	DropOff      uint8  `json:"drop_off"`
	Interpolated bool   `json:"interpolated"`
	Timepoint    bool   `json:"timepoint"`
	Headsign     string `json:"headsign,omitempty"` // where it is not that of the trip
	// ContinuousPickup and ContinuousDropOff are as in GTFS, left out where they are 1, none.
	ContinuousPickup  *uint8 `json:"continuous_pickup,omitempty"`
	ContinuousDropOff *uint8 `json:"continuous_drop_off,omitempty"`
}

type frequencyJSON struct {
	Start    string `json:"start"`
	End      string `json:"end"`
	HeadwayS uint32 `json:"headway_s"`
	Exact    bool   `json:"exact"`
}

func (v *viewer) showTrip(id string) error {
	t, err := v.g.TripByID(id)
	flex, flexErr := v.g.FlexTripByID(id)
	if err != nil && flexErr == nil {
		return v.showFlexTrip(flex)
	}
	if err != nil {
		return err
	}
	out := tripJSON{
		TripID: wire.TripID(t), RouteID: wire.RouteID(t.Route()), ServiceID: serviceID(t.Service()), Pattern: t.Pattern().Number(),
		BlockID: t.Block(), Headsign: t.Headsign(), ShortName: t.ShortName(), Timezone: t.Route().Agency().Timezone(),
		StopTimes: v.stopTimes(t), Frequencies: []frequencyJSON{}, Geometry: v.tripGeometry(t),
		Wheelchair: wire.WheelchairName(t.Wheelchair()), Bikes: wire.WheelchairName(t.Bikes()),
		Next: adjacentOf(t.Next()), Previous: adjacentOf(t.Previous()),
	}
	if d := t.Pattern().Direction(); d < 2 {
		out.Direction = &d
	}
	if cars := t.Cars(); cars > 0 {
		out.Cars = wire.WheelchairName(cars)
	}
	if flexErr == nil {
		out.OnDemand = v.flexCalls(v.g.FlexTrip(flex))
	}
	for _, f := range t.Frequencies() {
		out.Frequencies = append(out.Frequencies, frequencyJSON{clock(f.StartS), clock(f.EndS), f.HeadwayS, f.Exact})
	}
	if v.day != nil {
		if err := out.addInstants(t, *v.day); err != nil {
			return err
		}
	}
	return v.show(out)
}

func (v *viewer) stopTimes(t graph.Trip) []stopTimeJSON {
	list := []stopTimeJSON{}
	for _, x := range t.StopTimes() {
		call := stopTimeJSON{
			StopID: wire.StopID(v.g.Stop(x.Stop)), Sequence: x.Sequence, Arrival: clock(x.ArrivalS), Departure: clock(x.DepartureS),
			Pickup: x.Pickup, DropOff: x.DropOff, Interpolated: x.Interpolated, Timepoint: !x.Approximate,
			ContinuousPickup: unlessNone(x.ContinuousPickup), ContinuousDropOff: unlessNone(x.ContinuousDropOff),
		}
		if x.Headsign != t.Headsign() {
			call.Headsign = x.Headsign
		}
		list = append(list, call)
	}
	return list
}

// unlessNone returns nothing for 1, which is the value of those that stop at stops alone.
func unlessNone(continuous uint8) *uint8 {
	if continuous == 1 {
		return nil
	}
	return &continuous
}

// tripGeometry returns the shape of a trip, else the line through its stops.
func (v *viewer) tripGeometry(t graph.Trip) line {
	out := line{}
	if shape, _, ok := t.ShapeID(); ok {
		return v.g.AppendShape(out, shape)
	}
	for _, x := range t.StopTimes() {
		out = append(out, v.g.Stop(x.Stop).Point())
	}
	return out
}

// addInstants adds the times of a service day in UTC, of a trip of frequencies.txt those of its first run.
func (x *tripJSON) addInstants(t graph.Trip, day graph.Day) error {
	zone, err := t.Route().Agency().Location()
	if err != nil {
		return err
	}
	start, runs := day.Start(zone), t.Service().RunsOn(day)
	x.RunsOn = &runs
	if t.FrequencyOnly() {
		rows := t.Frequencies()
		if len(rows) == 0 {
			return nil
		}
		start = start.Add(time.Duration(rows[0].StartS-t.StartS()) * time.Second)
	}
	for i, call := range t.StopTimes() {
		leaves := start.Add(time.Duration(call.DepartureS) * time.Second)
		x.StopTimes[i].DepartureUTC = leaves.UTC().Format(time.RFC3339)
		if i == 0 {
			x.DepartureUTC, x.departure = x.StopTimes[0].DepartureUTC, leaves.In(zone).Format(time.RFC3339)
		}
	}
	return nil
}

func (x tripJSON) print(s *session) error {
	s.line("%s  route %s  service %s  to %s", x.TripID, x.RouteID, x.ServiceID, x.Headsign)
	switch {
	case x.RunsOn != nil && !*x.RunsOn:
		fmt.Fprintln(s.out, "does not run on that day")
	case x.departure != "" && len(x.Frequencies) > 0:
		s.line("first leaves at %s", x.departure)
	case x.departure != "":
		s.line("leaves at %s", x.departure)
	}
	for _, f := range x.Frequencies {
		about := "about "
		if f.Exact {
			about = ""
		}
		s.line("%severy %s from %s to %s", about, seconds(float64(f.HeadwayS)), f.Start, f.End)
	}
	for _, a := range x.Previous {
		s.line("the vehicle comes as %s", a.TripID)
	}
	for _, a := range x.Next {
		s.line("the vehicle goes on as %s", a.TripID)
	}
	fmt.Fprintln(s.out)
	t := report.NewTable("arrival", "departure", " no.", "stop", "")
	for _, c := range x.StopTimes {
		note := ""
		if c.Interpolated {
			note = "interpolated"
		}
		t.Add(c.Arrival, c.Departure, fmt.Sprint(c.Sequence), c.StopID, note)
	}
	if err := t.Write(s.out); err != nil {
		return err
	}
	if len(x.OnDemand) > 0 {
		fmt.Fprintln(s.out, "\non demand")
		if err := printFlexCalls(s, x.OnDemand); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

// routeJSON is a route.
type routeJSON struct {
	RouteID   string `json:"route_id"`
	RouteType uint16 `json:"route_type"`
	AgencyID  string `json:"agency_id"`
	Timezone  string `json:"timezone"`
	Name      string `json:"name"`
	LongName  string `json:"long_name,omitempty"`
	Patterns  int    `json:"patterns"`
	URL       string `json:"url,omitempty"`
	// Description and the others are left out where the feed says nothing.
	Description       string  `json:"description,omitempty"`
	Color             string  `json:"color,omitempty"`
	SortOrder         *uint32 `json:"sort_order,omitempty"`
	ContinuousPickup  *uint8  `json:"continuous_pickup,omitempty"`
	ContinuousDropOff *uint8  `json:"continuous_drop_off,omitempty"`
	Agency            string  `json:"agency_name,omitempty"`
}

func (v *viewer) showRoute(id string) error {
	r, err := v.routeByID(id)
	if err != nil {
		return err
	}
	out := routeJSON{
		RouteID: wire.RouteID(r), RouteType: r.Type(), Timezone: r.Agency().Timezone(), Name: r.ShortName(), LongName: r.LongName(),
		Patterns: len(r.Patterns()), AgencyID: r.Agency().ID(),
	}
	if out.Name == "" {
		out.Name = out.LongName
	}
	out.URL, out.Description, out.Agency = r.URL(), r.Description(), r.Agency().Name()
	if order := r.SortOrder(); order != graph.NoSortOrder {
		out.SortOrder = &order
	}
	pickup, dropOff := r.Continuous()
	out.ContinuousPickup, out.ContinuousDropOff = unlessNone(pickup), unlessNone(dropOff)
	out.Color = fmt.Sprintf("%06X", r.Color())
	return v.show(out)
}

func (x routeJSON) print(s *session) error {
	return s.line("%s  %s  type %d, agency %s (%s), patterns %d", x.RouteID, x.Name, x.RouteType, x.AgencyID, x.Timezone, x.Patterns)
}

// patternJSON is a pattern.
type patternJSON struct {
	Pattern   graph.PatternID `json:"pattern"`
	RouteID   string          `json:"route_id"`
	Direction *uint8          `json:"direction"`
	Stops     []string        `json:"stops"`
	Trips     int             `json:"trips"`
}

func (v *viewer) showPattern(n uint32) error {
	p := v.g.Pattern(graph.PatternID(n))
	if p.Err() != nil {
		return fmt.Errorf("inspect: there is no pattern %d: they are numbered from 0 to %d", n, v.g.NumPatterns()-1)
	}
	out := patternJSON{Pattern: p.Number(), RouteID: wire.RouteID(p.Route())}
	if d := p.Direction(); d < 2 {
		out.Direction = &d
	}
	for _, s := range p.AppendStops(nil) {
		out.Stops = append(out.Stops, wire.StopID(v.g.Stop(s)))
	}
	_, out.Trips = p.Trips()
	return v.show(out)
}

func (x patternJSON) print(s *session) error {
	s.line("pattern %d  route %s  trips %d", x.Pattern, x.RouteID, x.Trips)
	for i, id := range x.Stops {
		s.line("%4d  %s", i+1, id)
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

// serviceJSON is a service.
type serviceJSON struct {
	ServiceID string   `json:"service_id"`
	Days      []string `json:"days"`
	RunsOn    *bool    `json:"runs_on,omitempty"` // with --on
}

func (v *viewer) showService(id string) error {
	x, err := v.g.ServiceByID(id)
	if err != nil {
		return err
	}
	out := serviceJSON{ServiceID: serviceID(x), Days: []string{}}
	for d := range x.Days() {
		out.Days = append(out.Days, d.String())
	}
	if v.day != nil {
		runs := x.RunsOn(*v.day)
		out.RunsOn = &runs
	}
	return v.show(out)
}

func (x serviceJSON) print(s *session) error {
	s.line("%s  runs on %s", x.ServiceID, report.Counted(len(x.Days), "day", "days"))
	if x.RunsOn != nil {
		answer := map[bool]string{true: "runs on that day", false: "does not run on that day"}[*x.RunsOn]
		_, err := fmt.Fprintln(s.out, answer)
		return err
	}
	for i, d := range x.Days {
		end := "  "
		if i%7 == 6 || i == len(x.Days)-1 {
			end = "\n"
		}
		if _, err := fmt.Fprint(s.out, d, end); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(s.out)
	return err
}
