package build

import (
	"encoding/binary"
	"slices"

	"graphbuild/graph"
	"graphbuild/gtfs"
)

// pattern returns the pattern of a trip, a new one where it is the first of its kind: route, direction, shape, stops and
// the rules for boarding and alighting. Two trips with the same stops over other streets are two patterns.
func (f *feedAdder) pattern(i gtfs.TripIndex, calls []call) graph.PatternID {
	trip := &f.Trips[i]
	shape := reference(f.shapes, trip.Shape, graph.NoShape)
	key := f.patternKey(trip, shape, calls)
	id, ok := f.patterns[string(key)]
	if ok {
		return id
	}
	id = graph.PatternID(f.t.Patterns.Route.Len())
	f.patterns[string(key)] = id
	f.as = append(f.as, id)
	f.addPattern(i, shape, calls)
	return id
}

func (f *feedAdder) patternKey(trip *gtfs.Trip, shape graph.ShapeID, calls []call) []byte {
	key := binary.AppendUvarint(f.scratch.key[:0], uint64(f.routes[trip.Route]))
	key = binary.AppendUvarint(append(key, trip.Direction), uint64(shape))
	for _, c := range calls {
		key = binary.AppendUvarint(append(key, byte(c.flags&0xF)), uint64(f.stops[c.stop]))
	}
	f.scratch.key = key
	return key
}

func (f *feedAdder) addPattern(i gtfs.TripIndex, shape graph.ShapeID, calls []call) {
	t := &f.t.Patterns
	t.Route.Append(f.routes[f.Trips[i].Route])
	t.Direction.Append(f.Trips[i].Direction)
	stops, pickup, dropOff := make([]graph.StopID, len(calls)), make([]uint8, len(calls)), make([]uint8, len(calls))
	for n, c := range calls {
		stops[n], pickup[n], dropOff[n] = f.stops[c.stop], uint8(c.flags.Pickup()), uint8(c.flags.DropOff())
	}
	t.Stop.Append(stops...)
	t.Pickup.Append(unlessZero(pickup)...)
	t.DropOff.Append(unlessZero(dropOff)...)
	offsets, ok := f.stopOffsets(i, shape, calls)
	if !ok {
		shape = graph.NoShape
	}
	t.Shape.Append(shape)
	t.ShapeDM.Append(offsets...)
}

// unlessZero returns v, or nothing where it has zeros alone.
func unlessZero[T ~uint8](v []T) []T {
	if slices.ContainsFunc(v, func(x T) bool { return x != 0 }) {
		return v
	}
	return nil
}

// profile returns the number of the running times of a trip among those found so far.
func (f *feedAdder) profile(calls []call) uint32 {
	key := profileKey(f.scratch.key[:0], calls)
	f.scratch.key = key
	id, ok := f.profiles[string(key)]
	if !ok {
		id = uint32(len(f.keys))
		f.keys = append(f.keys, string(key))
		f.profiles[f.keys[id]] = id
	}
	return id
}

// profileKey packs running times: all that Profiles holds of them, in some 4 bytes a stop.
func profileKey(key []byte, calls []call) []byte {
	last, sequence := calls[0].departureS, uint32(0)
	for _, c := range calls {
		bits := byte(0)
		if c.interpolated {
			bits |= 1
		}
		if c.flags.Approximate() {
			bits |= 2
		}
		key = append(key, bits)
		key = binary.AppendVarint(key, int64(c.arrivalS-last))
		key = binary.AppendVarint(key, int64(c.departureS-c.arrivalS))
		key = binary.AppendUvarint(key, uint64(c.sequence-sequence))
		last, sequence = c.departureS, c.sequence
	}
	return key
}

// profileReader reads what profileKey wrote, stop by stop.
type profileReader struct {
	rest               []byte
	bits               uint8
	arrival, departure int32
	sequence           uint32
	step               uint32 // of sequence
}

// next moves to the next stop.
func (p *profileReader) next() bool {
	if len(p.rest) == 0 {
		return false
	}
	p.bits = p.rest[0]
	b := p.rest[1:]
	run, n := binary.Varint(b)
	b = b[n:]
	dwell, n := binary.Varint(b)
	b = b[n:]
	step, n := binary.Uvarint(b)
	p.rest = b[n:]
	p.arrival = p.departure + int32(run)
	p.departure = p.arrival + int32(dwell)
	p.step = uint32(step)
	p.sequence += p.step
	return true
}

// addProfile appends the running times of a key.
func addProfile(t *graph.Profiles, key string) {
	var arrival, departure []int32
	var interpolated []uint8
	var sequence []uint32
	counting := true
	for p := (profileReader{rest: []byte(key)}); p.next(); {
		arrival, departure = append(arrival, p.arrival), append(departure, p.departure)
		interpolated = append(interpolated, p.bits)
		sequence = append(sequence, p.sequence)
		counting = counting && p.step == 1
	}
	if counting {
		sequence = nil
	}
	t.AppendTimes(arrival, departure)
	t.Interpolated.Append(unlessZero(interpolated)...)
	t.Sequence.Append(sequence...)
}

// finishTrips sorts the trips of all feeds and numbers the profiles in the order of the trips.
func (a *transitAdder) finishTrips() {
	a.splitPatterns()
	numbers := make([]graph.ProfileID, len(a.keys))
	seen := make([]bool, len(a.keys))
	for i, row := range a.trips {
		if !seen[row.profile] {
			seen[row.profile] = true
			numbers[row.profile] = graph.ProfileID(a.t.Profiles.Run.Len())
			addProfile(&a.t.Profiles, a.keys[row.profile])
		}
		a.feeds[row.feed].trips[row.trip] = graph.TripID(i)
		a.addTrip(row, numbers[row.profile])
	}
	a.keys, a.profiles, a.patterns = nil, nil, nil
}

func (a *transitAdder) tripOf(row tripRow) *gtfs.Trip { return &a.feeds[row.feed].Trips[row.trip] }

func (a *transitAdder) addTrip(row tripRow, profile graph.ProfileID) {
	t, trip := &a.t.Trips, a.tripOf(row)
	t.Pattern.Append(row.pattern)
	t.StartS.Append(row.startS)
	t.Profile.Append(profile)
	t.Service.Append(a.feeds[row.feed].services[trip.Service])
	t.ID.Append(trip.ID)
	t.Headsign.Append(trip.Headsign)
	t.ShortName.Append(trip.ShortName)
	t.Block.Append(trip.Block)
	t.Wheelchair.Append(uint8(trip.Wheelchair))
	t.Bikes.Append(uint8(trip.Bikes))
	only := uint8(0)
	if trip.FrequencyOnly {
		only = 1
	}
	t.FrequencyOnly.Append(only)
	t.Cars.Append(trip.Cars)
	t.Calls.Append(row.calls)
}
