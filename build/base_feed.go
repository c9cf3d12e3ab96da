package build

import (
	"cmp"
	"slices"

	lib "github.com/jamespfennell/gtfs"

	"graphbuild/graph"
	"graphbuild/gtfs"
)

// newBaseFeed reads the rows of a feed back from a graph.
func newBaseFeed(g *graph.Graph, shapes graph.Shapes, id graph.FeedID) *baseFeed {
	b := &baseFeed{g: g, shapes: shapes, id: id, index: map[graph.TripID]gtfs.TripIndex{}}
	t := g.Unpacked()
	b.agency = spanOf(t.Agencies.ID.Len(), t.Agencies.Feed.At, id)
	b.level = spanOf(t.Levels.ID.Len(), t.Levels.Feed.At, id)
	b.stop = spanOf(t.Stops.ID.Len(), t.Stops.Feed.At, id)
	b.route = spanOf(t.Routes.ID.Len(), t.Routes.Feed.At, id)
	b.service = spanOf(t.Services.ID.Len(), t.Services.Feed.At, id)
	b.shape = spanOf(shapes.ID.Len(), shapes.Feed.At, id)
	b.pattern = spanOf(t.Patterns.Route.Len(), func(i int) graph.FeedID { return t.Routes.Feed.At(int(t.Patterns.Route.At(i))) }, id)
	b.readInfo()
	b.readNetwork(t)
	b.readServices()
	b.readTrips(t)
	b.readReferences(t)
	b.readFlex(t)
	b.readRaw()
	return b
}

func (b *baseFeed) readInfo() {
	x := b.g.Feed(b.id)
	b.Label, b.Name = x.Label, x.Label
	b.Info = gtfs.Info{
		Publisher: x.Publisher, Lang: x.Lang, FeedID: x.FeedID, Version: x.Version, PublisherURL: x.PublisherURL,
		DefaultLang: x.DefaultLang, StartDate: x.StartDate, EndDate: x.EndDate, ContactEmail: x.ContactEmail, ContactURL: x.ContactURL,
	}
}

func (b *baseFeed) readNetwork(t *graph.Tables) {
	for i := range b.agency.n {
		a := b.g.Agency(graph.AgencyID(b.agency.first + i))
		c := a.Contact()
		b.Agencies = append(b.Agencies, gtfs.Agency{
			ID: a.ID(), Name: a.Name(), URL: c.URL, Timezone: a.Timezone(), Lang: c.Lang, Phone: c.Phone, FareURL: c.FareURL, Email: c.Email,
		})
	}
	for i := range b.level.n {
		row := b.level.first + i
		b.Levels = append(b.Levels, gtfs.Level{ID: t.Levels.ID.At(row), Name: t.Levels.Name.At(row), Index: t.Levels.Index.At(row)})
	}
	for i := range b.stop.n {
		b.Stops = append(b.Stops, b.readStop(t, b.stop.first+i))
	}
	for i := range b.route.n {
		b.Routes = append(b.Routes, b.readRoute(t, b.route.first+i))
	}
}

func (b *baseFeed) readStop(t *graph.Tables, row int) gtfs.Stop {
	s := &t.Stops
	x := b.g.Stop(graph.StopID(row))
	out := gtfs.Stop{
		ID: x.ID(), Code: x.Code(), Name: x.Name(), Platform: x.Platform(), Timezone: s.Timezone.At(row), Point: x.Point(),
		Type: lib.StopType(x.LocationType()), Parent: index[gtfs.StopIndex](b.stop, s.Parent.At(row)),
		Level: index[gtfs.LevelIndex](b.level, s.Level.At(row)), Wheelchair: lib.WheelchairBoarding(x.Wheelchair()),
	}
	if more := (gtfs.StopText{Description: x.Description(), URL: x.URL(), Zone: x.Zone(), SpokenName: x.SpokenName()}); more != (gtfs.StopText{}) {
		out.More = &more
	}
	return out
}

func (b *baseFeed) readRoute(t *graph.Tables, row int) gtfs.Route {
	x := b.g.Route(graph.RouteID(row))
	pickup, dropOff := x.Continuous()
	return gtfs.Route{
		ID: x.ID(), Agency: index[gtfs.AgencyIndex](b.agency, t.Routes.Agency.At(row)), ShortName: x.ShortName(), LongName: x.LongName(),
		Type: x.Type(), Color: x.Color(), TextColor: x.TextColor(), Description: x.Description(), URL: x.URL(), SortOrder: x.SortOrder(),
		Network: x.Network(), ContinuousPickup: pickup, ContinuousDropOff: dropOff,
	}
}

