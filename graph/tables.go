package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// Tables are all tables of a graph, detached: filled by package build to be written, or decoded from a file before a
// Graph takes them. The struct tags are the schema: name and unit of each column, and "hot" for those that a search
// touches, which the encoder keeps readable row by row in place.
type Tables struct {
	Meta         Meta
	Vertices     Vertices
	Access       VertexAccess
	Pairs        Pairs
	Facts        []facts.Edge
	Ways         Ways
	Conditions   Conditions
	Restrictions Restrictions
	Components   Components
	Attributes   Attributes
	Elevation    Elevation
	// Hierarchies are by Walk, Bike, Car.
	Hierarchies [3]Hierarchy
	StreetAreas StreetAreas
	Elevators   Elevators

	Feeds       Feeds
	Agencies    Agencies
	Levels      Levels
	Stops       Stops
	Routes      Routes
	Patterns    Patterns
	Profiles    Profiles
	Trips       Trips
	Services    Services
	Frequencies Frequencies
	Transfers   Transfers
	Pathways    Pathways
	Shapes      Shapes
	Links       Links
	// WalkTransfers are made by the build, Transfers come from feeds.
	WalkTransfers WalkTransfers

	Continuations Continuations
	Calls         Calls
	CallTexts     CallTexts
	Areas         Areas
	FlexTrips     FlexTrips
	FlexCalls     FlexCalls
	RawTables     RawTables
	RawColumns    RawColumns
	RawCells      RawCells

	Issues Issues

	owner *Graph // set once, by attach
}

// Meta is what the file says of itself: it is stored as a small JSON section of its own and is the provenance. It holds
// no clock, host or path.
type Meta struct {
	Builder string            // program and version
	Inputs  []Input           // sorted
	Config  map[string]string // the flags that change the output, by name
	Bounds  [4]float64        // west, south, east, north in degrees; of vertices and geometry
	// IssueCounts has the exact number of issues by code; the table Issues may hold fewer.
	IssueCounts map[string]int
	// Stats are the counts that inspect shows, by its names.
	Stats Stats
}

// OSMAttribution is the notice that the licence of OpenStreetMap data asks for.
const OSMAttribution = "© OpenStreetMap contributors, ODbL"

// Attribution returns the notice that goes with what is shown of the graph, empty where no map is in it.
func (m Meta) Attribution() string {
	for _, in := range m.Inputs {
		if in.Kind == InputOSM {
			return OSMAttribution
		}
	}
	return ""
}

// Kinds of inputs.
const (
	InputOSM  = "osm"
	InputGTFS = "gtfs"
)

// Input is one file that the graph was made from.
type Input struct {
	Kind         string `json:"kind"` // InputOSM or InputGTFS
	Name         string `json:"name"` // base name
	Label        string `json:"label,omitempty"`
	Bytes        int64  `json:"bytes"`
	SHA256       string `json:"sha256"`
	OSMTimestamp string `json:"osm_timestamp,omitempty"`
	FeedVersion  string `json:"feed_version,omitempty"`
}

// Stats are counted while the graph is written, so that inspect reads nothing else. The names in JSON are those that it prints.
type Stats struct {
	Vertices         VertexStats               `json:"vertices"`
	Edges            EdgeStats                 `json:"edges"`
	TurnRestrictions RestrictionStats          `json:"turn_restrictions"`
	Components       map[string]ComponentStats `json:"components"`
	Transit          *TransitStats             `json:"transit,omitempty"`
	// Degrees counts the street vertices by how many pairs meet there: 0, 1 and so on; the last by so many or more.
	Degrees []int `json:"degree_histogram,omitempty"`
	// Lengths counts the pairs by length: under 1 m, under 2 m, under 4 m and so on; the last all that are longer.
	Lengths []int `json:"length_histogram,omitempty"`
}

// VertexStats counts vertices.
type VertexStats struct {
	Total  int            `json:"total"`
	ByType map[string]int `json:"by_type"`
}

// EdgeStats counts directed edges that some mode may use.
type EdgeStats struct {
	Total   int            `json:"total"`
	ByType  map[string]int `json:"by_type"`
	ByMode  map[string]int `json:"by_mode"`
	LengthM float64        `json:"length_m"` // of street edges, each pair once
}

// RestrictionStats counts turn restrictions.
type RestrictionStats struct {
	Total       int `json:"total"`
	NodeVia     int `json:"node_via"`
	WayVia      int `json:"way_via"`
	Conditional int `json:"conditional"`
}

// ComponentStats counts the strongly connected components of one mode.
type ComponentStats struct {
	Count           int `json:"count"`
	LargestVertices int `json:"largest_vertices"`
}

// TransitStats counts the timetable. Days are YYYY-MM-DD.
type TransitStats struct {
	Feeds       int    `json:"feeds"`
	Agencies    int    `json:"agencies"`
	Stops       int    `json:"stops"`
	StopsLinked int    `json:"stops_linked"`
	Routes      int    `json:"routes"`
	Patterns    int    `json:"patterns"`
	Trips       int    `json:"trips"`
	StopTimes   int    `json:"stop_times"`
	Services    int    `json:"services"`
	FirstDay    string `json:"first_day,omitempty"`
	LastDay     string `json:"last_day,omitempty"`
	Transfers   int    `json:"transfers"`
	Pathways    int    `json:"pathways"`
	// BusiestDay is the first of the days with most trips, each row of trips.txt counting once.
	BusiestDay         string `json:"busiest_day,omitempty"`
	BusiestDayTrips    int    `json:"busiest_day_trips,omitempty"`
	DaysWithoutService int    `json:"days_without_service,omitempty"` // between FirstDay and LastDay
	// TripsByDay counts the trips of each day from FirstDay on, as BusiestDayTrips does, of at most three years.
	TripsByDay []int `json:"trips_by_day,omitempty"`
	// ContinuedTrips are pairs of trips between which riders may stay seated.
	ContinuedTrips int        `json:"continued_trips,omitempty"`
	Flex           *FlexStats `json:"flex,omitempty"`
	RawTables      int        `json:"raw_tables,omitempty"`
}

