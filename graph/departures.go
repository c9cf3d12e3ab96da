package graph

import (
	"cmp"
	"slices"
)

// Departure is a vehicle leaving a stop.
type Departure struct {
	Trip  TripID
	Day   Day   // the service day of the trip
	TimeS int32 // seconds after the start of the day that was asked for
	Exact bool  // false where frequencies.txt gives a headway only
	Call  int   // which call of the trip
}

// Departures returns the departures from a stop on a calendar day, by time, then trip: times from 0 up to 24 h of the
// day, of trips of that service day and of those of the three days before that still run. The last calls of trips and calls
// without boarding are not departures. A station has none itself.
func (s Stop) Departures(d Day) []Departure {
	if s.g == nil {
		return nil
	}
	var list []Departure
	for _, c := range s.g.callsAt(s.id) {
		if _, n := s.g.patterns().Stop.Bounds(Pattern{s.g, c.pattern}.holder()); int(c.call)+1 < n {
			list = s.g.appendDepartures(list, c.pattern, int(c.call), d)
		}
	}
	slices.SortFunc(list, func(a, b Departure) int {
		return cmp.Or(cmp.Compare(a.TimeS, b.TimeS), cmp.Compare(a.Trip, b.Trip), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Call, b.Call))
	})
	return list
}

// maxDaysBefore is how many service days before a day are looked at for trips that still run on it.
const maxDaysBefore = 3

// appendDepartures appends the departures of one call of the trips of a pattern.
func (g *Graph) appendDepartures(list []Departure, p PatternID, call int, d Day) []Departure {
	first, n := Pattern{g, p}.Trips()
	for t := first; t < first+TripID(n); t++ {
		trip := Trip{g, t}
		calls := trip.StopTimes()
		if call >= len(calls) || calls[call].Pickup == noPickup {
			continue
		}
		after := calls[call].DepartureS - trip.StartS()
		for back := range Day(maxDaysBefore + 1) {
			if trip.Service().RunsOn(d - back) {
				list = trip.appendRuns(list, Departure{t, d - back, after - int32(back)*secondsPerDay, true, call})
			}
		}
	}
	return list
}

const noPickup = 1

// appendRuns appends the runs of a trip on one service day; x.TimeS is how long after the start of the trip it leaves.
func (t Trip) appendRuns(list []Departure, x Departure) []Departure {
	add := func(startS int32, exact bool) {
		run := x
		if run.TimeS, run.Exact = x.TimeS+startS, exact; run.TimeS >= 0 && run.TimeS < secondsPerDay {
			list = append(list, run)
		}
	}
	if !t.FrequencyOnly() {
		add(t.StartS(), true)
	}
	for _, f := range t.Frequencies() {
		first, end := f.within(-int64(x.TimeS), secondsPerDay-int64(x.TimeS))
		for start := first; start < end; start += int64(f.HeadwayS) {
			add(int32(start), f.Exact)
		}
	}
	return list
}

// within returns the first start from the time from on, and before which time, to or the end, the others are.
func (f Frequency) within(from, to int64) (first, end int64) {
	if f.HeadwayS == 0 {
		return 0, 0
	}
	first, headway := int64(f.StartS), int64(f.HeadwayS)
	if from > first {
		first += (from - first + headway - 1) / headway * headway
	}
	return first, min(to, int64(f.EndS))
}
