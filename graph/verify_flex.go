package graph

func checkContinuations(c *checker) {
	t := &c.g.tables.Continuations
	c.sorted(t.From.Len(), func(i int) uint32 { return uint32(t.From.At(i)) })
	for i := range t.From.Len() {
		c.below(i, "trip", int(t.From.At(i)), c.g.NumTrips())
		c.below(i, "trip", int(t.To.At(i)), c.g.NumTrips())
		c.below(i, "days later", int(t.DaysLater.At(i)), 2)
	}
}

// checkCalls checks that what trips say of their calls fits them.
func checkCalls(c *checker) {
	t, texts := &c.g.tables.Calls, c.g.tables.CallTexts.Text.Len()
	for i := range t.Headsign.Len() {
		for _, n := range t.Headsign.AppendRow(nil, i) {
			c.below(i, "headsign", int(n), texts+1)
		}
	}
	trips, of := &c.g.tables.Trips, &c.g.tables.Trips.Calls
	for i := range min(of.Len(), c.g.NumTrips()) {
		row := of.At(i)
		if row == NoCalls || !c.below(i, "calls of trip", int(row), t.Headsign.Len()) {
			continue
		}
		stops := len(c.g.Pattern(trips.Pattern.At(i)).AppendStops(nil))
		for _, n := range []int{len(t.Headsign.AppendRow(nil, int(row))), len(t.ContinuousPickup.AppendRow(nil, int(row))), len(t.ContinuousDropOff.AppendRow(nil, int(row)))} {
			c.fits(i, "values", n, stops)
		}
	}
}

func checkFlexAreas(c *checker) {
	t := &c.g.tables.Areas
	for i := range c.g.NumAreas() {
		c.below(i, "feed", int(t.Feed.At(i)), c.g.NumFeeds())
		for _, s := range t.Stops.AppendRow(nil, i) {
			c.below(i, "stop", int(s), c.g.NumStops())
		}
		points, corners := len(t.Lon.AppendRow(nil, i)), 0
		for _, n := range t.Ring.AppendRow(nil, i) {
			corners += int(n)
		}
		if lat := len(t.Lat.AppendRow(nil, i)); corners != points || lat != points {
			c.problem(i, "%d longitudes and %d latitudes for %d corners", points, lat, corners)
		}
		for _, ring := range c.g.Area(AreaID(i)).Rings {
			for _, p := range ring {
				if !p.Valid() {
					c.problem(i, "position %v is not on earth", p)
				}
			}
		}
	}
}

func checkFlexTrips(c *checker) {
	t := &c.g.tables.FlexTrips
	for i := range c.g.NumFlexTrips() {
		c.below(i, "route", int(t.Route.At(i)), c.g.NumRoutes())
		c.below(i, "service", int(t.Service.At(i)), c.g.NumServices())
		c.belowOr(i, "trip", uint32(t.Trip.At(i)), c.g.NumTrips())
	}
}

func checkFlexCalls(c *checker) {
	t := &c.g.tables.FlexCalls
	c.sorted(t.Trip.Len(), func(i int) uint32 { return uint32(t.Trip.At(i)) })
	for i := range t.Trip.Len() {
		c.below(i, "trip", int(t.Trip.At(i)), c.g.NumFlexTrips())
		c.belowOr(i, "stop", uint32(t.Stop.At(i)), c.g.NumStops())
		c.belowOr(i, "area", uint32(t.Area.At(i)), c.g.NumAreas())
		if (t.Stop.At(i) == NoStop) == (t.Area.At(i) == NoArea) {
			c.problem(i, "stop %d and area %d: expected one of them", t.Stop.At(i), t.Area.At(i))
		}
	}
}

func checkRawTables(c *checker) {
	t := &c.g.tables.RawTables
	columns, cells := 0, 0
	for i := range t.Name.Len() {
		c.below(i, "feed", int(t.Feed.At(i)), c.g.NumFeeds())
		columns += int(t.Columns.At(i))
		cells += int(t.Columns.At(i)) * int(t.Rows.At(i))
	}
	if n := c.g.tables.RawColumns.Name.Len(); n != columns {
		c.problem(0, "%d columns, expected %d", n, columns)
	}
	if n := c.g.tables.RawCells.Text.Len(); n != cells {
		c.problem(0, "%d values, expected %d", n, cells)
	}
}
