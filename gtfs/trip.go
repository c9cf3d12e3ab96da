package gtfs

import lib "github.com/jamespfennell/gtfs"

// NoDirection is the direction of a trip that gives none.
const NoDirection = 2

// Trip is a row of trips.txt.
type Trip struct {
	ID         string
	Route      RouteIndex
	Service    ServiceIndex
	Shape      ShapeIndex
	Headsign   string
	ShortName  string
	Block      string
	Direction  uint8 // 0, 1 or NoDirection
	Wheelchair lib.WheelchairBoarding
	Bikes      lib.BikesAllowed
	Cars       uint8 // as bikes: 0 unknown, 1 allowed, 2 not
	// FrequencyOnly marks a trip that frequencies.txt names: it does not run by itself.
	FrequencyOnly bool
	Line          int
}

type tripColumns struct {
	id, route, service, shape, headsign, short, block, direction, wheelchair, bikes, cars column
}

func (r *reader) readTrips() error {
	t, err := r.open("trips.txt", "route_id", "service_id", "trip_id")
	if t == nil {
		return err
	}
	c := tripColumns{
		id: t.column("trip_id"), route: t.column("route_id"), service: t.column("service_id"), shape: t.column("shape_id"),
		headsign: t.column("trip_headsign"), short: t.column("trip_short_name"), block: t.column("block_id"),
		direction: t.column("direction_id"), wheelchair: t.column("wheelchair_accessible"), bikes: t.column("bikes_allowed"),
		cars: t.column("cars_allowed"),
	}
	t.keyed("trip", c.id)
	for t.next() {
		s, ok := id(t, c.id, r.trips)
		if !ok {
			continue
		}
		trip, ok := r.trip(t, &c)
		if !ok {
			r.droppedTrips[s] = true
			continue
		}
		trip.ID = s
		r.trips[s] = TripIndex(len(r.feed.Trips))
		r.feed.Trips = append(r.feed.Trips, trip)
	}
	return t.close()
}

func (r *reader) trip(t *table, c *tripColumns) (Trip, bool) {
	route, ok := lookup(r.routes, t.bytes(c.route))
	if !ok {
		t.drop("gtfs_unknown_route", c.route, "is not in routes.txt")
		return Trip{}, false
	}
	service, ok := lookup(r.services, t.bytes(c.service))
	if !ok {
		t.drop("gtfs_unknown_service", c.service, "is not in calendar.txt or calendar_dates.txt")
		return Trip{}, false
	}
	return Trip{
		Route: route, Service: service, Shape: r.shapeOf(t, c.shape), Headsign: t.shared(c.headsign), ShortName: t.text(c.short),
		Block: t.shared(c.block), Direction: t.enum(c.direction, 1, NoDirection), Line: t.s.line,
		Wheelchair: lib.WheelchairBoarding(t.enum(c.wheelchair, 2, 0)), Bikes: lib.BikesAllowed(t.enum(c.bikes, 2, 0)),
		Cars: t.enum(c.cars, 2, 0),
	}, true
}

func (r *reader) shapeOf(t *table, c column) ShapeIndex {
	b := t.bytes(c)
	if len(b) == 0 {
		return NoShape
	}
	i, ok := lookup(r.shapes, b)
	if !ok {
		t.repair("gtfs_unknown_shape", c, "is not in shapes.txt", "trip left without shape")
		return NoShape
	}
	return i
}
