package build

import (
	"cmp"
	"slices"

	"graphbuild/encode"
	"graphbuild/graph"
)

// lane is a pattern in the making: trips of which none overtakes another, in their order.
type lane struct {
	rows []tripRow
	// last are the times of the last trip, in seconds of the service day.
	last []int32
	// template says that the trips are those of frequencies.txt, which run at other times than their own: they share a lane
	// with trips of the same running times only.
	template bool
	times    []int32 // running times of the first trip
}

// splitter parts the trips that have all but the times in common into lanes.
type splitter struct {
	*transitAdder
	times  map[uint32][]int32 // of profiles of the trips at hand: arrival and departure of each stop in turn
	shared bool               // some pattern is as another
}

// splitPatterns sorts the trips by pattern, start and times, and splits the patterns in which one trip overtakes another:
// each trip goes to the first lane whose last trip is nowhere later, of the first maxLanes. 2 bytes a stop time of the largest pattern.
func (a *transitAdder) splitPatterns() {
	slices.SortFunc(a.trips, func(x, y tripRow) int { return cmp.Compare(x.pattern, y.pattern) })
	old := a.t.Patterns
	a.t.Patterns = graph.Patterns{}
	s := splitter{transitAdder: a}
	for rest := a.trips; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].pattern == rest[0].pattern {
			n++
		}
		s.addLanes(&old, rest[:n], s.lanes(rest[:n]))
		rest = rest[n:]
	}
	if !s.shared {
		a.t.Patterns.As = encode.Col[graph.PatternID]{}
	}
}

// lanes sorts the trips of a pattern and assigns them.
func (s *splitter) lanes(rows []tripRow) []*lane {
	s.times = map[uint32][]int32{}
	for _, r := range rows {
		if s.times[r.profile] == nil {
			s.times[r.profile] = profileTimes(s.keys[r.profile])
		}
	}
	slices.SortFunc(rows, func(x, y tripRow) int {
		if c := cmp.Compare(x.startS, y.startS); c != 0 {
			return c
		}
		if x.profile != y.profile {
			if c := slices.Compare(s.times[x.profile], s.times[y.profile]); c != 0 {
				return c
			}
		}
		return cmp.Compare(s.tripOf(x).ID, s.tripOf(y).ID)
	})
	var lanes []*lane
	for _, r := range rows {
		lanes = s.assign(lanes, r)
	}
	return lanes
}

// maxLanes is in how many lanes a place is looked for, so that trips which all overtake each other take no quadratic time. Real
// patterns have some ten.
const maxLanes = 1000

func (s *splitter) assign(lanes []*lane, r tripRow) []*lane {
	times, template := s.times[r.profile], s.tripOf(r).FrequencyOnly
	for _, l := range lanes[:min(len(lanes), maxLanes)] {
		if l.takes(times, r.startS, template) {
			l.add(r, times)
			return lanes
		}
	}
	l := &lane{template: template, times: times}
	l.add(r, times)
	return append(lanes, l)
}

// takes reports whether a trip can follow the last one of the lane.
func (l *lane) takes(times []int32, startS int32, template bool) bool {
	if l.template || template {
		return l.template == template && slices.Equal(l.times, times)
	}
	for k, at := range times {
		if startS+at < l.last[k] {
			return false
		}
	}
	return true
}

func (l *lane) add(r tripRow, times []int32) {
	l.rows = append(l.rows, r)
	l.last = l.last[:0]
	for _, at := range times {
		l.last = append(l.last, r.startS+at)
	}
}

// addLanes writes a pattern for each lane, and their trips to rows.
func (s *splitter) addLanes(old *graph.Patterns, rows []tripRow, lanes []*lane) {
	t, base := &s.t.Patterns, int(rows[0].pattern)
	first := graph.PatternID(t.Route.Len())
	rows = rows[:0]
	for n, l := range lanes {
		id := first + graph.PatternID(n)
		t.Route.Append(old.Route.At(base))
		t.Direction.Append(old.Direction.At(base))
		t.Shape.Append(old.Shape.At(base))
		holder := s.holderOf(base, first)
		t.As.Append(holder)
		if id == holder {
			t.Stop.Append(old.Stop.AppendRow(nil, base)...)
			t.Pickup.Append(old.Pickup.AppendRow(nil, base)...)
			t.DropOff.Append(old.DropOff.AppendRow(nil, base)...)
			t.ShapeDM.Append(old.ShapeDM.AppendRow(nil, base)...)
		} else {
			s.shared = true
			t.Stop.Append()
			t.Pickup.Append()
			t.DropOff.Append()
			t.ShapeDM.Append()
		}
		for _, r := range l.rows {
			r.pattern = id
			rows = append(rows, r)
		}
	}
}

// holderOf returns the pattern that holds the stops: the first lane, but for patterns of a base that was split already.
// None of those splits further, so that they are as many rows behind the one that holds theirs as before.
func (s *splitter) holderOf(base int, first graph.PatternID) graph.PatternID {
	return first - graph.PatternID(base-int(s.as[base]))
}

// profileTimes returns arrival and departure of each stop in turn, in seconds after the start.
func profileTimes(key string) []int32 {
	var times []int32
	for p := (profileReader{rest: []byte(key)}); p.next(); {
		times = append(times, p.arrival, p.departure)
	}
	return times
}
