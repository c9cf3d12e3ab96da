package transit

import (
	"graphbuild/graph"
	"graphbuild/route/internal/stop"
)

// MaxRides is the largest number of rides of a journey.
const MaxRides = 7

// levels is the number of rides, 0 included, that there are labels for.
const levels = MaxRides + 1

// rounds is one search by RAPTOR and its memory, which is kept from search to search: some 300 bytes a stop of the graph.
// Round k finds all stops that k rides lead to. Times are seconds after the instant of the query, in the direction of
// the timetable.
type rounds struct {
	t *timetable
	c *changes

	// By place and number of rides, times being the best with so many rides or fewer.
	arrive []int32  // by vehicle
	ready  []int32  // to board
	ride   []ride   // that arrived with just so many
	came   []change // how it got ready: the place before, noPlace where the journey begins here

	egress  []int32 // by place: seconds to the target, none
	targets []place
	goal    [levels]int32 // by number of rides: the best arrival at the target
	goalAt  [levels]place
	goalNew [levels]bool // found since it was last taken
	ahead   ahead

	touched []place
	isDirty []bool // by place: in touched
	marked  []place
	isReady []bool     // by place: ready was improved in the last round
	arrived []place    // by vehicle in this round
	isNew   []bool     // by place: in arrived
	span    []callSpan // by line: where somebody may get on
	queue   []uint32   // of lines
	watch   *stop.Watch

	slots []slot
	pool  []slot // slots is the front of it
	slack int32  // seconds added to each change
}

// slot is a service day of the query.
type slot struct {
	day   graph.Day
	on    *day
	begin int32   // of the first event of the day
	base  []int32 // start of the day by zone
	reach reach
}

// ride is where a rider boards a vehicle and alights, maybe from a later trip of it.
type ride struct {
	board, alight     uint32 // entries
	start             int32  // of the trip that is boarded, without the start of its day
	boardAt, alightAt uint32 // calls
	slot, alightSlot  uint8
	from              place
}

// callSpan is a part of a line: from its first to its last call; the first is unset where the line is not queued, nowhere where
// the part is empty.
type callSpan struct{ first, last uint32 }

const (
	unset   = 1<<32 - 1
	nowhere = unset - 1
)

func newRounds(t *timetable) *rounds {
	n := t.numPlaces()
	r := &rounds{
		t: t, arrive: make([]int32, levels*n), ready: make([]int32, levels*n), ride: make([]ride, levels*n), came: make([]change, levels*n),
		egress: make([]int32, n), isDirty: make([]bool, n), isReady: make([]bool, n), isNew: make([]bool, n), span: make([]callSpan, len(t.lines)),
	}
	for i := range r.arrive {
		r.arrive[i], r.ready[i] = never, never
	}
	for i := range r.egress {
		r.egress[i] = none
	}
	for i := range r.span {
		r.span[i].first = unset
	}
	return r
}

// begin forgets the search before and sets up the service days of a new one.
func (r *rounds) begin(q *frame, w *stop.Watch) {
	r.watch = w
	r.ahead.forget()
	for _, s := range r.touched {
		r.isDirty[s] = false
		for i := levels * int(s); i < levels*int(s)+levels; i++ {
			r.arrive[i], r.ready[i] = never, never
		}
	}
	for _, s := range r.targets {
		r.egress[s] = none
	}
	r.touched, r.targets = r.touched[:0], r.targets[:0]
	for k := range r.goal {
		r.goal[k], r.goalNew[k] = q.until+1, false
	}
	r.c, r.slack = r.t.changes[0], q.slack
	if q.with == wheelchair {
		r.c = r.t.changes[1]
	}
	r.openDays(q)
}

// frame is what a search needs to know of a query.
type frame struct {
	epoch int64 // Unix seconds of the instant
	first graph.Day
	last  graph.Day
	with  company
	slack int32
	until int32 // nobody wants to travel later
}

