package gtfs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	lib "github.com/jamespfennell/gtfs"

	"graphbuild/report"
)

// StopTimes is stop_times.txt in columns, sorted by trip, then stop_sequence: 21 bytes a row, 4 more where the feed has
// shape_dist_traveled.
type StopTimes struct {
	// Start has one more row than trips: the stop times of trip t are Start[t] to Start[t+1].
	Start      []uint32
	Stop       []StopIndex
	Sequence   []uint32
	ArrivalS   []int32 // after noon minus 12 h, as given: NoTime where empty, even if the other time is given
	DepartureS []int32
	Line       []uint32
	Flags      []StopTimeFlags
	ShapeDist  []float32 // in the unit of the feed, NaN where empty; nil where no row has one
	Said       []uint32  // row of Words, 0 where there is nothing to say; nil where no row says anything
	Words      []CallWords
}

// CallWords are what a stop time says beyond times and rules. Row 0 says nothing.
type CallWords struct {
	Headsign string
	// ContinuousPickup and ContinuousDropOff are as in GTFS plus 1; 0: as the route says.
	ContinuousPickup, ContinuousDropOff uint8
	PickupBooking, DropOffBooking       string // booking_rule_id
}

// NoTime stands for a time that the feed does not give.
const NoTime = -1 << 31

// StopTimeFlags packs the small columns of a stop time: bits 0-1 pickup_type, bits 2-3 drop_off_type, bit 4 timepoint 0,
// bit 5 interpolated.
type StopTimeFlags uint8

// Pickup returns the rule for boarding.
func (f StopTimeFlags) Pickup() lib.PickupDropOffPolicy { return lib.PickupDropOffPolicy(f & 3) }

// DropOff returns the rule for alighting.
func (f StopTimeFlags) DropOff() lib.PickupDropOffPolicy { return lib.PickupDropOffPolicy(f >> 2 & 3) }

// Approximate reports whether timepoint is 0.
func (f StopTimeFlags) Approximate() bool { return f>>4&1 != 0 }

// Interpolated reports whether the time, where there is one, is not the feed's own. This is an extension of ours, by which an
// exported feed comes back as it was: column interpolated is 1 where the time was worked out from those of other stops, and 2
// where timepoint was 0 there, too. Others read timepoint, which is 0 in both.
func (f StopTimeFlags) Interpolated() bool { return f>>5&1 != 0 }

type stopTimeColumns struct {
	trip, stop, sequence, arrival, departure, pickup, dropOff, timepoint, interpolated column
	// location and group are areas that flexible trips serve instead of a stop.
	location, group                        column
	windowStart, windowEnd                 column
	bookPickup, bookDropOff                column
	headsign, continuousPickup, continuous column
}

// says reports whether there is any column of CallWords.
func (c *stopTimeColumns) says() bool {
	return c.headsign != absent || c.continuousPickup != absent || c.continuous != absent || c.bookPickup != absent || c.bookDropOff != absent
}

// bends reports whether there is any column of flexible trips.
func (c *stopTimeColumns) bends() bool {
	return c.location != absent || c.group != absent || c.windowStart != absent || c.windowEnd != absent
}

// stopTimeReader has the columns while they are being filled.
type stopTimeReader struct {
	*StopTimes
	r    *reader
	t    *table
	c    stopTimeColumns
	trip []TripIndex
	dist distColumn
	// A file names the same trip in row after row, and the same stop after another: the last answers spare most look-ups.
	lastTrip TripIndex
	after    []StopIndex // the stop that last followed each stop
	lastStop StopIndex

	says, bends bool // of the columns
	words       map[CallWords]uint32
}

func (r *reader) readStopTimes() error {
	t, err := r.open("stop_times.txt", "trip_id", "stop_sequence")
	if t == nil {
		return err
	}
	c := stopTimeColumns{
		trip: t.column("trip_id"), stop: t.column("stop_id"), sequence: t.column("stop_sequence"),
		arrival: t.column("arrival_time"), departure: t.column("departure_time"), pickup: t.column("pickup_type"),
		dropOff: t.column("drop_off_type"), timepoint: t.column("timepoint"), interpolated: t.column("interpolated"),
		location: t.column("location_id"), group: t.column("location_group_id"),
		windowStart: t.column("start_pickup_drop_off_window"), windowEnd: t.column("end_pickup_drop_off_window"),
		bookPickup: t.column("pickup_booking_rule_id"), bookDropOff: t.column("drop_off_booking_rule_id"),
		headsign: t.column("stop_headsign"), continuousPickup: t.column("continuous_pickup"), continuous: t.column("continuous_drop_off"),
	}
	if c.bookDropOff == absent {
		c.bookDropOff = t.column("dropoff_booking_rule_id") // of the draft
	}
	if err := c.check(t); err != nil {
		t.closer.Close()
		return err
	}
	t.keyed("trip", c.trip)
	s := stopTimeReader{StopTimes: &r.feed.StopTimes, r: r, t: t, c: c, lastTrip: NoTrip, lastStop: NoStop,
		dist: distColumn{t: t, c: t.column("shape_dist_traveled")}, after: make([]StopIndex, len(r.feed.Stops)),
		says: c.says(), bends: c.bends(), words: map[CallWords]uint32{{}: 0}}
	for t.next() {
		s.row()
	}
	s.finish()
	return t.close()
}

