package transit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"graphbuild/graph"
)

// builder makes a timetable.
type builder struct {
	*timetable
	follow  [][]follower // by trip: the trips that go on
	parts   [][]int32    // by trip: its entries
	seated  int          // entries that go on as another
	depth   []int        // by entry: how many trips follow
	profile []uint32     // by profile: where its times begin, plus 1
	setOf   map[string]uint32
	ofDays  map[graph.ServiceID]daySet
	order   []int32  // by entry: its place in its line
	callOf  []uint32 // by pattern: its first call among those of all
	made    []*madeLine
	byKey   map[lineKey][]int // lines in made
}

type follower struct {
	trip   graph.TripID
	daysOn int
}

type lineKey struct {
	pattern graph.PatternID
	next    int32
	live    int32        // in liveRuns where the line is for that run alone, else none
	trip    graph.TripID // where the line is for this one alone, as for a rule of its own for changes, else NoTrip
}

// madeLine is a line under construction.
type madeLine struct {
	key     lineKey
	entries []int32
}

// newTimetable reads the timetable of a graph, but for the changes, with news laid over it. It fails where an agency has a zone that is
// not known.
func newTimetable(g *graph.Graph, p *places, live Realtime, mirrored bool) (*timetable, error) {
	n := g.NumTrips()
	b := &builder{
		timetable: &timetable{g: g, places: p, live: live, mirrored: mirrored}, parts: make([][]int32, n), profile: make([]uint32, g.NumProfiles()),
		setOf: map[string]uint32{}, ofDays: map[graph.ServiceID]daySet{}, byKey: map[lineKey][]int{}, follow: make([][]follower, n),
	}
	b.countCalls()
	for _, t := range b.readContinuations() {
		b.enter(t)
	}
	b.makeLines()
	if err := b.finish(); err != nil {
		return nil, err
	}
	return b.timetable, nil
}

func (b *builder) countCalls() {
	var stops []graph.StopID
	for p := range graph.PatternID(b.g.NumPatterns()) {
		b.callOf = append(b.callOf, b.patternCalls)
		stops = b.g.Pattern(p).AppendStops(stops[:0])
		b.patternCalls += uint32(len(stops))
	}
}

// enter makes the entries of a trip: one for each row of its frequencies, or those of its days, and one for each run with
// news.
func (b *builder) enter(t graph.TripID) {
	trip := b.g.Trip(t)
	times, ok := b.timesOf(trip)
	if !ok {
		return
	}
	left := b.daysOf(trip.Service())
	e := entry{times: times, trip: t, next: none, live: none, noWheels: trip.Wheelchair() == inaccessible, noBikes: trip.Bikes() != bikesAllowed}
	for _, f := range trip.Frequencies() {
		b.addFrequency(e, f, left)
	}
	left = b.readLive(e, left)
	if start := trip.StartS(); !trip.FrequencyOnly() && isPlausible(start) {
		e.first, e.last = start, start
		b.addWithFollowers(e, left)
	}
}

// addWithFollowers makes an entry for each trip that goes on, on the days on which that one runs, and one for the days that
// are left. Where a train is divided, or two become one, there are several of one trip on one day.
func (b *builder) addWithFollowers(e entry, days daySet) {
	left := days
	for _, f := range b.follow[e.trip] {
		isFirst := true
		for _, next := range b.parts[f.trip] {
			both, any := days.and(b.sets[b.entries[next].days].later(-f.daysOn))
			if !any || !isFirst && !b.hasRoom(e.trip) {
				continue
			}
			isFirst = false
			x := e
			x.next, x.daysOn = next, int8(f.daysOn)
			b.add(x, both)
			b.seated++
			left, _ = left.without(both)
		}
	}
	if _, any := left.first(); any {
		b.add(e, left)
	}
}

// hasRoom reports whether a trip may have one more way to go on as one that has some already. A train that is divided and joined
// again and again has twice as many each time; of those for which there is no room riders have to change.
func (b *builder) hasRoom(t graph.TripID) bool {
	const most, mostOnAverage = 1000, 16
	return len(b.parts[t]) < most && b.seated < mostOnAverage*len(b.parts)+most
}

func (b *builder) add(e entry, days daySet) {
	b.parts[e.trip] = append(b.parts[e.trip], int32(len(b.entries)))
	b.addTo(e, days)
}

func (b *builder) addTo(e entry, days daySet) {
	if b.mirrored {
		e.first, e.last = -e.last, -e.first
	}
	key := fmt.Sprint(days)
	set, ok := b.setOf[key]
	if !ok {
		set = uint32(len(b.sets))
		b.setOf[key], b.sets = set, append(b.sets, days)
	}
	e.days = set
	depth := 0
	if e.next != none {
		depth = b.depth[e.next] + 1
	}
	b.entries, b.depth, b.order = append(b.entries, e), append(b.depth, depth), append(b.order, 0)
}

