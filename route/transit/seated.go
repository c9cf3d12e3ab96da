package transit

import (
	"slices"

	"graphbuild/graph"
)

// maxSeated is in how many trips, one after another, riders keep their seat: more than a vehicle makes within the horizon of
// a search. It bounds the work in feeds that tie all their trips into one chain.
const maxSeated = 1000

// stay goes on with the trip that follows the one of the rider. It returns false where there is none, or none of use.
func (r *rounds) stay(b *boarded, k int) bool {
	if b.run == noRun || r.t.lines[b.line].next == none {
		return false
	}
	e := &r.t.entries[b.runs[b.run].entry]
	l, day := r.t.entries[e.next].line, r.slots[b.slot].day+graph.Day(e.daysOn)
	i := 0
	for i < len(r.slots) && r.slots[i].day != day {
		i++
	}
	if i == len(r.slots) {
		return false
	}
	s := &r.slots[i]
	next := s.on.runs[s.on.start[l]:s.on.start[l+1]]
	n, ok := slices.BinarySearchFunc(next, uint32(e.next), func(x run, want uint32) int { return int(x.entry) - int(want) })
	if !ok {
		return false
	}
	ends := b.base + b.start + r.t.times[e.times+2*r.t.lines[b.line].stops-2]
	if s.base[r.t.lines[l].zone]+next[n].first+r.t.times[next[n].times+1] < ends {
		return false // it is late, or an hour is left out tonight
	}
	var ridden []uint16
	if r.ahead.isSet {
		ridden, _ = s.reach.of(l, len(next), int(r.t.lines[l].stops))
	}
	until, isNew := rideOn(ridden, next, n, k, 0)
	*b = boarded{line: l, slot: uint8(i), run: int32(n), start: next[n].first, until: until, ride: b.ride}
	return isNew
}

// isTight reports whether an entry goes on as another on the next service day so soon that it may be late on a night on
// which the clocks change. Then vehicles of its line that come later need not be late as well.
func (b *builder) isTight(e *entry) bool {
	const clockChangeS = 2 * 3600 // the most that there is
	if e.next == none {
		return false
	}
	next, daysOnS := &b.entries[e.next], int32(e.daysOn)*secondsPerDay
	if b.mirrored {
		daysOnS = -daysOnS
	}
	waitS := next.first + b.times[next.times+1] + daysOnS - e.first - b.times[int(e.times)+2*b.lengthAt(e.times)-2]
	return waitS < 0 || e.daysOn != 0 && waitS < clockChangeS
}