// readServices takes each service as the days on which it runs.
func (b *baseFeed) readServices() {
	for i := range b.service.n {
		s := b.g.Service(graph.ServiceID(b.service.first + i))
		_, id := s.ID()
		x := gtfs.Service{ID: id}
		for d := range s.Days() {
			x.Added = append(x.Added, gtfs.Day(d))
		}
		b.Services = append(b.Services, x)
	}
}

func (b *baseFeed) readTrips(t *graph.Tables) {
	for p := range b.pattern.n {
		first, n := b.g.Pattern(graph.PatternID(b.pattern.first + p)).Trips()
		for id := first; id < first+graph.TripID(n); id++ {
			b.addTrip(t, id)
		}
	}
	for i := range t.FlexTrips.ID.Len() {
		if trip := t.FlexTrips.Trip.At(i); trip == graph.NoTrip && b.owns(t.FlexTrips.Route.At(i)) {
			b.trips = append(b.trips, graph.NoTrip)
			b.Trips = append(b.Trips, gtfs.Trip{
				ID: t.FlexTrips.ID.At(i), Route: index[gtfs.RouteIndex](b.route, t.FlexTrips.Route.At(i)),
				Service: index[gtfs.ServiceIndex](b.service, t.FlexTrips.Service.At(i)), Shape: gtfs.NoShape, Headsign: t.FlexTrips.Headsign.At(i),
			})
		}
	}
}

func (b *baseFeed) owns(r graph.RouteID) bool {
	return index[gtfs.RouteIndex](b.route, r) != gtfs.NoRoute
}

func (b *baseFeed) addTrip(t *graph.Tables, id graph.TripID) {
	x := b.g.Trip(id)
	b.index[id] = gtfs.TripIndex(len(b.Trips))
	b.trips = append(b.trips, id)
	b.Trips = append(b.Trips, gtfs.Trip{
		ID: x.ID(), Route: index[gtfs.RouteIndex](b.route, x.Route().Number()), Service: index[gtfs.ServiceIndex](b.service, t.Trips.Service.At(int(id))),
		Shape: gtfs.NoShape, Headsign: x.Headsign(), ShortName: x.ShortName(), Block: x.Block(), Direction: x.Pattern().Direction(),
		Wheelchair: lib.WheelchairBoarding(x.Wheelchair()), Bikes: lib.BikesAllowed(x.Bikes()), Cars: x.Cars(), FrequencyOnly: x.FrequencyOnly(),
	})
}

// tripIndex returns the number within the feed of a trip.
func (b *baseFeed) tripIndex(id graph.TripID) gtfs.TripIndex {
	if i, ok := b.index[id]; ok {
		return i
	}
	return gtfs.NoTrip
}

func (b *baseFeed) readReferences(t *graph.Tables) {
	for i := range t.Frequencies.Trip.Len() {
		f := &t.Frequencies
		if trip := b.tripIndex(f.Trip.At(i)); trip != gtfs.NoTrip {
			b.Frequencies = append(b.Frequencies, gtfs.Frequency{
				Trip: trip, StartS: f.StartS.At(i), EndS: f.EndS.At(i), HeadwayS: f.HeadwayS.At(i), Exact: lib.ExactTimes(f.Exact.At(i)),
			})
		}
	}
	for i := range t.Transfers.Type.Len() {
		x := &t.Transfers
		row := gtfs.Transfer{
			FromStop: index[gtfs.StopIndex](b.stop, x.FromStop.At(i)), ToStop: index[gtfs.StopIndex](b.stop, x.ToStop.At(i)),
			FromRoute: index[gtfs.RouteIndex](b.route, x.FromRoute.At(i)), ToRoute: index[gtfs.RouteIndex](b.route, x.ToRoute.At(i)),
			FromTrip: b.tripIndex(x.FromTrip.At(i)), ToTrip: b.tripIndex(x.ToTrip.At(i)), Type: lib.TransferType(x.Type.At(i)), MinS: x.MinS.At(i),
		}
		if row.FromStop != gtfs.NoStop || row.FromRoute != gtfs.NoRoute || row.FromTrip != gtfs.NoTrip {
			b.Transfers = append(b.Transfers, row)
		}
	}
	for i := range t.Pathways.From.Len() {
		p := &t.Pathways
		if p.Feed.At(i) == b.id {
			b.Pathways = append(b.Pathways, gtfs.Pathway{
				ID: p.ID.At(i), From: index[gtfs.StopIndex](b.stop, p.From.At(i)), To: index[gtfs.StopIndex](b.stop, p.To.At(i)),
				Mode: gtfs.PathwayMode(p.Mode.At(i)), Bidirectional: p.Bidirectional.At(i) != 0, LengthM: float64(p.LengthDM.At(i)) / 10,
				TraversalS: int32(p.TraversalS.At(i)), Stairs: p.Stairs.At(i),
			})
		}
	}
}

