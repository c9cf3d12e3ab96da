package graph

// sorted reports a row with a smaller key than the row before.
func (c *checker) sorted(rows int, key func(i int) uint32) {
	for i := 1; i < rows; i++ {
		if key(i) < key(i-1) {
			c.problem(i, "key %d after %d", key(i), key(i-1))
		}
	}
}

func checkLinks(c *checker) {
	t := &c.g.tables.Links
	c.sorted(t.Stop.Len(), func(i int) uint32 { return uint32(t.Stop.At(i)) })
	for i := range t.Stop.Len() {
		c.below(i, "stop", int(t.Stop.At(i)), c.g.NumStops())
		c.modes(i, t.Modes.At(i))
		p := t.Pair.At(i)
		if !c.below(i, "pair", int(p), c.g.street.pairs) {
			continue
		}
		from, to := c.g.pairEnds(p)
		if _, _, length := c.g.street.pairAt(p, from); t.OffsetDM.At(i) > length {
			c.problem(i, "offset %d dm on a pair of %d dm", t.OffsetDM.At(i), length)
		}
		if !c.g.IsSpecial(from) || !c.g.IsSpecial(to) {
			c.problem(i, "vertices %d and %d are not marked special", from, to)
		}
	}
}

func checkAgencies(c *checker) {
	t := &c.g.tables.Agencies
	for i := range t.ID.Len() {
		c.below(i, "feed", int(t.Feed.At(i)), c.g.NumFeeds())
		if _, err := c.g.Agency(AgencyID(i)).Location(); err != nil {
			c.problem(i, "time zone %q is not known", t.Timezone.At(i))
		}
	}
}

func checkStops(c *checker) {
	t := &c.g.tables.Stops
	for i := range c.g.NumStops() {
		c.below(i, "feed", int(t.Feed.At(i)), c.g.NumFeeds())
		c.belowOr(i, "parent", uint32(t.Parent.At(i)), c.g.NumStops())
		c.belowOr(i, "level", uint32(t.Level.At(i)), c.g.tables.Levels.ID.Len())
		c.belowOr(i, "same stop", uint32(t.Same.At(i)), c.g.NumStops())
		c.below(i, "location type", int(t.LocationType.At(i)), 5)
		if p := c.g.Stop(StopID(i)).Point(); !p.Valid() {
			c.problem(i, "position %v is not on earth", p)
		}
	}
}

func checkRoutes(c *checker) {
	t := &c.g.tables.Routes
	for i := range c.g.NumRoutes() {
		c.below(i, "feed", int(t.Feed.At(i)), c.g.NumFeeds())
		c.belowOr(i, "agency", uint32(t.Agency.At(i)), c.g.tables.Agencies.ID.Len())
	}
}

func checkPatterns(c *checker) {
	t := &c.g.tables.Patterns
	for i := range c.g.NumPatterns() {
		c.below(i, "route", int(t.Route.At(i)), c.g.NumRoutes())
		c.belowOr(i, "shape", uint32(t.Shape.At(i)), c.g.NumShapes())
		if as := t.As.At(i); int(as) > i || t.As.At(int(as)) != as {
			c.problem(i, "is as pattern %d, which does not hold its stops", as)
			continue
		}
		stops := c.g.Pattern(PatternID(i)).AppendStops(nil)
		for _, s := range stops {
			c.below(i, "stop", int(s), c.g.NumStops())
		}
		c.fits(i, "pickup types", len(t.Pickup.AppendRow(nil, i)), len(stops))
		c.fits(i, "drop-off types", len(t.DropOff.AppendRow(nil, i)), len(stops))
		offsets := t.ShapeDM.AppendRow(nil, i)
		c.fits(i, "shape offsets", len(offsets), len(stops))
		for k := 1; k < len(offsets); k++ {
			if offsets[k] < offsets[k-1] {
				c.problem(i, "shape offset %d dm after %d dm", offsets[k], offsets[k-1])
			}
		}
	}
}

// fits reports a list that is neither left out nor of the length of the pattern.
func (c *checker) fits(row int, what string, n, want int) {
	if n != 0 && n != want {
		c.problem(row, "%d %s for %d stops", n, what, want)
	}
}

// checkProfiles checks that lists fit and times do not decrease.
func checkProfiles(c *checker) {
	t := &c.g.tables.Profiles
	for i := range t.Run.Len() {
		arrival, departure := t.Times(i, nil, nil)
		c.fits(i, "departures", len(t.Dwell.AppendRow(nil, i)), len(arrival))
		c.fits(i, "sequence numbers", len(t.Sequence.AppendRow(nil, i)), len(arrival))
		c.fits(i, "marks", len(t.Interpolated.AppendRow(nil, i)), len(arrival))
		last := int32(-1 << 31)
		for k, at := range arrival {
			leave := departure[k]
			if at < last || leave < at {
				c.problem(i, "call %d: arrives at %d s and leaves at %d s, the call before leaves at %d s", k, at, leave, last)
			}
			last = leave
		}
	}
}