// openDays fills the slots with the days on which something runs after the instant.
func (r *rounds) openDays(q *frame) {
	n := 0
	for d := q.first; d <= q.last; d++ {
		on := r.t.on(d, q.with)
		if len(on.runs) == 0 {
			continue
		}
		if n == len(r.pool) {
			r.pool = append(r.pool, slot{base: make([]int32, len(r.t.zones))})
		}
		x := &r.pool[n]
		x.day, x.on = d, on
		x.reach.forget(len(r.t.lines))
		begin, end := int32(never), int32(-never)
		for z, zone := range r.t.zones {
			x.base[z] = r.t.base(d, zone, q.epoch)
			begin, end = min(begin, x.base[z]+on.begin), max(end, x.base[z]+on.end)
		}
		x.begin = begin
		if end >= 0 && begin <= q.until {
			n++
		}
	}
	r.slots = r.pool[:n]
}

// aim makes a stop one from which the target is so many seconds away.
func (r *rounds) aim(s graph.StopID, seconds int32) {
	for p := range r.t.placesOf(s) {
		if r.egress[p] == none {
			r.targets = append(r.targets, p)
			r.egress[p] = seconds
		}
		r.egress[p] = min(r.egress[p], seconds)
	}
}

// bound says that the target can be reached at a time without a ride.
func (r *rounds) bound(at int32) {
	for k := range r.goal {
		r.goal[k] = min(r.goal[k], at)
	}
}

func (r *rounds) touch(s place) {
	if !r.isDirty[s] {
		r.isDirty[s] = true
		r.touched = append(r.touched, s)
	}
}

// seed makes a rider ready to board at a stop.
func (r *rounds) seed(s graph.StopID, at int32) {
	for p := range r.t.placesOf(s) {
		r.seedPlace(p, at)
	}
}

func (r *rounds) seedPlace(p place, at int32) { r.setReady(p, 0, at, change{to: noPlace}) }

// setReady enters a time at which a rider with k rides is ready to board.
func (r *rounds) setReady(s place, k int, at int32, from change) {
	i := levels*int(s) + k
	if at >= r.ready[i] || at >= r.goal[min(k+1, levels-1)] || r.ahead.isSet && !r.ahead.ready[s].inTime(at, k, &r.goal) {
		return
	}
	r.touch(s)
	r.came[i] = from
	lower(r.ready[i:levels*int(s)+levels], at)
	if !r.isReady[s] {
		r.isReady[s] = true
		r.marked = append(r.marked, s)
	}
}

// lower makes all of a falling list at most at.
func lower[T int32 | lateness](list []T, at T) {
	for i := range list {
		if list[i] <= at {
			return
		}
		list[i] = at
	}
}

// run makes the rounds, up to a number of rides.
func (r *rounds) run(rides int) {
	r.collect(0)
	r.runQueue(rides)
}

// runQueue makes the rounds; the lines of the first one are in the queue.
func (r *rounds) runQueue(rides int) {
	for k := 1; k <= rides && len(r.marked) > 0; k++ {
		for _, l := range r.queue {
			x := r.span[l]
			r.span[l].first = unset
			if x.first == nowhere || r.watch.Stopped() {
				continue
			}
			for i := range r.slots {
				if r.slots[i].begin < r.goal[k] {
					r.scan(boarded{line: l, at: x.first, last: x.last, slot: uint8(i), run: noRun}, k)
				}
			}
		}
		r.unmark()
		r.change(k)
		r.collect(k)
	}
	for _, l := range r.queue {
		r.span[l].first = unset
	}
	r.unmark()
}

func (r *rounds) unmark() {
	for _, s := range r.marked {
		r.isReady[s] = false
	}
	r.marked = r.marked[:0]
}

// collect queues the lines at the marked places, where riders are ready to board after k rides.
func (r *rounds) collect(k int) {
	r.queue = r.queue[:0]
	for _, s := range r.marked {
		for _, c := range r.t.callsOf(s) {
			r.enqueue(c, r.ready[levels*int(s)+k], k)
		}
	}
}

// mayHelp reports whether who boards at a call at a time, after k rides, may be at the target in time.
func (r *rounds) mayHelp(c call, at int32, k int) bool {
	return !r.ahead.isSet || r.ahead.aboard[r.t.firstCall[c.line]+c.at].inTime(at, k, &r.goal)
}

