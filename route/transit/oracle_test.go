package transit

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

var long = flag.Bool("long", false, "ask 2,000 random queries of each feed, not 200")

// fataler is a test.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// oracle finds the earliest arrival by looking at every call of every trip for every number of rides. It shares no code
// with the search: it reads trips, days, frequencies and transfers through the handles of the graph.
type oracle struct {
	g        *graph.Graph
	live     Live // may be nil
	trips    []oracleTrip
	next     map[graph.TripID][]graph.Continuation
	walks    map[[2]graph.StopID]int64 // seconds
	transfer map[[2]graph.StopID]int64 // seconds, for all trips
	from     map[graph.StopID][]graph.StopID
	hasRules bool              // for single routes or trips
	bases    map[baseKey]int64 // starts of days

	ofStation map[graph.StopID][]graph.StopID
	days      map[graph.ServiceID]map[graph.Day]bool
}

type baseKey struct {
	zone string
	day  graph.Day
}

type oracleTrip struct {
	id     graph.TripID
	calls  []graph.StopTime
	zone   *time.Location
	starts []int32 // departures from the first stop
	days   map[graph.Day]bool

	frequencyOnly bool
}

func newOracle(t fataler, g *graph.Graph) *oracle {
	o := &oracle{
		g: g, next: map[graph.TripID][]graph.Continuation{}, walks: map[[2]graph.StopID]int64{}, transfer: map[[2]graph.StopID]int64{},
		from: map[graph.StopID][]graph.StopID{}, bases: map[baseKey]int64{}, days: map[graph.ServiceID]map[graph.Day]bool{},
	}
	for i := range graph.TripID(g.NumTrips()) {
		trip := g.Trip(i)
		zone, err := trip.Route().Agency().Location()
		if err != nil {
			t.Fatal(err)
		}
		x := oracleTrip{id: i, calls: trip.StopTimes(), zone: zone, days: o.daysOf(trip.Service()), frequencyOnly: trip.FrequencyOnly()}
		if !trip.FrequencyOnly() {
			x.starts = append(x.starts, trip.StartS())
		}
		for _, f := range trip.Frequencies() {
			for at := f.StartS; at < f.EndS; at += int32(f.HeadwayS) {
				x.starts = append(x.starts, at)
			}
		}
		o.trips = append(o.trips, x)
	}
	for c := range g.Continuations() {
		o.next[c.From] = append(o.next[c.From], c)
	}
	o.readTransfers()
	return o
}

func (o *oracle) daysOf(s graph.Service) map[graph.Day]bool {
	if o.days[s.Number()] == nil {
		o.days[s.Number()] = map[graph.Day]bool{}
		for d := range s.Days() {
			o.days[s.Number()][d] = true
		}
	}
	return o.days[s.Number()]
}

// readTransfers reads the changes: those for all trips into a table, unless there are rules for single ones.
func (o *oracle) readTransfers() {
	for _, w := range o.g.WalkTransfers() {
		o.walks[[2]graph.StopID{w.From, w.To}] = int64(w.TimeS)
	}
	pairs := map[[2]graph.StopID]bool{}
	for s := range graph.StopID(o.g.NumStops()) {
		pairs[[2]graph.StopID{s, s}] = true
		for _, t := range o.g.Stop(s).Transfers() {
			if t.Type > 3 || t.To.Err() != nil {
				continue
			}
			if t.FromRoute.Err() == nil || t.ToRoute.Err() == nil || t.FromTrip.Err() == nil || t.ToTrip.Err() == nil {
				o.hasRules = true
			}
			for _, a := range o.children(t.From) {
				for _, b := range o.children(t.To) {
					pairs[[2]graph.StopID{a, b}] = true
				}
			}
		}
	}
	for k := range o.walks {
		pairs[k] = true
	}
	for k := range pairs {
		o.from[k[0]] = append(o.from[k[0]], k[1])
		if v := o.rule(k[0], k[1], graph.Trip{}, graph.Trip{}); v >= 0 {
			o.transfer[k] = v
		}
	}
}

