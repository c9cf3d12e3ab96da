package graph

import "graphbuild/geometry"

// Values of Areas.Kind.
const (
	PolygonArea uint8 = 0
	GroupArea   uint8 = 1
)

// Area is where trips on demand stop: a polygon or a group of stops.
type Area struct {
	Feed    FeedID
	ID      string
	Name    string
	IsGroup bool
	Stops   []StopID           // of the group, or inside the polygon, ascending
	Rings   [][]geometry.Point // of the polygon; a point is inside where it is in an odd number of rings, or on one
}

// NumAreas returns the number of areas.
func (g *Graph) NumAreas() int { g.mustBeOpen(); return g.tables.Areas.ID.Len() }

// Area returns an area, the zero one when a is out of range.
func (g *Graph) Area(a AreaID) Area {
	if int(a) >= g.NumAreas() {
		return Area{}
	}
	t, i := &g.tables.Areas, int(a)
	x := Area{Feed: t.Feed.At(i), ID: t.ID.At(i), Name: t.Name.At(i), IsGroup: t.Kind.At(i) == GroupArea, Stops: t.Stops.AppendRow(nil, i)}
	lon, lat := t.Lon.AppendRow(nil, i), t.Lat.AppendRow(nil, i)
	for _, n := range t.Ring.AppendRow(nil, i) {
		ring := make([]geometry.Point, 0, min(int(n), len(lon), len(lat)))
		for k := range cap(ring) {
			ring = append(ring, geometry.Point{Lon: lon[k], Lat: lat[k]})
		}
		x.Rings, lon, lat = append(x.Rings, ring), lon[len(ring):], lat[len(ring):]
	}
	return x
}

// FlexTrip is a trip that stops in areas or within windows of time.
type FlexTrip struct {
	Feed     FeedID
	ID       string
	Route    Route
	Service  Service
	Headsign string
	Trip     Trip // the fixed part, detached where there is none
	Calls    []FlexCall
}

// FlexCall is a call of a FlexTrip, at a stop or in an area.
type FlexCall struct {
	Sequence        uint32
	Stop            StopID // NoStop where Area is given
	Area            AreaID // NoArea where Stop is given
	StartS, EndS    int32  // the window, or arrival and departure at a fixed stop; NoTime where none is given
	Pickup, DropOff uint8  // as in GTFS
	// PickupBooking and DropOffBooking are the booking_rule_id in the raw table booking_rules.txt of the feed.
	PickupBooking, DropOffBooking string
}

// NumFlexTrips returns the number of trips on demand.
func (g *Graph) NumFlexTrips() int { g.mustBeOpen(); return g.tables.FlexTrips.ID.Len() }

// FlexTrip returns a trip on demand, the zero one when f is out of range.
func (g *Graph) FlexTrip(f FlexTripID) FlexTrip {
	if int(f) >= g.NumFlexTrips() {
		return FlexTrip{}
	}
	t, c, i := &g.tables.FlexTrips, &g.tables.FlexCalls, int(f)
	x := FlexTrip{ID: t.ID.At(i), Route: g.Route(t.Route.At(i)), Service: g.Service(t.Service.At(i)), Headsign: t.Headsign.At(i), Trip: g.Trip(t.Trip.At(i))}
	x.Feed = x.Route.Feed()
	k, _ := search(c.Trip.Len(), func(k int) FlexTripID { return c.Trip.At(k) }, f)
	for ; k < c.Trip.Len() && c.Trip.At(k) == f; k++ {
		x.Calls = append(x.Calls, FlexCall{
			c.Sequence.At(k), c.Stop.At(k), c.Area.At(k), c.StartS.At(k), c.EndS.At(k), c.Pickup.At(k), c.DropOff.At(k),
			c.PickupBooking.At(k), c.DropOffBooking.At(k),
		})
	}
	return x
}

// FlexTripByID is StopByID for trips on demand.
func (g *Graph) FlexTripByID(name string) (FlexTripID, error) {
	g.mustBeOpen()
	t := &g.tables.FlexTrips
	row, err := g.find(idColumn{"trip", &g.lookup.flexTrip, &t.ID, func(i int) FeedID { return g.Route(t.Route.At(i)).Feed() }}, name)
	return FlexTripID(row), err
}

// AreaByID is StopByID for areas.
func (g *Graph) AreaByID(name string) (AreaID, error) {
	g.mustBeOpen()
	t := &g.tables.Areas
	row, err := g.find(idColumn{"area", &g.lookup.area, &t.ID, func(i int) FeedID { return t.Feed.At(i) }}, name)
	return AreaID(row), err
}

// AreasOf returns the areas that a stop is in, by number.
func (g *Graph) AreasOf(s StopID) []AreaID {
	var list []AreaID
	var stops []StopID
	for a := range g.NumAreas() {
		stops = g.tables.Areas.Stops.AppendRow(stops[:0], a)
		for _, x := range stops {
			if x == s {
				list = append(list, AreaID(a))
				break
			}
		}
	}
	return list
}

// FlexStats counts the trips on demand.
type FlexStats struct {
	Areas int `json:"areas"`
	Trips int `json:"trips"`
	// StopTimes are the calls in areas and within windows, and those of trips that have no fixed part: they are not among
	// the stop times of the timetable.
	StopTimes int `json:"stop_times"`
	// TripsWithoutTimes are those that have no fixed part.
	TripsWithoutTimes int `json:"trips_without_times"`
}

// countFlex returns nil where there is nothing on demand. calls are the numbers of calls of the profiles.
func countFlex(t *Tables, calls []int) *FlexStats {
	s := FlexStats{Areas: t.Areas.ID.Len(), Trips: t.FlexTrips.ID.Len(), StopTimes: t.FlexCalls.Trip.Len()}
	if s == (FlexStats{}) {
		return nil
	}
	for i := range s.Trips {
		trip := int(t.FlexTrips.Trip.At(i))
		if trip >= t.Trips.Profile.Len() {
			s.TripsWithoutTimes++
			continue
		}
		if p := int(t.Trips.Profile.At(trip)); p < len(calls) {
			s.StopTimes -= calls[p]
		}
	}
	return &s
}