// mayBoard reports whether who is ready at a call at a time may find something of use to take as the k-th ride.
func (r *rounds) mayBoard(c call, at int32, k int) bool {
	for i := range r.slots {
		if s := &r.slots[i]; s.begin < r.goal[min(k, levels-1)] && !s.reach.isLate(c, k, at) {
			return true
		}
	}
	return false
}

// enqueue queues the line of a call at which somebody is ready to board at a time, after k rides. A line has its place in the
// queue also where that is of no use, since of journeys that are equally good the one of the line that comes first is taken.
func (r *rounds) enqueue(c call, at int32, k int) {
	x := &r.span[c.line]
	if x.first == unset {
		r.queue = append(r.queue, c.line)
		*x = callSpan{first: nowhere}
	}
	if r.mayHelp(c, at, k) && r.mayBoard(c, at, k+1) {
		x.first, x.last = min(x.first, c.at), max(x.last, c.at)
	}
}

// boarded is where a scan of a line stands.
type boarded struct {
	line  uint32
	at    uint32 // the next call
	last  uint32 // the last call at which somebody may get on
	slot  uint8
	run   int32  // the one that the rider is in, among those of the day; noRun
	start int32  // when it starts, without the start of the day
	until uint32 // the call from which on that run has been ridden before
	ride  ride   // how the rider got on

	base   int32 // start of the day
	runs   []run // of the day
	ridden []uint16
	late   []lateness // both of reach; nil where it is not kept
}

const noRun = -1

// watchedCalls is how many calls of a line go by before a scan looks whether anybody still waits: some microseconds.
const watchedCalls = 1024

// scan rides along a line, and along those that its vehicles go on as.
func (r *rounds) scan(b boarded, k int) {
	r.along(&b, k)
	for !r.watch.Stopped() && r.stay(&b, k) {
		r.along(&b, k)
	}
}

// along rides along a line: it alights wherever that is an improvement, and changes to an earlier vehicle where one can
// be caught.
func (r *rounds) along(b *boarded, k int) {
	x := &r.t.lines[b.line]
	s := &r.slots[b.slot]
	b.base = s.base[x.zone]
	b.runs = s.on.runs[s.on.start[b.line]:s.on.start[b.line+1]]
	if len(b.runs) == 0 {
		return
	}
	if r.ahead.isSet {
		b.ridden, b.late = s.reach.of(b.line, len(b.runs), int(x.stops))
	}
	stops, rules := r.t.stops[x.firstStop:x.firstStop+x.stops], r.t.rules[x.firstStop:x.firstStop+x.stops]
	for ; b.at < x.stops && (b.run != noRun || b.at <= b.last); b.at++ {
		stop := stops[b.at]
		if b.at%watchedCalls == watchedCalls-1 && r.watch.Err() != nil {
			b.run = noRun
			return
		}
		if b.run != noRun {
			r.rideTo(b, stop, rules[b.at], k)
		}
		if rules[b.at]&mayBoard != 0 && r.isReady[stop] {
			if ready := r.ready[levels*int(stop)+k-1]; b.late == nil || !b.late[lateAt(b.at, k)].isBefore(ready) {
				r.board(b, stop, ready-b.base, k)
			}
		}
	}
}

// rideTo rides to the next call, alights there where that is of use, and leaves the vehicle where nothing comes of riding on.
func (r *rounds) rideTo(b *boarded, stop place, may rule, k int) {
	e := &b.runs[b.run]
	begin := b.base + b.start
	at := begin + r.t.times[e.times+2*b.at]
	switch {
	case at >= r.goal[k]:
		b.run = noRun
		return
	case may&mayAlight != 0 && at < r.arrive[levels*int(stop)+k] && (!r.ahead.isSet || r.ahead.alighted[stop].inTime(at, k, &r.goal)):
		r.alight(b, k, at, e.entry)
	}
	if b.at >= b.until || !r.mayHelp(call{b.line, b.at}, begin+r.t.times[e.times+2*b.at+1], k-1) {
		b.run = noRun
	}
}

