// Package realtime lays GTFS-Realtime messages over a loaded graph: delays, skipped stops, cancelled trips and alerts. The
// graph itself stays as it is.
//
// What an update says:
//
//   - It is for one run of a trip: that of its start_date, and for trips of frequencies.txt of its start_time. Without a
//     date it is for the run that is nearest to the first time in the update, else to the time of the message.
//   - A time goes before a delay. A delay holds at its stop and the stops after it, until the next update; NO_DATA ends it.
//     Where a stop has an arrival or a departure only, its delay is that of the other as well. Stops before the first
//     update run as planned. No event is before the one that precedes it.
//   - Updates of stops are found by stop_sequence, else, or where that is the number of another stop, by stop_id, in order.
//   - Alerts change no journey: they come with the rides on whose trip, route, agency or stop they are.
//   - A message is a full set of updates; what it says is deleted does not count.
//   - Trips that are not in the timetable (added, duplicated, replaced, unscheduled) are counted and left aside.
package realtime

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jamespfennell/gtfs"
	gtfsrt "github.com/jamespfennell/gtfs/proto"

	"graphbuild/graph"
)

// Message is a message in its binary form, a FeedMessage of gtfs-realtime.proto.
type Message struct {
	// Feed is the label of the feed that the ids of the message are of. Empty: ids must be unique in the graph.
	Feed string
	// Source is what errors call the message: its file, or its address without what is secret there. It may be empty.
	Source string
	Data   []byte
}

// failed puts the source before what is wrong with the message.
func (m *Message) failed(err error) error {
	if m.Source == "" {
		return fmt.Errorf("realtime: %w", err)
	}
	return fmt.Errorf("realtime: %s: %w", m.Source, err)
}