func checkTrips(c *checker) {
	t := &c.g.tables.Trips
	c.sorted(c.g.NumTrips(), func(i int) uint32 { return uint32(t.Pattern.At(i)) })
	for i := range c.g.NumTrips() {
		c.below(i, "service", int(t.Service.At(i)), c.g.NumServices())
		p, f := t.Pattern.At(i), t.Profile.At(i)
		if !c.below(i, "pattern", int(p), c.g.NumPatterns()) || !c.below(i, "profile", int(f), c.g.NumProfiles()) {
			continue
		}
		stops, times := len(c.g.Pattern(p).AppendStops(nil)), len(c.g.tables.Profiles.Run.AppendRow(nil, int(f)))
		if stops != times {
			c.problem(i, "%d times for %d stops", times, stops)
		} else if i > 0 && t.Pattern.At(i-1) == p {
			c.overtakes(TripID(i-1), TripID(i))
		}
	}
}

// overtakes reports a trip that is somewhere earlier than the one before it in its pattern.
func (c *checker) overtakes(before, after TripID) {
	a, b := c.g.Trip(before), c.g.Trip(after)
	if a.FrequencyOnly() || a.Profile() == b.Profile() && a.StartS() <= b.StartS() {
		return
	}
	x, y := a.StopTimes(), b.StopTimes()
	for k := range min(len(x), len(y)) {
		if y[k].ArrivalS < x[k].ArrivalS || y[k].DepartureS < x[k].DepartureS {
			c.problem(int(after), "at call %d, it is earlier than the trip before it in its pattern", k)
			return
		}
	}
}

func checkServices(c *checker) {
	t := &c.g.tables.Services
	for i := range c.g.NumServices() {
		c.below(i, "feed", int(t.Feed.At(i)), c.g.NumFeeds())
		c.below(i, "day set", int(t.DaySet.At(i)), t.Days.Len())
	}
	if n := t.FirstDay.Len(); n != 1 && c.g.NumServices() > 0 {
		c.problem(0, "%d first days, want 1", n)
	}
}

func checkFrequencies(c *checker) {
	t := &c.g.tables.Frequencies
	c.sorted(t.Trip.Len(), func(i int) uint32 { return uint32(t.Trip.At(i)) })
	for i := range t.Trip.Len() {
		c.below(i, "trip", int(t.Trip.At(i)), c.g.NumTrips())
		if t.StartS.At(i) > t.EndS.At(i) || t.HeadwayS.At(i) == 0 {
			c.problem(i, "every %d s from %d s to %d s", t.HeadwayS.At(i), t.StartS.At(i), t.EndS.At(i))
		}
	}
}

func checkTransfers(c *checker) {
	t := &c.g.tables.Transfers
	c.sorted(t.Type.Len(), func(i int) uint32 { return uint32(t.FromStop.At(i)) })
	for i := range t.Type.Len() {
		c.belowOr(i, "stop", uint32(t.FromStop.At(i)), c.g.NumStops())
		c.belowOr(i, "stop", uint32(t.ToStop.At(i)), c.g.NumStops())
		c.belowOr(i, "route", uint32(t.FromRoute.At(i)), c.g.NumRoutes())
		c.belowOr(i, "route", uint32(t.ToRoute.At(i)), c.g.NumRoutes())
		c.belowOr(i, "trip", uint32(t.FromTrip.At(i)), c.g.NumTrips())
		c.belowOr(i, "trip", uint32(t.ToTrip.At(i)), c.g.NumTrips())
	}
}

func checkPathways(c *checker) {
	t := &c.g.tables.Pathways
	c.sorted(t.From.Len(), func(i int) uint32 { return uint32(t.From.At(i)) })
	for i := range t.From.Len() {
		c.below(i, "stop", int(t.From.At(i)), c.g.NumStops())
		c.below(i, "stop", int(t.To.At(i)), c.g.NumStops())
	}
}

// checkStats checks the counts that inspect shows against the graph.
func checkStats(c *checker) {
	if c.g.file == nil {
		return
	}
	stats, edges := c.g.Meta().Stats, 0
	for range c.g.Edges() {
		edges++
	}
	if stats.Edges.Total != edges || stats.Vertices.Total != c.g.NumVertices() {
		c.problem(0, "%d vertices and %d edges counted, the graph has %d and %d", stats.Vertices.Total, stats.Edges.Total, c.g.NumVertices(), edges)
	}
}