func (b *baseFeed) readFlex(t *graph.Tables) {
	areas := spanOf(t.Areas.ID.Len(), t.Areas.Feed.At, b.id)
	for i := range areas.n {
		b.Areas = append(b.Areas, b.readArea(b.g.Area(graph.AreaID(areas.first+i))))
	}
	byID := map[string]gtfs.TripIndex{}
	for i := range b.Trips {
		byID[b.Trips[i].ID] = gtfs.TripIndex(i)
	}
	for f := range t.FlexTrips.ID.Len() {
		if !b.owns(t.FlexTrips.Route.At(f)) {
			continue
		}
		x := b.g.FlexTrip(graph.FlexTripID(f))
		for _, c := range x.Calls {
			b.FlexCalls = append(b.FlexCalls, gtfs.FlexCall{
				Trip: byID[x.ID], Sequence: c.Sequence, Stop: index[gtfs.StopIndex](b.stop, c.Stop), Area: index[gtfs.AreaIndex](areas, c.Area),
				StartS: c.StartS, EndS: c.EndS, Flags: gtfs.StopTimeFlags(c.Pickup&3 | c.DropOff&3<<2), PickupBooking: c.PickupBooking, DropOffBooking: c.DropOffBooking,
			})
		}
	}
}

func (b *baseFeed) readArea(x graph.Area) gtfs.Area {
	a := gtfs.Area{ID: x.ID, Name: x.Name, IsGroup: x.IsGroup, Rings: x.Rings}
	for _, s := range x.Stops {
		if x.IsGroup {
			a.Stops = append(a.Stops, index[gtfs.StopIndex](b.stop, s))
		}
	}
	return a
}

func (b *baseFeed) readRaw() {
	for _, t := range b.g.RawTables() {
		if t.Feed != b.id {
			continue
		}
		x := gtfs.RawTable{Name: t.Name, Columns: t.Columns, Rows: t.Rows, Cells: make([][]string, len(t.Columns))}
		for c := range t.Columns {
			for row := range t.Rows {
				x.Cells[c] = append(x.Cells[c], t.At(row, c))
			}
		}
		b.Raw = append(b.Raw, x)
	}
}

// addBaseShapes takes the shapes of a base as they are.
func (f *feedAdder) addBaseShapes() {
	t, b := &f.t.Shapes, f.base
	if len(t.Start) == 0 {
		t.Start = append(t.Start, 0)
	}
	for i := b.shape.first; i < b.shape.first+b.shape.n; i++ {
		t.Feed.Append(f.id)
		t.ID.Append(b.shapes.ID.At(i))
		t.Point = append(t.Point, b.shapes.Point[b.shapes.Start[i]:b.shapes.Start[i+1]]...)
		t.Start = append(t.Start, uint32(len(t.Point)))
	}
	f.firstShape = t.ID.Len() - b.shape.n
}

// addBaseTrips takes the patterns and the trips of a base, the trips in the order of their ids.
func (f *feedAdder) addBaseTrips() {
	first := f.addBasePatterns()
	b := f.base
	t := b.g.Unpacked()
	f.trips = make([]graph.TripID, len(f.Trips))
	profiles := map[graph.ProfileID]uint32{}
	for _, i := range byID(f.Trips, func(t *gtfs.Trip) string { return t.ID }) {
		f.trips[i] = graph.NoTrip
		if b.trips[i] == graph.NoTrip {
			continue
		}
		row := int(b.trips[i])
		profile, ok := profiles[t.Trips.Profile.At(row)]
		if !ok {
			profile = f.profile(f.baseCalls(t, int(t.Trips.Profile.At(row))))
			profiles[t.Trips.Profile.At(row)] = profile
		}
		f.transitAdder.trips = append(f.transitAdder.trips, tripRow{
			pattern: first + t.Trips.Pattern.At(row) - graph.PatternID(b.pattern.first), profile: profile, startS: t.Trips.StartS.At(row),
			feed: f.id, trip: gtfs.TripIndex(i), calls: f.baseWords(t, row),
		})
	}
}

