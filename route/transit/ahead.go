package transit

import (
	"slices"

	"graphbuild/route/internal/stop"
)

// ahead says how long at least it takes to the target from each place and each call, by the shortest running times and without
// a wait, and how many rides, so that a search drops what cannot be in time. It is worth its while only where many searches
// have one target.
type ahead struct {
	alighted []least // by place: from a vehicle that arrives
	ready    []least // by place: from the moment at which one may board
	aboard   []least // by call of a pattern: from a vehicle that leaves there
	isSet    bool    // else nothing has been worked out, and all may be in time
	round    int32
	touched  []place
	followed []callSpan // what is known of aboard

	marked, arrived []place
	isNew           []bool // by place: in marked
	hasArrived      []bool
	firstAt         []uint32 // by line of the other timetable: the first marked call, unset
	queue           []uint32
	seatedS         []int32  // likewise: how far the target is from its begin for who keeps the seat there, never
	seated          []uint32 // the lines of which that is known
	watch           *stop.Watch
}

// least is what it takes at least.
type least struct{ s, rides int32 }

// tooFar is what it takes where the target cannot be reached, or not in time.
var tooFar = least{never, levels}

// inTime reports whether who is at a place at a time with k rides may be at the target before one of the goals.
func (x least) inTime(at int32, k int, goal *[levels]int32) bool {
	rides := k + int(x.rides)
	return rides < levels && at+x.s < goal[rides]
}

// forget sets all to what is too far.
func (a *ahead) forget() {
	for _, p := range a.touched {
		a.alighted[p], a.ready[p] = tooFar, tooFar
	}
	for _, x := range a.followed {
		for i := x.first; i < x.last; i++ {
			a.aboard[i] = tooFar
		}
	}
	for _, l := range a.seated {
		a.seatedS[l] = never
	}
	a.touched, a.followed, a.seated, a.isSet = a.touched[:0], a.followed[:0], a.seated[:0], false
}

// lookAhead works out how far the target is, up to what may be of use: a way to it with so many rides must be there before
// the goal for as many. It searches the timetable in the other direction.
func (p *pass) lookAhead() error {
	back, err := p.s.r.table(!p.t.mirrored)
	if err != nil {
		return err
	}
	a := &p.r.ahead
	a.begin(back, &p.s.watch)
	limit := p.r.goal[0]
	for _, x := range p.targets {
		if p.s.r.usable(x.Stop, p.q) {
			for y := range back.placesOf(x.Stop) {
				a.alight(y, x.S, limit)
			}
		}
	}
	c := back.changes[0]
	if p.q.Wheelchair {
		c = back.changes[1]
	}
	for len(a.marked) > 0 && int(a.round)+1 < levels {
		a.round++
		limit = p.r.goal[a.round]
		a.ride(back, limit)
		a.change(c, p.q.SlackS, limit)
	}
	for _, x := range a.marked {
		a.isNew[x] = false
	}
	a.marked = a.marked[:0]
	return p.s.stopped()
}

func (a *ahead) begin(t *timetable, w *stop.Watch) {
	n := t.numPlaces()
	if len(a.isNew) != n {
		far := func(n int) []least { return slices.Repeat([]least{tooFar}, n) }
		a.alighted, a.ready, a.aboard = far(n), far(n), far(int(t.patternCalls))
		a.isNew, a.hasArrived, a.firstAt = make([]bool, n), make([]bool, n), make([]uint32, len(t.lines))
		for i := range a.firstAt {
			a.firstAt[i] = unset
		}
		a.seatedS = slices.Repeat([]int32{never}, len(t.lines))
	}
	a.forget()
	a.watch, a.isSet, a.round = w, true, 0
}

// touch notes that more than nothing is known of a place.
func (a *ahead) touch(p place) {
	if a.alighted[p] == tooFar && a.ready[p] == tooFar {
		a.touched = append(a.touched, p)
	}
}

// alight notes that the target is so far away for who arrives at a place by vehicle.
func (a *ahead) alight(p place, s, limit int32) {
	x := &a.alighted[p]
	if s >= x.s || s > limit {
		return
	}
	a.touch(p)
	*x = least{s, min(x.rides, a.round)}
	if !a.isNew[p] {
		a.isNew[p] = true
		a.marked = append(a.marked, p)
	}
}

// ride follows the lines backward from the marked places.
func (a *ahead) ride(t *timetable, limit int32) {
	a.queue = a.queue[:0]
	for _, p := range a.marked {
		a.isNew[p] = false
		for _, c := range t.callsOf(p) {
			if a.firstAt[c.line] == unset {
				a.queue = append(a.queue, c.line)
			}
			a.firstAt[c.line] = min(a.firstAt[c.line], c.at)
		}
	}
	a.marked = a.marked[:0]
	for _, l := range a.queue {
		first := a.firstAt[l]
		a.firstAt[l] = unset
		if !a.watch.Stopped() {
			a.follow(t, l, first, limit)
		}
	}
}

// follow follows a line, and those that its vehicles go on as, from a call at which the target may be had as soon as it is
// marked. It ends where the next one has been come into with the target as near: what is new there is marked there.
func (a *ahead) follow(t *timetable, l, at uint32, limit int32) {
	s := a.along(t, l, at, never, limit)
	for s <= limit && t.lines[l].next != none {
		l = uint32(t.lines[l].next)
		if s >= a.seatedS[l] {
			return
		}
		if a.seatedS[l] == never {
			a.seated = append(a.seated, l)
		}
		a.seatedS[l] = s
		s = a.along(t, l, 0, s, limit)
	}
}

// along follows a line from a call at which the target is so far away. It returns how far that is from its end.
func (a *ahead) along(t *timetable, l, at uint32, s, limit int32) int32 {
	x := &t.lines[l]
	calls := callSpan{t.firstCall[l], t.firstCall[l] + x.stops}
	aboard, isNew := a.aboard[calls.first:calls.last], false
	for i := x.firstStop + at; i < x.firstStop+x.stops; i++ {
		p := t.stops[i]
		if y := &aboard[x.firstStop+x.stops-1-i]; s < y.s && s <= limit {
			isNew = isNew || *y == tooFar
			*y = least{s, min(y.rides, a.round)}
		}
		if t.rules[i]&mayAlight != 0 && s < a.ready[p].s && s <= limit {
			a.touch(p)
			a.ready[p] = least{s, min(a.ready[p].rides, a.round)}
			if !a.hasArrived[p] {
				a.hasArrived[p] = true
				a.arrived = append(a.arrived, p)
			}
		}
		if t.rules[i]&mayBoard != 0 {
			s = min(s, a.alighted[p].s)
		}
		if s < never {
			s += int32(t.hops[i])
		}
	}
	if isNew {
		a.followed = append(a.followed, calls)
	}
	return s
}

// change makes the changes before the boardings that were found.
func (a *ahead) change(c *changes, slackS, limit int32) {
	for _, p := range a.arrived {
		a.hasArrived[p] = false
		s := a.ready[p].s + slackS
		if c.same[p] != none {
			a.alight(p, s+c.same[p], limit)
		}
		for _, x := range c.from(p) {
			a.alight(x.to, s+x.s, limit)
		}
	}
	a.arrived = a.arrived[:0]
}
