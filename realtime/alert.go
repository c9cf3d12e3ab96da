package realtime

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/jamespfennell/gtfs"

	"graphbuild/graph"
	"graphbuild/route/transit"
)

// alert is a notice with what it is about and when it holds.
type alert struct {
	transit.Alert
	feed    string // the label of the feed that its ids are of; empty: any
	periods []period
	about   []selector
}

// period is in Unix seconds.
type period struct{ from, to int64 }

// selector says what an alert is about: all that it names.
type selector struct {
	agency, route, trip, stop string
	routeType, direction      int // none: not named
	day                       graph.Day
	hasDay                    bool // of the trip
}

const (
	never = int64(1) << 62
	none  = -1
)

// addAlerts adds the notices of a message.
func (m *reader) addAlerts(list []gtfs.Alert) {
	for i := range list {
		a := &list[i]
		out := alert{feed: m.feed, Alert: transit.Alert{
			ID: a.ID, Cause: strings.ToLower(a.Cause.String()), Effect: strings.ToLower(a.Effect.String()),
			Header: textsOf(a.Header), Description: textsOf(a.Description), URL: textsOf(a.URL),
		}}
		for _, p := range a.ActivePeriods {
			y := period{-never, never}
			if p.StartsAt != nil {
				y.from = p.StartsAt.Unix()
			}
			if p.EndsAt != nil {
				y.to = p.EndsAt.Unix()
			}
			out.periods = append(out.periods, y)
		}
		for _, e := range a.InformedEntities {
			if s := selectorOf(&e); m.isKnown(&s) {
				out.about = append(out.about, s)
			} else {
				m.counts.UnknownEntities++
			}
		}
		if len(out.about) == 0 {
			m.counts.UnknownAlerts++
			continue
		}
		m.counts.Alerts++
		m.x.alerts = append(m.x.alerts, out)
	}
}

func selectorOf(e *gtfs.AlertInformedEntity) selector {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	s := selector{agency: text(e.AgencyID), route: text(e.RouteID), stop: text(e.StopID), routeType: none, direction: none}
	if e.RouteType != gtfs.RouteType_Unknown {
		s.routeType = int(e.RouteType)
	}
	if e.DirectionID != gtfs.DirectionID_Unspecified {
		s.direction = directionOf(e.DirectionID)
	}
	if e.TripID != nil {
		s.trip = e.TripID.ID
		s.route = cmp.Or(s.route, e.TripID.RouteID)
		s.day, s.hasDay = graph.DayOf(e.TripID.StartDate), e.TripID.HasStartDate
	}
	return s
}

func directionOf(d gtfs.DirectionID) int {
	if d == gtfs.DirectionID_True {
		return 1
	}
	return 0
}

// isKnown reports whether the graph has all that a selector names, and it names something.
func (m *reader) isKnown(s *selector) bool {
	g := m.x.g
	for _, x := range []struct {
		id  string
		has func(string) error
	}{
		{s.agency, func(id string) error { _, err := g.AgencyByID(id); return err }},
		{s.route, func(id string) error { _, err := g.RouteByID(id); return err }},
		{s.trip, func(id string) error { _, err := g.TripByID(id); return err }},
		{s.stop, func(id string) error { _, err := g.StopByID(id); return err }},
	} {
		if x.id != "" && x.has(m.prefix+x.id) != nil {
			return false
		}
	}
	return s.agency != "" || s.route != "" || s.trip != "" || s.stop != "" || s.routeType != none
}

func textsOf(list []gtfs.AlertText) []transit.AlertText {
	var out []transit.AlertText
	for _, t := range list {
		out = append(out, transit.AlertText{Language: t.Language, Text: t.Text})
	}
	return out
}

// NumAlerts returns the number of alerts about something in the graph.
func (x *Overlay) NumAlerts() int { return len(x.alerts) }

// Alerts returns the alerts on a ride in a trip of a service day between two times, from one stop to another, in the order
// of their ids. An alert on a station is one on its stops. It must not be changed.
func (x *Overlay) Alerts(t graph.Trip, day graph.Day, ends [2]graph.Stop, times [2]time.Time) []*transit.Alert {
	var list []*transit.Alert
	for i := range x.alerts {
		a := &x.alerts[i]
		if a.feed != "" && x.g.Feed(t.Feed()).Label != a.feed {
			continue
		}
		isAbout := slices.ContainsFunc(a.about, func(s selector) bool { return s.names(t, day, ends) })
		if isAbout && a.holds(times[0].Unix(), times[1].Unix()) {
			list = append(list, &a.Alert)
		}
	}
	return list
}

func (a *alert) holds(from, to int64) bool {
	return len(a.periods) == 0 || slices.ContainsFunc(a.periods, func(p period) bool { return p.from <= to && p.to >= from })
}

// names reports whether a ride is among what a selector says.
func (s *selector) names(t graph.Trip, day graph.Day, ends [2]graph.Stop) bool {
	isAt := func(x graph.Stop) bool { return x.ID() == s.stop || x.Parent().ID() == s.stop }
	switch {
	case s.agency != "" && s.agency != t.Route().Agency().ID(), s.route != "" && s.route != t.Route().ID():
		return false
	case s.routeType != none && s.routeType != int(t.Route().Type()):
		return false
	case s.direction != none && s.direction != int(t.Pattern().Direction()):
		return false
	case s.trip != "" && (s.trip != t.ID() || s.hasDay && s.day != day):
		return false
	}
	return s.stop == "" || isAt(ends[0]) || isAt(ends[1])
}
