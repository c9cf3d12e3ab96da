package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// Feeds are the GTFS feeds, sorted by label.
type Feeds struct {
	Label        encode.Strings `col:"label"`                  // by which people call the feed; unique
	FeedID       encode.Strings `col:"feed_id"`                // feed_info.feed_id
	Publisher    encode.Strings `col:"publisher"`              // feed_info.feed_publisher_name
	Lang         encode.Strings `col:"lang"`                   // feed_info.feed_lang
	Version      encode.Strings `col:"version"`                // feed_info.feed_version
	PublisherURL encode.Strings `col:"publisher_url,default="` // feed_info.feed_publisher_url
	DefaultLang  encode.Strings `col:"default_lang,default="`  // feed_info.default_lang
	StartDate    encode.Strings `col:"start_date,default="`    // as the feed says: YYYYMMDD
	EndDate      encode.Strings `col:"end_date,default="`      // likewise
	ContactEmail encode.Strings `col:"contact_email,default="` // feed_info.feed_contact_email
	ContactURL   encode.Strings `col:"contact_url,default="`   // feed_info.feed_contact_url
}

// Agencies are sorted by feed, then id.
type Agencies struct {
	Feed     encode.Col[FeedID] `col:"feed"`              // row of feeds
	ID       encode.Strings     `col:"agency_id"`         // as in GTFS; may be empty
	Name     encode.Strings     `col:"name"`              // agency_name
	URL      encode.Strings     `col:"url"`               // agency_url
	Timezone encode.Strings     `col:"timezone"`          // agency_timezone, such as America/New_York
	Lang     encode.Strings     `col:"lang,default="`     // agency_lang
	Phone    encode.Strings     `col:"phone,default="`    // agency_phone
	FareURL  encode.Strings     `col:"fare_url,default="` // agency_fare_url
	Email    encode.Strings     `col:"email,default="`    // agency_email
}

// Levels are sorted by feed, then id.
type Levels struct {
	Feed  encode.Col[FeedID] `col:"feed"`                   // row of feeds
	ID    encode.Strings     `col:"level_id"`               // as in GTFS
	Name  encode.Strings     `col:"name"`                   // level_name
	Index encode.Col[int32]  `col:"index,unit=1/100 level"` // level_index: 0 is the ground, negative below
}

// Stops are all rows of stops.txt that are kept, sorted by feed, then id.
type Stops struct {
	Feed         encode.Col[FeedID]  `col:"feed"`                 // row of feeds
	ID           encode.Strings      `col:"stop_id"`              // as in GTFS
	Code         encode.Strings      `col:"code"`                 // stop_code
	Name         encode.Strings      `col:"name"`                 // stop_name
	Lon          encode.Col[int32]   `col:"lon,unit=1e-7 degree"` // with lat both 0: none
	Lat          encode.Col[int32]   `col:"lat,unit=1e-7 degree"` // latitude
	LocationType encode.Col[uint8]   `col:"location_type"`        // 0 stop, 1 station, 2 entrance, 3 node, 4 boarding area
	Parent       encode.Col[StopID]  `col:"parent"`               // row of this table: the station, of a boarding area the stop; 2^32-1: none
	Level        encode.Col[LevelID] `col:"level"`                // row of levels; 2^32-1: none
	Platform     encode.Strings      `col:"platform"`             // platform_code
	Timezone     encode.Strings      `col:"timezone"`             // stop_timezone
	Wheelchair   encode.Col[uint8]   `col:"wheelchair"`           // 0 unknown, 1 yes, 2 no, inherited from the parent
	Description  encode.Strings      `col:"description,default="` // stop_desc
	URL          encode.Strings      `col:"url,default="`         // stop_url
	Zone         encode.Strings      `col:"zone_id,default="`     // of fares
	SpokenName   encode.Strings      `col:"tts_name,default="`    // tts_stop_name, for screen readers
	// Same is the row of the first stop of the group of those that are taken as one place, also of several feeds; NoStop where the
	// stop is alone.
	Same encode.Col[StopID] `col:"same_as,default=4294967295"`
}

