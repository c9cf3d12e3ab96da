package graph

// AppendTimes appends a profile: arrivals and departures in seconds after the departure from the first stop. Departures
// that are nil are as the arrivals.
func (t *Profiles) AppendTimes(arrival, departure []int32) {
	run, dwell := make([]int32, len(arrival)), make([]int32, len(departure))
	last, stays := int32(0), false
	for i, at := range arrival {
		run[i] = at - last
		last = at
		if departure != nil {
			last = departure[i]
			dwell[i] = last - at
			stays = stays || dwell[i] != 0
		}
	}
	if !stays {
		dwell = nil
	}
	t.Run.Append(run...)
	t.Dwell.Append(dwell...)
}

// Times appends the arrivals and departures of profile i to two buffers and returns them. Both get as many values.
func (t *Profiles) Times(i int, arrival, departure []int32) ([]int32, []int32) {
	from, leaves := len(arrival), len(departure)
	arrival = t.Run.AppendRow(arrival, i)
	departure = t.Dwell.AppendRow(departure, i)
	for len(departure)-leaves < len(arrival)-from {
		departure = append(departure, 0)
	}
	departure = departure[:leaves+len(arrival)-from]
	last := int32(0)
	for k := range arrival[from:] {
		arrival[from+k] += last
		departure[leaves+k] += arrival[from+k]
		last = departure[leaves+k]
	}
	return arrival, departure
}

// NumProfiles returns the number of running-time profiles.
func (g *Graph) NumProfiles() int { g.mustBeOpen(); return g.tables.Profiles.Run.Len() }

// AppendProfile appends the times of a profile, in seconds after the start of a trip, to two buffers: one arrival and one
// departure a stop of the pattern. Nothing is appended where p is out of range.
func (g *Graph) AppendProfile(arrival, departure []int32, p ProfileID) ([]int32, []int32) {
	if int(p) >= g.NumProfiles() {
		return arrival, departure
	}
	return g.tables.Profiles.Times(int(p), arrival, departure)
}

// Profile returns the running times of the trip.
func (t Trip) Profile() ProfileID {
	if t.g == nil {
		return 1<<32 - 1
	}
	return t.g.trips().Profile.At(int(t.id))
}