func (b *builder) daysOf(s graph.Service) daySet {
	if d, ok := b.ofDays[s.Number()]; ok || s.Err() != nil {
		return d
	}
	words, first := s.AppendDaySet(nil)
	b.firstDay = first
	b.ofDays[s.Number()] = words
	return words
}

// timesOf returns where the times of a trip begin; false where they do not fit its stops.
func (b *builder) timesOf(trip graph.Trip) (uint32, bool) {
	p := trip.Profile()
	stops := len(trip.Pattern().AppendStops(nil))
	if int(p) >= len(b.profile) || stops < 2 {
		return 0, false
	}
	if at := b.profile[p]; at != 0 {
		return at - 1, b.lengthAt(at-1) == stops
	}
	arrival, departure := b.g.AppendProfile(nil, nil, p)
	if slices.ContainsFunc(arrival, isImplausible) || slices.ContainsFunc(departure, isImplausible) {
		arrival, departure = nil, nil
	}
	b.times = append(b.times, int32(len(arrival)))
	at := uint32(len(b.times))
	b.profile[p] = at + 1
	for i := range arrival {
		if b.mirrored {
			k := len(arrival) - 1 - i
			b.times = append(b.times, -departure[k], -arrival[k])
			continue
		}
		b.times = append(b.times, arrival[i], departure[i])
	}
	return at, len(arrival) == stops
}

// isPlausible reports whether a time of a file is within some years, so that it may be added to others.
func isPlausible(s int32) bool { return s >= -1<<28 && s <= 1<<28 }

func isImplausible(s int32) bool { return !isPlausible(s) }

// lengthAt returns the number of stops of the profile at a place: it stands before it.
func (b *builder) lengthAt(at uint32) int { return int(b.times[at-1]) }

// makeLines groups the entries into lines, those without followers first, so that the line of a follower is known.
func (b *builder) makeLines() {
	ids := make([]int32, len(b.entries))
	for i := range ids {
		ids[i] = int32(i)
	}
	pattern := func(i int32) graph.PatternID { return b.g.Trip(b.entries[i].trip).Pattern().Number() }
	slices.SortFunc(ids, func(x, y int32) int {
		e, f := &b.entries[x], &b.entries[y]
		return cmp.Or(cmp.Compare(b.depth[x], b.depth[y]), cmp.Compare(pattern(x), pattern(y)), cmp.Compare(e.first, f.first),
			cmp.Compare(b.end(e), b.end(f)), cmp.Compare(e.trip, f.trip), cmp.Compare(x, y))
	})
	for _, i := range ids {
		key := lineKey{pattern(i), none, b.entries[i].live, graph.NoTrip}
		if t := b.entries[i].trip; b.places.names(t) || b.isTight(&b.entries[i]) {
			key.trip = t
		}
		if next := b.entries[i].next; next != none {
			key.next = int32(b.entries[next].line)
		}
		b.join(i, key)
	}
}

// end returns when the first run of an entry is at its last stop.
func (b *builder) end(e *entry) int32 { return e.first + b.times[int(e.times)+2*b.lengthAt(e.times)-1] }

// join adds an entry to the first line of its kind in which it overtakes nobody.
func (b *builder) join(i int32, key lineKey) {
	for _, l := range b.byKey[key] {
		x := b.made[l]
		if b.follows(x.entries[len(x.entries)-1], i) {
			b.entries[i].line, b.order[i] = uint32(l), int32(len(x.entries))
			x.entries = append(x.entries, i)
			return
		}
	}
	b.entries[i].line = uint32(len(b.made))
	b.byKey[key] = append(b.byKey[key], len(b.made))
	b.made = append(b.made, &madeLine{key, []int32{i}})
}

// follows reports whether all of an entry is at no stop before the last run of another.
func (b *builder) follows(ahead, i int32) bool {
	e, f := &b.entries[ahead], &b.entries[i]
	daysOn := f.daysOn - e.daysOn
	if b.mirrored {
		daysOn = -daysOn
	}
	if f.first < e.last || e.next != none && (b.order[e.next] > b.order[f.next] || daysOn < 0) {
		return false
	}
	if e.times == f.times {
		return true
	}
	for k := range uint32(2 * b.lengthAt(e.times)) {
		if e.last+b.times[e.times+k] > f.first+b.times[f.times+k] {
			return false
		}
	}
	return true
}

