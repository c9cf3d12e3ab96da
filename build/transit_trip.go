package build

import (
	"fmt"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// call is a stop time of one trip on its way from the feed to a pattern and a profile.
type call struct {
	stop         gtfs.StopIndex
	arrivalS     int32
	departureS   int32
	sequence     uint32
	flags        gtfs.StopTimeFlags
	interpolated bool
}

// tripScratch is reused from trip to trip.
type tripScratch struct {
	calls  []call
	key    []byte
	weight []float64
	words  []gtfs.CallWords
}

// tripRow is a trip before all are sorted. 28 bytes.
type tripRow struct {
	pattern graph.PatternID
	profile uint32 // number in transitAdder.keys
	startS  int32
	feed    graph.FeedID
	trip    gtfs.TripIndex
	calls   graph.CallsID
}

// addTrips takes the trips in the order of their ids, which numbers the patterns.
func (f *feedAdder) addTrips() {
	f.trips = make([]graph.TripID, len(f.Trips))
	f.flexible = map[gtfs.TripIndex]bool{}
	for _, x := range f.FlexCalls {
		f.flexible[x.Trip] = true
	}
	f.repeated = map[gtfs.TripIndex]bool{}
	for i := range f.Frequencies {
		f.repeated[f.Frequencies[i].Trip] = true
	}
	for _, i := range byID(f.Trips, func(t *gtfs.Trip) string { return t.ID }) {
		f.trips[i] = graph.NoTrip
		calls, ok := f.usable(gtfs.TripIndex(i))
		if !ok {
			continue
		}
		known := len(f.patterns) + len(f.profiles)
		f.transitAdder.trips = append(f.transitAdder.trips, tripRow{
			pattern: f.pattern(gtfs.TripIndex(i), calls), profile: f.profile(calls), startS: calls[0].departureS,
			feed: f.id, trip: gtfs.TripIndex(i), calls: f.callsOf(gtfs.TripIndex(i)),
		})
		if len(f.patterns)+len(f.profiles) > known {
			f.checkSpeed(gtfs.TripIndex(i), calls)
		}
	}
}

// usable returns the stop times of a trip, all with times that do not fall; or an issue says why there are none. The
// result is valid until the next call.
func (f *feedAdder) usable(i gtfs.TripIndex) ([]call, bool) {
	trip := &f.Trips[i]
	calls := f.calls(i)
	switch {
	case f.services[trip.Service] == noService:
		f.dropTrip(i, -1, "gtfs_service_without_days",
			fmt.Sprintf("service_id %q runs on no day", f.Services[trip.Service].ID))
	case trip.FrequencyOnly && !f.repeated[i]:
		f.dropTrip(i, -1, "gtfs_trip_without_frequency",
			fmt.Sprintf("trip_id %q runs by frequencies.txt alone, but no row of it there can be used", trip.ID))
	case f.flexible[i] && (len(calls) < 2 || calls[0].interpolated || calls[len(calls)-1].interpolated):
		// It runs on demand alone.
	case len(calls) < 2:
		f.dropTrip(i, -1, "gtfs_trip_too_short",
			fmt.Sprintf("trip_id %q has %d usable stop times, expected 2 or more", trip.ID, len(calls)))
	case f.timed(i, calls) && f.rising(i, calls):
		f.interpolate(i, calls)
		return calls, true
	}
	return nil, false
}

// dropTrip adds the issue about a trip and its nth stop time, or its row in trips.txt where n is negative.
func (f *feedAdder) dropTrip(i gtfs.TripIndex, n int, code, message string) {
	issue := report.Issue{Code: code, Severity: report.Error, Object: f.Object("trip", f.Trips[i].ID), Message: message,
		Action: fmt.Sprintf("trip dropped with its %d stop times", f.StopTimes.Start[i+1]-f.StopTimes.Start[i])}
	if n < 0 {
		f.issue(issue, "trips.txt", f.Trips[i].Line)
		return
	}
	f.issue(issue, "stop_times.txt", int(f.StopTimes.Line[f.StopTimes.Start[i]+uint32(n)]))
}

// calls copies the rows of a trip; of arrival and departure, a missing one is as the other.
func (f *feedAdder) calls(i gtfs.TripIndex) []call {
	st := &f.StopTimes
	calls := f.scratch.calls[:0]
	for row := st.Start[i]; row < st.Start[i+1]; row++ {
		c := call{stop: st.Stop[row], arrivalS: st.ArrivalS[row], departureS: st.DepartureS[row], sequence: st.Sequence[row], flags: st.Flags[row]}
		if c.arrivalS == gtfs.NoTime {
			c.arrivalS = c.departureS
		}
		if c.departureS == gtfs.NoTime {
			c.departureS = c.arrivalS
		}
		isEnd := row == st.Start[i] || row+1 == st.Start[i+1]
		c.interpolated = c.arrivalS == gtfs.NoTime || c.flags.Interpolated() && !isEnd
		calls = append(calls, c)
	}
	f.scratch.calls = calls
	return calls
}

// timed reports whether the first and the last stop have times; there is nothing to interpolate from else.
func (f *feedAdder) timed(i gtfs.TripIndex, calls []call) bool {
	for _, n := range []int{0, len(calls) - 1} {
		if calls[n].interpolated {
			f.dropTrip(i, n, "gtfs_trip_without_times",
				fmt.Sprintf("arrival_time and departure_time are empty at the %s stop of the trip", [2]string{"first", "last"}[min(n, 1)]))
			return false
		}
	}
	return true
}

// rising reports whether no given time is before an earlier one.
func (f *feedAdder) rising(i gtfs.TripIndex, calls []call) bool {
	last := calls[0].arrivalS
	for n, c := range calls {
		if c.arrivalS == gtfs.NoTime {
			continue
		}
		message := ""
		switch {
		case c.arrivalS < last:
			message = fmt.Sprintf("arrival_time %s is before departure_time %s of the stop before", clockText(c.arrivalS), clockText(last))
		case c.departureS < c.arrivalS:
			message = fmt.Sprintf("departure_time %s is before arrival_time %s", clockText(c.departureS), clockText(c.arrivalS))
		}
		if message != "" {
			f.dropTrip(i, n, "gtfs_times_fall", message)
			return false
		}
		last = c.departureS
	}
	return true
}

func clockText(s int32) string { return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60) }

