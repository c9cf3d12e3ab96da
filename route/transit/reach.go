package transit

// reach remembers from which call on each vehicle of a day has been ridden, and with how few rides, so that no part of it is
// looked at twice: boarding a vehicle again, no earlier and with no fewer rides, or a later one of its line, arrives nowhere
// earlier. That holds for all moments of a search, as they come in falling order. It is kept where there are many, as ahead is;
// elsewhere for the vehicles alone that riders came into with their seat.
//
// It takes 16 bytes for each vehicle and 8 for each call of the lines that a search boards, and 4 a line.
type reach struct {
	lines  []int32 // by line: its place in known; none
	known  []knownLine
	ridden []uint16   // by vehicle of a line and number of rides: the first call, falling with both; unridden
	late   []lateness // by call of a line and number of rides: who is ready later boards nothing of use
}

// knownLine is a line that has been boarded.
type knownLine struct {
	line         uint32
	ridden, late uint32 // where its part of these begins
}

const unridden = 1<<16 - 1

// lateness is a time from the instant of the query on, in units that have room for the longest window and journey.
type lateness uint16

const (
	latenessS = 4
	notLate   = lateness(1<<16 - 1)
)

// lateRides is up to how many rides late is kept for: of journeys with more, that with so many holds as well.
const lateRides = 4

// lateAt returns the place of a call and a number of rides in late.
func lateAt(call uint32, k int) uint32 { return lateRides*call + uint32(min(k, lateRides)) - 1 }

// latenessOf rounds a time up.
func latenessOf(at int32) lateness {
	return lateness(min(max(at+latenessS-1, 0)/latenessS, int32(notLate)))
}

// isBefore reports whether a time is later.
func (x lateness) isBefore(at int32) bool { return x != notLate && at > latenessS*int32(x) }

// forget empties it, for a timetable with so many lines.
func (x *reach) forget(lines int) {
	for _, l := range x.known {
		x.lines[l.line] = none
	}
	x.known, x.ridden, x.late = x.known[:0], x.ridden[:0], x.late[:0]
	for len(x.lines) < lines {
		x.lines = append(x.lines, none)
	}
}

// of returns what is known of a line with so many vehicles and calls, valid until the next line is asked for.
func (x *reach) of(l uint32, vehicles, calls int) (ridden []uint16, late []lateness) {
	if x.lines[l] == none {
		x.lines[l] = int32(len(x.known))
		x.known = append(x.known, knownLine{l, uint32(len(x.ridden)), uint32(len(x.late))})
		for range levels * vehicles {
			x.ridden = append(x.ridden, unridden)
		}
		for range lateRides * calls {
			x.late = append(x.late, notLate)
		}
	}
	k := x.known[x.lines[l]]
	return x.ridden[k.ridden:][:levels*vehicles], x.late[k.late:][:lateRides*calls]
}

// isLate reports whether it is known that who is ready at a call at a time finds nothing of use to take as the k-th ride.
func (x *reach) isLate(c call, k int, at int32) bool {
	i := x.lines[c.line]
	return i != none && x.late[x.known[i].late+lateAt(c.at, k)].isBefore(at)
}

// rideOn notes that run i of a line is boarded at a call with the k-th ride. It returns the call from which on that was done
// before, and whether it is a later one. A run with a headway is many vehicles, of which only the runs after it are
// later for sure.
func rideOn(ridden []uint16, runs []run, i, k int, at uint32) (until uint32, isNew bool) {
	if ridden == nil { // it is not kept
		return unridden, true
	}
	until = uint32(ridden[levels*i+k])
	if until <= at {
		return until, false
	}
	if runs[i].headway > 0 {
		until = unridden
		i++
	}
	first := uint16(min(at, unridden-1))
	for ; i < len(runs) && ridden[levels*i+k] > first; i++ {
		for n := levels*i + k; n < levels*(i+1) && ridden[n] > first; n++ {
			ridden[n] = first
		}
	}
	return until, true
}
