package main

import (
	"fmt"
	"strings"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/wire"
)

// stopJSON is a stop.
type stopJSON struct {
	wire.Stop
	Departures []departureJSON `json:"departures,omitzero"` // with --on

	asked string // the day of --on, and for people the calendar where there is no departure
}

type departureJSON struct {
	TripID   string `json:"trip_id"`
	Time     string `json:"time"`
	Headsign string `json:"headsign"`
	Day      string `json:"service_day"`
	Exact    bool   `json:"exact"`

	Interpolated bool `json:"interpolated,omitempty"` // the feed gives no time here
}

func (v *viewer) showStop(id string) error {
	x, err := v.stopByID(id)
	if err != nil {
		return err
	}
	out := stopJSON{Stop: wire.StopOf(x)}
	if v.day != nil {
		out.Departures = departuresOf(x, *v.day)
		out.asked = v.day.String() + calendarText(v.g)
	}
	return v.show(out)
}

// calendarText says which days the timetable covers.
func calendarText(g *graph.Graph) string {
	x := g.Meta().Stats.Transit
	if x == nil || x.FirstDay == "" {
		return ": the timetable has no days"
	}
	return fmt.Sprintf(" (the timetable covers %s to %s)", x.FirstDay, x.LastDay)
}

func departuresOf(x graph.Stop, day graph.Day) []departureJSON {
	list := []departureJSON{}
	for _, d := range x.Departures(day) {
		trip := x.Graph().Trip(d.Trip)
		calls := trip.StopTimes()
		list = append(list, departureJSON{
			wire.TripID(trip), clock(d.TimeS), trip.HeadsignAt(d.Call), d.Day.String(), d.Exact, d.Call < len(calls) && calls[d.Call].Interpolated})
	}
	return list
}

// clock writes seconds after the start of a service day as HH:MM:SS, past 24 hours where need be.
func clock(s int32) string {
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	return fmt.Sprintf("%s%02d:%02d:%02d", sign, s/3600, s/60%60, s%60)
}

func (x stopJSON) print(s *session) error {
	s.line("%s  %s  %s at %s", x.StopID, x.Name, x.Type, wire.LatLon(geometry.Point(x.Position)))
	if x.Parent != nil {
		s.line("part of %s", *x.Parent)
	}
	s.line("patterns %d, wheelchair %s", x.Patterns, x.Wheelchair)
	for _, l := range x.Links {
		s.line("linked to %s, %.1f m away, for %s", idText("way", l.WayID), l.DistanceM, strings.Join(l.Modes, ", "))
	}
	if len(x.Links) == 0 {
		fmt.Fprintln(s.out, "linked to no street")
	}
	if err := x.printPathways(s); err != nil {
		return err
	}
	if err := x.printDepartures(s); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

// Marks of times in lists for people.
const (
	interpolatedMark = "*"
	inexactMark      = "~"
)

// printDepartures prints the departures of the day that was asked for, with a mark at times that the feed does not give.
func (x stopJSON) printDepartures(s *session) error {
	if x.asked != "" && len(x.Departures) == 0 {
		return s.line("no departures on %s", x.asked)
	}
	if len(x.Departures) == 0 {
		return nil
	}
	fmt.Fprintln(s.out)
	t, interpolated, inexact := report.NewTable("time", "trip", "headsign"), false, false
	for _, d := range x.Departures {
		mark := ""
		if d.Interpolated {
			mark, interpolated = interpolatedMark, true
		}
		if !d.Exact {
			mark, inexact = mark+inexactMark, true
		}
		t.Add(d.Time+mark, d.TripID, d.Headsign)
	}
	if err := t.Write(s.out); err != nil {
		return err
	}
	if interpolated {
		fmt.Fprintln(s.out, interpolatedMark+" worked out from the times of other stops")
	}
	if inexact {
		fmt.Fprintln(s.out, inexactMark+" one of a vehicle every so often, without a timetable: see --trip")
	}
	return nil
}

func (x stopJSON) printPathways(s *session) error {
	if len(x.Pathways) == 0 {
		return nil
	}
	fmt.Fprintln(s.out)
	t := report.NewTable("pathway", "to", "by", " time")
	for _, p := range x.Pathways {
		t.Add(p.PathwayID, p.To, p.Mode, seconds(float64(p.TraversalS)))
	}
	return t.Write(s.out)
}

// transferJSON is a transfer.
type transferJSON struct {
	FromStop  string  `json:"from_stop"`
	ToStop    string  `json:"to_stop"`
	FromRoute string  `json:"from_route,omitempty"`
	ToRoute   string  `json:"to_route,omitempty"`
	FromTrip  string  `json:"from_trip,omitempty"`
	ToTrip    string  `json:"to_trip,omitempty"`
	Type      uint8   `json:"type"`
	MinS      *int32  `json:"min_s"`
	DistanceM float64 `json:"distance_m"`
}

func (v *viewer) showTransfers(id string) error {
	from, err := v.stopByID(id)
	if err != nil {
		return err
	}
	rows := from.Transfers()
	if station := from.Parent(); station.Err() == nil {
		rows = append(rows, station.Transfers()...)
	}
	if len(rows) == 0 && !v.json {
		return v.line("%s: no transfers in its feed", wire.StopID(from))
	}
	for _, t := range rows {
		out := transferJSON{
			FromStop: wire.StopID(t.From), ToStop: wire.StopID(t.To), FromRoute: wire.RouteID(t.FromRoute), ToRoute: wire.RouteID(t.ToRoute),
			FromTrip: wire.TripID(t.FromTrip), ToTrip: wire.TripID(t.ToTrip), Type: t.Type,
		}
		if t.MinS >= 0 {
			out.MinS = &t.MinS
		}
		if t.To.Err() == nil {
			out.DistanceM = wire.RoundM(geometry.Distance(t.From.Point(), t.To.Point()))
		}
		if err := v.show(out); err != nil {
			return err
		}
	}
	return nil
}

func (x transferJSON) print(s *session) error {
	least := "no time given"
	if x.MinS != nil {
		least = "at least " + seconds(float64(*x.MinS))
	}
	return s.line("%s to %s: type %d, %s, %s apart", x.FromStop, x.ToStop, x.Type, least, metres(x.DistanceM))
}