// finish numbers the lines by pattern and lays out entries, stops and calls.
func (b *builder) finish() error {
	order := make([]int, len(b.made))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(b.made[x].key.pattern, b.made[y].key.pattern) })
	lineAt, entryAt := make([]int32, len(b.made)), make([]int32, len(b.entries))
	old := b.entries
	b.entries = make([]entry, 0, len(old))
	zones := map[string]uint16{}
	for n, m := range order {
		lineAt[m] = int32(n)
		for _, i := range b.made[m].entries {
			entryAt[i] = int32(len(b.entries))
			b.entries = append(b.entries, old[i])
		}
		if err := b.addLine(b.made[m], zones); err != nil {
			return err
		}
	}
	for i := range b.entries {
		e := &b.entries[i]
		e.line = uint32(lineAt[e.line])
		if e.next != none {
			e.next = entryAt[e.next]
		}
		b.reach = max(b.reach, b.latest(e)/secondsPerDay)
	}
	for l := range b.lines {
		if next := b.lines[l].next; next != none {
			b.lines[l].next = lineAt[next]
		}
	}
	b.reach = min(b.reach, maxReach)
	b.listCalls()
	return nil
}

const secondsPerDay = 86400

// maxReach bounds how many days before a query are looked at for trips that still run.
const maxReach = 7

// latest returns the time of the last event of an entry, in the direction of the clock.
func (b *builder) latest(e *entry) graph.Day {
	if b.mirrored {
		return graph.Day(-e.first - b.times[e.times])
	}
	return graph.Day(e.last + b.times[int(e.times)+2*b.lengthAt(e.times)-1])
}

// addLine adds a line, whose entries are the last that were added.
func (b *builder) addLine(m *madeLine, zones map[string]uint16) error {
	p := b.g.Pattern(m.key.pattern)
	x := line{firstStop: uint32(len(b.stops)), pattern: m.key.pattern, next: m.key.next, entries: uint32(len(m.entries))}
	x.firstEntry = uint32(len(b.entries) - len(m.entries))
	agency := p.Route().Agency()
	zone, ok := zones[agency.Timezone()]
	if !ok {
		location, err := agency.Location()
		if err != nil {
			return fmt.Errorf("transit: %w", err)
		}
		zone = uint16(len(b.zones))
		zones[agency.Timezone()], b.zones = zone, append(b.zones, location)
	}
	x.zone = zone
	trip := b.g.Trip(b.entries[x.firstEntry].trip)
	for _, s := range p.AppendStops(nil) {
		b.stops = append(b.stops, b.places.at(s, trip))
	}
	x.stops = uint32(len(b.stops)) - x.firstStop
	b.addRules(p, x)
	b.addHops(x)
	if m.key.live != none {
		b.skip(x, m.key.live)
	}
	b.lines, b.firstCall = append(b.lines, x), append(b.firstCall, b.callOf[m.key.pattern])
	return nil
}

// noBoarding is the pickup_type and the drop_off_type where nobody may board or alight.
const noBoarding = 1

func (b *builder) addRules(p graph.Pattern, x line) {
	pickup, dropOff := p.AppendBoarding(nil, nil)
	if b.mirrored {
		slices.Reverse(b.stops[x.firstStop:])
		slices.Reverse(pickup)
		slices.Reverse(dropOff)
		pickup, dropOff = dropOff, pickup
	}
	for i := range pickup {
		r := rule(0)
		if pickup[i] != noBoarding && i+1 < len(pickup) {
			r |= mayBoard
		}
		if dropOff[i] != noBoarding && i > 0 {
			r |= mayAlight
		}
		b.rules = append(b.rules, r)
	}
}

// addHops adds the least times from call to call of a line. What is too long for its 16 bits is cut.
func (b *builder) addHops(x line) {
	hops := make([]uint16, x.stops)
	for i := range hops[1:] {
		hops[i] = math.MaxUint16
	}
	last := uint32(0)
	for i := x.firstEntry; i < x.firstEntry+x.entries; i++ {
		times := b.entries[i].times
		if times == last {
			continue
		}
		last = times
		for k := range hops[1:] {
			at := times + 2*uint32(k)
			hops[k] = min(hops[k], uint16(max(0, min(b.times[at+2]-b.times[at+1], math.MaxUint16))))
		}
	}
	b.hops = append(b.hops, hops...)
}

// listCalls lists the calls at each place where riders may board.
func (b *builder) listCalls() {
	b.callsAt = make([]uint32, b.places.number()+1)
	each := func(visit func(s place, c call)) {
		for l := range b.lines {
			x := &b.lines[l]
			for i := range x.stops {
				if b.rules[x.firstStop+i]&mayBoard != 0 {
					visit(b.stops[x.firstStop+i], call{uint32(l), i})
				}
			}
		}
	}
	each(func(s place, _ call) { b.callsAt[s+1]++ })
	for s := range b.places.number() {
		b.callsAt[s+1] += b.callsAt[s]
	}
	b.calls = make([]call, b.callsAt[len(b.callsAt)-1])
	next := slices.Clone(b.callsAt)
	each(func(s place, c call) {
		b.calls[next[s]] = c
		next[s]++
	})
}

// zoneOfGraph returns the zone of the first agency, UTC where there is none.
func zoneOfGraph(g *graph.Graph) *time.Location {
	if zone, err := g.Agency(0).Location(); err == nil {
		return zone
	}
	return time.UTC
}
