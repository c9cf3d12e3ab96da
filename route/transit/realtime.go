package transit

import (
	"slices"
	"time"

	"graphbuild/graph"
)

// Realtime says what is known of the runs of trips that do not go as planned. Package realtime has one. It must be immutable.
type Realtime interface {
	// NumRuns returns how many runs of a trip there is news of.
	NumRuns(t graph.TripID) int
	// Run returns the service day of such a run, when it was to start, in seconds after the start of the day, and whether it
	// is cancelled. No two are the same run.
	Run(t graph.TripID, i int) (day graph.Day, startS int32, cancelled bool)
	// Call returns what is expected at a call of a run that is not cancelled, in seconds after the start of the day.
	Call(t graph.TripID, i, at int) (arrivalS, departureS int32, skipped bool)
}

// WithRealtime returns a router that plans with news laid over the timetable; nil takes them away. The notices of an Alerter come
// with the rides that they are about. It shares streets and changes with r, and reads a timetable of its own when it is first
// searched.
//
// Riders stay seated from a late vehicle to the trip that follows only where that is planned or expected to leave later.
func (r *Router) WithRealtime(l Realtime) *Router {
	return &Router{g: r.g, streets: r.streets, network: r.network, riding: r.riding, zone: r.zone, places: r.places, changes: r.changes, live: l}
}

// liveRun is a run with news.
type liveRun struct {
	trip   graph.TripID
	number int
}

// readLive enters the runs of a trip of which there is news, one entry each, and returns the days that are left for the
// trip as planned.
func (b *builder) readLive(e entry, days daySet) daySet {
	if b.live == nil {
		return days
	}
	trip, left := b.g.Trip(e.trip), days
	for i := range b.live.NumRuns(e.trip) {
		day, startS, cancelled := b.live.Run(e.trip, i)
		if !days.has(int(day - b.firstDay)) {
			continue
		}
		planned := !trip.FrequencyOnly() && startS == trip.StartS()
		if planned {
			left, _ = left.without(b.only(day))
		}
		if cancelled {
			continue
		}
		x := e
		x.live, x.times = int32(len(b.liveRuns)), b.liveTimes(e.trip, i)
		b.liveRuns = append(b.liveRuns, liveRun{e.trip, i})
		if planned {
			b.addWithFollowers(x, b.only(day))
		} else {
			b.addTo(x, b.only(day))
		}
	}
	return left
}

// only returns the set of one day.
func (b *builder) only(d graph.Day) daySet {
	i := int(d - b.firstDay)
	set := make(daySet, i/64+1)
	set[i/64] = 1 << (i % 64)
	return set
}

// liveTimes stores the times of a run and returns where they begin.
func (b *builder) liveTimes(t graph.TripID, i int) uint32 {
	n := len(b.g.Trip(t).Pattern().AppendStops(nil))
	b.times = append(b.times, int32(n))
	first := uint32(len(b.times))
	for k := range n {
		if b.mirrored {
			arrival, departure, _ := b.live.Call(t, i, n-1-k)
			b.times = append(b.times, -departure, -arrival)
			continue
		}
		arrival, departure, _ := b.live.Call(t, i, k)
		b.times = append(b.times, arrival, departure)
	}
	return first
}

// addFrequency enters a row of frequencies, without the runs of which there is news. Whoever rides on goes on by the
// timetable only.
func (b *builder) addFrequency(e entry, f graph.Frequency, days daySet) {
	if f.HeadwayS == 0 || f.EndS <= f.StartS || f.HeadwayS > never || !isPlausible(f.StartS) || !isPlausible(f.EndS) {
		return
	}
	e.headway, e.inexact = int32(f.HeadwayS), !f.Exact
	e.first = f.StartS
	e.last = f.StartS + (f.EndS-1-f.StartS)/e.headway*e.headway
	left := days
	for _, day := range b.liveDays(e.trip, days) {
		left, _ = left.without(b.only(day))
		b.addCut(e, day)
	}
	if slices.ContainsFunc(left, func(w uint64) bool { return w != 0 }) {
		b.addTo(e, left)
	}
}

// liveDays lists the days among some on which there is news of a trip.
func (b *builder) liveDays(t graph.TripID, days daySet) []graph.Day {
	if b.live == nil {
		return nil
	}
	var list []graph.Day
	for i := range b.live.NumRuns(t) {
		if day, _, _ := b.live.Run(t, i); days.has(int(day - b.firstDay)) {
			list = append(list, day)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// addCut enters what is left of a row of frequencies on a day with news.
func (b *builder) addCut(e entry, on graph.Day) {
	var starts []int32
	for i := range b.live.NumRuns(e.trip) {
		if day, startS, _ := b.live.Run(e.trip, i); day == on && startS >= e.first && startS <= e.last && (startS-e.first)%e.headway == 0 {
			starts = append(starts, startS)
		}
	}
	slices.Sort(starts)
	rest := e
	for _, s := range starts {
		if rest.last = s - e.headway; rest.last >= rest.first {
			b.addTo(rest, b.only(on))
		}
		rest.first = s + e.headway
	}
	if rest.last = e.last; rest.last >= rest.first {
		b.addTo(rest, b.only(on))
	}
}

// liveCall returns a call of a run with news; c has the times of the trip after 0.
func (t *timetable) liveCall(b *boardedTrip, at int, c Call, base time.Time) Call {
	run := t.liveRuns[b.entry.live]
	arrivalS, departureS, skipped := t.live.Call(run.trip, run.number, at)
	_, startS, _ := t.live.Run(run.trip, run.number)
	planned := time.Duration(startS) * time.Second
	out := Call{Stop: c.Stop, Skipped: skipped}
	out.Arrival = base.Add(time.Duration(arrivalS) * time.Second)
	out.Departure = base.Add(time.Duration(departureS) * time.Second)
	out.ArrivalDelayS = int32(out.Arrival.Sub(c.Arrival.Add(planned)) / time.Second)
	out.DepartureDelayS = int32(out.Departure.Sub(c.Departure.Add(planned)) / time.Second)
	return out
}

// skip takes the stops that a run leaves out from the rules of its line, the last that was added.
func (b *builder) skip(x line, live int32) {
	run := b.liveRuns[live]
	rules := b.rules[x.firstStop : x.firstStop+x.stops]
	for at := range rules {
		if _, _, skipped := b.live.Call(run.trip, run.number, at); skipped {
			if b.mirrored {
				rules[len(rules)-1-at] = 0
			} else {
				rules[at] = 0
			}
		}
	}
}
