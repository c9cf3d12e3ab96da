package transit

import (
	"cmp"
	"slices"
	"time"

	"graphbuild/walk"
)

// event is a moment to leave in order to catch a vehicle at a stop.
type event struct {
	leave int32
	place place
	walkS int32
	call  call
}

// window finds the journeys that set out within the window of the query. What sets out after it comes first and is not
// noted: it bounds what is worth setting out for earlier. How far the target is at least spares that first search work as well.
func (p *pass) window() error {
	s, r, windowS := p.s, p.r, int32(p.q.Window/time.Second)
	walkS, walks := s.walkS(p.q, 2*p.q.WalkS)
	if walks {
		r.bound(windowS + 1 + walkS)
	}
	if err := p.lookAhead(); err != nil {
		return err
	}
	p.leave(windowS+1, p.q.Rides)
	r.goalNew = [levels]bool{}
	s.events = s.events[:0]
	for _, x := range p.starts {
		if s.r.usable(x.Stop, p.q) {
			s.events = r.appendEvents(s.events, x, windowS)
		}
	}
	slices.SortFunc(s.events, func(a, b event) int { return cmp.Or(cmp.Compare(b.leave, a.leave), cmp.Compare(a.place, b.place)) })
	for i := 0; i < len(s.events) && !s.watch.Stopped(); {
		leave := s.events[i].leave
		if walks {
			r.bound(leave + walkS)
		}
		r.queue = r.queue[:0]
		for ; i < len(s.events) && s.events[i].leave == leave; i++ {
			r.seedEvent(&s.events[i])
		}
		r.runQueue(p.q.Rides)
		p.take(leave)
	}
	return nil
}

// appendEvents lists the moments from 0 to windowS to leave for the vehicles at a stop.
func (r *rounds) appendEvents(events []event, at walk.Reached, windowS int32) []event {
	for p := range r.t.placesOf(at.Stop) {
		events = r.appendEventsAt(events, event{place: p, walkS: at.S}, windowS)
	}
	return events
}

// seedEvent makes a rider ready to board the vehicle of an event. Those that leave later need no look: they have been boarded.
func (r *rounds) seedEvent(e *event) {
	at := e.leave + e.walkS
	r.seedPlace(e.place, at)
	if r.isReady[e.place] {
		r.enqueue(e.call, at, 0)
	}
}

func (r *rounds) appendEventsAt(events []event, at event, windowS int32) []event {
	for _, c := range r.t.callsOf(at.place) {
		for i := range r.slots {
			s := &r.slots[i]
			base := s.base[r.t.lines[c.line].zone] - at.walkS
			runs := s.on.runs[s.on.start[c.line]:s.on.start[c.line+1]]
			leaves := func(e *run, start int32) int32 { return base + start + r.t.times[e.times+2*c.at+1] }
			first, _ := slices.BinarySearchFunc(runs, 0, func(e run, _ int) int { return cmp.Compare(leaves(&e, e.last), 0) })
			for k := first; k < len(runs); k++ {
				e := &runs[k]
				if leaves(e, e.first) > windowS {
					break
				}
				headway := max(e.headway, 1)
				start := e.first + max(0, (headway-1-leaves(e, e.first))/headway*headway) // the first that leaves in the window
				for ; start <= e.last && leaves(e, start) <= windowS; start += headway {
					events = append(events, event{leaves(e, start), at.place, at.walkS, c})
				}
			}
		}
	}
	return events
}
