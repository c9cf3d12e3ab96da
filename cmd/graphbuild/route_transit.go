package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/realtime"
	"graphbuild/report"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// transitMode is the name of the mode that is walk and ride.
const transitMode = "transit"

// transitFlags are the flags of route that concern journeys by transit, and transitLine what a query says of them.
type transitFlags struct {
	Arrive       string        `placeholder:"TIME" help:"With mode transit, in place of --depart: when to be there."`
	Window       time.Duration `placeholder:"TIME" help:"With mode transit: all good journeys that leave within so long after --depart, or arrive within so long before --arrive, as 2h."`
	MaxTransfers int           `name:"max-transfers" default:"6" placeholder:"N" help:"With mode transit: change at most N times, 0 to 6. Default: ${default}."`
	MaxWalk      time.Duration `name:"max-walk" default:"15m" placeholder:"TIME" help:"With mode transit: how long the walk to the first stop may take, and that from the last. Default: ${default}."`
	ChangeTime   time.Duration `name:"change-time" placeholder:"TIME" help:"With mode transit: time to add to each change; default: none."`
	Realtime     string        `placeholder:"FILE" help:"With mode transit: a GTFS-Realtime message, whose delays, skipped stops and cancelled trips are laid over the timetable."`
	Wheelchair   bool          `help:"With mode transit: for a wheelchair."`
}

type transitLine struct {
	Arrive       string   `json:"arrive"`
	WindowS      *float64 `json:"window_s"`
	MaxTransfers *int     `json:"max_transfers"`
	MaxWalkS     *float64 `json:"max_walk_s"`
	Wheelchair   *bool    `json:"wheelchair"`
}

// readRealtime returns the router with the message of --realtime, where there is one.
func (c *routeCmd) readRealtime(g *graph.Graph, r *transit.Router) (*transit.Router, error) {
	if c.Realtime == "" {
		return r, nil
	}
	data, err := os.ReadFile(c.Realtime)
	if err != nil {
		return nil, fmt.Errorf("route: %w", err)
	}
	news, err := realtime.Parse(g, data, realtime.Options{})
	if err != nil {
		return nil, fmt.Errorf("route: %s: %w", c.Realtime, err)
	}
	return r.WithLive(news), nil
}

// planner answers queries for journeys, for one goroutine at a time.
type planner struct {
	c      *routeCmd
	router *transit.Router
	search *transit.Search // nil until it is needed
}

func (c *routeCmd) newPlanner(r *transit.Router) *planner { return &planner{c: c, router: r} }

func (p *planner) plan(q transit.Query) (transit.Answer, error) {
	if p.search == nil {
		p.search = p.router.NewSearch()
	}
	return p.search.Plan(q)
}

// line returns the query of the flags.
func (c *routeCmd) line() (l queryLine, err error) {
	from, err := parseLatLon(c.From)
	if err != nil {
		return l, err
	}
	to, err := parseLatLon(c.To)
	l.From, l.To = (*position)(&from), (*position)(&to)
	return l, err
}

// query returns the query of a line; what the line does not say is as the flags are.
func (p *planner) query(l *queryLine) (q transit.Query, err error) {
	if l.From == nil || l.To == nil {
		return q, fmt.Errorf("expected \"from\" and \"to\" as [lon, lat]")
	}
	c := p.c
	q = transit.Query{
		From: geometry.Point(*l.From), To: geometry.Point(*l.To), Window: c.Window, Rides: c.MaxTransfers + 1, SnapM: c.SnapM,
		WalkS: int32(min(c.MaxWalk/time.Second, 1<<30)), SlackS: int32(min(c.ChangeTime/time.Second, 1<<30)), Wheelchair: c.Wheelchair,
	}
	if l.SnapM != nil {
		q.SnapM = *l.SnapM
	}
	if l.MaxTransfers != nil {
		q.Rides = *l.MaxTransfers + 1
	}
	if l.MaxWalkS != nil {
		q.WalkS = int32(*l.MaxWalkS)
	}
	if l.WindowS != nil {
		q.Window = time.Duration(*l.WindowS * float64(time.Second))
	}
	if l.Wheelchair != nil {
		q.Wheelchair = *l.Wheelchair
	}
	if q.Rides < 1 || q.Rides > transit.MaxRides {
		return q, fmt.Errorf("%d transfers: expected 0 to %d", q.Rides-1, transit.MaxRides-1)
	}
	depart, arrive := l.Depart, l.Arrive
	if depart == "" && arrive == "" {
		depart, arrive = c.Depart, c.Arrive
	}
	q.ArriveBy = depart == ""
	if (depart == "") == (arrive == "") {
		return q, fmt.Errorf("mode transit: expected either a time to depart or one to arrive, such as 2026-01-31T08:00")
	}
	q.Time, err = parseMoment(depart+arrive, p.router.Zone())
	return q, err
}

