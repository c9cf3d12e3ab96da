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

// Input is one file that the graph was made from.
type Input struct {
	Kind         string `json:"kind"` // osm or gtfs
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
	// Special marks vertices that stand in a sparse table or in a turn restriction, so that a search looks there only for
	// these. It is set when the tables are written.
}

// VertexAccess lists the street vertices at which not every mode may pass, or whose type is not StreetVertex, sorted by
// Vertex. A mode that is not in Pass may start and end at the vertex but not go through it.
type VertexAccess struct {
	Vertex encode.Col[VertexID]         `col:"vertex,hot"`
	Pass   encode.Col[facts.Modes]      `col:"pass,hot"`
	Type   encode.Col[facts.VertexType] `col:"type"`
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
	// DurationS is a list of the pairs with a tagged crossing time (ferries), sorted by pair.
	DurationPair encode.Col[PairID] `col:"duration_pair,own"`
	DurationS    encode.Col[uint32] `col:"duration,unit=s,own"`
}

// Ways are the OSM ways that pairs come from, numbered by their first pair.
type Ways struct {
	ID   encode.Col[int64] `col:"way_id,unit=osm way id,default=0"`
	Name encode.Strings    `col:"name"` // name, else ref, else empty
}

// Conditions are access rules that hold at some times only, kept as text: see the OSM wiki, Conditional restrictions.
// Sorted by Way.
type Conditions struct {
	Way       encode.Col[WayID]           `col:"way"`
	Mode      encode.Col[facts.Mode]      `col:"mode"`
	Direction encode.Col[facts.Direction] `col:"direction"` // drawing direction; 2 is both
	Text      encode.Strings              `col:"text"`      // "no @ (Mo-Fr 07:00-09:00)"
}

// Restrictions are turn restrictions: after From and then all of Via, Kind says what holds for To. Via is empty where
// the via is a vertex, which is then the head of From. Sorted by From, then Via, then To.
type Restrictions struct {
	Relation  encode.Col[int64]                 `col:"relation_id,unit=osm relation id,default=0"`
	Kind      encode.Col[facts.RestrictionKind] `col:"kind"`
	Modes     encode.Col[facts.Modes]           `col:"modes"`
	From      encode.Col[EdgeID]                `col:"from,hot"`
	Via       encode.List[EdgeID]               `col:"via"`
	To        encode.Col[EdgeID]                `col:"to"`
	Condition encode.Strings                    `col:"condition"` // empty: always
}

// Components give, for each street vertex and each routed mode, its strongly connected component: 0 the largest, then
// by falling size; NoComponent where the mode has no edge.
type Components struct {
	Of [3][]uint32 // by Walk, Bike, Car
}

// NoComponent is the component of a vertex that no edge of the mode touches.
const NoComponent = 1<<32 - 1

// Feeds are the GTFS feeds, sorted by label.
type Feeds struct {
	Label     encode.Strings `col:"label"`
	FeedID    encode.Strings `col:"feed_id"`
	Publisher encode.Strings `col:"publisher"`
	Lang      encode.Strings `col:"lang"`
	Version   encode.Strings `col:"version"`
	// The columns below are empty where no row has a value.
	PublisherURL encode.Strings `col:"publisher_url,default="`
	DefaultLang  encode.Strings `col:"default_lang,default="`
	StartDate    encode.Strings `col:"start_date,default="` // as the feed says: YYYYMMDD
	EndDate      encode.Strings `col:"end_date,default="`
	ContactEmail encode.Strings `col:"contact_email,default="`
	ContactURL   encode.Strings `col:"contact_url,default="`
}

// Agencies are sorted by feed, then id.
type Agencies struct {
	Feed     encode.Col[FeedID] `col:"feed"`
	ID       encode.Strings     `col:"agency_id"`
	Name     encode.Strings     `col:"name"`
	URL      encode.Strings     `col:"url"`
	Timezone encode.Strings     `col:"timezone"`
	// The columns below are empty where no row has a value.
	Lang    encode.Strings `col:"lang,default="`
	Phone   encode.Strings `col:"phone,default="`
	FareURL encode.Strings `col:"fare_url,default="`
	Email   encode.Strings `col:"email,default="`
}

// Levels are sorted by feed, then id.
type Levels struct {
	Feed  encode.Col[FeedID] `col:"feed"`
	ID    encode.Strings     `col:"level_id"`
	Name  encode.Strings     `col:"name"`
	Index encode.Col[int32]  `col:"index,unit=1/100 level"`
}