// children returns the stops that a stop of transfers.txt stands for.
func (o *oracle) children(s graph.Stop) []graph.StopID {
	if s.LocationType() != 1 {
		return []graph.StopID{s.Number()}
	}
	if o.ofStation == nil {
		o.ofStation = map[graph.StopID][]graph.StopID{}
		for c := range graph.StopID(o.g.NumStops()) {
			if x := o.g.Stop(c); x.LocationType() == 0 && x.Parent().Err() == nil {
				o.ofStation[x.Parent().Number()] = append(o.ofStation[x.Parent().Number()], c)
			}
		}
	}
	return o.ofStation[s.Number()]
}

// rule returns the seconds of a change between two trips at two stops, -1 where there is none.
func (o *oracle) rule(a, b graph.StopID, from, to graph.Trip) int64 {
	t, ok := o.g.TransferBetween(a, b, from, to)
	w, walks := o.walks[[2]graph.StopID{a, b}]
	switch {
	case ok && t.Type == 3:
		return -1
	case ok && t.Type == 2 && t.MinS >= 0:
		return int64(t.MinS)
	case a == b:
		return 0
	case walks:
		return w
	case !ok:
		return -1
	}
	m := geometry.Distance(o.g.Stop(a).Point(), o.g.Stop(b).Point())
	return int64((int64(int64(10*m+0.5))*294912>>12 + 999) / 1000)
}

// change is like rule, from the table where that will do.
func (o *oracle) change(a, b graph.StopID, from, to graph.Trip) int64 {
	if o.hasRules {
		return o.rule(a, b, from, to)
	}
	if s, ok := o.transfer[[2]graph.StopID{a, b}]; ok {
		return s
	}
	return -1
}

// base returns the start of a service day in Unix seconds, by noon.
func (o *oracle) base(d graph.Day, zone *time.Location) int64 {
	key := baseKey{zone.String(), d}
	if b, ok := o.bases[key]; ok {
		return b
	}
	day := time.Unix(int64(d)*86400, 0).UTC()
	b := time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, zone).Unix() - 12*3600
	o.bases[key] = b
	return b
}

const far = int64(1) << 60

// riders are where riders are in a round: since when they are ready to board, and when they have arrived.
type riders struct {
	ready, arrive []int64 // by stop
	// Where there are rules for single trips: who arrived in the round before and in this one, by stop and trip.
	before, now map[graph.StopID]map[graph.TripID]int64
	known       map[stopTrip]int64 // what readyFor has found in this round
	slackS      int64
}

type stopTrip struct {
	stop graph.StopID
	trip graph.TripID
}

// arrivals returns the earliest arrival with at most so many rides, in Unix seconds, when one leaves at a time.
func (o *oracle) arrivals(s *Search, at time.Time, slackS int32) [levels]int64 {
	x := riders{ready: o.unreached(), arrive: o.unreached(), now: map[graph.StopID]map[graph.TripID]int64{}, slackS: int64(slackS)}
	for _, r := range s.atFrom {
		x.ready[r.Stop] = at.Unix() + int64(r.S)
	}
	runs := o.runsAfter(at)
	var best [levels]int64
	best[0] = far
	for k := 1; k < levels; k++ {
		for i := range runs {
			o.rideOn(runs[i], false, &x)
		}
		best[k] = best[k-1]
		for _, r := range s.atTo {
			best[k] = min(best[k], x.arrive[r.Stop]+int64(r.S))
		}
		o.changeAll(&x)
	}
	for k := range best {
		if best[k] > at.Unix()+36*3600 {
			best[k] = far
		}
	}
	return best
}

// changeAll makes who has arrived ready.
func (o *oracle) changeAll(x *riders) {
	for i := range x.ready {
		x.ready[i] = far
	}
	for stop, a := range x.arrive {
		if x.arrive[stop] = far; a == far || o.hasRules {
			continue
		}
		for _, to := range o.from[graph.StopID(stop)] {
			if s := o.change(graph.StopID(stop), to, graph.Trip{}, graph.Trip{}); s >= 0 {
				x.ready[to] = min(x.ready[to], a+s+x.slackS)
			}
		}
	}
	x.before, x.now, x.known = x.now, map[graph.StopID]map[graph.TripID]int64{}, map[stopTrip]int64{}
}

