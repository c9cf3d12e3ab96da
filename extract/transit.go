package extract

import (
	"graphbuild/encode"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// chooseTransit finds what calls in the area: patterns and trips on demand with a stop or area in it, with all their
// stops, and stops in it that nothing calls at. The rest is kept where it was never used, or still is.
func (x *extraction) chooseTransit() {
	t := x.t
	x.stop = make([]bool, t.Stops.ID.Len())
	for i := range x.stop {
		x.stop[i] = x.area.Contains(geometry.Point{Lon: t.Stops.Lon.At(i), Lat: t.Stops.Lat.At(i)})
	}
	inside := append([]bool(nil), x.stop...)
	x.chooseFlexAreas()
	x.chooseFlex(inside)
	x.choosePatterns(inside)
	x.keepStations()
	x.chooseRest()
	number[graph.StopID](x, x.stop)
	number[graph.PatternID](x, x.pattern)
	number[graph.TripID](x, x.trip)
	number[graph.RouteID](x, x.route)
	number[graph.ServiceID](x, x.service)
	number[graph.AgencyID](x, x.agency)
	number[graph.FeedID](x, x.feed)
	number[graph.LevelID](x, x.level)
	number[graph.ShapeID](x, x.shape)
	number[graph.ProfileID](x, x.profile)
	number[graph.AreaID](x, x.flexArea)
	number[graph.FlexTripID](x, x.flex)
}

// chooseFlexAreas keeps the areas that touch the area of the extract, or surround it, and the groups with a stop in it.
func (x *extraction) chooseFlexAreas() {
	t := &x.t.Areas
	x.flexArea = make([]bool, t.ID.Len())
	for i := range x.flexArea {
		if t.Kind.At(i) == graph.GroupArea {
			for _, s := range t.Stops.AppendRow(nil, i) {
				x.flexArea[i] = x.flexArea[i] || has(x.stop, s)
			}
			continue
		}
		lon, lat := t.Lon.AppendRow(nil, i), t.Lat.AppendRow(nil, i)
		polygon := Area{box: geometry.EmptyBox()}
		var rings [][]geometry.Point
		for _, n := range t.Ring.AppendRow(nil, i) {
			var ring []geometry.Point
			for k := range min(int(n), len(lon), len(lat)) {
				ring = append(ring, geometry.Point{Lon: lon[k], Lat: lat[k]})
			}
			lon, lat = lon[len(ring):], lat[len(ring):]
			rings = append(rings, ring)
			polygon.box.AddLine(ring)
		}
		polygon.addPolygon(rings...)
		polygon.indexEdges()
		x.flexArea[i] = x.area.meets(polygon)
	}
}

// meets reports whether two areas have a place in common.
func (a Area) meets(b Area) bool {
	for _, e := range b.edges {
		if a.Contains(e.from) || a.crosses(e.from, e.to) {
			return true
		}
	}
	for i, e := range a.edges {
		if isFirst := i == 0 || a.edges[i-1].polygon != e.polygon; isFirst && b.Contains(e.from) {
			return true
		}
	}
	return false
}

// has reports whether a row is there and kept.
func has[T ~uint32](kept []bool, id T) bool { return uint64(id) < uint64(len(kept)) && kept[id] }

// keep keeps a row that is there.
func keep[T ~uint32](kept []bool, id T) {
	if uint64(id) < uint64(len(kept)) {
		kept[id] = true
	}
}

// chooseFlex keeps the trips on demand that call in the area, and all where they call.
func (x *extraction) chooseFlex(inside []bool) {
	c := &x.t.FlexCalls
	x.flex = make([]bool, x.t.FlexTrips.ID.Len())
	area := append([]bool(nil), x.flexArea...)
	for i := range c.Trip.Len() {
		if has(inside, c.Stop.At(i)) || has(area, c.Area.At(i)) {
			keep(x.flex, c.Trip.At(i))
		}
	}
	for i := range c.Trip.Len() {
		if has(x.flex, c.Trip.At(i)) {
			keep(x.stop, c.Stop.At(i))
			keep(x.flexArea, c.Area.At(i))
		}
	}
}

// choosePatterns keeps the patterns with a stop inside, and those of the trips on demand, with their trips and stops.
func (x *extraction) choosePatterns(inside []bool) {
	t := x.t
	x.pattern = make([]bool, t.Patterns.Route.Len())
	for i := range x.pattern {
		for _, s := range t.Patterns.Stop.AppendRow(nil, x.holder(i)) {
			x.pattern[i] = x.pattern[i] || has(inside, s)
		}
	}
	for i, k := range x.flex {
		if trip := int(t.FlexTrips.Trip.At(i)); k && trip < t.Trips.Pattern.Len() {
			keep(x.pattern, t.Trips.Pattern.At(trip))
		}
	}
	for i, k := range x.pattern {
		if k {
			x.pattern[x.holder(i)] = true // which lies before i
		}
	}
	for i, k := range x.pattern {
		if k {
			for _, s := range t.Patterns.Stop.AppendRow(nil, x.holder(i)) {
				keep(x.stop, s)
			}
		}
	}
	x.trip = make([]bool, t.Trips.Pattern.Len())
	for i := range x.trip {
		x.trip[i] = has(x.pattern, t.Trips.Pattern.At(i))
	}
}

// holder returns the pattern that has the stops of a pattern.
func (x *extraction) holder(pattern int) int {
	as := &x.t.Patterns.As
	if as.Len() == 0 || int(as.At(pattern)) >= len(x.pattern) {
		return pattern
	}
	return int(as.At(pattern))
}

// keepStations keeps stations whole: with a stop its station, with a station its entrances, platforms and nodes.
func (x *extraction) keepStations() {
	parent := x.t.Stops.Parent.Slice()
	for again := true; again; {
		again = false
		for s, p := range parent {
			if uint64(p) < uint64(len(x.stop)) && x.stop[s] != x.stop[p] {
				x.stop[s], x.stop[p], again = true, true, true
			}
		}
	}
}

// chooseRest keeps of the other tables what is still in use.
func (x *extraction) chooseRest() {
	t := x.t
	routes, services := newUsage(t.Routes.ID.Len()), newUsage(t.Services.DaySet.Len())
	by(routes, t.Patterns.Route.At, x.pattern)
	by(routes, t.FlexTrips.Route.At, x.flex)
	by(services, t.Trips.Service.At, x.trip)
	by(services, t.FlexTrips.Service.At, x.flex)
	x.route, x.service = routes.kept(), services.kept()
	agencies, levels, shapes := newUsage(t.Agencies.ID.Len()), newUsage(t.Levels.ID.Len()), newUsage(t.Shapes.ID.Len())
	by(agencies, t.Routes.Agency.At, x.route)
	by(levels, t.Stops.Level.At, x.stop)
	by(shapes, t.Patterns.Shape.At, x.pattern)
	x.agency, x.level, x.shape = agencies.kept(), levels.kept(), shapes.kept()
	profiles, feeds := newUsage(t.Profiles.Run.Len()), newUsage(t.Feeds.Label.Len())
	by(profiles, t.Trips.Profile.At, x.trip)
	x.profile = profiles.kept()
	for _, u := range []struct {
		feed *encode.Col[graph.FeedID]
		kept []bool
	}{{&t.Stops.Feed, x.stop}, {&t.Routes.Feed, x.route}, {&t.Areas.Feed, x.flexArea}} {
		by(feeds, u.feed.At, u.kept)
	}
	x.feed = feeds.kept()
	x.dropFeeds()
}

// dropFeeds leaves out what of a feed that is gone had not been in use.
func (x *extraction) dropFeeds() {
	t := x.t
	for _, u := range []struct {
		feed *encode.Col[graph.FeedID]
		kept []bool
	}{{&t.Agencies.Feed, x.agency}, {&t.Levels.Feed, x.level}, {&t.Shapes.Feed, x.shape}, {&t.Services.Feed, x.service}} {
		for i := range u.kept {
			u.kept[i] = u.kept[i] && has(x.feed, u.feed.At(i))
		}
	}
}

// cutTransit cuts the tables of the timetable.
func (x *extraction) cutTransit() {
	t := x.t
	x.cutRaw()
	x.cutShapes()
	x.cutGroups()
	for _, c := range []struct {
		table any
		kept  []bool
	}{
		{&t.Feeds, x.feed}, {&t.Agencies, x.agency}, {&t.Levels, x.level}, {&t.Stops, x.stop}, {&t.Routes, x.route},
		{&t.Patterns, x.pattern}, {&t.Profiles, x.profile}, {&t.Trips, x.trip}, {&t.Areas, x.flexArea}, {&t.FlexTrips, x.flex},
	} {
		x.cutTable(c.table, c.kept)
	}
	x.cutServices()
	for _, c := range []struct {
		table any
		rows  int
	}{
		{&t.Frequencies, t.Frequencies.Trip.Len()}, {&t.Transfers, t.Transfers.Type.Len()}, {&t.Pathways, t.Pathways.From.Len()},
		{&t.Links, t.Links.Stop.Len()}, {&t.WalkTransfers, t.WalkTransfers.From.Len()}, {&t.Continuations, t.Continuations.From.Len()},
		{&t.FlexCalls, t.FlexCalls.Trip.Len()},
	} {
		x.cutRelated(c.table, c.rows)
	}
}

// cutServices cuts services; their day sets, which have rows of their own, stay.
func (x *extraction) cutServices() {
	days, first := x.t.Services.Days, x.t.Services.FirstDay
	x.t.Services.Days, x.t.Services.FirstDay = encode.List[uint64]{}, encode.Col[int32]{}
	x.cutTable(&x.t.Services, x.service)
	if len(x.service) == 0 || x.t.Services.ID.Len() > 0 {
		x.t.Services.Days, x.t.Services.FirstDay = days, first
	}
}

// cutGroups takes the stops that are gone from the lists of areas.
func (x *extraction) cutGroups() {
	old := x.t.Areas.Stops
	var out encode.List[graph.StopID]
	for i := range old.Len() {
		var kept []graph.StopID
		for _, s := range old.AppendRow(nil, i) {
			if has(x.stop, s) {
				kept = append(kept, s)
			}
		}
		out.Append(kept...)
	}
	x.t.Areas.Stops = out
}

// cutShapes keeps shapes with their points.
func (x *extraction) cutShapes() {
	t := &x.t.Shapes
	old := *t
	list := rows(x.shape)
	if len(list) == len(x.shape) {
		x.renumber(t)
		return
	}
	t.Feed.Select(list)
	t.ID.Select(list)
	t.Start, t.Point = []uint32{0}, nil
	for _, i := range list {
		t.Point = append(t.Point, old.Point[old.Start[i]:old.Start[i+1]]...)
		t.Start = append(t.Start, uint32(len(t.Point)))
	}
	x.renumber(t)
}

// cutRaw keeps the raw files of the feeds that are kept, whole.
func (x *extraction) cutRaw() {
	t := x.t
	kept := make([]bool, t.RawTables.Name.Len())
	var column, cell []bool
	for i := range kept {
		kept[i] = has(x.feed, t.RawTables.Feed.At(i))
		for range t.RawTables.Columns.At(i) {
			column = append(column, kept[i])
			for range t.RawTables.Rows.At(i) {
				cell = append(cell, kept[i])
			}
		}
	}
	x.cutTable(&t.RawTables, kept)
	if len(column) == t.RawColumns.Name.Len() && len(cell) == t.RawCells.Text.Len() {
		selectRows(&t.RawColumns, column)
		selectRows(&t.RawCells, cell)
	}
}
