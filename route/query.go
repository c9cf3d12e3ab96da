package route

import (
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// DefaultSnapM is how far the ends of a query may lie from a street, in metres, when the query does not say.
const DefaultSnapM = 200

// MaxSnapM is the largest such distance that a query may ask for, in metres.
const MaxSnapM = 100_000

// bearingTolerance is how far, in degrees, the direction of travel may be off the bearing of a query.
const bearingTolerance = 45

// Query asks for the fastest route between two positions.
type Query struct {
	From, To geometry.Point
	Mode     facts.Mode // Walk, Bike or Car
	// Wheelchair asks, with mode Walk, for a route on which a wheelchair gets along: only by edges and past barriers that let
	// it through. Hierarchies are of no use for it.
	Wheelchair bool
	SnapM      float64 // how far the ends may be from a street, in metres; 0 is DefaultSnapM
	Nearest    bool    // the ends stay on their nearest streets, also where these are part of an island
	// FromPlaces and ToPlaces are the ends where they are known already, from Search.Snap; nil: they are found by the fields
	// above and the bearings.
	FromPlaces, ToPlaces []Place
	// FromBearing and ToBearing are the directions of travel at the ends, in degrees clockwise from north; nil is any.
	FromBearing, ToBearing *float64
	// Shortest asks for the shortest route in place of the fastest.
	Shortest bool
	// Costs are other costs than time by which the route is to be the best; nil is the fastest. See Router.NewCosts.
	Costs *Costs
	// NoHierarchy has the query answered by A* also where the file has a hierarchy for the mode. The answer costs the same.
	NoHierarchy bool
	// Depart is when the trip begins, by the wall clock of the place; the zone of the Time does not matter. It decides
	// which conditional turn restrictions and access rules hold, for the whole trip. The zero Time is none: no conditional
	// rule is applied then, but for restrictions that hold always save at some times.
	Depart time.Time
}

// Status says how a query ended.
type Status uint8

const (
	// OK is a route.
	OK Status = iota
	// NoRoute: both ends lie on streets, but none leads from one to the other.
	NoRoute
	// NoSnap: an end has no street for the mode within reach.
	NoSnap
	// BadRequest: the query makes no sense.
	BadRequest
)

// String returns the name of the status in answers: ok, no_route, no_snap, bad_request.
func (s Status) String() string {
	return [...]string{"ok", "no_route", "no_snap", "bad_request"}[s]
}

// Answer is the result of a query. It owns its memory.
type Answer struct {
	Status    Status
	Error     string // what is wrong, where Status is not OK
	DistanceM float64
	DurationS float64
	Legs      []Leg
	// FromMoved and ToMoved tell that an end was taken from its nearest street, part of an island, to the nearest of the mainland:
	// see Search.Route.
	FromMoved, ToMoved bool
}

// Leg is a part of a route in one mode.
type Leg struct {
	Mode      facts.Mode
	DistanceM float64
	DurationS float64
	Geometry  []geometry.Point // at least two points
	Steps     []Step
	Edges     []graph.EdgeID // in travel order; the first and the last may be used in part
	// Stretches are one for each of Edges, and their lengths and times add up to those of the leg. Walks of journeys by transit,
	// parts of which have no edge, have none.
	Stretches []Stretch
}

// Stretch is what a leg takes of an edge.
type Stretch struct {
	Edge      graph.EdgeID
	From, To  float64 // the portions of the edge at which it begins and ends
	DistanceM float64
	DurationS float64 // with the ride in an elevator at the end of the edge
	Point     int     // index in Leg.Geometry of its first point
}

// Step is the stretch of a leg along one way: adjacent edges of the same way are joined.
type Step struct {
	Way         graph.WayID
	OSMWayID    int64 // of OSM; see HasOSMWayID
	HasOSMWayID bool  // false in a graph without OSM ids
	Name        string
	DistanceM   float64
	DurationS   float64
}