// readyFor returns since when a rider may board a trip at a stop.
func (o *oracle) readyFor(t graph.TripID, stop graph.StopID, x *riders) int64 {
	key := stopTrip{stop, t}
	if at, ok := x.known[key]; ok || len(x.before) == 0 {
		return cmp.Or(at, x.ready[stop])
	}
	at := x.ready[stop]
	for from, list := range x.before {
		for trip, a := range list {
			if s := o.change(from, stop, o.g.Trip(trip), o.g.Trip(t)); s >= 0 {
				at = min(at, a+s+x.slackS)
			}
		}
	}
	x.known[key] = at
	return at
}

func (o *oracle) alight(t graph.TripID, stop graph.StopID, at int64, x *riders) {
	x.arrive[stop] = min(x.arrive[stop], at)
	if !o.hasRules {
		return
	}
	if x.now[stop] == nil {
		x.now[stop] = map[graph.TripID]int64{}
	}
	if a, ok := x.now[stop][t]; !ok || at < a {
		x.now[stop][t] = at
	}
}

func (o *oracle) unreached() []int64 {
	list := make([]int64, o.g.NumStops())
	for i := range list {
		list[i] = far
	}
	return list
}

// oracleRun is a trip on a day.
type oracleRun struct {
	trip   *oracleTrip
	day    graph.Day
	start  int32
	origin int64 // Unix seconds from which the times of the calls count
	calls  []graph.StopTime
	live   bool
}

// runsAfter lists what still runs after a moment.
func (o *oracle) runsAfter(at time.Time) []oracleRun {
	var list []oracleRun
	for i := range o.trips {
		t := &o.trips[i]
		today := graph.DayOf(at.In(t.zone))
		for d := today - 4; d <= today+3; d++ {
			if !t.days[d] {
				continue
			}
			for _, start := range t.starts {
				r, ok := o.run(t, d, start)
				if ok && r.origin+int64(r.calls[len(r.calls)-1].DepartureS) >= at.Unix() {
					list = append(list, r)
				}
			}
		}
	}
	return list
}

// run returns a trip on a day as the news has it; false where it is cancelled.
func (o *oracle) run(t *oracleTrip, d graph.Day, start int32) (oracleRun, bool) {
	base := o.base(d, t.zone)
	r := oracleRun{trip: t, day: d, start: start, origin: base + int64(start-t.calls[0].DepartureS), calls: t.calls}
	if o.live == nil {
		return r, true
	}
	for i := range o.live.NumRuns(t.id) {
		day, at, cancelled := o.live.Run(t.id, i)
		if day != d || at != start {
			continue
		}
		if cancelled {
			return r, false
		}
		r.calls, r.origin, r.live = slices.Clone(t.calls), base, true
		for k := range r.calls {
			c := &r.calls[k]
			skipped := false
			if c.ArrivalS, c.DepartureS, skipped = o.live.Call(t.id, i, k); skipped {
				c.Pickup, c.DropOff = 1, 1
			}
		}
	}
	return r, true
}

// rideOn rides along one trip on one day, on board from the start or not.
func (o *oracle) rideOn(x oracleRun, on bool, r *riders) {
	t := x.trip
	for i := range x.calls {
		c := &x.calls[i]
		if on && i > 0 && c.DropOff != 1 {
			o.alight(t.id, c.Stop, x.origin+int64(c.ArrivalS), r)
		}
		if !on && c.Pickup != 1 && i+1 < len(t.calls) && o.readyFor(t.id, c.Stop, r) <= x.origin+int64(c.DepartureS) {
			on = true
		}
	}
	if !on || x.start != t.calls[0].DepartureS || t.frequencyOnly {
		return
	}
	for _, c := range o.next[t.id] {
		next := &o.trips[c.To]
		if !next.days[x.day+graph.Day(c.DaysLater)] || next.frequencyOnly {
			continue
		}
		y, ok := o.run(next, x.day+graph.Day(c.DaysLater), next.calls[0].DepartureS)
		late := x.origin+int64(x.calls[len(x.calls)-1].ArrivalS) > y.origin+int64(y.calls[0].DepartureS)
		if ok && !((x.live || y.live) && late) {
			o.rideOn(y, true, r)
		}
	}
}