// parseMoment reads a time; one without a zone is by the clock of the place.
func parseMoment(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("time %q: expected a time such as 2026-01-31T08:00", short(text))
}

// answer answers a line of a batch.
func (p *planner) answer(l *queryLine, number int) any {
	q, err := p.query(l)
	var a transit.Answer
	if err == nil {
		a, err = p.plan(q)
	}
	if err != nil {
		a = transit.Answer{Status: route.BadRequest, Error: err.Error()}
	}
	if a.Status == route.BadRequest {
		a.Error = fmt.Sprintf("line %d: %s", number, a.Error)
	}
	return planJSON(l.ID, a)
}

// plan answers the query of the flags.
func (c *routeCmd) plan(s *session, r *transit.Router) error {
	p := c.newPlanner(r)
	l, err := c.line()
	if err != nil {
		return err
	}
	q, err := p.query(&l)
	if err != nil {
		return exitError{exitUsage, err}
	}
	a, err := p.plan(q)
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
		return json.NewEncoder(s.out).Encode(planJSON(nil, a))
	case a.Status != route.OK:
		return fmt.Errorf("route: %s: %s", a.Status, a.Error)
	case c.GeoJSON == "-":
		return nil
	}
	return printJourneys(s, a.Journeys)
}

// planLine is an answer in JSON: the best journey, and the others.
type planLine struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Status string          `json:"status"`
	Error  string          `json:"error,omitempty"`
	*journeyJSON
	Alternatives []*journeyJSON `json:"alternatives,omitempty"`
}

type journeyJSON struct {
	DistanceM float64 `json:"distance_m"`
	DurationS float64 `json:"duration_s"`
	Depart    string  `json:"depart"`
	Arrive    string  `json:"arrive"`
	Transfers int     `json:"transfers"`
	Legs      []any   `json:"legs"`
}

type walkLegJSON struct {
	legJSON
	Depart   string `json:"depart"`
	Arrive   string `json:"arrive"`
	FromStop string `json:"from_stop,omitempty"`
	ToStop   string `json:"to_stop,omitempty"`
}

type rideLegJSON struct {
	Mode       string         `json:"mode"`
	RouteID    string         `json:"route_id"`
	TripID     string         `json:"trip_id"`
	RouteName  string         `json:"route_name"`
	Headsign   string         `json:"headsign"`
	ServiceDay string         `json:"service_day"`
	FromStop   string         `json:"from_stop"`
	ToStop     string         `json:"to_stop"`
	Depart     string         `json:"depart"`
	Arrive     string         `json:"arrive"`
	DistanceM  float64        `json:"distance_m"`
	DurationS  float64        `json:"duration_s"`
	StaySeated bool           `json:"stay_seated,omitempty"`
	HeadwayS   float64        `json:"headway_s,omitempty"`
	Realtime   bool           `json:"realtime,omitempty"`
	Stops      []callTimeJSON `json:"stops"`
	Geometry   line           `json:"geometry"`
}

type callTimeJSON struct {
	StopID    string `json:"stop_id"`
	Arrival   string `json:"arrival"`
	Departure string `json:"departure"`

	ArrivalDelayS   int32 `json:"arrival_delay_s,omitempty"`
	DepartureDelayS int32 `json:"departure_delay_s,omitempty"`
	Skipped         bool  `json:"skipped,omitempty"`
}