// Stops are all rows of stops.txt that are kept, sorted by feed, then id.
type Stops struct {
	Feed         encode.Col[FeedID]  `col:"feed"`
	ID           encode.Strings      `col:"stop_id"`
	Code         encode.Strings      `col:"code"`
	Name         encode.Strings      `col:"name"`
	Lon          encode.Col[int32]   `col:"lon,unit=1e-7 degree"`
	Lat          encode.Col[int32]   `col:"lat,unit=1e-7 degree"`
	LocationType encode.Col[uint8]   `col:"location_type"` // 0 stop, 1 station, 2 entrance, 3 node, 4 boarding area
	Parent       encode.Col[StopID]  `col:"parent"`
	Level        encode.Col[LevelID] `col:"level"`
	Platform     encode.Strings      `col:"platform"`
	Timezone     encode.Strings      `col:"timezone"`
	Wheelchair   encode.Col[uint8]   `col:"wheelchair"` // 0 unknown, 1 yes, 2 no, inherited from the parent
	// The columns below are empty where no row has a value.
	Description encode.Strings `col:"description,default="`
	URL         encode.Strings `col:"url,default="`
	Zone        encode.Strings `col:"zone_id,default="` // of fares
	SpokenName  encode.Strings `col:"tts_name,default="`
	// Same is the first stop of the group of those of several feeds that are taken as one place, NoStop where it is alone.
	Same encode.Col[StopID] `col:"same_as,default=4294967295"`
}

// Routes are sorted by feed, then id.
type Routes struct {
	Feed      encode.Col[FeedID]   `col:"feed"`
	ID        encode.Strings       `col:"route_id"`
	Agency    encode.Col[AgencyID] `col:"agency"`
	ShortName encode.Strings       `col:"short_name"`
	LongName  encode.Strings       `col:"long_name"`
	Type      encode.Col[uint16]   `col:"type"`  // the number in the feed, basic or extended
	Color     encode.Col[uint32]   `col:"color"` // 0xRRGGBB
	TextColor encode.Col[uint32]   `col:"text_color"`
	// The columns below are empty where no row has a value.
	Description encode.Strings     `col:"description,default="`
	URL         encode.Strings     `col:"url,default="`
	SortOrder   encode.Col[uint32] `col:"sort_order,default=4294967295"` // NoSortOrder: none given
	// ContinuousPickup and ContinuousDropOff are as in GTFS, 1 (none) where left out: along the whole route, unless Calls
	// say otherwise.
	ContinuousPickup  encode.Col[uint8] `col:"continuous_pickup,default=1"`
	ContinuousDropOff encode.Col[uint8] `col:"continuous_drop_off,default=1"`
	Network           encode.Strings    `col:"network_id,default="` // of fares
}

// NoSortOrder is the sort order of a route that gives none.
const NoSortOrder = 1<<32 - 1

// Patterns are runs of trips of one route and direction with the same stops, boarding rules and shape, of which none
// overtakes another: of two trips of a pattern, the one with the smaller number is never later at any stop. They are
// numbered by the first trip, in id order, of those that have all but the times in common, then by the first trip in the
// order of trips.
type Patterns struct {
	Route     encode.Col[RouteID] `col:"route,hot"`
	Direction encode.Col[uint8]   `col:"direction"` // 0, 1; 2 is none given
	Stop      encode.List[StopID] `col:"stop,hot"`
	Pickup    encode.List[uint8]  `col:"pickup"`   // GTFS pickup_type a stop; an empty list: all 0
	DropOff   encode.List[uint8]  `col:"drop_off"` // likewise
	// ShapeDM are the offsets of the stops along the shape of the trips, empty where there is none.
	Shape   encode.Col[ShapeID] `col:"shape"`
	ShapeDM encode.List[uint32] `col:"shape_offset,unit=dm"`
	// As is the pattern, itself or an earlier one, that holds Stop, Pickup, DropOff and ShapeDM for this one, where they
	// are empty. Without rows, every pattern holds its own.
	As encode.Col[PatternID] `col:"as,hot,default=row"`
}

// Profiles are distinct running times, shared by trips, also of other patterns with as many stops. Times are in seconds
// after the start of the trip, which is the departure from its first stop (so that the first arrival may be negative).
type Profiles struct {
	// Run are the times from the departure before to the arrival at each stop. That to the first stop is to be added to
	// the start and is what the vehicle waits there, negative; 0 mostly.
	Run encode.List[int32] `col:"run,unit=s"`
	// Dwell are the times from arrival to departure; an empty list: all 0, and the first time of Run is 0 too.
	Dwell encode.List[int32] `col:"dwell,unit=s"`
	// Interpolated has bit 0 for a time that the feed does not give, bit 1 where timepoint is 0; an empty list: all 0.
	Interpolated encode.List[uint8] `col:"interpolated"`
	// Sequence are the stop_sequence values; an empty list: 1, 2, 3...
	Sequence encode.List[uint32] `col:"sequence"`
}