// compare asks the search and the oracle, and follows every journey.
func (o *oracle) compare(t fataler, s *Search, q Query) bool {
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
				s := o.change(x.Stop.Number(), y.Stop.Number(), a.Trip, b.Trip)
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
					s := o.change(before.ToStop.Number(), l.FromStop.Number(), before.Trip, l.Trip)
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
	if !x.days[l.Day] {
		fail("trip %s does not run on %s", l.Trip.ID(), l.Day)
	}
	for _, start := range x.starts {
		run, ok := o.run(x, l.Day, start)
		for i := range run.calls {
			if !ok || i+len(l.Calls) > len(run.calls) || run.origin+int64(run.calls[i].DepartureS) != l.Depart.Unix() {
				continue
			}
			same := run.live == l.Live
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

// randomQueries makes queries near stops, on days of the feed with more than their share of exceptions and of nights on
// which the clocks change.
type randomQueries struct {
	g    *graph.Graph
	rnd  *rand.Rand
	zone *time.Location
	days []graph.Day
	odd  []graph.Day // days around changes of the clock within the feed
}

func newRandomQueries(g *graph.Graph, seed uint64) *randomQueries {
	r := &randomQueries{g: g, rnd: rand.New(rand.NewPCG(seed, 7)), zone: zoneOfGraph(g)}
	seen := map[graph.Day]bool{}
	for s := range graph.ServiceID(g.NumServices()) {
		for d := range g.Service(s).Days() {
			seen[d] = true
		}
	}
	for d := range seen {
		r.days = append(r.days, d)
		if _, a := d.Start(r.zone).Zone(); a != offsetAfter(d, r.zone) {
			r.odd = append(r.odd, d)
		}
	}
	slices.Sort(r.days)
	slices.Sort(r.odd)
	return r
}

func offsetAfter(d graph.Day, zone *time.Location) int {
	_, o := (d + 1).Start(zone).Zone()
	return o
}

func (r *randomQueries) point() geometry.Point {
	return r.near(graph.StopID(r.rnd.IntN(r.g.NumStops())))
}

func (r *randomQueries) near(stop graph.StopID) geometry.Point {
	for {
		p := r.g.Stop(stop).Point()
		p.Lon += int32(r.rnd.IntN(40000) - 20000)
		p.Lat += int32(r.rnd.IntN(40000) - 20000)
		if p.Valid() {
			return p
		}
	}
}

func (r *randomQueries) next() Query {
	d := r.days[r.rnd.IntN(len(r.days))]
	second := 5*3600 + r.rnd.IntN(18*3600)
	if r.rnd.IntN(4) == 0 {
		second = r.rnd.IntN(86400)
	}
	if len(r.odd) > 0 && r.rnd.IntN(4) == 0 {
		d = r.odd[r.rnd.IntN(len(r.odd))]
		second = r.rnd.IntN(86400+8*3600) - 4*3600
	}
	q := Query{From: r.point(), To: r.point(), Time: d.Start(r.zone).Add(time.Duration(second) * time.Second)}
	if r.rnd.IntN(3) > 0 {
		r.along(&q)
	}
	switch r.rnd.IntN(6) {
	case 0, 1:
		q.ArriveBy = true
	case 2:
		q.Window = time.Duration(r.rnd.IntN(3600)+1) * time.Second
	}
	if r.rnd.IntN(4) == 0 {
		q.SlackS = int32(r.rnd.IntN(300))
	}
	return q
}

// along moves a query to a trip: from near one of its stops to near a later one, or one of another trip, within hours of it.
func (r *randomQueries) along(q *Query) {
	trip := func() graph.Trip { return r.g.Trip(graph.TripID(r.rnd.IntN(r.g.NumTrips()))) }
	first, second := trip(), trip()
	calls, others := first.StopTimes(), second.StopTimes()
	from := r.rnd.IntN(len(calls))
	q.From = r.near(calls[from].Stop)
	if q.To = r.near(others[r.rnd.IntN(len(others))].Stop); r.rnd.IntN(2) == 0 {
		q.To = r.near(calls[from+r.rnd.IntN(len(calls)-from)].Stop)
	}
	days := slices.Collect(first.Service().Days())
	day := days[r.rnd.IntN(len(days))]
	if odd := slices.IndexFunc(days, func(d graph.Day) bool { return slices.Contains(r.odd, d) }); odd >= 0 && r.rnd.IntN(4) == 0 {
		day = days[odd]
	}
	q.Time = day.Start(r.zone).Add(time.Duration(int(calls[from].DepartureS)+r.rnd.IntN(3*3600)-2*3600) * time.Second)
}