// check requires a place and a time, unless all trips of the feed are flexible.
func (c *stopTimeColumns) check(t *table) error {
	flexible := c.bends()
	missing := ""
	switch {
	case c.stop == absent && !flexible:
		missing = "stop_id"
	case c.arrival == absent && c.departure == absent && !flexible:
		missing = "arrival_time or departure_time"
	default:
		return nil
	}
	return fmt.Errorf("stop_times.txt: line 1: no column %s, found %s", missing, clip(strings.Join(t.columns, ",")))
}

// row takes a row whose references and sequence are good.
func (s *stopTimeReader) row() {
	trip, ok := s.tripOf()
	if !ok {
		return
	}
	if s.bends || len(s.r.feed.Areas) > 0 {
		if area, ok := s.areaOf(); ok {
			s.flexCall(trip, area)
			return
		}
	}
	stop, ok := s.stopOf()
	if !ok {
		return
	}
	n, ok := sequence(s.t, s.c.sequence)
	if !ok {
		return
	}
	s.reserve()
	s.trip = append(s.trip, trip)
	s.Stop = append(s.Stop, stop)
	s.Sequence = append(s.Sequence, n)
	s.ArrivalS = append(s.ArrivalS, clock(s.t, s.c.arrival))
	s.DepartureS = append(s.DepartureS, clock(s.t, s.c.departure))
	s.Line = append(s.Line, uint32(s.t.s.line))
	s.Flags = append(s.Flags, s.flags())
	s.dist.add(len(s.Stop) - 1)
	if s.says {
		s.say(len(s.Stop) - 1)
	}
}

// say notes what the row says beyond times and rules. The column begins with the first row that says something.
func (s *stopTimeReader) say(row int) {
	w := CallWords{
		Headsign: s.t.shared(s.c.headsign), PickupBooking: s.t.shared(s.c.bookPickup), DropOffBooking: s.t.shared(s.c.bookDropOff),
	}
	if len(s.t.bytes(s.c.continuousPickup)) > 0 {
		w.ContinuousPickup = s.t.enum(s.c.continuousPickup, 3, NotContinuous) + 1
	}
	if len(s.t.bytes(s.c.continuous)) > 0 {
		w.ContinuousDropOff = s.t.enum(s.c.continuous, 3, NotContinuous) + 1
	}
	n, ok := s.words[w]
	if !ok {
		n = uint32(len(s.words))
		s.words[w] = n
	}
	if n == 0 && s.Said == nil {
		return
	}
	if cap(s.Said) == 0 {
		s.Said = make([]uint32, 0, cap(s.Stop))
	}
	for len(s.Said) < row {
		s.Said = append(s.Said, 0)
	}
	s.Said = append(s.Said, n)
}

// areaOf returns the area of a row that has no stop, or a row's stop where it has a window: NoArea then. False: the row
// is that of a fixed trip. In the draft of the format, areas stand in stop_id.
func (s *stopTimeReader) areaOf() (AreaIndex, bool) {
	stop := s.t.bytes(s.c.stop)
	for _, c := range []column{s.c.location, s.c.group} {
		if i, ok := lookup(s.r.areas, s.t.bytes(c)); ok && len(stop) == 0 {
			return i, true
		}
	}
	if _, ok := lookup(s.r.stops, stop); ok {
		return NoArea, len(s.t.bytes(s.c.windowStart)) > 0 || len(s.t.bytes(s.c.windowEnd)) > 0
	}
	return lookup(s.r.areas, stop)
}

