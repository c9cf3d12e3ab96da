package transit

import (
	"iter"
	"math/bits"
	"sync"
	"time"

	"graphbuild/graph"
)

// timetable is the timetable of a graph as the rounds read it, in one of two directions. In the mirrored one time runs
// backward: all times are negative, lines run from their last stop to their first, and boarding and alighting change places. So one
// search serves both departure and arrival times.
//
// It is immutable but for its cache of days. It takes 15 bytes a call of a line, 4 a value of a profile and 48 a trip.
type timetable struct {
	g        *graph.Graph
	live     Realtime // may be nil
	liveRuns []liveRun
	mirrored bool
	lines    []line
	stops    []place // of all lines
	// patternCalls is how many calls all patterns have, firstCall by line the first of its pattern among them.
	patternCalls uint32
	firstCall    []uint32
	rules        []rule   // likewise
	hops         []uint16 // likewise: the least time to the next call, in seconds
	callsAt      []uint32 // one more than places: where the calls at one begin
	calls        []call
	entries      []entry // by line, in order
	times        []int32 // arrival and departure in turn
	zones        []*time.Location
	days         dayCache
	sets         []daySet
	firstDay     graph.Day
	reach        graph.Day // days after its service day on which some trip still runs
	places       *places
	changes      [2]*changes
}

// line is a run of trips with the same stops of which none overtakes another. Where riders may stay seated in the trips
// that follow, these are of one line as well and in the same order, so that the first vehicle is always the best.
type line struct {
	firstStop, stops uint32
	firstEntry       uint32
	entries          uint32
	zone             uint16
	pattern          graph.PatternID
	next             int32 // the line that the trips go on as; none
}

const none = -1

// rule says what riders may do at a stop of a line.
type rule uint8

const (
	mayBoard rule = 1 << iota
	mayAlight
)

// call is a stop of a line.
type call struct{ line, at uint32 }

func (t *timetable) numPlaces() int { return t.places.number() }

// placesOf yields the places of a stop.
func (t *timetable) placesOf(s graph.StopID) iter.Seq[place] { return t.places.of(s) }

// callsOf returns the calls at a place at which riders may board.
func (t *timetable) callsOf(p place) []call { return t.calls[t.callsAt[p]:t.callsAt[p+1]] }

// entry is a trip, or one row of its frequencies: it starts at first, and then every headway seconds until last.
type entry struct {
	first, last int32 // seconds after the start of the service day
	headway     int32
	times       uint32 // of its profile, in times
	trip        graph.TripID
	days        uint32 // in sets
	line        uint32
	next        int32 // the entry that goes on, none
	live        int32 // in liveRuns: first is then 0, since its times are those of the day; none
	daysOn      int8  // the service day of that entry, counted from that of this one
	noWheels    bool
	noBikes     bool // or the feed does not say
	inexact     bool // a headway, not a timetable
}

// daySet is a set of days: bit i is firstDay+i.
type daySet []uint64

func (d daySet) has(i int) bool { return i >= 0 && i/64 < len(d) && d[i/64]>>(i%64)&1 != 0 }

// first returns the first day; false where there is none.
func (d daySet) first() (int, bool) {
	for i, w := range d {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w), true
		}
	}
	return 0, false
}

// later returns the set of the days n later, which may be negative.
func (d daySet) later(n int) daySet {
	if n == 0 {
		return d
	}
	out := make(daySet, len(d)+1)
	for i := range 64 * len(out) {
		if d.has(i - n) {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}

// and returns the days in both sets, and whether there are any.
func (d daySet) and(o daySet) (daySet, bool) {
	out, any := make(daySet, min(len(d), len(o))), uint64(0)
	for i := range out {
		out[i] = d[i] & o[i]
		any |= out[i]
	}
	return out, any != 0
}

// without returns the days that are not in o.
func (d daySet) without(o daySet) (daySet, bool) {
	out, any := make(daySet, len(d)), uint64(0)
	for i := range out {
		out[i] = d[i]
		if i < len(o) {
			out[i] &^= o[i]
		}
		any |= out[i]
	}
	return out, any != 0
}

// run is an entry on a day.
type run struct {
	first, last int32
	headway     int32
	times       uint32
	entry       uint32
}

// day is what runs on one service day.
type day struct {
	start      []uint32 // one more than lines
	runs       []run
	begin, end int32 // of the first and the last event, seconds after the start of the day
}

// dayCache keeps the days that were last asked for: 20 bytes a trip that runs, and 4 a line.
type dayCache struct {
	mu   sync.Mutex
	days map[dayKey]*day
	used []dayKey // the one used last comes last
}

type dayKey struct {
	day  graph.Day
	with company
}

// company is what riders have with them, for which a vehicle must have room.
type company uint8

const (
	nothing company = iota
	wheelchair
	bicycle
)

// takes reports whether there is room on a trip.
func (e *entry) takes(c company) bool {
	return !(c == wheelchair && e.noWheels || c == bicycle && e.noBikes)
}

// cachedDays is how many days are kept.
const cachedDays = 24

// on returns what runs on a day, with room for what riders have with them.
func (t *timetable) on(d graph.Day, with company) *day {
	c, key := &t.days, dayKey{d, with}
	c.mu.Lock()
	defer c.mu.Unlock()
	if x := c.days[key]; x != nil {
		return x
	}
	if len(c.used) >= cachedDays {
		delete(c.days, c.used[0])
		c.used = append(c.used[:0], c.used[1:]...)
	}
	if c.days == nil {
		c.days = map[dayKey]*day{}
	}
	x := t.makeDay(key)
	c.days[key], c.used = x, append(c.used, key)
	return x
}

func (t *timetable) makeDay(key dayKey) *day {
	d := &day{start: make([]uint32, len(t.lines)+1), begin: never, end: -never}
	runs := make([]bool, len(t.sets))
	for i, s := range t.sets {
		runs[i] = s.has(int(key.day - t.firstDay))
	}
	for l := range t.lines {
		x := &t.lines[l]
		for i := x.firstEntry; i < x.firstEntry+x.entries; i++ {
			e := &t.entries[i]
			if !runs[e.days] || !e.takes(key.with) {
				continue
			}
			d.runs = append(d.runs, run{e.first, e.last, e.headway, e.times, i})
			d.begin = min(d.begin, e.first+t.times[e.times])
			d.end = max(d.end, e.last+t.times[e.times+2*x.stops-1])
		}
		d.start[l+1] = uint32(len(d.runs))
	}
	return d
}

// zoneOf returns the zone of a line.
func (t *timetable) zoneOf(l uint32) *time.Location { return t.zones[t.lines[l].zone] }

// base returns the start of a service day in a zone in seconds after an instant, as the timetable counts.
func (t *timetable) base(d graph.Day, zone *time.Location, epoch int64) int32 {
	s := d.Start(zone).Unix() - epoch
	if t.mirrored {
		s = -s
	}
	return int32(max(-never, min(never, s)))
}

// never is a time that does not come, in seconds after the instant of a query.
const never = 1 << 30