// Vertices are the street vertices, in the order of a space-filling curve.
type Vertices struct {
	Point  []geometry.Point
	NodeID encode.Col[int64] `col:"node_id,unit=osm node id,default=-9223372036854775808"`
}

// VertexAccess lists the street vertices at which not every mode may pass, or whose type is not StreetVertex, sorted by
// Vertex. A mode that is not in Pass may start and end at the vertex but not go through it.
type VertexAccess struct {
	Vertex encode.Col[VertexID]    `col:"vertex,hot"` // rising
	Pass   encode.Col[facts.Modes] `col:"pass,hot"`   // modes that may go through it; the others may start and end there
	// see Types of vertices; street vertices of type street stand here for pass alone
	Type encode.Col[facts.VertexType] `col:"type"`
}

// Pairs are the edge pairs: each is one stretch of street between two vertices, and stands for the two directed edges
// along it. From <= To; sorted by From, then To, then the order in which they were made. Forward is From to To.
type Pairs struct {
	From, To []VertexID
	LengthDM []uint32 // decimetres
	Facts    []FactsID
	Way      encode.Col[WayID]
	// Reversed is set where the way is drawn from To to From.
	Reversed []bool
	// InnerStart has one more row than pairs: the points of pair p between its ends, from From to To, are
	// Inner[InnerStart[p]:InnerStart[p+1]].
	InnerStart []uint32
	Inner      []geometry.Point
	// DurationS is a list of the pairs with a crossing time of their own (ferries), sorted by pair: as tagged, else by the speed of
	// the profile.
	DurationPair encode.Col[PairID] `col:"duration_pair,own"`
	DurationS    encode.Col[uint32] `col:"duration,unit=s,own"`
}

// Ways are the OSM ways that pairs come from, numbered by their first pair.
type Ways struct {
	ID   encode.Col[int64] `col:"way_id,unit=osm way id,default=0"` // of OSM; 0 in a lean file
	Name encode.Strings    `col:"name"`                             // name, else ref, else empty
}

// Conditions are access rules that hold at some times only, kept as text: see the OSM wiki, Conditional restrictions.
// Sorted by Way.
type Conditions struct {
	Way       encode.Col[WayID]           `col:"way"`       // rising
	Mode      encode.Col[facts.Mode]      `col:"mode"`      // number, see Modes
	Direction encode.Col[facts.Direction] `col:"direction"` // of drawing: 0 along, 1 against, 2 both
	Text      encode.Strings              `col:"text"`      // as in OSM: "no @ (Mo-Fr 07:00-09:00)"
}

// Restrictions are turn restrictions: after From and then all of Via, Kind says what holds for To. Via is empty where
// the via is a vertex, which is then the head of From. Sorted by From, then Via, then To.
type Restrictions struct {
	Relation  encode.Col[int64]                 `col:"relation_id,unit=osm relation id,default=0"` // of OSM; 0: none
	Kind      encode.Col[facts.RestrictionKind] `col:"kind"`                                       // 0: the turn is forbidden; 1: no other turn is allowed
	Modes     encode.Col[facts.Modes]           `col:"modes"`                                      // those it holds for, as bits
	From      encode.Col[EdgeID]                `col:"from,hot"`                                   // edge, rising
	Via       encode.List[EdgeID]               `col:"via"`                                        // edges between from and to; empty: the vertex where from ends
	To        encode.Col[EdgeID]                `col:"to"`                                         // edge
	Condition encode.Strings                    `col:"condition"`                                  // as in OSM: "(Mo-Fr 07:00-09:00)"; empty: always
}

// Components give, for each street vertex and each routed mode, its strongly connected component: 0 the largest, then
// by falling size; NoComponent where the mode has no edge.
type Components struct {
	Of [3][]uint32 // by Walk, Bike, Car
}

// NoComponent is the component of a vertex that no edge of the mode touches.
const NoComponent = 1<<32 - 1

// Issues are the samples of the problems found in the input: at most so many a code, the counts being in Meta.
type Issues struct {
	Code     encode.Strings     `col:"code"`                 // permanent, such as osm_way_missing_nodes
	Severity encode.Col[uint8]  `col:"severity"`             // 0 information, 1 warning, 2 error
	Message  encode.Strings     `col:"message"`              // what was expected and found
	Object   encode.Strings     `col:"object"`               // such as way/123; empty: none
	File     encode.Strings     `col:"file"`                 // of the input; empty: none
	Line     encode.Col[uint32] `col:"line"`                 // in the file; 0: none
	Lon      encode.Col[int32]  `col:"lon,unit=1e-7 degree"` // with Lat both at the smallest int32: none
	Lat      encode.Col[int32]  `col:"lat,unit=1e-7 degree"` // latitude
	Action   encode.Strings     `col:"action"`               // what was done about it
}