func (s *stopTimeReader) flexCall(trip TripIndex, area AreaIndex) {
	n, ok := sequence(s.t, s.c.sequence)
	if !ok {
		return
	}
	x := FlexCall{
		Trip: trip, Sequence: n, Stop: NoStop, Area: area, Flags: s.flags(), Line: s.t.s.line,
		StartS: clock(s.t, s.c.windowStart), EndS: clock(s.t, s.c.windowEnd),
		PickupBooking: s.t.shared(s.c.bookPickup), DropOffBooking: s.t.shared(s.c.bookDropOff),
	}
	if area == NoArea {
		x.Stop, _ = lookup(s.r.stops, s.t.bytes(s.c.stop))
	}
	if x.StartS != NoTime && x.EndS != NoTime && x.EndS < x.StartS {
		s.t.drop("gtfs_bad_window", s.c.windowEnd, "is before start_pickup_drop_off_window")
		return
	}
	if start, end := len(s.t.bytes(s.c.windowStart)) > 0, len(s.t.bytes(s.c.windowEnd)) > 0; start != end {
		one := s.c.windowStart
		if end {
			one = s.c.windowEnd
		}
		s.t.repair("gtfs_bad_window", one, "is one end of a window alone", "kept")
	} else if !start && area != NoArea {
		s.t.repair("gtfs_bad_window", s.c.windowStart, "a call in an area must have a window", "kept")
	}
	s.r.feed.FlexCalls = append(s.r.feed.FlexCalls, x)
}

// reserve grows all columns at once. Appending alone would copy each of them dozens of times.
func (s *stopTimeReader) reserve() {
	if len(s.Stop) < cap(s.Stop) {
		return
	}
	n := s.t.moreRows(len(s.Stop))
	s.trip = slices.Grow(s.trip, n)
	s.Stop = slices.Grow(s.Stop, n)
	s.Sequence = slices.Grow(s.Sequence, n)
	s.ArrivalS = slices.Grow(s.ArrivalS, n)
	s.DepartureS = slices.Grow(s.DepartureS, n)
	s.Line = slices.Grow(s.Line, n)
	s.Flags = slices.Grow(s.Flags, n)
}

func (s *stopTimeReader) tripOf() (TripIndex, bool) {
	b := s.t.bytes(s.c.trip)
	if s.lastTrip != NoTrip && string(b) == s.r.feed.Trips[s.lastTrip].ID {
		return s.lastTrip, true
	}
	i, ok := lookup(s.r.trips, b)
	switch {
	case ok:
		s.lastTrip = i
	case s.r.droppedTrips[validText(b)]:
		s.t.dropped++
		s.t.issue("gtfs_stop_time_of_dropped_trip", report.Info, s.t.saying(s.c.trip, "is a trip that was dropped"), "row dropped")
	default:
		s.t.drop("gtfs_unknown_trip", s.c.trip, "is not in trips.txt")
	}
	return i, ok
}

func (s *stopTimeReader) stopOf() (StopIndex, bool) {
	b := s.t.bytes(s.c.stop)
	if s.lastStop != NoStop {
		if guess := s.after[s.lastStop]; string(b) == s.r.feed.Stops[guess].ID {
			s.lastStop = guess
			return s.boardable(guess)
		}
	}
	i, ok := lookup(s.r.stops, b)
	switch {
	case ok && s.lastStop != NoStop:
		s.after[s.lastStop] = i
		fallthrough
	case ok:
		s.lastStop = i
		return s.boardable(i)
	case len(b) == 0 && len(s.t.bytes(s.c.location))+len(s.t.bytes(s.c.group)) > 0:
		c := s.c.location
		if len(s.t.bytes(c)) == 0 {
			c = s.c.group
		}
		s.t.drop("gtfs_unknown_area", c, "is not in locations.geojson or location_groups.txt")
	default:
		s.t.drop("gtfs_unknown_stop", s.c.stop, "is not in stops.txt")
	}
	return i, false
}

// boardable warns of a stop time at a station or entrance, and keeps it.
func (s *stopTimeReader) boardable(i StopIndex) (StopIndex, bool) {
	if s.r.feed.Stops[i].Type != lib.StopType_Stop {
		s.t.repair("gtfs_stop_time_at_no_stop", s.c.stop, "is not a stop or platform (location_type 0)", "kept")
	}
	return i, true
}

// clock reads a time; one that cannot be read is taken as empty.
func clock(t *table, c column) int32 {
	b := t.bytes(c)
	if len(b) == 0 {
		return NoTime
	}
	v, hasSeconds, ok := parseTime(b)
	if !ok {
		t.repair("gtfs_bad_time", c, "is not a time H:MM:SS", "taken as empty")
		return NoTime
	}
	if !hasSeconds {
		t.note(noSeconds)
	}
	return v
}

func (s *stopTimeReader) flags() StopTimeFlags {
	f := s.t.enum(s.c.pickup, 3, 0) | s.t.enum(s.c.dropOff, 3, 0)<<2
	interpolated := s.t.enum(s.c.interpolated, 2, 0)
	if s.t.enum(s.c.timepoint, 1, 1) == 0 && interpolated != 1 {
		f |= 1 << 4
	}
	if interpolated != 0 {
		f |= 1 << 5
	}
	return StopTimeFlags(f)
}