// Routes are sorted by feed, then id.
type Routes struct {
	Feed        encode.Col[FeedID]   `col:"feed"`                          // row of feeds
	ID          encode.Strings       `col:"route_id"`                      // as in GTFS
	Agency      encode.Col[AgencyID] `col:"agency"`                        // row of agencies; 2^32-1: none
	ShortName   encode.Strings       `col:"short_name"`                    // route_short_name
	LongName    encode.Strings       `col:"long_name"`                     // route_long_name
	Type        encode.Col[uint16]   `col:"type"`                          // the number in the feed, basic or extended
	Color       encode.Col[uint32]   `col:"color"`                         // 0xRRGGBB
	TextColor   encode.Col[uint32]   `col:"text_color"`                    // 0xRRGGBB
	Description encode.Strings       `col:"description,default="`          // route_desc
	URL         encode.Strings       `col:"url,default="`                  // route_url
	SortOrder   encode.Col[uint32]   `col:"sort_order,default=4294967295"` // route_sort_order; NoSortOrder: none given
	// ContinuousPickup and ContinuousDropOff are as in GTFS, 1 (none) where left out: along the whole route, unless table calls
	// say otherwise.
	ContinuousPickup  encode.Col[uint8] `col:"continuous_pickup,default=1"`
	ContinuousDropOff encode.Col[uint8] `col:"continuous_drop_off,default=1"` // likewise
	Network           encode.Strings    `col:"network_id,default="`           // of fares
}

// NoSortOrder is the sort order of a route that gives none.
const NoSortOrder = 1<<32 - 1

// Patterns are runs of trips of one route and direction with the same stops, boarding rules and shape, of which none
// overtakes another: of two trips of a pattern, the one with the smaller number is never later at any stop. They are
// numbered by the first trip, in id order, of those that have all but the times in common, then by the first trip in the
// order of trips.
type Patterns struct {
	Route     encode.Col[RouteID] `col:"route,hot"` // row of routes
	Direction encode.Col[uint8]   `col:"direction"` // 0, 1; 2 is none given
	Stop      encode.List[StopID] `col:"stop,hot"`  // rows of stops, in the order of the trips
	Pickup    encode.List[uint8]  `col:"pickup"`    // GTFS pickup_type a stop; an empty list: all 0
	DropOff   encode.List[uint8]  `col:"drop_off"`  // likewise
	Shape     encode.Col[ShapeID] `col:"shape"`     // row of shapes; 2^32-1: none
	// ShapeDM are the offsets of the stops along the shape, empty where there is none.
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
	Pattern encode.Col[PatternID] `col:"pattern,hot"` // row of patterns, rising
	// departure from the first stop; rising among the trips of a pattern
	StartS     encode.Col[int32]     `col:"start,unit=s after noon minus 12 h,hot"`
	Profile    encode.Col[ProfileID] `col:"profile,hot"` // row of profiles
	Service    encode.Col[ServiceID] `col:"service,hot"` // row of services
	ID         encode.Strings        `col:"trip_id"`     // as in GTFS
	Headsign   encode.Strings        `col:"headsign"`    // trip_headsign
	ShortName  encode.Strings        `col:"short_name"`  // trip_short_name
	Block      encode.Strings        `col:"block_id"`    // trips of one block and day are run by one vehicle; see continuations
	Wheelchair encode.Col[uint8]     `col:"wheelchair"`  // wheelchair_accessible: 0 unknown, 1 yes, 2 no
	Bikes      encode.Col[uint8]     `col:"bikes"`       // bikes_allowed: 0 unknown, 1 yes, 2 no
	// FrequencyOnly is 1 for the template of frequencies.txt, which does not run by itself.
	FrequencyOnly encode.Col[uint8]   `col:"frequency_only"`
	Cars          encode.Col[uint8]   `col:"cars,default=0"`           // 0 unknown, 1 allowed, 2 not
	Calls         encode.Col[CallsID] `col:"calls,default=4294967295"` // row of calls; NoCalls: nothing to say
}

