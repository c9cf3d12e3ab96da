package transit

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"graphbuild/graph"
	"graphbuild/walk"
)

// found is a way to the target, as the rounds know it: when one sets out and is there, in seconds after the epoch of its
// pass, in the direction of its timetable.
type found struct {
	t               *timetable
	firstHop, rides int
	start, end      int32
}

// hop is a ride, and the change before it.
type hop struct {
	ride ride
	day  graph.Day // the service day on which the vehicle is boarded
	to   place
	came change
}

// pass is one search in one direction of time.
type pass struct {
	s       *Search
	q       *Query
	t       *timetable
	r       *rounds
	epoch   int64 // Unix seconds
	starts  []walk.Reached
	targets []walk.Reached
}

// search fills found. A question for a moment takes passes in turn: with the earliest arrivals of the first one the second
// looks for the latest departures, and a third takes, from these on, the earliest vehicles again, so that nobody leaves
// earlier than needed nor takes a later vehicle than can be had. From an arrival two passes do.
func (s *Search) search(t *timetable, q *Query) error {
	p := s.newPass(t, q, q.Time.Unix(), horizonS+int32(q.Window/time.Second))
	if q.Window > 0 {
		if err := p.window(); err != nil {
			return err
		}
		return s.stopped()
	}
	if walkS, ok := s.walkS(q, 2*q.WalkS); ok {
		p.r.bound(walkS)
	}
	p.leave(0, q.Rides)
	p.take(0)
	passes := 2
	if q.ArriveBy {
		passes = 1
	}
	for ; passes > 0 && len(s.found) > 0; passes-- {
		if err := s.turnAround(&p); err != nil {
			return err
		}
	}
	return s.stopped()
}

// newPass begins a pass that sets out at an instant, or after it, and looks so many seconds ahead.
func (s *Search) newPass(t *timetable, q *Query, epoch int64, untilS int32) pass {
	i := t.index()
	if s.rounds[i] == nil {
		s.rounds[i] = newRounds(t)
	}
	p := pass{s: s, q: q, t: t, r: s.rounds[i], epoch: epoch, starts: s.atFrom, targets: s.atTo}
	if t.mirrored {
		p.starts, p.targets = p.targets, p.starts
	}
	f := s.r.frame(t, q, epoch, untilS)
	p.r.begin(&f, &s.watch)
	for _, x := range p.targets {
		if s.r.usable(x.Stop, q) {
			p.r.aim(x.Stop, x.S)
		}
	}
	return p
}

// leave runs the rounds from a moment. Moments come in falling order.
func (p *pass) leave(at int32, rides int) {
	for _, x := range p.starts {
		if p.s.r.usable(x.Stop, p.q) {
			p.r.seed(x.Stop, at+x.S)
		}
	}
	p.r.run(rides)
}

// turnAround replaces what was found by what another pass finds between the same ends, in the other direction of time.
// What it does not find, as where a train is divided in more ways than there is room for, stays.
func (s *Search) turnAround(last *pass) error {
	t, err := s.r.table(!last.t.mirrored)
	if err != nil {
		return err
	}
	s.before = append(s.before[:0], s.found...)
	s.found = s.found[:0]
	end, start := int32(0), int32(never)
	for _, f := range s.before {
		end, start = max(end, f.end), min(start, f.start)
	}
	p := s.newPass(t, last.q, last.instant(end), end-start)
	slices.SortFunc(s.before, func(a, b found) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.rides, b.rides)) })
	for rest := s.before; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].end == rest[0].end {
			n++
		}
		p.again(rest[:n], end)
		rest = rest[n:]
	}
	*last = p
	return nil
}

// instant returns a time of the pass in Unix seconds.
func (p *pass) instant(at int32) int64 {
	if p.t.mirrored {
		return p.epoch - int64(at)
	}
	return p.epoch + int64(at)
}

// again looks for ways that end where some begin, which the pass before has found, and begin where they end, all at the
// same time: so many seconds before the epoch of this pass.
func (p *pass) again(old []found, epochS int32) {
	r, leave, rides := p.r, epochS-old[0].end, 0
	for _, f := range old {
		rides = max(rides, f.rides)
		lower(r.goal[f.rides:], epochS-f.start+1)
	}
	p.leave(leave, rides)
	for _, f := range old {
		if r.goalNew[f.rides] {
			p.note(f.rides, leave)
			continue
		}
		f.start, f.end = epochS-f.end, epochS-f.start
		p.s.found = append(p.s.found, f)
	}
	r.goalNew = [levels]bool{}
}

// take notes what the rounds have found since it was last asked, for one who set out at a moment.
func (p *pass) take(start int32) {
	for k, isNew := range p.r.goalNew {
		if isNew {
			p.note(k, start)
		}
	}
	p.r.goalNew = [levels]bool{}
}

// note follows a way back from the target.
func (p *pass) note(k int, start int32) {
	s, r := p.s, p.r
	f := found{t: p.t, firstHop: len(s.hops), rides: k, start: start, end: r.goal[k]}
	to := r.goalAt[k]
	for n := k; n > 0; n-- {
		x := r.ride[levels*int(to)+n]
		came := r.came[levels*int(x.from)+n-1]
		s.hops = append(s.hops, hop{ride: x, day: r.slots[x.slot].day, to: to, came: came})
		to = came.to
	}
	hops := s.hops[f.firstHop:]
	slices.Reverse(hops)
	r.cutDetours(hops)
	s.found = append(s.found, f)
}

// usable reports whether a stop may be used by who asks.
func (r *Router) usable(s graph.StopID, q *Query) bool {
	return !q.Wheelchair || r.g.Stop(s).Wheelchair() != inaccessible
}

// frame returns what the rounds need to know of a query.
func (r *Router) frame(t *timetable, q *Query, epoch int64, untilS int32) frame {
	f := frame{epoch: epoch, with: q.with(), slack: q.SlackS, until: untilS}
	for i, zone := range t.zones {
		d := graph.DayOf(time.Unix(epoch, 0).In(zone))
		if i == 0 {
			f.first, f.last = d, d
		}
		f.first, f.last = min(f.first, d), max(f.last, d)
	}
	days := graph.Day((f.until + secondsPerDay - 1) / secondsPerDay)
	if f.first -= t.reach; t.mirrored {
		f.first, f.last = f.first-days, f.last+1
		return f
	}
	f.last += days + 1 // a day may begin before midnight when the clocks change, and news may have vehicles early
	return f
}

// stopped returns an error when the context of the search is done. What has been found is then not to be trusted.
func (s *Search) stopped() error {
	if err := s.watch.Err(); err != nil {
		return fmt.Errorf("transit: stopped: %w", err)
	}
	return nil
}