// interpolate gives times to the stops that have none, between the timed ones round them: in proportion to the shape
// distance where all stops between have one, else to the straight distance, else in equal steps.
func (f *feedAdder) interpolate(i gtfs.TripIndex, calls []call) {
	from := 0
	for n := 1; n < len(calls); n++ {
		if calls[n].arrivalS == gtfs.NoTime {
			continue
		}
		if n > from+1 {
			spread(calls[from:n+1], f.weights(i, from, calls[from:n+1]))
		}
		from = n
	}
}

// spread sets the times of all but the first and last call. weight are the distances from the first; they do not fall.
func spread(calls []call, weight []float64) {
	last := len(calls) - 1
	start := calls[0].departureS
	span := float64(calls[last].arrivalS - start)
	for n := 1; n < last; n++ {
		share := float64(n) / float64(last)
		if weight[last] > 0 {
			share = weight[n] / weight[last]
		}
		s := start + int32(float64(span*share)+0.5)
		calls[n].arrivalS, calls[n].departureS = s, s
	}
}

// weights returns the distance of each call from the first. The result is valid until the next call.
func (f *feedAdder) weights(i gtfs.TripIndex, from int, calls []call) []float64 {
	w := f.scratch.weight[:0]
	if st := &f.StopTimes; st.ShapeDist != nil {
		first := st.Start[i] + uint32(from)
		w = shapeWeights(w, st.ShapeDist[first:first+uint32(len(calls))])
	}
	if len(w) == 0 {
		sum := 0.0
		for n := range calls {
			if n > 0 {
				sum += geometry.Distance(f.Stops[calls[n-1].stop].Point, f.Stops[calls[n].stop].Point)
			}
			w = append(w, sum)
		}
	}
	f.scratch.weight = w
	return w
}

// shapeWeights appends the distances after the first, or nothing where one is missing or they fall.
func shapeWeights(w []float64, dist []float32) []float64 {
	for n, d := range dist {
		if d != d || n > 0 && d < dist[n-1] {
			return w[:0]
		}
		w = append(w, float64(d-dist[0]))
	}
	return w
}
