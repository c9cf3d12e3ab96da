package transit

import (
	"flag"
	"slices"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
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
	live     Realtime // may be nil
	bikes    bool     // trips alone of which the feed says that they take bicycles
	wheels   bool     // in a wheelchair
	trips    []oracleTrip
	next     map[graph.TripID][]graph.Continuation
	walks    map[[2]graph.StopID]int64 // seconds
	closed   map[[2]graph.StopID]bool  // of them those that only a transfer of the feed opens to riders
	changes  [][]oracleChange          // by stop, for all trips
	hasRules bool                      // for single routes or trips
	bases    map[baseKey]int64         // starts of days

	ofStation map[graph.StopID][]graph.StopID
	days      map[graph.ServiceID]map[graph.Day]bool
}

// oracleChange is a change to a stop.
type oracleChange struct {
	to graph.StopID
	s  int64
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

func newOracle(t fataler, g *graph.Graph) *oracle { return newOracleFor(t, g, false) }

func newOracleFor(t fataler, g *graph.Graph, wheels bool) *oracle {
	o := &oracle{
		g: g, wheels: wheels, closed: map[[2]graph.StopID]bool{}, next: map[graph.TripID][]graph.Continuation{}, walks: map[[2]graph.StopID]int64{},
		changes: make([][]oracleChange, g.NumStops()), bases: map[baseKey]int64{}, days: map[graph.ServiceID]map[graph.Day]bool{},
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
		if o.wheels && !w.Modes.Has(facts.Wheelchair) {
			o.closed[[2]graph.StopID{w.From, w.To}] = true
		}
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
		if v := o.rule(k[0], k[1], graph.Trip{}, graph.Trip{}); v >= 0 {
			o.changes[k[0]] = append(o.changes[k[0]], oracleChange{k[1], v})
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
	if o.barsStop(a) || o.barsStop(b) {
		return -1
	}
	t, ok := o.g.TransferBetween(a, b, from, to)
	w, walks := o.walks[[2]graph.StopID{a, b}]
	switch {
	case ok && t.Type == 3:
		return -1
	case ok && t.Type == 2 && t.MinS >= 0:
		return int64(t.MinS)
	case a == b, ok && t.Type == 1:
		return 0
	case walks && (ok || !o.closed[[2]graph.StopID{a, b}]):
		return w
	case !ok:
		return -1
	}
	m := geometry.Distance(o.g.Stop(a).Point(), o.g.Stop(b).Point())
	return int64((int64(int64(10*m+0.5))*294912>>12 + 999) / 1000)
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
		for _, c := range o.changes[stop] {
			x.ready[c.to] = min(x.ready[c.to], a+c.s+x.slackS)
		}
	}
	x.before, x.now, x.known = x.now, map[graph.StopID]map[graph.TripID]int64{}, map[stopTrip]int64{}
}

// readyFor returns since when a rider may board a trip at a stop.
func (o *oracle) readyFor(t graph.TripID, stop graph.StopID, x *riders) int64 {
	if len(x.before) == 0 {
		return x.ready[stop]
	}
	key := stopTrip{stop, t}
	if at, ok := x.known[key]; ok {
		return at
	}
	at := x.ready[stop]
	for from, list := range x.before {
		for trip, a := range list {
			if s := o.rule(from, stop, o.g.Trip(trip), o.g.Trip(t)); s >= 0 {
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
		if o.bars(t) {
			continue
		}
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

// bars reports whether riders may not take a trip with what they have with them.
func (o *oracle) bars(t *oracleTrip) bool {
	return o.bikes && o.g.Trip(t.id).Bikes() != 1 || o.wheels && o.g.Trip(t.id).Wheelchair() == 2
}

// barsStop reports whether riders may not board or alight at a stop.
func (o *oracle) barsStop(s graph.StopID) bool { return o.wheels && o.g.Stop(s).Wheelchair() == 2 }

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
		if o.barsStop(c.Stop) {
			continue
		}
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
		if !next.days[x.day+graph.Day(c.DaysLater)] || next.frequencyOnly || o.bars(next) {
			continue
		}
		y, ok := o.run(next, x.day+graph.Day(c.DaysLater), next.calls[0].DepartureS)
		late := x.origin+int64(x.calls[len(x.calls)-1].ArrivalS) > y.origin+int64(y.calls[0].DepartureS)
		if ok && !late {
			o.rideOn(y, true, r)
		}
	}
}
