// Package realtime lays a GTFS-Realtime message over a loaded graph: delays, skipped stops, cancelled trips and alerts. The
// graph itself stays as it is.
//
// What an update says:
//
//   - It is for one run of a trip: that of its start_date, and for trips of frequencies.txt of its start_time. Without a
//     date it is for the run that is nearest to the first time in the update, else to the time of the message.
//   - A time goes before a delay. A delay holds at its stop and the stops after it, until the next update; NO_DATA ends it.
//     Where a stop has an arrival or a departure only, its delay is that of the other as well. Stops before the first
//     update run as planned. No event is before the one that precedes it.
//   - Updates of stops are found by stop_sequence, else by stop_id, in order.
//   - Trips that are not in the timetable (added, duplicated, replaced, unscheduled) are counted and left aside.
package realtime

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/jamespfennell/gtfs"
	gtfsrt "github.com/jamespfennell/gtfs/proto"

	"graphbuild/graph"
)

// Options say how a message is read.
type Options struct {
	// Feed is the label of the feed that the ids of the message are of. Empty: ids must be unique in the graph.
	Feed string
}

// Counts tell what became of the trip updates of a message.
type Counts struct {
	Applied      int // runs of trips that have an update
	Cancelled    int // those of them that do not run at all
	UnknownTrips int // updates without a trip of the graph
	NotRunning   int // updates for a day or a time at which the trip does not run
	NotPlanned   int // trips that the timetable does not have: added, duplicated, replaced or unscheduled ones
	UnknownStops int // updates of stops that the trip does not call at, or not in this order
	BadTimes     int // times more than MaxDelayS from the plan
}

// MaxDelayS is how far from the plan a time may be, in seconds, to be believed.
const MaxDelayS = 86400

// run is a run of a trip with an update.
type run struct {
	day       graph.Day
	startS    int32 // of the plan, after the start of the day
	cancelled bool
	calls     []call
}

// call is what is expected at a call, in seconds after the start of the day.
type call struct {
	arrivalS, departureS int32
	skipped              bool
}

// Overlay is a message laid over a graph. It is immutable and may be used by many goroutines. It takes some 50 bytes a run
// with an update, and 12 a call of it.
type Overlay struct {
	g       *graph.Graph
	prefix  string
	created time.Time
	runs    map[graph.TripID][]run // by day, then start
	alerts  []Alert
	counts  Counts
}

// Parse reads a message in its binary form, a FeedMessage of gtfs-realtime.proto. It fails where data is none.
func Parse(g *graph.Graph, data []byte, o Options) (*Overlay, error) {
	if len(data) == 0 {
		return nil, fmt.Errorf("realtime: expected a FeedMessage, found an empty file")
	}
	message, err := gtfs.ParseRealtime(data, &gtfs.ParseRealtimeOptions{})
	if err != nil {
		return nil, fmt.Errorf("realtime: %w", err)
	}
	return New(g, message, o), nil
}

// New lays a message over a graph. Dates of the message must have been read as UTC.
func New(g *graph.Graph, message *gtfs.Realtime, o Options) *Overlay {
	x := &Overlay{g: g, created: message.CreatedAt, runs: map[graph.TripID][]run{}}
	if o.Feed != "" {
		x.prefix = o.Feed + ":"
	}
	for i := range message.Trips {
		if message.Trips[i].IsEntityInMessage {
			x.add(&message.Trips[i])
		}
	}
	for _, list := range x.runs {
		for i := range list {
			if x.counts.Applied++; list[i].cancelled {
				x.counts.Cancelled++
			}
		}
	}
	x.addAlerts(message.Alerts)
	return x
}

// Created returns the time of the message, zero where it has none.
func (x *Overlay) Created() time.Time { return x.created }

// Counts returns what became of the updates.
func (x *Overlay) Counts() Counts { return x.counts }

// NumRuns returns how many runs of a trip have an update.
func (x *Overlay) NumRuns(t graph.TripID) int { return len(x.runs[t]) }

// Run returns a run of a trip with an update, from 0 to NumRuns: its service day, its planned start in seconds after the
// start of the day, and whether it is cancelled. Runs are sorted by day, then start.
func (x *Overlay) Run(t graph.TripID, i int) (day graph.Day, startS int32, cancelled bool) {
	r := &x.runs[t][i]
	return r.day, r.startS, r.cancelled
}

// Call returns what is expected at a call of a run, by its place in the pattern, in seconds after the start of the day.
func (x *Overlay) Call(t graph.TripID, i, at int) (arrivalS, departureS int32, skipped bool) {
	c := &x.runs[t][i].calls[at]
	return c.arrivalS, c.departureS, c.skipped
}

