package transit

import (
	"fmt"
	"time"

	"graphbuild/graph"
	"graphbuild/route"
)

// compare asks the search and the oracle, and follows every journey.
func (o *oracle) compare(t fataler, s *Search, q Query) bool {
	o.bikes = q.BikeAboard
	a, err := s.Plan(q)
	if err != nil || a.Status == route.BadRequest {
		t.Fatalf("%+v: %v %s", q, err, a.Error)
	}
	if a.Status == route.NoSnap {
		return false
	}
	for i := range a.Journeys {
		o.follow(t, &a.Journeys[i], &q)
	}
	checkBeaten(t, &q, a.Journeys)
	o.checkBest(t, s, &q, a.Journeys)
	switch {
	case q.Window > 0 && q.ArriveBy:
		o.compareWindowBefore(t, s, q, a)
	case q.Window > 0:
		o.compareWindow(t, s, q, a)
	case q.ArriveBy:
		o.compareBackward(t, s, q, a)
	default:
		o.compareForward(t, s, q, a)
	}
	return a.Status == route.OK
}

func (o *oracle) compareForward(t fataler, s *Search, q Query, a Answer) {
	want, walk := o.arrivals(s, q.Time, q.SlackS), far
	if s.direct != nil {
		walk = q.Time.Unix() + int64(s.direct.DurationS+0.999)
	}
	for k, w := range want {
		got := far
		for _, j := range a.Journeys {
			if j.Rides <= k {
				got = min(got, j.Arrive.Unix())
			}
		}
		if got = min(got, walk); got != min(w, walk) {
			t.Fatalf("%+v: with %d rides arrives at %v, want %v", q, k, time.Unix(got, 0).In(q.Time.Location()), time.Unix(w, 0).In(q.Time.Location()))
		}
	}
}

// checkBeaten checks that no journey of an answer is beaten by another.
func checkBeaten(t fataler, q *Query, list []Journey) {
	for i := range list {
		for k := range list {
			a, b := &list[i], &list[k]
			if i != k && !a.Depart.Before(b.Depart) && !a.Arrive.After(b.Arrive) && a.Rides <= b.Rides {
				t.Fatalf("%+v: journey %+v is beaten by %+v", q, b, a)
			}
		}
	}
}

// checkBest checks that no journey whatever beats those of an answer, of which it looks at some.
func (o *oracle) checkBest(t fataler, s *Search, q *Query, list []Journey) {
	for i := 0; i < len(list); i += 1 + len(list)/3 {
		j := &list[i]
		if j.Rides == 0 || j.Arrive.Sub(j.Depart) > 35*time.Hour { // the oracle looks 36 hours ahead
			continue
		}
		now, later := o.arrivals(s, j.Depart, q.SlackS), o.arrivals(s, j.Depart.Add(time.Second), q.SlackS)
		if at := now[j.Rides]; at != j.Arrive.Unix() {
			t.Fatalf("%+v: journey %+v arrives, could do so at %v", q, j, time.Unix(at, 0))
		}
		if now[j.Rides-1] <= j.Arrive.Unix() {
			t.Fatalf("%+v: journey %+v could have fewer rides", q, j)
		}
		if later[j.Rides] <= j.Arrive.Unix() {
			t.Fatalf("%+v: journey %+v could leave later", q, j)
		}
	}
}

// checkDetours checks that no vehicle of a journey calls once more where the rider could have waited for it.
func (o *oracle) checkDetours(fail func(string, ...any), j *Journey, q *Query) {
	var rides []*Leg
	for i := range j.Legs {
		if j.Legs[i].Walk == nil {
			rides = append(rides, &j.Legs[i])
		}
	}
	for i := range len(rides) - 1 {
		a, b := rides[i], rides[i+1]
		if b.StaySeated {
			continue
		}
		for _, x := range a.Calls[1 : len(a.Calls)-1] {
			for _, y := range b.Calls[1 : len(b.Calls)-1] {
				s := o.rule(x.Stop.Number(), y.Stop.Number(), a.Trip, b.Trip)
				need := time.Duration(s+int64(q.SlackS)) * time.Second
				if x.Stop == y.Stop && s >= 0 && o.mayChange(a, x, b, y) && !x.Arrival.Add(need).After(y.Departure) {
					fail("one may change at %s", x.Stop.ID())
				}
			}
		}
	}
}

// mayChange reports whether riders may alight and board at two calls.
func (o *oracle) mayChange(a *Leg, x Call, b *Leg, y Call) bool {
	find := func(l *Leg, c Call, rule func(*graph.StopTime) uint8) bool {
		calls := o.trips[l.Trip.Number()].calls
		for i := range calls {
			if calls[i].Stop == c.Stop.Number() && rule(&calls[i]) == 1 {
				return false // at one of its calls there
			}
		}
		return !c.Skipped
	}
	return find(a, x, func(c *graph.StopTime) uint8 { return c.DropOff }) && find(b, y, func(c *graph.StopTime) uint8 { return c.Pickup })
}

// compareBackward checks that one is there in time, and would not be when leaving a second later.
func (o *oracle) compareBackward(t fataler, s *Search, q Query, a Answer) {
	for _, j := range a.Journeys {
		if j.Rides == 0 {
			continue
		}
		if at := o.arrivals(s, j.Depart, q.SlackS)[j.Rides]; at > q.Time.Unix() {
			t.Fatalf("%+v: leaving at %v with %d rides one is there at %v", q, j.Depart, j.Rides, time.Unix(at, 0))
		}
		if at := o.arrivals(s, j.Depart.Add(time.Second), q.SlackS)[j.Rides]; at <= q.Time.Unix() {
			t.Fatalf("%+v: one may leave later than %v with %d rides", q, j.Depart, j.Rides)
		}
	}
	if len(a.Journeys) == 0 {
		if at := o.arrivals(s, q.Time.Add(-20*time.Hour), q.SlackS)[levels-1]; at <= q.Time.Unix() {
			t.Fatalf("%+v: no journey, though there is one", q)
		}
	}
}

