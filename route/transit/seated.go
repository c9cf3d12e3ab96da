package transit

import (
	"slices"

	"graphbuild/graph"
)

// readContinuations reads which trips go on as which, and returns all trips, each after those that it goes on as. What it cuts
// where a vehicle goes round is the same in both directions of time.
func (b *builder) readContinuations() []graph.TripID {
	for c := range b.g.Continuations() {
		if int(c.From) < len(b.follow) && int(c.To) < len(b.follow) {
			b.follow[c.From] = append(b.follow[c.From], follower{c.To, c.DaysLater})
		}
	}
	order := untangle(b.follow)
	if b.mirrored {
		b.follow = turnedRound(b.follow)
		slices.Reverse(order)
	}
	return order
}

// untangle orders trips so that each comes after those that it goes on as. A vehicle that goes round day after day is cut where
// that began: the last of its trips loses its follower.
func untangle(follow [][]follower) []graph.TripID {
	const (
		untouched = iota
		underWay  // leads to the one that is looked at
		ordered
	)
	state, order := make([]uint8, len(follow)), make([]graph.TripID, 0, len(follow))
	for first := range follow {
		for todo := []graph.TripID{graph.TripID(first)}; len(todo) > 0; {
			t := todo[len(todo)-1]
			if state[t] == untouched {
				state[t] = underWay
				follow[t] = slices.DeleteFunc(follow[t], func(f follower) bool { return state[f.trip] == underWay })
				for _, f := range slices.Backward(follow[t]) {
					if state[f.trip] == untouched {
						todo = append(todo, f.trip)
					}
				}
				continue
			}
			todo = todo[:len(todo)-1]
			if state[t] == underWay {
				state[t], order = ordered, append(order, t)
			}
		}
	}
	return order
}

// turnedRound returns which trips go before which.
func turnedRound(follow [][]follower) [][]follower {
	before := make([][]follower, len(follow))
	for t, list := range follow {
		for _, f := range list {
			before[f.trip] = append(before[f.trip], follower{graph.TripID(t), -f.daysOn})
		}
	}
	return before
}

// stay goes on with the trip that follows the one of the rider. It returns false where there is none, or none of use, as one
// that somebody with as few rides has come into before: in feeds that tie all their trips into one chain no part of it is ridden
// again from each of its trips.
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
	ridden, _ := s.reach.of(l, len(next), int(r.t.lines[l].stops))
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