// finish sorts the rows. Those of one trip with the same sequence are in order of time, then of stop id, so that the order
// of rows in the file does not matter.
func (s *stopTimeReader) finish() {
	start, rows := grouped(s.trip, len(s.r.feed.Trips))
	s.trip = nil
	s.finishWords(len(rows))
	for i := range s.r.feed.Trips {
		part := rows[start[i]:start[i+1]]
		if !slices.IsSortedFunc(part, s.compare) {
			slices.SortFunc(part, s.compare)
		}
		s.checkSequence(i, part)
	}
	s.Start, s.ShapeDist = start, s.dist.values
	if inOrder(rows) {
		return
	}
	s.Stop = permuted(s.Stop, rows)
	s.Sequence = permuted(s.Sequence, rows)
	s.ArrivalS = permuted(s.ArrivalS, rows)
	s.DepartureS = permuted(s.DepartureS, rows)
	s.Line = permuted(s.Line, rows)
	s.Flags = permuted(s.Flags, rows)
	s.ShapeDist = permuted(s.ShapeDist, rows)
	s.Said = permuted(s.Said, rows)
}

// finishWords fills what the last rows left out, lists the words and sorts the calls of flexible trips.
func (s *stopTimeReader) finishWords(rows int) {
	if s.Said != nil {
		s.Said = append(s.Said, make([]uint32, rows-len(s.Said))...)
		s.Words = make([]CallWords, len(s.words))
		for w, n := range s.words {
			s.Words[n] = w
		}
	}
	slices.SortFunc(s.r.feed.FlexCalls, func(a, b FlexCall) int {
		return cmp.Or(cmp.Compare(a.Trip, b.Trip), cmp.Compare(a.Sequence, b.Sequence), cmp.Compare(s.placeOf(&a), s.placeOf(&b)),
			cmp.Compare(a.StartS, b.StartS), cmp.Compare(a.EndS, b.EndS), cmp.Compare(a.Flags, b.Flags),
			cmp.Compare(a.PickupBooking, b.PickupBooking), cmp.Compare(a.DropOffBooking, b.DropOffBooking))
	})
}

// placeOf returns the id of the area or stop of a call.
func (s *stopTimeReader) placeOf(x *FlexCall) string {
	if x.Area != NoArea {
		return s.r.feed.Areas[x.Area].ID
	}
	return s.r.feed.Stops[x.Stop].ID
}

func (s *stopTimeReader) compare(a, b uint32) int {
	if c := cmp.Compare(s.Sequence[a], s.Sequence[b]); c != 0 {
		return c
	}
	if a == b {
		return 0
	}
	stops := s.r.feed.Stops
	return cmp.Or(cmp.Compare(s.time(a), s.time(b)), cmp.Compare(stops[s.Stop[a]].ID, stops[s.Stop[b]].ID),
		cmp.Compare(s.DepartureS[a], s.DepartureS[b]), cmp.Compare(s.Flags[a], s.Flags[b]), cmp.Compare(s.dist.at(a), s.dist.at(b)),
		s.compareWords(a, b))
}

// compareWords compares what two rows say, not the numbers of it, which the order of rows decides.
func (s *stopTimeReader) compareWords(a, b uint32) int {
	if s.Said == nil {
		return 0
	}
	word := func(row uint32) (w CallWords) {
		if int(row) < len(s.Said) && s.Said[row] < uint32(len(s.Words)) {
			w = s.Words[s.Said[row]]
		}
		return w
	}
	x, y := word(a), word(b)
	return cmp.Or(cmp.Compare(x.Headsign, y.Headsign), cmp.Compare(x.ContinuousPickup, y.ContinuousPickup),
		cmp.Compare(x.ContinuousDropOff, y.ContinuousDropOff), cmp.Compare(x.PickupBooking, y.PickupBooking),
		cmp.Compare(x.DropOffBooking, y.DropOffBooking))
}

func (s *stopTimeReader) time(row uint32) int32 {
	if s.ArrivalS[row] == NoTime {
		return s.DepartureS[row]
	}
	return s.ArrivalS[row]
}

// checkSequence tells once for a trip that a sequence number repeats.
func (s *stopTimeReader) checkSequence(trip int, rows []uint32) {
	for i := 1; i < len(rows); i++ {
		if n := s.Sequence[rows[i]]; n == s.Sequence[rows[i-1]] {
			s.r.report.Add(report.Issue{Code: "gtfs_repeated_sequence", Severity: report.Warning, File: s.t.file,
				Line: int(s.Line[rows[i]]), Object: s.r.feed.Object("trip", clip(s.r.feed.Trips[trip].ID)),
				Message: fmt.Sprintf("stop_sequence \"%d\" stands in two rows of the trip, expected rising numbers", n),
				Action:  "rows taken in order of time"})
			return
		}
	}
}
