package realtime

import (
	"cmp"
	"slices"
	"time"

	"github.com/jamespfennell/gtfs"

	"graphbuild/graph"
)

// planned is a trip as the timetable has it.
type planned struct {
	trip  graph.Trip
	zone  *time.Location
	calls []graph.StopTime
	at    map[string][]int // the calls at a stop, by its id, in order; nil until it is asked for
}

// find returns the run that an update is for; false where there is none.
func (p *planned) find(u *gtfs.Trip, created time.Time) (run, bool) {
	if len(p.calls) == 0 {
		return run{}, false
	}
	at := moment(u, created)
	days := []graph.Day{graph.DayOf(u.ID.StartDate)}
	if !u.ID.HasStartDate {
		if at.IsZero() {
			return run{}, false
		}
		today := graph.DayOf(at.In(p.zone))
		days = []graph.Day{today, today - 1, today + 1, today - 2}
	}
	best, bestS, found := run{}, int64(0), false
	for _, d := range days {
		if !p.trip.Service().RunsOn(d) {
			continue
		}
		for _, start := range p.starts(u) {
			away := int64(0)
			if !at.IsZero() {
				away = p.away(d, start, at.Unix())
			}
			if !found || away < bestS {
				best, bestS, found = run{day: d, startS: start}, away, true
			}
		}
	}
	return best, found
}

// moment returns a time at which the run of an update is under way or near.
func moment(u *gtfs.Trip, created time.Time) time.Time {
	for i := range u.StopTimeUpdates {
		s := &u.StopTimeUpdates[i]
		for _, e := range []*gtfs.StopTimeEvent{s.Arrival, s.Departure} {
			if e != nil && e.Time != nil && e.Time.Unix() != 0 {
				return *e.Time
			}
		}
	}
	return created
}

// starts returns the planned starts that an update may be for. The start_time of a trip that has no frequencies is its own,
// and is not looked at.
func (p *planned) starts(u *gtfs.Trip) []int32 {
	var list []int32
	if !p.trip.FrequencyOnly() {
		list = append(list, p.trip.StartS())
	}
	rows := p.trip.Frequencies()
	if len(rows) == 0 {
		return list
	}
	want := int32(u.ID.StartTime / time.Second)
	if !u.ID.HasStartTime {
		return list
	}
	for _, f := range rows {
		if f.HeadwayS > 0 && want >= f.StartS && want < f.EndS && (want-f.StartS)%int32(f.HeadwayS) == 0 {
			return []int32{want}
		}
	}
	return slices.DeleteFunc(list, func(s int32) bool { return s != want })
}

// away returns by how many seconds a moment, in Unix seconds, is before or after a run.
func (p *planned) away(d graph.Day, startS int32, at int64) int64 {
	origin := d.Start(p.zone).Unix() + int64(startS-p.trip.StartS())
	begin, end := origin+int64(p.calls[0].DepartureS), origin+int64(p.calls[len(p.calls)-1].ArrivalS)
	return max(begin-at, at-end, 0)
}

// callOf returns the place of the call that an update of a stop is for, from a place on; -1 where there is none. A number goes
// before a stop, but where it is that of another stop and the trip still calls at the one named: some messages count otherwise.
func (p *planned) callOf(u *gtfs.StopTimeUpdate, from int) int {
	at := -1
	if u.StopSequence != nil {
		at = p.callNumbered(*u.StopSequence, from)
	}
	if u.StopID == nil || at >= 0 && p.trip.Graph().Stop(p.calls[at].Stop).ID() == *u.StopID {
		return at
	}
	places := p.callsAt(*u.StopID)
	if i, _ := slices.BinarySearch(places, from); i < len(places) {
		return places[i]
	}
	return at
}

// callNumbered returns the place of a call by its stop_sequence.
func (p *planned) callNumbered(sequence uint32, from int) int {
	calls := p.calls[from:] // in the order of their numbers
	i, ok := slices.BinarySearchFunc(calls, sequence, func(c graph.StopTime, want uint32) int { return cmp.Compare(c.Sequence, want) })
	if !ok {
		return -1
	}
	return from + i
}

// callsAt returns the places of the calls at a stop.
func (p *planned) callsAt(stop string) []int {
	if p.at == nil {
		p.at = map[string][]int{}
		for i := range p.calls {
			id := p.trip.Graph().Stop(p.calls[i].Stop).ID()
			p.at[id] = append(p.at[id], i)
		}
	}
	return p.at[stop]
}