func planJSON(id json.RawMessage, a transit.Answer) planLine {
	out := planLine{ID: id, Status: a.Status.String(), Error: a.Error}
	for i := range a.Journeys {
		j := journeyOf(&a.Journeys[i])
		if i == 0 {
			out.journeyJSON = j
			continue
		}
		out.Alternatives = append(out.Alternatives, j)
	}
	return out
}

func journeyOf(j *transit.Journey) *journeyJSON {
	out := &journeyJSON{
		DistanceM: round1(j.DistanceM()), DurationS: round3(j.Arrive.Sub(j.Depart).Seconds()),
		Depart: clockTime(j.Depart), Arrive: clockTime(j.Arrive), Transfers: j.Transfers(),
	}
	for i := range j.Legs {
		leg := &j.Legs[i]
		if leg.Walk == nil {
			out.Legs = append(out.Legs, rideLegOf(leg))
			continue
		}
		w := walkLegJSON{legJSON: legOf(leg.Walk), Depart: clockTime(leg.Depart), Arrive: clockTime(leg.Arrive)}
		if leg.FromStop.Err() == nil {
			w.FromStop = stopID(leg.FromStop)
		}
		if leg.ToStop.Err() == nil {
			w.ToStop = stopID(leg.ToStop)
		}
		out.Legs = append(out.Legs, w)
	}
	return out
}

// clockTime writes a time by the clock of its place, with the zone.
func clockTime(t time.Time) string { return t.Format(time.RFC3339) }

func rideLegOf(leg *transit.Leg) rideLegJSON {
	out := rideLegJSON{
		Mode: transitMode, RouteID: routeID(leg.Trip.Route()), TripID: tripID(leg.Trip), RouteName: routeName(leg.Trip.Route()),
		Headsign: leg.Trip.Headsign(), ServiceDay: leg.Day.String(), FromStop: stopID(leg.FromStop), ToStop: stopID(leg.ToStop),
		Depart: clockTime(leg.Depart), Arrive: clockTime(leg.Arrive), DistanceM: round1(leg.DistanceM), Geometry: leg.Geometry,
		DurationS: leg.Arrive.Sub(leg.Depart).Seconds(), StaySeated: leg.StaySeated, HeadwayS: leg.Headway.Seconds(), Realtime: leg.Live,
	}
	for _, c := range leg.Calls {
		out.Stops = append(out.Stops, callTimeJSON{stopID(c.Stop), clockTime(c.Arrival), clockTime(c.Departure), c.ArrivalDelayS, c.DepartureDelayS, c.Skipped})
	}
	return out
}

// routeName returns what riders know a route by.
func routeName(r graph.Route) string {
	if r.ShortName() != "" {
		return r.ShortName()
	}
	return r.LongName()
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
			t.Add(leg.Depart.Format("15:04:05"), leg.Arrive.Format("15:04:05"), oneLine(legName(leg)), oneLine(stopName(leg.ToStop)), metres(leg.DistanceM))
		}
		if err := t.Write(s.out); err != nil {
			return err
		}
		fmt.Fprintln(s.out)
	}
	_, err := fmt.Fprintln(s.out, attribution)
	return err
}

func changesText(j *transit.Journey) string {
	switch {
	case j.Rides == 0:
		return "on foot"
	case j.Transfers() == 0:
		return "direct"
	case j.Transfers() == 1:
		return "1 transfer"
	}
	return fmt.Sprintf("%d transfers", j.Transfers())
}

func legName(leg *transit.Leg) string {
	switch {
	case leg.Walk != nil:
		return "walk"
	case leg.StaySeated:
		return "stay seated, " + routeName(leg.Trip.Route())
	case leg.Headway > 0:
		return fmt.Sprintf("%s, every %s", routeName(leg.Trip.Route()), seconds(leg.Headway.Seconds()))
	}
	return routeName(leg.Trip.Route())
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
		properties := geoObject{"mode": transitMode, "depart": clockTime(leg.Depart), "arrive": clockTime(leg.Arrive), "distance_m": round1(leg.DistanceM)}
		if leg.Walk != nil {
			properties["mode"] = graph.ModeName(leg.Walk.Mode)
		} else {
			properties["trip_id"], properties["route_id"] = tripID(leg.Trip), routeID(leg.Trip.Route())
		}
		features = append(features, lineFeature(leg.Geometry, properties))
	}
	return features
}