// Services are sorted by feed, then id; a day set is shared by all services with the same days.
type Services struct {
	Feed   encode.Col[FeedID]   `col:"feed"`        // row of feeds
	ID     encode.Strings       `col:"service_id"`  // as in GTFS
	DaySet encode.Col[DaySetID] `col:"day_set,hot"` // row of days: the days on which the service runs
	// Days are the day sets: 64-bit words, bit i of the set being day FirstDay+i, without zero words at the end.
	Days encode.List[uint64] `col:"days,hot,own"`
	// FirstDay is the number of days from 1970-01-01 to bit 0 of every day set; one row.
	FirstDay encode.Col[int32] `col:"first_day,unit=days after 1970-01-01,own"`
}

// Frequencies are rows of frequencies.txt, sorted by trip, then start.
type Frequencies struct {
	Trip     encode.Col[TripID] `col:"trip,hot"`           // row of trips: the template
	StartS   encode.Col[int32]  `col:"start,unit=s,hot"`   // departure of the first run, after noon minus 12 h
	EndS     encode.Col[int32]  `col:"end,unit=s,hot"`     // no run departs at this time or later
	HeadwayS encode.Col[uint32] `col:"headway,unit=s,hot"` // between two runs
	Exact    encode.Col[uint8]  `col:"exact,hot"`          // exact_times: 1: the runs depart exactly so; 0: about as often
}

// Transfers are rows of transfers.txt. Sorted by FromStop and the rest.
type Transfers struct {
	FromStop  encode.Col[StopID]  `col:"from_stop,hot"` // row of stops; 2^32-1: any
	ToStop    encode.Col[StopID]  `col:"to_stop,hot"`   // row of stops; 2^32-1: any
	FromRoute encode.Col[RouteID] `col:"from_route"`    // row of routes; 2^32-1: any
	ToRoute   encode.Col[RouteID] `col:"to_route"`      // row of routes; 2^32-1: any
	FromTrip  encode.Col[TripID]  `col:"from_trip"`     // row of trips; 2^32-1: any
	ToTrip    encode.Col[TripID]  `col:"to_trip"`       // row of trips; 2^32-1: any
	// transfer_type: 0 recommended, 1 timed, 2 takes min_time, 3 not possible, 4 stay seated, 5 get off and on again
	Type encode.Col[uint8] `col:"type"`
	MinS encode.Col[int32] `col:"min_time,unit=s"` // -1: none given
}

// Pathways are rows of pathways.txt, sorted by From, then id.
type Pathways struct {
	Feed          encode.Col[FeedID] `col:"feed"`             // row of feeds
	ID            encode.Strings     `col:"pathway_id"`       // as in GTFS
	From          encode.Col[StopID] `col:"from"`             // row of stops, rising
	To            encode.Col[StopID] `col:"to"`               // row of stops
	Mode          encode.Col[uint8]  `col:"mode"`             // 1 walkway ... 7 exit gate
	Bidirectional encode.Col[uint8]  `col:"bidirectional"`    // 1: both ways, 0: from the `from` vertex to the `to` vertex alone
	LengthDM      encode.Col[uint32] `col:"length,unit=dm"`   // given, else that of the straight line
	TraversalS    encode.Col[uint32] `col:"traversal,unit=s"` // given, else by mode and length
	Stairs        encode.Col[int32]  `col:"stairs"`           // stair_count; negative: down
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
	Stop       encode.Col[StopID]      `col:"stop,hot"`                     // row of stops, rising
	Pair       encode.Col[PairID]      `col:"pair,hot"`                     // the stretch of street that the stop is tied to
	OffsetDM   encode.Col[uint32]      `col:"offset,unit=dm from From,hot"` // of the place on the pair, from its from vertex
	DistanceDM encode.Col[uint32]      `col:"distance,unit=dm,hot"`         // from the stop to the place
	Modes      encode.Col[facts.Modes] `col:"modes,hot"`                    // those that may go on from there, as bits
}

// Continuations tie trips that one vehicle runs one after the other, so that riders may stay seated: trips of a block with
// days in common, and transfers of type 4. They hold on the days on which both run. Sorted by From, then To.
type Continuations struct {
	From encode.Col[TripID] `col:"from_trip"` // row of trips
	To   encode.Col[TripID] `col:"to_trip"`   // row of trips: the same vehicle runs it next
	// DaysLater is 1 where To runs on the service day after that of From.
	DaysLater encode.Col[uint8] `col:"days_later"`
	Explicit  encode.Col[uint8] `col:"explicit"` // 1: by a transfer of type 4; 0: by the block
}

