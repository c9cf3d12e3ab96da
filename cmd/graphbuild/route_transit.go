package main

import (
	"fmt"
	"strings"
	"time"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/realtime"
	"graphbuild/remote"
	"graphbuild/report"
	"graphbuild/route"
	"graphbuild/route/transit"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// transitFlags are the flags of route that concern journeys by transit.
type transitFlags struct {
	Arrive       string        `placeholder:"TIME" help:"With mode transit, in place of --depart: when to be there."`
	Window       time.Duration `placeholder:"TIME" help:"With mode transit: all good journeys that leave within so long after --depart, or arrive within so long before --arrive, as 2h."`
	MaxTransfers int           `name:"max-transfers" default:"6" placeholder:"N" help:"With mode transit: change at most N times, 0 to 6. Default: ${default}."`
	MaxWalk      time.Duration `name:"max-walk" default:"15m" placeholder:"TIME" help:"With mode transit: how long the walk to the first stop may take, and that from the last, not the walk all the way; 1s to 4h. Default: ${default}."`
	ChangeTime   time.Duration `name:"change-time" placeholder:"TIME" help:"With mode transit: time to add to each change; default: none."`
	Realtime     []string      `sep:"none" placeholder:"SOURCE" help:"With mode transit: a GTFS-Realtime message, a file or an address (http, https), whose delays, skipped stops and cancelled trips are laid over the timetable, and whose alerts come with the rides; may be given several times. Write LABEL=SOURCE where feeds share ids."`
	Wheelchair   bool          `help:"With mode transit or walk: for a wheelchair. In a batch, of queries that do not say; it refuses those with other modes."`
	Access       string        `enum:"walk,bike" default:"walk" placeholder:"MODE" help:"With mode transit: how to get to the first stop, walk or bike; a bicycle is left there. Default: ${default}."`
	BikeAboard   bool          `name:"bike-aboard" help:"With mode transit: keep a bicycle all the way, on trips alone of which the feed says that bicycles are allowed."`
}

// checkMode refuses what has no effect on a route on streets.
func (f *transitFlags) checkMode() error {
	var given []string
	for _, x := range []struct {
		flag  string
		given bool
	}{
		{"--arrive", f.Arrive != ""}, {"--window", f.Window != 0}, {"--max-transfers", f.MaxTransfers != transit.MaxRides-1},
		{"--max-walk", f.MaxWalk != transit.DefaultWalkS*time.Second}, {"--change-time", f.ChangeTime != 0}, {"--realtime", len(f.Realtime) > 0},
		{"--access", f.Access == "bike"}, {"--bike-aboard", f.BikeAboard},
	} {
		if x.given {
			given = append(given, x.flag)
		}
	}
	switch len(given) {
	case 0:
		return nil
	case 1:
		return usageError("route: %s is for mode transit", given[0])
	}
	return usageError("route: %s are for mode transit", strings.Join(given, ", "))
}

// checkWalk refuses limits below what transit.Query tells from its default.
func (f *transitFlags) checkWalk() error {
	if f.MaxWalk >= time.Second && f.MaxWalk <= transit.MaxWalkS*time.Second {
		return nil
	}
	return usageError("route: --max-walk %s: expected 1s to %dh", f.MaxWalk, transit.MaxWalkS/3600)
}

// readRealtime returns the router with the messages of --realtime, where there are any, and says on standard error what
// became of them.
func (c *routeCmd) readRealtime(s *session, g *graph.Graph, r *transit.Router) (*transit.Router, error) {
	var messages []realtime.Message
	for _, arg := range c.Realtime {
		label, source := labelOf(g, arg)
		data, err := graphs.Feed{Source: source}.Fetch(s.ctx)
		if err != nil {
			return nil, fmt.Errorf("route: --realtime: %s: %w", remote.Redacted(source), err)
		}
		messages = append(messages, realtime.Message{Feed: label, Source: remote.Redacted(source), Data: data})
	}
	if len(messages) == 0 {
		return r, nil
	}
	news, err := realtime.Parse(g, messages...)
	if err != nil {
		return nil, fmt.Errorf("route: --realtime: %w", err)
	}
	for i, arg := range c.Realtime {
		fmt.Fprintf(s.err, "graphbuild: %s: %s\n", shownFeed(g, arg), newsText(news.Counts(i)))
	}
	return r.WithRealtime(news), nil
}

// labelOf splits LABEL=SOURCE where there is such a feed.
func labelOf(g *graph.Graph, arg string) (label, source string) {
	before, after, ok := strings.Cut(arg, "=")
	for f := range graph.FeedID(g.NumFeeds()) {
		if ok && g.Feed(f).Label == before {
			return before, after
		}
	}
	return "", arg
}

// shownFeed returns LABEL=SOURCE as it may be shown.
func shownFeed(g *graph.Graph, arg string) string {
	label, source := labelOf(g, arg)
	if label != "" {
		label += "="
	}
	return label + remote.Redacted(source)
}

// newsText says what became of a message: what was used, and what was not and why.
func newsText(c realtime.Counts) string {
	text := fmt.Sprintf("%s updated, %d of them cancelled, %s", report.Counted(c.Applied, "run of a trip", "runs of trips"),
		c.Cancelled, report.Counted(c.Alerts, "alert", "alerts"))
	for _, x := range []struct {
		n              int
		one, many, why string
	}{
		{c.UnknownTrips, "update", "updates", "of unknown trips"},
		{c.Ambiguous, "update", "updates", "of trips that several feeds have (write LABEL=SOURCE)"},
		{c.NotRunning, "update", "updates", "for days or times without a run"},
		{c.NotPlanned, "trip", "trips", "not in the timetable"},
		{c.UnknownStops, "stop", "stops", "where the trip does not call"},
		{c.BadTimes, "time", "times", "a day off or more"},
		{c.UnknownAlerts, "alert", "alerts", "about nothing in the graph"},
		{c.UnknownEntities, "subject", "subjects", "of alerts unknown"},
		{c.Vehicles, "position", "positions", "of vehicles"},
	} {
		if x.n > 0 {
			text += "; left out: " + report.Counted(x.n, x.one, x.many) + " " + x.why
		}
	}
	return text
}

// journeyQuery returns what the flags say for all queries.
func (c *routeCmd) journeyQuery() transit.Query {
	return transit.Query{
		Window: c.Window, Rides: c.MaxTransfers + 1, SnapM: c.SnapM, Wheelchair: c.Wheelchair, Bike: c.Access == "bike", BikeAboard: c.BikeAboard,
		WalkS: int32(min(c.MaxWalk/time.Second, 1<<30)), SlackS: wholeSeconds(c.ChangeTime),
	}
}

// wholeSeconds rounds a time up, as a query of a batch is, and one below 0 down, so that it is refused.
func wholeSeconds(d time.Duration) int32 {
	s := d.Truncate(time.Second)
	switch {
	case s < d:
		s += time.Second
	case s > d:
		s -= time.Second
	}
	return int32(max(-1<<30, min(s/time.Second, 1<<30)))
}

// planQuery returns the query of the flags.
func (c *routeCmd) planQuery(zone *time.Location) (q transit.Query, err error) {
	from, err := parseLatLon(c.From)
	if err != nil {
		return q, err
	}
	to, err := parseLatLon(c.To)
	if err != nil {
		return q, err
	}
	line := wire.Query{From: (*wire.Position)(&from), To: (*wire.Position)(&to)}
	q, err = line.Journey(&wire.Defaults{Journey: c.journeyQuery(), Depart: c.Depart, Arrive: c.Arrive}, zone)
	if err != nil {
		return q, exitError{exitUsage, err}
	}
	return q, nil
}

// plan answers the query of the flags.
func (c *routeCmd) plan(s *session, r *transit.Router) error {
	q, err := c.planQuery(r.Zone())
	if err != nil {
		return err
	}
	search := r.NewSearch()
	search.SetContext(s.ctx)
	a, err := search.Plan(q)
	if err != nil {
		return err
	}
	if c.GeoJSON != "" && a.Status == route.OK {
		if err := c.writeFeatures(s, journeyFeatures(&a.Journeys[0])); err != nil {
			return err
		}
	}
	switch {
	case s.json:
		var out wire.Answer
		out.SetJourneys(&a)
		return s.writeAnswer(&out)
	case a.Status != route.OK:
		return c.noAnswer(a.Status, a.Error)
	case c.GeoJSON == stdio:
		return nil
	}
	for _, note := range a.Notes {
		fmt.Fprintf(s.err, "graphbuild: %s\n", note)
	}
	return printJourneys(s, a.Journeys)
}

// printJourneys prints journeys for people.
func printJourneys(s *session, list []transit.Journey) error {
	for i := range list {
		j := &list[i]
		fmt.Fprintf(s.out, "%s to %s  %s  %s\n\n", j.Depart.Format("2006-01-02 15:04:05"), j.Arrive.Format("15:04:05"),
			seconds(j.Arrive.Sub(j.Depart).Seconds()), changesText(j))
		t := report.NewTable("leave", "arrive", "by", "to", " length")
		for k := range j.Legs {
			leg := &j.Legs[k]
			t.Add(leg.Depart.Format("15:04:05"), leg.Arrive.Format("15:04:05"), legName(leg)+lateness(leg), stopName(leg.ToStop), metres(leg.DistanceM))
		}
		if err := t.Write(s.out); err != nil {
			return err
		}
		printAlerts(s, j)
		fmt.Fprintln(s.out)
	}
	_, err := fmt.Fprintln(s.out, attribution)
	return err
}

// printAlerts prints the notices on the rides of a journey, in the first of their languages.
func printAlerts(s *session, j *transit.Journey) {
	for i := range j.Legs {
		for _, a := range j.Legs[i].Alerts {
			text := a.Effect
			if len(a.Header) > 0 {
				text = a.Header[0].Text
			}
			s.line("notice on %s: %s", legName(&j.Legs[i]), text)
		}
	}
}

func changesText(j *transit.Journey) string {
	switch {
	case j.Rides == 0:
		if len(j.Legs) > 0 && j.Legs[0].Walk.Mode == facts.Bike {
			return "by bicycle"
		}
		return "on foot"
	case j.Transfers() == 0:
		return "direct"
	}
	return report.Counted(j.Transfers(), "transfer", "transfers")
}

func legName(leg *transit.Leg) string {
	switch {
	case leg.Walk != nil:
		return graph.ModeName(leg.Walk.Mode)
	case leg.StaySeated:
		return "stay seated, " + wire.RouteName(leg.Trip.Route())
	case leg.Headway > 0:
		return fmt.Sprintf("%s, about every %s", wire.RouteName(leg.Trip.Route()), seconds(leg.Headway.Seconds()))
	}
	return wire.RouteName(leg.Trip.Route())
}

// lateness tells by how much a ride with news leaves late.
func lateness(leg *transit.Leg) string {
	if !leg.Realtime || len(leg.Calls) == 0 {
		return ""
	}
	switch s := float64(leg.Calls[0].DepartureDelayS); {
	case s > 0:
		return ", " + seconds(s) + " late"
	case s < 0:
		return ", " + seconds(-s) + " early"
	}
	return ", on time"
}

func stopName(s graph.Stop) string {
	if s.Err() != nil {
		return "destination"
	}
	return s.Name()
}

// journeyFeatures returns the legs of a journey as features of GeoJSON.
func journeyFeatures(j *transit.Journey) []geoObject {
	var features []geoObject
	for i := range j.Legs {
		leg := &j.Legs[i]
		properties := geoObject{
			"mode": wire.TransitMode, "depart": leg.Depart.Format(time.RFC3339), "arrive": leg.Arrive.Format(time.RFC3339), "distance_m": wire.RoundM(leg.DistanceM)}
		if leg.Walk != nil {
			properties["mode"] = graph.ModeName(leg.Walk.Mode)
		} else {
			properties["trip_id"], properties["route_id"] = wire.TripID(leg.Trip), wire.RouteID(leg.Trip.Route())
			if leg.Headway > 0 {
				properties["headway_s"] = leg.Headway.Seconds()
			}
		}
		features = append(features, lineFeature(leg.Geometry, properties))
	}
	return features
}
