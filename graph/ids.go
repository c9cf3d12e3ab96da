package graph

import "graphbuild/facts"

// Ids are dense numbers within one graph file; they change from build to build. What stays are the ids of OSM and GTFS,
// which the graph looks up.
type (
	// VertexID numbers vertices: first the street vertices, in the order of a space-filling curve, then the stops, vertex
	// FirstStop+s being StopID s.
	VertexID uint32
	// PairID numbers edge pairs, sorted by From vertex, then To.
	PairID uint32
	// EdgeID numbers directed edges. Street edges come first: EdgeID 2*p+d is pair p in Direction d. The others (links,
	// pathways, transfers) follow.
	EdgeID uint32
	// FactsID is a row of the table of distinct edge facts.
	FactsID uint32
	// WayID is a row of the table of ways, not an OSM id.
	WayID uint32
	// RestrictionID is a row of the table of turn restrictions.
	RestrictionID uint32

	FeedID     uint32
	AgencyID   uint32
	StopID     uint32
	LevelID    uint32
	RouteID    uint32
	PatternID  uint32
	ProfileID  uint32
	TripID     uint32
	ServiceID  uint32
	DaySetID   uint32
	ShapeID    uint32
	CallsID    uint32
	AreaID     uint32
	FlexTripID uint32
)

// Edge returns the edge of a pair in a direction: Forward is that from its From vertex. NoPair has NoEdge.
func (p PairID) Edge(d facts.Direction) EdgeID {
	if p == NoPair {
		return NoEdge
	}
	return EdgeID(2*p) + EdgeID(d)
}

// Missing values of the id types.
const (
	NoVertex  VertexID  = 1<<32 - 1
	NoPair    PairID    = 1<<32 - 1
	NoEdge    EdgeID    = 1<<32 - 1
	NoWay     WayID     = 1<<32 - 1
	NoAgency  AgencyID  = 1<<32 - 1
	NoStop    StopID    = 1<<32 - 1
	NoLevel   LevelID   = 1<<32 - 1
	NoRoute   RouteID   = 1<<32 - 1
	NoPattern PatternID = 1<<32 - 1
	NoTrip    TripID    = 1<<32 - 1
	NoShape   ShapeID   = 1<<32 - 1
	NoCalls   CallsID   = 1<<32 - 1
	NoArea    AreaID    = 1<<32 - 1
	// NoNode is the OSM id of a vertex that no OSM node stands for, and of a file without OSM ids.
	NoNode int64 = -1 << 63
	// NoOSMID is the id of ways, relations and areas in a file without OSM ids.
	NoOSMID int64 = 0
)