// board gets on the first run that leaves the current call when the rider is ready, if that is earlier than the one that
// the rider is in, and of use.
func (r *rounds) board(b *boarded, stop place, ready int32, k int) {
	at := 2*b.at + 1
	lo, ok := r.catch(b, ready)
	if !ok {
		b.nothingAfter(r.departure(b, len(b.runs)-1), k)
		return
	}
	e := &b.runs[lo]
	start := e.first
	if late := ready - start - r.t.times[e.times+at]; late > 0 {
		start += (late + e.headway - 1) / max(e.headway, 1) * e.headway
	}
	leaves := b.base + start + r.t.times[e.times+at]
	switch {
	case e.headway > 0:
		b.nothingAfter(leaves-1, k)
	case lo == 0:
		b.nothingAfter(-never, k)
	default:
		b.nothingAfter(r.departure(b, lo-1), k)
	}
	if int32(lo) == b.run && start >= b.start || leaves >= r.goal[k] || !r.mayHelp(call{b.line, b.at}, leaves, k-1) {
		return
	}
	until, isNew := rideOn(b.ridden, b.runs, lo, k, b.at)
	if !isNew {
		b.run = noRun // nor is the later one that the rider may be in
		return
	}
	b.run, b.start, b.until = int32(lo), start, until
	b.ride = ride{board: e.entry, start: start, boardAt: b.at, slot: b.slot, from: stop}
}

// catch returns the run that who is ready at a time of the day can catch at the current call: that of the rider where no
// earlier one can be caught. It returns false where all have left.
func (r *rounds) catch(b *boarded, ready int32) (int, bool) {
	at := 2*b.at + 1
	hi := len(b.runs)
	if b.run != noRun {
		if b.start+r.t.times[b.runs[b.run].times+at] < ready {
			return int(b.run), true
		}
		hi = int(b.run) + 1
	} else if last := &b.runs[hi-1]; last.last+r.t.times[last.times+at] < ready {
		return 0, false
	}
	lo := 0
	for lo < hi-1 { // the one at hi-1 can be caught
		mid := int(uint(lo+hi-1) / 2)
		if e := &b.runs[mid]; e.last+r.t.times[e.times+at] < ready {
			lo = mid + 1
		} else {
			hi = mid + 1
		}
	}
	return lo, true
}

// departure returns when a run leaves the current call, the last time if it has a headway.
func (r *rounds) departure(b *boarded, run int) int32 {
	e := &b.runs[run]
	return b.base + e.last + r.t.times[e.times+2*b.at+1]
}

// nothingAfter notes that who is ready later than at a time has nothing of use to board at the current call.
func (b *boarded) nothingAfter(at int32, k int) {
	if k <= lateRides && b.late != nil {
		lower(b.late[lateAt(b.at, k):lateAt(b.at, lateRides)+1], latenessOf(at))
	}
}

// alight enters an arrival that is the best.
func (r *rounds) alight(b *boarded, k int, at int32, e uint32) {
	stop := r.t.stops[r.t.lines[b.line].firstStop+b.at]
	i := levels*int(stop) + k
	r.touch(stop)
	lower(r.arrive[i:levels*int(stop)+levels], at)
	r.ride[i] = b.ride
	r.ride[i].alight, r.ride[i].alightAt, r.ride[i].alightSlot = e, b.at, b.slot
	if !r.isNew[stop] {
		r.isNew[stop] = true
		r.arrived = append(r.arrived, stop)
	}
	if x := r.egress[stop]; x != none && at+x < r.goal[k] {
		lower(r.goal[k:], at+x)
		r.goalAt[k], r.goalNew[k] = stop, true
	}
}

// change makes riders who arrived in round k ready to board again.
func (r *rounds) change(k int) {
	for _, s := range r.arrived {
		r.isNew[s] = false
		at := r.arrive[levels*int(s)+k] + r.slack
		if same := r.c.same[s]; same != none {
			r.setReady(s, k, at+same, change{s, same})
		}
		for _, c := range r.c.from(s) {
			r.setReady(c.to, k, at+c.s, change{s, c.s})
		}
	}
	r.arrived = r.arrived[:0]
}