// Calls are what some trips say of their calls beyond the times: distinct lists, one value a call, shared by trips. An
// empty list says nothing.
type Calls struct {
	Headsign          encode.List[uint32] `col:"headsign"`            // row of call_texts plus 1; 0: that of the trip
	ContinuousPickup  encode.List[uint8]  `col:"continuous_pickup"`   // as in GTFS plus 1; 0: that of the route
	ContinuousDropOff encode.List[uint8]  `col:"continuous_drop_off"` // likewise
}

// CallTexts are the distinct headsigns of calls.
type CallTexts struct {
	Text encode.Strings `col:"text"` // headsign
}

// Areas are where trips on demand stop: polygons of locations.geojson and groups of stops, sorted by feed, then id.
type Areas struct {
	Feed encode.Col[FeedID] `col:"feed"`    // row of feeds
	ID   encode.Strings     `col:"area_id"` // location or location group id, as in GTFS
	Name encode.Strings     `col:"name"`    // stop_name of the location, location_group_name
	Kind encode.Col[uint8]  `col:"kind"`    // 0 polygon, 1 group of stops
	// Stops are those of the group, or those inside the polygon.
	Stops encode.List[StopID] `col:"stops"`
	// Ring are the numbers of points of each ring. A point is in the area where it is in an odd number of rings, or on one.
	Ring encode.List[uint32] `col:"ring"`
	Lon  encode.List[int32]  `col:"lon,unit=1e-7 degree"` // of the points of all rings
	Lat  encode.List[int32]  `col:"lat,unit=1e-7 degree"` // likewise
}

// FlexTrips are the trips that stop in areas or within windows of time, sorted by feed, then id.
type FlexTrips struct {
	ID       encode.Strings        `col:"trip_id"`  // as in GTFS
	Route    encode.Col[RouteID]   `col:"route"`    // row of routes
	Service  encode.Col[ServiceID] `col:"service"`  // row of services
	Headsign encode.Strings        `col:"headsign"` // trip_headsign
	// Trip is the row of the trip with those calls that have a stop and times, NoTrip where there are fewer than two.
	Trip encode.Col[TripID] `col:"trip"`
}

// FlexCalls are all calls of FlexTrips, sorted by trip, then sequence.
type FlexCalls struct {
	Trip     encode.Col[FlexTripID] `col:"flex_trip"` // row of flex_trips, rising
	Sequence encode.Col[uint32]     `col:"sequence"`  // stop_sequence
	Stop     encode.Col[StopID]     `col:"stop"`      // row of stops, NoStop where Area is given
	Area     encode.Col[AreaID]     `col:"area"`      // row of areas, NoArea where Stop is given
	// StartS and EndS are the window, or arrival and departure; NoTime: none given.
	StartS         encode.Col[int32] `col:"start,unit=s after noon minus 12 h"`
	EndS           encode.Col[int32] `col:"end,unit=s after noon minus 12 h"` // end of the window, or departure
	Pickup         encode.Col[uint8] `col:"pickup"`                           // as in GTFS
	DropOff        encode.Col[uint8] `col:"drop_off"`                         // likewise
	PickupBooking  encode.Strings    `col:"pickup_booking_rule_id"`           // in the raw table booking_rules.txt
	DropOffBooking encode.Strings    `col:"drop_off_booking_rule_id"`         // likewise
}

// NoTime is the time of a call that has none.
const NoTime = -1 << 31

// RawTables are files of feeds that are kept as they are: fares, translations, attributions and so on. Sorted by feed,
// then name.
type RawTables struct {
	Feed    encode.Col[FeedID] `col:"feed"`    // row of feeds
	Name    encode.Strings     `col:"file"`    // name in the feed, such as fare_rules.txt
	Rows    encode.Col[uint32] `col:"rows"`    // number of rows, without the header
	Columns encode.Col[uint32] `col:"columns"` // number of columns
}

// RawColumns are the names of the columns of RawTables, one after the other.
type RawColumns struct {
	Name encode.Strings `col:"name"` // name of the column
}

// RawCells are the values of RawColumns: all rows of the first column, then those of the next.
type RawCells struct {
	Text encode.Strings `col:"text"` // value
}
