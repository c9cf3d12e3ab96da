package graph

import (
	"time"
)

// Trip is a handle of a trip.
type Trip struct {
	g  *Graph
	id TripID
}

// Trip returns the handle of a trip, detached when t is out of range.
func (g *Graph) Trip(t TripID) Trip {
	if int(t) >= g.NumTrips() {
		return Trip{}
	}
	return Trip{g, t}
}

// NumTrips returns the number of trips.
func (g *Graph) NumTrips() int { g.mustBeOpen(); return g.tables.Trips.Pattern.Len() }

// Graph returns the graph of the trip, nil when it is detached.
func (t Trip) Graph() *Graph { return t.g }

// Err returns ErrDetached when the trip belongs to no graph, else nil.
func (t Trip) Err() error { return attachedErr(t.g) }

// Number returns the row of the trip, NoTrip when it is detached.
func (t Trip) Number() TripID {
	if t.g == nil {
		return NoTrip
	}
	return t.id
}

// Feed returns the feed of the trip.
func (t Trip) Feed() FeedID { return t.Route().Feed() }

// ID returns the trip_id.
func (t Trip) ID() string {
	if t.g == nil {
		return ""
	}
	return t.g.trips().ID.At(int(t.id))
}

// Headsign returns the trip_headsign.
func (t Trip) Headsign() string {
	if t.g == nil {
		return ""
	}
	return t.g.trips().Headsign.At(int(t.id))
}

// ShortName returns the trip_short_name.
func (t Trip) ShortName() string {
	if t.g == nil {
		return ""
	}
	return t.g.trips().ShortName.At(int(t.id))
}

// Block returns the block_id: trips of one block run one after the other with the same vehicle.
func (t Trip) Block() string {
	if t.g == nil {
		return ""
	}
	return t.g.trips().Block.At(int(t.id))
}

// Wheelchair returns 0 unknown, 1 yes, 2 no.
func (t Trip) Wheelchair() uint8 {
	if t.g == nil {
		return 0
	}
	return t.g.trips().Wheelchair.At(int(t.id))
}

// Bikes returns 0 unknown, 1 allowed, 2 not.
func (t Trip) Bikes() uint8 {
	if t.g == nil {
		return 0
	}
	return t.g.trips().Bikes.At(int(t.id))
}

// Pattern returns the pattern of the trip.
func (t Trip) Pattern() Pattern {
	if t.g == nil {
		return Pattern{}
	}
	return t.g.Pattern(t.g.trips().Pattern.At(int(t.id)))
}

// Route returns the route of the trip.
func (t Trip) Route() Route { return t.Pattern().Route() }

// Service returns the days on which the trip runs.
func (t Trip) Service() Service {
	if t.g == nil {
		return Service{}
	}
	return t.g.Service(t.g.trips().Service.At(int(t.id)))
}

// StartS returns the departure from the first stop in seconds after the start of the service day.
func (t Trip) StartS() int32 {
	if t.g == nil {
		return 0
	}
	return t.g.trips().StartS.At(int(t.id))
}

// FrequencyOnly reports whether the trip only is the template of rows of frequencies.txt and does not run by itself.
func (t Trip) FrequencyOnly() bool {
	return t.g != nil && t.g.trips().FrequencyOnly.At(int(t.id)) != 0
}

func (g *Graph) trips() *Trips {
	g.mustBeOpen()
	return &g.tables.Trips
}

// StopTime is a call of a trip at a stop. Times are seconds after the start of the service day, and may be over a day.
type StopTime struct {
	Stop            StopID
	Sequence        uint32
	ArrivalS        int32
	DepartureS      int32
	Pickup, DropOff uint8 // as in GTFS: 0 regular, 1 none, 2 phone, 3 ask the driver
	Interpolated    bool  // the feed gives no time here
	Approximate     bool  // timepoint is 0
	// Headsign is the one that holds from here on, which may differ from that of the trip.
	Headsign string
	// ContinuousPickup and ContinuousDropOff tell whether one may board and alight along the way to the next stop: as in
	// GTFS, 0 yes, 1 no, 2 phone, 3 ask the driver.
	ContinuousPickup, ContinuousDropOff uint8
}

// Bits of Profiles.Interpolated.
const (
	interpolatedBit = 1 << 0
	approximateBit  = 1 << 1
)

// StopTimes returns the calls of the trip in order.
func (t Trip) StopTimes() []StopTime {
	if t.g == nil {
		return nil
	}
	prof, p := &t.g.tables.Profiles, t.Pattern()
	stops, start := p.AppendStops(nil), t.StartS()
	profile := int(t.Profile())
	if p.g == nil || profile >= prof.Run.Len() {
		return nil
	}
	arrival, departure := prof.Times(profile, nil, nil)
	seq := prof.Sequence.AppendRow(nil, profile)
	marks := prof.Interpolated.AppendRow(nil, profile)
	pickup := t.g.tables.Patterns.Pickup.AppendRow(nil, p.holder())
	dropOff := t.g.tables.Patterns.DropOff.AppendRow(nil, p.holder())
	said := t.calls()
	calls := make([]StopTime, min(len(stops), len(arrival)))
	for i := range calls {
		c := StopTime{Stop: stops[i], Sequence: or(seq, i, uint32(i+1)), ArrivalS: start + arrival[i]}
		c.DepartureS = start + departure[i]
		c.Pickup, c.DropOff = or(pickup, i, 0), or(dropOff, i, 0)
		mark := or(marks, i, 0)
		c.Interpolated, c.Approximate = mark&interpolatedBit != 0, mark&approximateBit != 0
		said.fill(&c, i)
		calls[i] = c
	}
	return calls
}

// or returns list[i], or otherwise when the list, which may be left out where it says nothing, is too short.
func or[T any](list []T, i int, otherwise T) T {
	if i < len(list) {
		return list[i]
	}
	return otherwise
}

// Frequency is a row of frequencies.txt: from StartS on and before EndS the trip starts every HeadwayS seconds.
type Frequency struct {
	StartS, EndS int32
	HeadwayS     uint32
	Exact        bool // by timetable, not about so often
}

// Frequencies returns the frequencies of the trip.
func (t Trip) Frequencies() []Frequency {
	if t.g == nil {
		return nil
	}
	t.g.mustBeOpen()
	f := &t.g.tables.Frequencies
	var list []Frequency
	i, _ := search(f.Trip.Len(), func(i int) TripID { return f.Trip.At(i) }, t.id)
	for ; i < f.Trip.Len() && f.Trip.At(i) == t.id; i++ {
		list = append(list, Frequency{f.StartS.At(i), f.EndS.At(i), f.HeadwayS.At(i), f.Exact.At(i) != 0})
	}
	return list
}

// DepartureUTC returns the instant at which the trip leaves its first stop on a service day. It fails where the zone
// of the agency is not known.
func (t Trip) DepartureUTC(d Day) (time.Time, error) {
	zone, err := t.Route().Agency().Location()
	if err != nil {
		return time.Time{}, err
	}
	return d.Start(zone).Add(time.Duration(t.StartS()) * time.Second).UTC(), nil
}

// ShapeID returns the shape of the trip and the offsets of its stops along it in decimetres; false where it has none.
func (t Trip) ShapeID() (ShapeID, []uint32, bool) {
	p := t.Pattern()
	if p.g == nil {
		return NoShape, nil, false
	}
	shape := p.g.patterns().Shape.At(p.holder())
	if int(shape) >= p.g.NumShapes() {
		return NoShape, nil, false
	}
	return shape, p.g.tables.Patterns.ShapeDM.AppendRow(nil, p.holder()), true
}
