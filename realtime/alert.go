package realtime

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/jamespfennell/gtfs"

	"graphbuild/graph"
)

// Alert is a notice for riders. It changes no route. Texts are those in the first language of the message.
type Alert struct {
	ID, Cause, Effect        string // cause and effect as in GTFS-Realtime, in lower case: detour
	Header, Description, URL string
	periods                  []period
	about                    []selector
}

// period is in Unix seconds.
type period struct{ from, to int64 }

// selector says what an alert is about: all that it names.
type selector struct {
	agency, route, trip, stop string
	day                       graph.Day // of the trip, where hasDay is set
	hasDay                    bool
}

const never = int64(1) << 62

func (x *Overlay) addAlerts(list []gtfs.Alert) {
	for i := range list {
		a := &list[i]
		out := Alert{
			ID: a.ID, Cause: strings.ToLower(a.Cause.String()), Effect: strings.ToLower(a.Effect.String()),
			Header: textOf(a.Header), Description: textOf(a.Description), URL: textOf(a.URL),
		}
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
			out.about = append(out.about, selectorOf(&e))
		}
		x.alerts = append(x.alerts, out)
	}
	slices.SortStableFunc(x.alerts, func(a, b Alert) int { return cmp.Compare(a.ID, b.ID) })
}

func selectorOf(e *gtfs.AlertInformedEntity) selector {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	s := selector{agency: text(e.AgencyID), route: text(e.RouteID), stop: text(e.StopID)}
	if e.TripID != nil {
		s.trip = e.TripID.ID
		s.route = cmp.Or(s.route, e.TripID.RouteID)
		s.day, s.hasDay = graph.DayOf(e.TripID.StartDate), e.TripID.HasStartDate
	}
	return s
}

func textOf(list []gtfs.AlertText) string {
	if len(list) == 0 {
		return ""
	}
	return list[0].Text
}

// NumAlerts returns the number of alerts in the message.
func (x *Overlay) NumAlerts() int { return len(x.alerts) }

// Alerts returns the alerts on a ride in a trip of a service day between two times, from one stop to another, in the order
// of their ids.
func (x *Overlay) Alerts(t graph.Trip, day graph.Day, ends [2]graph.Stop, times [2]time.Time) []*Alert {
	if x.prefix != "" && x.g.Feed(t.Feed()).Label+":" != x.prefix {
		return nil
	}
	var list []*Alert
	for i := range x.alerts {
		a := &x.alerts[i]
		isAbout := slices.ContainsFunc(a.about, func(s selector) bool { return s.names(t, day, ends) })
		if isAbout && a.holds(times[0].Unix(), times[1].Unix()) {
			list = append(list, a)
		}
	}
	return list
}

func (a *Alert) holds(from, to int64) bool {
	return len(a.periods) == 0 || slices.ContainsFunc(a.periods, func(p period) bool { return p.from <= to && p.to >= from })
}

// names reports whether a ride is among what a selector says.
func (s *selector) names(t graph.Trip, day graph.Day, ends [2]graph.Stop) bool {
	isAt := func(x graph.Stop) bool { return x.ID() == s.stop || x.Parent().ID() == s.stop }
	switch {
	case s.agency == "" && s.route == "" && s.trip == "" && s.stop == "":
		return false // of a type of route, or of nothing that is known here
	case s.agency != "" && s.agency != t.Route().Agency().ID(), s.route != "" && s.route != t.Route().ID():
		return false
	case s.trip != "" && (s.trip != t.ID() || s.hasDay && s.day != day):
		return false
	}
	return s.stop == "" || isAt(ends[0]) || isAt(ends[1])
}