// Trips are sorted by pattern, then start, then times, then id.
type Trips struct {
	Pattern    encode.Col[PatternID] `col:"pattern,hot"`
	StartS     encode.Col[int32]     `col:"start,unit=s after noon minus 12 h,hot"`
	Profile    encode.Col[ProfileID] `col:"profile,hot"`
	Service    encode.Col[ServiceID] `col:"service,hot"`
	ID         encode.Strings        `col:"trip_id"`
	Headsign   encode.Strings        `col:"headsign"`
	ShortName  encode.Strings        `col:"short_name"`
	Block      encode.Strings        `col:"block_id"`
	Wheelchair encode.Col[uint8]     `col:"wheelchair"`
	Bikes      encode.Col[uint8]     `col:"bikes"`
	// FrequencyOnly is 1 for the template of frequencies.txt, which does not run by itself.
	FrequencyOnly encode.Col[uint8] `col:"frequency_only"`
	// The columns below are empty where no row has a value.
	Cars  encode.Col[uint8]   `col:"cars,default=0"`           // 0 unknown, 1 allowed, 2 not
	Calls encode.Col[CallsID] `col:"calls,default=4294967295"` // NoCalls: nothing to say
}

// Services are sorted by feed, then id; a day set is shared by all services with the same days.
type Services struct {
	Feed   encode.Col[FeedID]   `col:"feed"`
	ID     encode.Strings       `col:"service_id"`
	DaySet encode.Col[DaySetID] `col:"day_set,hot"`
	// Days are the day sets: 64-bit words, bit i of the set being day FirstDay+i, without zero words at the end.
	Days encode.List[uint64] `col:"days,hot,own"`
	// FirstDay is the number of days from 1970-01-01 to bit 0 of every day set; one row.
	FirstDay encode.Col[int32] `col:"first_day,unit=days after 1970-01-01,own"`
}

// Frequencies are rows of frequencies.txt, sorted by trip, then start.
type Frequencies struct {
	Trip     encode.Col[TripID] `col:"trip,hot"`
	StartS   encode.Col[int32]  `col:"start,unit=s,hot"`
	EndS     encode.Col[int32]  `col:"end,unit=s,hot"`
	HeadwayS encode.Col[uint32] `col:"headway,unit=s,hot"`
	Exact    encode.Col[uint8]  `col:"exact,hot"`
}

// Transfers are rows of transfers.txt. Missing ends are NoStop, NoRoute, NoTrip. Sorted by FromStop and the rest.
type Transfers struct {
	FromStop  encode.Col[StopID]  `col:"from_stop,hot"`
	ToStop    encode.Col[StopID]  `col:"to_stop,hot"`
	FromRoute encode.Col[RouteID] `col:"from_route"`
	ToRoute   encode.Col[RouteID] `col:"to_route"`
	FromTrip  encode.Col[TripID]  `col:"from_trip"`
	ToTrip    encode.Col[TripID]  `col:"to_trip"`
	Type      encode.Col[uint8]   `col:"type"`
	MinS      encode.Col[int32]   `col:"min_time,unit=s"` // -1: none given
}

// Pathways are rows of pathways.txt, sorted by From, then id.
type Pathways struct {
	Feed          encode.Col[FeedID] `col:"feed"`
	ID            encode.Strings     `col:"pathway_id"`
	From          encode.Col[StopID] `col:"from"`
	To            encode.Col[StopID] `col:"to"`
	Mode          encode.Col[uint8]  `col:"mode"` // 1 walkway ... 7 exit gate
	Bidirectional encode.Col[uint8]  `col:"bidirectional"`
	LengthDM      encode.Col[uint32] `col:"length,unit=dm"`
	TraversalS    encode.Col[uint32] `col:"traversal,unit=s"` // given, else by mode and length
	Stairs        encode.Col[int32]  `col:"stairs"`
}

// Shapes are the shapes of feeds, each point once.
type Shapes struct {
	Feed  encode.Col[FeedID] `col:"feed"`
	ID    encode.Strings     `col:"shape_id"`
	Start []uint32           // one more row than shapes
	Point []geometry.Point
}

// Links tie stops to streets: a stop is tied to a place on an edge pair. Sorted by Stop, then Pair.
type Links struct {
	Stop       encode.Col[StopID]      `col:"stop,hot"`
	Pair       encode.Col[PairID]      `col:"pair,hot"`
	OffsetDM   encode.Col[uint32]      `col:"offset,unit=dm from From,hot"`
	DistanceDM encode.Col[uint32]      `col:"distance,unit=dm,hot"`
	Modes      encode.Col[facts.Modes] `col:"modes,hot"`
}