// addBasePatterns returns the number of the first.
func (f *feedAdder) addBasePatterns() graph.PatternID {
	b, to := f.base, &f.t.Patterns
	t := b.g.Unpacked()
	first := graph.PatternID(to.Route.Len())
	for i := b.pattern.first; i < b.pattern.first+b.pattern.n; i++ {
		from := &t.Patterns
		holder := graph.PatternID(i)
		if from.As.Len() > 0 {
			holder = from.As.At(i)
		}
		to.Route.Append(f.routes[index[gtfs.RouteIndex](b.route, from.Route.At(i))])
		to.Direction.Append(from.Direction.At(i))
		stops := from.Stop.AppendRow(nil, int(holder))
		for k, s := range stops {
			stops[k] = f.stops[index[gtfs.StopIndex](b.stop, s)]
		}
		to.Stop.Append(stops...)
		to.Pickup.Append(from.Pickup.AppendRow(nil, int(holder))...)
		to.DropOff.Append(from.DropOff.AppendRow(nil, int(holder))...)
		shape := from.Shape.At(i)
		if s := index[gtfs.ShapeIndex](b.shape, shape); s != gtfs.NoShape {
			shape = graph.ShapeID(f.firstShape) + graph.ShapeID(s)
		}
		to.Shape.Append(shape)
		to.ShapeDM.Append(from.ShapeDM.AppendRow(nil, int(holder))...)
		f.as = append(f.as, first+holder-graph.PatternID(b.pattern.first))
	}
	return first
}

// baseCalls returns the times of a profile as the calls of a trip that starts at 0.
func (f *feedAdder) baseCalls(t *graph.Tables, profile int) []call {
	arrival, departure := t.Profiles.Times(profile, nil, nil)
	marks, sequence := t.Profiles.Interpolated.AppendRow(nil, profile), t.Profiles.Sequence.AppendRow(nil, profile)
	calls := make([]call, len(arrival))
	for k := range calls {
		c := call{arrivalS: arrival[k], departureS: departure[k], sequence: uint32(k + 1)}
		if len(sequence) > 0 {
			c.sequence = sequence[k]
		}
		if len(marks) > 0 {
			c.interpolated = marks[k]&1 != 0
			c.flags = gtfs.StopTimeFlags(marks[k] >> 1 & 1 << 4)
		}
		calls[k] = c
	}
	return calls
}

// baseWords returns the number of what a trip says of its calls.
func (f *feedAdder) baseWords(t *graph.Tables, trip int) graph.CallsID {
	if trip >= t.Trips.Calls.Len() || t.Trips.Calls.At(trip) == graph.NoCalls {
		return graph.NoCalls
	}
	row := int(t.Trips.Calls.At(trip))
	headsign := t.Calls.Headsign.AppendRow(nil, row)
	pickup, dropOff := t.Calls.ContinuousPickup.AppendRow(nil, row), t.Calls.ContinuousDropOff.AppendRow(nil, row)
	words := make([]gtfs.CallWords, max(len(headsign), len(pickup), len(dropOff)))
	for k := range words {
		if len(headsign) > 0 && headsign[k] > 0 {
			words[k].Headsign = t.CallTexts.Text.At(int(headsign[k] - 1))
		}
		if len(pickup) > 0 {
			words[k].ContinuousPickup = pickup[k]
		}
		if len(dropOff) > 0 {
			words[k].ContinuousDropOff = dropOff[k]
		}
	}
	return f.lists.add(words)
}

// sortedFeeds returns the feeds that are read and those of the base, by label.
func (r *run) sortedFeeds(read []*gtfs.Feed) (feeds []*gtfs.Feed, bases map[*gtfs.Feed]*baseFeed) {
	bases = map[*gtfs.Feed]*baseFeed{}
	feeds = slices.Clone(read)
	for _, b := range r.kept {
		bases[&b.Feed] = b
		feeds = append(feeds, &b.Feed)
	}
	slices.SortFunc(feeds, func(a, b *gtfs.Feed) int { return cmp.Compare(a.Label, b.Label) })
	return feeds, bases
}