// add adds the update of a trip.
func (x *Overlay) add(u *gtfs.Trip) {
	cancelled := false
	switch u.ID.ScheduleRelationship {
	case gtfsrt.TripDescriptor_SCHEDULED:
	case gtfsrt.TripDescriptor_CANCELED, gtfsrt.TripDescriptor_DELETED:
		cancelled = true
	default:
		x.counts.NotPlanned++
		return
	}
	trip, err := x.g.TripByID(x.prefix + u.ID.ID)
	if err != nil {
		x.counts.UnknownTrips++
		return
	}
	zone, err := trip.Route().Agency().Location()
	if err != nil {
		zone = time.UTC
	}
	p := planned{trip: trip, zone: zone, calls: trip.StopTimes()}
	r, ok := p.find(u, x.created)
	if !ok {
		x.counts.NotRunning++
		return
	}
	if r.cancelled = cancelled; !cancelled {
		x.fill(&r, &p, u.StopTimeUpdates)
	}
	x.enter(trip.Number(), r)
}

// enter keeps a run. Of several updates of one run a cancellation goes first, else the last one.
func (x *Overlay) enter(t graph.TripID, r run) {
	list := x.runs[t]
	i, found := slices.BinarySearchFunc(list, r, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.startS, b.startS))
	})
	if !found {
		x.runs[t] = slices.Insert(list, i, r)
	} else if !list[i].cancelled {
		list[i] = r
	}
}

// fill works out the times of a run.
func (x *Overlay) fill(r *run, p *planned, updates []gtfs.StopTimeUpdate) {
	f := filler{run: r, shiftS: r.startS - p.trip.StartS(), start: r.day.Start(p.zone).Unix(), counts: &x.counts}
	next := 0
	for i := range updates {
		at := p.callOf(&updates[i], next)
		if at < 0 {
			x.counts.UnknownStops++
			continue
		}
		for ; next < at; next++ {
			f.append(&p.calls[next], nil)
		}
		f.append(&p.calls[at], &updates[i])
		next = at + 1
	}
	for ; next < len(p.calls); next++ {
		f.append(&p.calls[next], nil)
	}
}

// filler fills the calls of a run in order.
type filler struct {
	run    *run
	shiftS int32 // from the times of the trip to those of the run
	start  int64 // of the day, Unix seconds
	delayS int32 // where the vehicle is
	lastS  int32 // the event before
	counts *Counts
}

func (f *filler) append(c *graph.StopTime, u *gtfs.StopTimeUpdate) {
	arrivalS, departureS := c.ArrivalS+f.shiftS, c.DepartureS+f.shiftS
	before, skipped := f.delayS, false
	if u != nil {
		switch u.ScheduleRelationship {
		case gtfsrt.TripUpdate_StopTimeUpdate_SKIPPED:
			skipped = true
		case gtfsrt.TripUpdate_StopTimeUpdate_NO_DATA:
			before, f.delayS = 0, 0
		default:
			before = f.delay(arrivalS, departureS, u)
		}
	}
	if len(f.run.calls) == 0 {
		f.lastS = min(arrivalS+before, departureS+f.delayS)
	}
	x := call{arrivalS: max(arrivalS+before, f.lastS), skipped: skipped}
	x.departureS = max(departureS+f.delayS, x.arrivalS)
	f.lastS = x.departureS
	f.run.calls = append(f.run.calls, x)
}

// delay returns the delay of the arrival and enters that of the departure, which the vehicle keeps.
func (f *filler) delay(arrivalS, departureS int32, u *gtfs.StopTimeUpdate) int32 {
	a, okA := f.delayOf(u.Arrival, arrivalS)
	d, okD := f.delayOf(u.Departure, departureS)
	switch {
	case okA && okD:
		f.delayS = d
		return a
	case okA:
		f.delayS = a
	case okD:
		f.delayS = d
	}
	return f.delayS
}

// delayOf returns the delay of an event that is planned at a time.
func (f *filler) delayOf(e *gtfs.StopTimeEvent, plannedS int32) (int32, bool) {
	delay := int64(0)
	switch {
	case e == nil:
		return 0, false
	case e.Time != nil && e.Time.Unix() != 0:
		delay = e.Time.Unix() - f.start - int64(plannedS)
	case e.Delay != nil:
		delay = int64(*e.Delay / time.Second)
	default:
		return 0, false
	}
	if delay < -MaxDelayS || delay > MaxDelayS {
		f.counts.BadTimes++
		return 0, false
	}
	return int32(delay), true
}