// Continuations tie trips that one vehicle runs one after the other, so that riders may stay seated: trips of a block with
// days in common, and transfers of type 4. They hold on the days on which both run. Sorted by From, then To.
type Continuations struct {
	From encode.Col[TripID] `col:"from_trip"`
	To   encode.Col[TripID] `col:"to_trip"`
	// DaysLater is 1 where To runs on the service day after that of From.
	DaysLater encode.Col[uint8] `col:"days_later"`
	Explicit  encode.Col[uint8] `col:"explicit"` // 1: by a transfer of type 4; 0: by the block
}

// Calls are what some trips say of their calls beyond the times: distinct lists, one value a call, shared by trips. An
// empty list says nothing.
type Calls struct {
	Headsign          encode.List[uint32] `col:"headsign"`            // row of CallTexts plus 1; 0: that of the trip
	ContinuousPickup  encode.List[uint8]  `col:"continuous_pickup"`   // as in GTFS plus 1; 0: that of the route
	ContinuousDropOff encode.List[uint8]  `col:"continuous_drop_off"` // likewise
}

// CallTexts are the distinct headsigns of calls.
type CallTexts struct {
	Text encode.Strings `col:"text"`
}

// Areas are where trips on demand stop: polygons of locations.geojson and groups of stops, sorted by feed, then id.
type Areas struct {
	Feed encode.Col[FeedID] `col:"feed"`
	ID   encode.Strings     `col:"area_id"`
	Name encode.Strings     `col:"name"`
	Kind encode.Col[uint8]  `col:"kind"` // 0 polygon, 1 group of stops
	// Stops are the stops of the group, or those inside the polygon.
	Stops encode.List[StopID] `col:"stops"`
	// Ring are the numbers of points of each ring. A point is in the area where it is in an odd number of rings.
	Ring encode.List[uint32] `col:"ring"`
	Lon  encode.List[int32]  `col:"lon,unit=1e-7 degree"` // of the points of all rings
	Lat  encode.List[int32]  `col:"lat,unit=1e-7 degree"`
}

// FlexTrips are the trips that stop in areas or within windows of time, sorted by feed, then id.
type FlexTrips struct {
	ID       encode.Strings        `col:"trip_id"`
	Route    encode.Col[RouteID]   `col:"route"`
	Service  encode.Col[ServiceID] `col:"service"`
	Headsign encode.Strings        `col:"headsign"`
	// Trip is the trip with those calls that have a stop and times, NoTrip where there are fewer than two.
	Trip encode.Col[TripID] `col:"trip"`
}

// FlexCalls are all calls of FlexTrips, sorted by trip, then sequence.
type FlexCalls struct {
	Trip     encode.Col[FlexTripID] `col:"flex_trip"`
	Sequence encode.Col[uint32]     `col:"sequence"`
	Stop     encode.Col[StopID]     `col:"stop"` // NoStop where Area is given
	Area     encode.Col[AreaID]     `col:"area"` // NoArea where Stop is given
	// StartS and EndS are the window, or arrival and departure; NoTime: none given.
	StartS         encode.Col[int32] `col:"start,unit=s after noon minus 12 h"`
	EndS           encode.Col[int32] `col:"end,unit=s after noon minus 12 h"`
	Pickup         encode.Col[uint8] `col:"pickup"` // as in GTFS
	DropOff        encode.Col[uint8] `col:"drop_off"`
	PickupBooking  encode.Strings    `col:"pickup_booking_rule_id"` // in the raw table booking_rules.txt
	DropOffBooking encode.Strings    `col:"drop_off_booking_rule_id"`
}

// NoTime is the time of a call that has none.
const NoTime = -1 << 31

// RawTables are files of feeds that are kept as they are: fares, translations, attributions and so on. Sorted by feed,
// then name.
type RawTables struct {
	Feed    encode.Col[FeedID] `col:"feed"`
	Name    encode.Strings     `col:"file"`
	Rows    encode.Col[uint32] `col:"rows"`
	Columns encode.Col[uint32] `col:"columns"`
}

// RawColumns are the names of the columns of RawTables, one after the other.
type RawColumns struct {
	Name encode.Strings `col:"name"`
}

// RawCells are the values of RawColumns: all rows of the first column, then those of the next.
type RawCells struct {
	Text encode.Strings `col:"text"`
}

// Issues are the samples of the problems found in the input: at most so many a code, the counts being in Meta.
type Issues struct {
	Code     encode.Strings     `col:"code"`
	Severity encode.Col[uint8]  `col:"severity"`
	Message  encode.Strings     `col:"message"`
	Object   encode.Strings     `col:"object"`
	File     encode.Strings     `col:"file"`
	Line     encode.Col[uint32] `col:"line"`
	Lon      encode.Col[int32]  `col:"lon,unit=1e-7 degree"` // with Lat both at the smallest int32: none
	Lat      encode.Col[int32]  `col:"lat,unit=1e-7 degree"`
	Action   encode.Strings     `col:"action"`
}
