package transit

import (
	"time"

	"graphbuild/graph"
)

// Alert is a notice for riders. It changes no journey. Who gets one must not change it.
type Alert struct {
	ID            string
	Cause, Effect string // as in GTFS-Realtime, in lower case: detour
	// In each language that the notice has.
	Header, Description, URL []AlertText
}

// AlertText is a text in a language, which is empty where the notice names none.
type AlertText struct{ Language, Text string }

// Alerter is news that has notices, too. Router.WithRealtime shows them with the rides that they are about. It must be immutable.
type Alerter interface {
	Realtime
	// Alerts returns the notices on a ride in a trip of a service day, from one stop to another, between two times.
	Alerts(t graph.Trip, day graph.Day, ends [2]graph.Stop, times [2]time.Time) []*Alert
}

// alerts returns the notices on a ride.
func (r *Router) alerts(leg *Leg) []*Alert {
	if x, ok := r.live.(Alerter); ok {
		return x.Alerts(leg.Trip, leg.Day, [2]graph.Stop{leg.FromStop, leg.ToStop}, [2]time.Time{leg.Depart, leg.Arrive})
	}
	return nil
}
