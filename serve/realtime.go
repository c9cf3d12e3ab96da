package serve

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"graphbuild/remote"
	"graphbuild/serve/graphs"
)

// newsState is what /graphs says of a message of GTFS-Realtime. It has no place and no error, which may tell of the inside of a
// network: the log has them.
type newsState struct {
	Feed      string     `json:"feed,omitempty"`
	State     string     `json:"state"`
	Fetched   *time.Time `json:"fetched,omitempty"`
	AgeS      float64    `json:"age_s"`
	Updates   int        `json:"updates"`
	Cancelled int        `json:"cancelled"`
	LeftOut   int        `json:"left_out"`
	Alerts    int        `json:"alerts"`
}

// States of a message.
const (
	newsFresh   = "fresh"
	newsOld     = "old"     // older than Options.OldNews
	newsFailing = "failing" // the last fetch failed, the message before that is in use
	newsWaiting = "waiting" // none has come yet
)

// newsOf returns the states of the messages for a graph.
func (s *Server) newsOf(name string) (list []newsState) {
	now := time.Now()
	for _, x := range s.set.Realtime(name) {
		out := newsState{Feed: x.Label, State: s.newsState(&x, now), Updates: x.Counts.Applied, Cancelled: x.Counts.Cancelled,
			LeftOut: leftOut(&x), Alerts: x.Counts.Alerts}
		if age, ok := x.Age(now); ok {
			at := x.Fetched.UTC()
			out.Fetched, out.AgeS = &at, age.Round(time.Second).Seconds()
		}
		list = append(list, out)
	}
	return list
}

// leftOut returns how many updates of trips are of no use.
func leftOut(x *graphs.FeedState) int {
	return x.Counts.UnknownTrips + x.Counts.Ambiguous + x.Counts.NotRunning + x.Counts.NotPlanned
}

func (s *Server) newsState(x *graphs.FeedState, now time.Time) string {
	switch age, ok := x.Age(now); {
	case !ok:
		return newsWaiting
	case age > s.o.OldNews:
		return newsOld
	case x.Err != nil:
		return newsFailing
	}
	return newsFresh
}

// Follow fetches the messages of GTFS-Realtime of all graphs that have some (graphs.Set.Follow), at once and then in this interval,
// until ctx is done: each by itself and for as long as the interval at most, so that none waits for a source that hangs. What fails,
// grows old or is well again is in the log.
func (s *Server) Follow(ctx context.Context, every time.Duration) {
	var all sync.WaitGroup
	for _, name := range s.set.Names() {
		for i := range s.set.Realtime(name) {
			all.Go(func() { s.follow(ctx, name, i, every) })
		}
	}
	all.Wait()
}

// follow is Follow for one message.
func (s *Server) follow(ctx context.Context, name string, feed int, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	said := ""
	for {
		if s.set.Refresh(ctx, name, feed, every) != nil {
			return // ctx is done, or the set is closed
		}
		if list := s.set.Realtime(name); feed < len(list) {
			said = s.tell(name, &list[feed], said)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// tell logs what is to be said of a message and was not said the last time, and returns it.
func (s *Server) tell(name string, x *graphs.FeedState, before string) string {
	state := s.newsState(x, time.Now())
	said := state
	if x.Err != nil {
		said += ": " + x.Err.Error()
	}
	if said == before {
		return said
	}
	log := s.o.Log.With("graph", name, "feed", x.Label, "source", remote.Redacted(x.Source), "state", state)
	switch {
	case x.Err != nil:
		log.Warn("a message of GTFS-Realtime is not used, the last one stays", "error", x.Err)
	case state == newsOld:
		log.Warn("a message of GTFS-Realtime is old", "made", x.Created.UTC())
	default:
		log.Info("messages of GTFS-Realtime are used", "updates", x.Counts.Applied, "cancelled", x.Counts.Cancelled, "alerts", x.Counts.Alerts,
			"left_out", leftOut(x))
	}
	return said
}

// collectNews sends the facts of the messages for a graph; message is the number of the flag.
func (c graphCollector) collectNews(out chan<- prometheus.Metric, name string) {
	now := time.Now()
	for i, x := range c.set.Realtime(name) {
		number := strconv.Itoa(i + 1)
		fetches := graphDesc("realtime_fetches_total", "Fetches of messages of GTFS-Realtime, by what became of them.", "graph", "message", "result")
		out <- prometheus.MustNewConstMetric(fetches, prometheus.CounterValue, float64(x.Good), name, number, "ok")
		out <- prometheus.MustNewConstMetric(fetches, prometheus.CounterValue, float64(x.Bad), name, number, "failed")
		if age, ok := x.Age(now); ok {
			desc := graphDesc("realtime_age_seconds", "Age of the message that is used.", "graph", "message")
			out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, age.Seconds(), name, number)
		}
		desc := graphDesc("realtime_updates", "Runs of trips that the message that is used has news of.", "graph", "message")
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(x.Counts.Applied), name, number)
	}
}
