// Package facts is the vocabulary of streets that the reader of tags, the graph and the searches share: modes, road
// classes, types of vertices and edges, and the facts of one edge. Facts say what is there and who may use it, never what
// it costs: a router decides that. The package holds types alone and imports nothing of ours.
//
// The numbers of all constants are stored in graph files: they are permanent. New ones go to the end.
package facts

// Mode is a way of moving along an edge.
type Mode uint8

const (
	Walk Mode = iota
	Bike
	Car
	Bus
	HGV
	Wheelchair
	Emergency
	NumModes
)

// Modes is a set of modes, bit m standing for Mode m.
type Modes uint8

const (
	// NoModes is the empty set.
	NoModes Modes = 0
	// RoutedModes are the modes that searches offer by name.
	RoutedModes Modes = 1<<Walk | 1<<Bike | 1<<Car
	// AllModes is every mode.
	AllModes Modes = 1<<NumModes - 1
)

// ModesOf returns the set of the given modes.
func ModesOf(modes ...Mode) Modes {
	var s Modes
	for _, m := range modes {
		s |= 1 << m
	}
	return s
}

// Names returns the names of the modes in the set, in the order of their numbers.
func (s Modes) Names() []string {
	var names []string
	for m := range NumModes {
		if s.Has(m) {
			names = append(names, m.String())
		}
	}
	return names
}

// Has reports whether m is in the set.
func (s Modes) Has(m Mode) bool { return s>>m&1 != 0 }

// With returns the set and m.
func (s Modes) With(m Mode) Modes { return s | 1<<m }

// Without returns the set less m.
func (s Modes) Without(m Mode) Modes { return s &^ (1 << m) }

// Direction is one of the two ways along an edge pair.
type Direction uint8

const (
	// Forward runs from the pair's From vertex to its To vertex; in package tags it is the drawing direction of the way.
	Forward Direction = iota
	// Backward is the other one.
	Backward
)

// EdgeType is the permanent number of a type of edge.
type EdgeType uint8

// Types of edges. The first group shares the street tables, the second has tables of its own.
const (
	NoEdgeType EdgeType = iota
	Street
	Steps
	Ferry
	Elevator
	Area
	Escalator
	CarTrain
	_
	_
	_
	_
	_
	_
	_
	_
	Link            // 16: between a stop and an end of the street edge that it is tied to
	Pathway         // inside a station
	Transfer        // a walk between two stops
	BarrierCrossing // between the sides of a linear barrier
)

// VertexType is the permanent number of a type of vertex.
type VertexType uint8

const (
	NoVertexType VertexType = iota
	StreetVertex
	BarrierVertex
	ElevatorVertex
	ParkingVertex
	_
	_
	_
	TransitStop // 8
	Station
	Entrance
	PathwayNode
	BoardingArea
)

// Class is the road class, from the tag highway, or the kind of other way.
type Class uint8

const (
	NoClass Class = iota
	Motorway
	MotorwayLink
	Trunk
	TrunkLink
	Primary
	PrimaryLink
	Secondary
	SecondaryLink
	Tertiary
	TertiaryLink
	Unclassified
	Residential
	LivingStreet
	Service
	Track
	Road
	Pedestrian
	Footway
	Path
	Cycleway
	Bridleway
	StepsClass
	Corridor
	Platform
	ElevatorClass
	Busway
	FerryClass
	ShuttleTrain
	ServiceAisle    // service=parking_aisle
	ServiceDriveway // service=driveway
	ServiceAlley    // service=alley
	NumClasses
)

// Limited says why a mode may use an edge only to reach or leave a place on it, not to pass through. Zero is no limit.
type Limited uint8

const (
	Unlimited Limited = iota
	Destination
	Customers
	Delivery
	Permit
	Private
	Agricultural // agricultural, forestry
	Residents
)

// Speed is a speed in hundredths of a km/h, so that 25 mph is 4023. Zero is none.
type Speed uint16

// KMH returns the speed in km/h.
func (s Speed) KMH() float64 { return float64(s) / 100 }

// Flags are single-bit facts of an edge.
type Flags uint16

const (
	Roundabout Flags = 1 << iota
	Tunnel
	Bridge
	Toll
	Indoor
	Ford
	SpeedTagged // the speed comes from a tag, not from the class
	BikeLane    // a lane or track for bicycles on the road
	Unpaved
)

// Edge is what is known of an edge pair beyond its shape, length and name. It is comparable: a graph stores each distinct
// value once. The index of an array of two is the Direction.
type Edge struct {
	Type    EdgeType
	Class   Class
	Modes   [2]Modes
	Limited [2][3]Limited // by direction and Walk, Bike, Car
	Speed   [2]Speed      // for cars: the tagged limit, else the default of the class; zero where no car may ever go
	Flags   Flags
}

// Reverse returns the facts as seen from the other end.
func (e Edge) Reverse() Edge {
	e.Modes[0], e.Modes[1] = e.Modes[1], e.Modes[0]
	e.Limited[0], e.Limited[1] = e.Limited[1], e.Limited[0]
	e.Speed[0], e.Speed[1] = e.Speed[1], e.Speed[0]
	return e
}

// RestrictionKind is what a turn restriction says.
type RestrictionKind uint8

const (
	// No forbids the turn.
	No RestrictionKind = iota
	// Only forbids all other turns at the end of its From edge.
	Only
)