// Counts tell what became of a message.
type Counts struct {
	Applied      int // runs of trips that have an update
	Cancelled    int // those of them that do not run at all
	UnknownTrips int // updates without a trip of the graph
	Ambiguous    int // updates of a trip whose id several feeds have: the message needs the label of its feed
	NotRunning   int // updates for a day or a time at which the trip does not run
	NotPlanned   int // trips that the timetable does not have: added, duplicated, replaced or unscheduled ones
	UnknownStops int // updates of stops that the trip does not call at, or not in this order
	BadTimes     int // times more than MaxDelayS from the plan

	Alerts          int // about something in the graph
	UnknownAlerts   int // about nothing in it
	UnknownEntities int // what alerts are about and the graph has not
	Vehicles        int // positions of vehicles, which are not looked at
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

// Overlay are messages laid over a graph. It is immutable and may be used by many goroutines. It takes some 50 bytes a run
// with an update, and 12 a call of it.
type Overlay struct {
	g       *graph.Graph
	created []time.Time
	runs    map[graph.TripID][]run // by day, then start
	alerts  []alert
	counts  []Counts
}

// Parse lays messages over a graph. Of several updates of one run a cancellation goes first, else that of the last message, and
// within one message that which says more of the run: its time or its date. Their order in the message does not count. It fails
// where one is no message, is no full set, or has more parts or trips with more calls than any country has, or its feed is not in
// the graph. It takes time and memory by the length of the messages and the calls of their trips alone.
func Parse(g *graph.Graph, messages ...Message) (*Overlay, error) {
	x := &Overlay{g: g, runs: map[graph.TripID][]run{}}
	for _, m := range messages {
		if err := x.add(&m); err != nil {
			return nil, m.failed(err)
		}
	}
	slices.SortStableFunc(x.alerts, func(a, b alert) int { return cmp.Compare(a.ID, b.ID) })
	return x, nil
}

// add lays a message over the graph.
func (x *Overlay) add(m *Message) error {
	if len(m.Data) == 0 {
		return errors.New("expected a FeedMessage, found an empty file")
	}
	data, err := present(m.Data)
	if err != nil {
		return err
	}
	message, err := gtfs.ParseRealtime(data, &gtfs.ParseRealtimeOptions{})
	if err != nil {
		return err
	}
	return x.read(message, m.Feed)
}

// reader reads one message.
type reader struct {
	x            *Overlay
	feed, prefix string
	created      time.Time
	counts       *Counts
	work         int // so far, see maxWork
}

// read adds a message, of which dates have been read as UTC.
func (x *Overlay) read(message *gtfs.Realtime, feed string) error {
	m := reader{x: x, feed: feed, created: message.CreatedAt, counts: &Counts{Vehicles: len(message.Vehicles)}}
	if err := hasFeed(x.g, feed); err != nil {
		return err
	}
	if feed != "" {
		m.prefix = feed + ":"
	}
	if err := m.addTrips(message.Trips); err != nil {
		return err
	}
	m.addAlerts(message.Alerts)
	x.created, x.counts = append(x.created, message.CreatedAt), append(x.counts, *m.counts)
	return nil
}

// HasFeed returns an error, which lists the labels that there are, where no feed of a graph has a label that is not empty.
func HasFeed(g *graph.Graph, label string) error {
	if err := hasFeed(g, label); err != nil {
		return fmt.Errorf("realtime: %w", err)
	}
	return nil
}

func hasFeed(g *graph.Graph, label string) error {
	var list []string
	for f := range graph.FeedID(g.NumFeeds()) {
		list = append(list, g.Feed(f).Label)
	}
	if label == "" || slices.Contains(list, label) {
		return nil
	}
	return fmt.Errorf("feed %q: expected one of the graph: %s", label, strings.Join(list, ", "))
}

// Created returns the time of a message by its place among all, zero where it has none.
func (x *Overlay) Created(message int) time.Time { return x.created[message] }

// Counts returns what became of a message, by its place among all.
func (x *Overlay) Counts(message int) Counts { return x.counts[message] }

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

// addTrips adds the updates of trips, as far as they take reasonable work.
func (m *reader) addTrips(list []gtfs.Trip) error {
	for i := range list {
		if list[i].IsEntityInMessage {
			m.add(&list[i])
		}
		if m.work > maxWork {
			return fmt.Errorf("expected updates of trips of at most %d calls in all", maxWork)
		}
	}
	return nil
}

// add adds the update of a trip.
func (m *reader) add(u *gtfs.Trip) {
	cancelled := false
	switch u.ID.ScheduleRelationship {
	case gtfsrt.TripDescriptor_SCHEDULED:
	case gtfsrt.TripDescriptor_CANCELED, gtfsrt.TripDescriptor_DELETED:
		cancelled = true
	default:
		m.counts.NotPlanned++
		return
	}
	trip, err := m.x.g.TripByID(m.prefix + u.ID.ID)
	switch {
	case errors.Is(err, graph.ErrAmbiguous):
		m.counts.Ambiguous++
		return
	case err != nil:
		m.counts.UnknownTrips++
		return
	}
	zone, err := trip.Route().Agency().Location()
	if err != nil {
		zone = time.UTC
	}
	p := planned{trip: trip, zone: zone, calls: trip.StopTimes()}
	m.work += len(p.calls) + len(m.x.runs[trip.Number()])/16
	r, ok := p.find(u, m.created)
	if !ok {
		m.counts.NotRunning++
		return
	}
	if r.cancelled = cancelled; !cancelled {
		m.fill(&r, &p, u.StopTimeUpdates)
	}
	m.enter(trip.Number(), r)
}

// enter keeps a run: of several updates a cancellation, else the last one. See Parse for their order.
func (m *reader) enter(t graph.TripID, r run) {
	list := m.x.runs[t]
	i, found := slices.BinarySearchFunc(list, r, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.startS, b.startS))
	})
	switch {
	case !found:
		m.x.runs[t] = slices.Insert(list, i, r)
		m.counts.Applied++
	case list[i].cancelled:
		return
	default:
		list[i] = r
	}
	if r.cancelled {
		m.counts.Cancelled++
	}
}

// fill works out the times of a run.
func (m *reader) fill(r *run, p *planned, updates []gtfs.StopTimeUpdate) {
	f := filler{run: r, shiftS: r.startS - p.trip.StartS(), start: r.day.Start(p.zone).Unix(), counts: m.counts}
	next := 0
	for i := range updates {
		at := p.callOf(&updates[i], next)
		if at < 0 {
			m.counts.UnknownStops++
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
