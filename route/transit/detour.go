package transit

// cutDetours has riders change as early as they can where the vehicle that they change to calls once more where they have
// just been: nobody rides on only to ride back.
func (r *rounds) cutDetours(hops []hop) {
	for i := range len(hops) - 1 {
		r.cutDetour(&hops[i], &hops[i+1])
	}
}

func (r *rounds) cutDetour(a, b *hop) {
	first, end := r.alighting(&a.ride), r.boarding(&b.ride)
	at := uint32(1)
	if a.ride.alight == a.ride.board {
		at = a.ride.boardAt + 1
	}
	for ; at < a.ride.alightAt; at++ {
		p, rule := first.at(at)
		if rule&mayAlight == 0 {
			continue
		}
		last := end.line.stops - 1
		if b.ride.alight == b.ride.board {
			last = b.ride.alightAt - 1
		}
		for k := last; k > b.ride.boardAt; k-- {
			q, rule := end.at(k)
			if rule&mayBoard == 0 || r.t.places.stopOf(p) != r.t.places.stopOf(q) {
				continue
			}
			if s, ok := r.c.between(p, q); ok && first.timeAt(2*at)+s+r.slack <= end.timeAt(2*k+1) {
				a.ride.alightAt, a.to = at, p
				b.ride.boardAt, b.ride.from, b.came = k, q, change{p, s}
				return
			}
		}
	}
}

// vehicle is a trip on its day.
type vehicle struct {
	t     *timetable
	line  *line
	times uint32
	begin int32 // from which its times count
}

// boarding returns the vehicle that a ride begins with.
func (r *rounds) boarding(x *ride) vehicle { return r.vehicle(x.board, x.slot, x.start) }

// alighting returns the vehicle that a ride ends with.
func (r *rounds) alighting(x *ride) vehicle {
	if x.alight == x.board {
		return r.boarding(x)
	}
	return r.vehicle(x.alight, x.alightSlot, r.t.entries[x.alight].first)
}

func (r *rounds) vehicle(i uint32, slot uint8, start int32) vehicle {
	e := &r.t.entries[i]
	l := &r.t.lines[e.line]
	return vehicle{r.t, l, e.times, r.slots[slot].base[l.zone] + start}
}

// at returns the place of a call, and what riders may do there.
func (v *vehicle) at(call uint32) (place, rule) {
	i := v.line.firstStop + call
	return v.t.stops[i], v.t.rules[i]
}

// timeAt returns a time of the vehicle by its number in the profile.
func (v *vehicle) timeAt(i uint32) int32 { return v.begin + v.t.times[v.times+i] }