// compareWindow asks for some moments in the window.
func (o *oracle) compareWindow(t fataler, s *Search, q Query, a Answer) {
	end := q.Time.Add(q.Window)
	after := o.arrivals(s, end.Add(time.Second), q.SlackS)
	for i := range 4 {
		at := q.Time.Add(q.Window * time.Duration(i) / 3).Truncate(time.Second)
		walk := far
		if s.direct != nil {
			walk = at.Unix() + int64(s.direct.DurationS+0.999)
		}
		for k, w := range o.arrivals(s, at, q.SlackS) {
			got := far
			for _, j := range a.Journeys {
				if j.Rides > 0 && j.Rides <= k && !j.Depart.Before(at) {
					got = min(got, j.Arrive.Unix())
				}
			}
			if got != w && w != after[k] && w < walk {
				t.Fatalf("%+v: leaving at %v with %d rides arrives at %v, want %v", q, at, k, time.Unix(got, 0), time.Unix(w, 0))
			}
		}
	}
}

// compareWindowBefore asks for some moments in a window of arrivals: of what is there by then nothing leaves later, but what
// is there before the window.
func (o *oracle) compareWindowBefore(t fataler, s *Search, q Query, a Answer) {
	begin := q.Time.Add(-q.Window)
	for i := range 3 {
		by := begin.Add(q.Window * time.Duration(i) / 2).Truncate(time.Second)
		for _, k := range [...]int{1, 2, levels - 1} {
			leave := by.Add(-20 * time.Hour)
			for _, j := range a.Journeys {
				if j.Rides > 0 && j.Rides <= k && !j.Arrive.After(by) && j.Depart.After(leave) {
					leave = j.Depart
				}
			}
			at := o.arrivals(s, leave.Add(time.Second), q.SlackS)[k]
			if s.direct == nil && at <= by.Unix() && at >= begin.Unix() {
				t.Fatalf("%+v: with %d rides one may leave after %v and is there at %v", q, k, leave, time.Unix(at, 0))
			}
		}
	}
}

// follow checks that a journey can be made: every leg begins where and not before the one before it ends, vehicles run on
// their day at the times of the leg, and changes take their time.
func (o *oracle) follow(t fataler, j *Journey, q *Query) {
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%+v: journey %+v: %s", q, j, fmt.Sprintf(format, args...))
	}
	rides := 0
	at, stop, last := j.Depart, graph.NoStop, -1
	for i := range j.Legs {
		l := &j.Legs[i]
		if l.Depart.Before(at) || l.Arrive.Before(l.Depart) {
			fail("leg %d leaves at %v, the one before arrives at %v", i, l.Depart, at)
		}
		if stop != graph.NoStop && l.FromStop.Number() != stop && !l.StaySeated {
			fail("leg %d leaves from %s", i, l.FromStop.ID())
		}
		if l.Walk == nil {
			if !l.StaySeated {
				rides++
				if last >= 0 {
					before := &j.Legs[last]
					s := o.rule(before.ToStop.Number(), l.FromStop.Number(), before.Trip, l.Trip)
					if s < 0 || before.Arrive.Add(time.Duration(s)*time.Second+time.Duration(q.SlackS)*time.Second).After(l.Depart) {
						fail("leg %d leaves too early for a change of %d s", i, s)
					}
				}
			}
			last = i
			o.followRide(fail, l)
		}
		at, stop = l.Arrive, l.ToStop.Number()
	}
	o.checkDetours(fail, j, q)
	if rides != j.Rides || !at.Equal(j.Arrive) {
		fail("%d rides until %v", rides, at)
	}
	if !q.ArriveBy && j.Depart.Before(q.Time) || q.ArriveBy && j.Arrive.After(q.Time) && q.Window == 0 {
		fail("not within the time")
	}
}

func (o *oracle) followRide(fail func(string, ...any), l *Leg) {
	x := &o.trips[l.Trip.Number()]
	if o.bars(x) {
		fail("trip %s takes no bicycles", l.Trip.ID())
	}
	if !x.days[l.Day] {
		fail("trip %s does not run on %s", l.Trip.ID(), l.Day)
	}
	for _, start := range x.starts {
		run, ok := o.run(x, l.Day, start)
		for i := range run.calls {
			if !ok || i+len(l.Calls) > len(run.calls) || run.origin+int64(run.calls[i].DepartureS) != l.Depart.Unix() {
				continue
			}
			same := run.live == l.Realtime
			for k, c := range l.Calls {
				call := run.calls[i+k]
				same = same && c.Stop.Number() == call.Stop && c.Arrival.Unix() == run.origin+int64(call.ArrivalS) && c.Departure.Unix() == run.origin+int64(call.DepartureS)
			}
			boards := l.StaySeated || run.calls[i].Pickup != 1
			if end := i + len(l.Calls) - 1; same && boards && l.Arrive.Unix() == run.origin+int64(run.calls[end].ArrivalS) {
				return
			}
		}
	}
	fail("trip %s has no such calls", l.Trip.ID())
}
