package gtfs

import (
	lib "github.com/jamespfennell/gtfs"

	"graphbuild/report"
)

// Route is a row of routes.txt.
type Route struct {
	ID        string
	Agency    AgencyIndex
	ShortName string
	LongName  string
	Type      uint16 // the number in the feed, basic or extended
	Color     uint32 // 0xRRGGBB
	TextColor uint32

	Description, URL string
	SortOrder        uint32 // NoSortOrder: none given
	Network          string // network_id, of fares
	// ContinuousPickup and ContinuousDropOff are as in GTFS, NotContinuous where left out.
	ContinuousPickup, ContinuousDropOff uint8
	Line                                int
}

// NoSortOrder is the sort order of a route that gives none.
const NoSortOrder = 1<<32 - 1

// NotContinuous is the value of continuous_pickup and continuous_drop_off where they are left out.
const NotContinuous = 1

// extendedTypes gives the basic type for each hundred of the extended route types.
// See https://developers.google.com/transit/gtfs/reference/extended-route-types.
var extendedTypes = map[uint16]lib.RouteType{
	1: lib.RouteType_Rail, 2: lib.RouteType_Bus, 3: lib.RouteType_Rail, 4: lib.RouteType_Subway, 5: lib.RouteType_Subway,
	6: lib.RouteType_Subway, 7: lib.RouteType_Bus, 8: lib.RouteType_TrolleyBus, 9: lib.RouteType_Tram,
	10: lib.RouteType_Ferry, 12: lib.RouteType_Ferry, 13: lib.RouteType_AerialLift, 14: lib.RouteType_Funicular,
}

// BasicType returns the basic type that a basic or extended route type belongs to; RouteType_Unknown for air, taxis and
// numbers without meaning.
func BasicType(number uint16) lib.RouteType {
	if number <= 7 || number == 11 || number == 12 {
		return lib.RouteType(number)
	}
	if number == 405 {
		return lib.RouteType_Monorail
	}
	if t, ok := extendedTypes[number/100]; ok {
		return t
	}
	return lib.RouteType_Unknown
}

type routeColumns struct {
	id, agency, short, long, kind, color, text       column
	description, url, sort, network, pickup, dropOff column
}

func (r *reader) readRoutes() error {
	t, err := r.open("routes.txt", "route_id", "route_type")
	if t == nil {
		return err
	}
	c := routeColumns{
		id: t.column("route_id"), agency: t.column("agency_id"), short: t.column("route_short_name"), long: t.column("route_long_name"),
		kind: t.column("route_type"), color: t.column("route_color"), text: t.column("route_text_color"),
		description: t.column("route_desc"), url: t.column("route_url"), sort: t.column("route_sort_order"), network: t.column("network_id"),
		pickup: t.column("continuous_pickup"), dropOff: t.column("continuous_drop_off"),
	}
	t.keyed("route", c.id)
	for t.next() {
		s, ok := id(t, c.id, r.routes)
		if !ok {
			continue
		}
		r.routes[s] = RouteIndex(len(r.feed.Routes))
		r.feed.Routes = append(r.feed.Routes, Route{
			ID: s, Agency: r.agencyOf(t, c.agency), ShortName: t.text(c.short), LongName: t.text(c.long), Type: routeType(t, c.kind),
			Color: color(t, c.color, 0xFFFFFF), TextColor: color(t, c.text, 0), Line: t.s.line,
			Description: t.shared(c.description), URL: t.text(c.url), SortOrder: sortOrder(t, c.sort), Network: t.shared(c.network),
			ContinuousPickup: t.enum(c.pickup, 3, NotContinuous), ContinuousDropOff: t.enum(c.dropOff, 3, NotContinuous),
		})
	}
	return t.close()
}

// routeType keeps any number, so that a type that is new tomorrow is not lost. What is no number is a bus, the most common.
func routeType(t *table, c column) uint16 {
	v, ok := parseInt(t.bytes(c))
	if !ok || v < 0 || v > 65535 {
		t.repair("gtfs_bad_route_type", c, "is not a route type", "read as 3, bus")
		return uint16(lib.RouteType_Bus)
	}
	if BasicType(uint16(v)) == lib.RouteType_Unknown && v/100 != 11 && v/100 != 15 && v/100 != 17 {
		t.issue("gtfs_unknown_route_type", report.Warning, t.saying(c, "is not a basic or extended route type"), "kept")
	}
	return uint16(v)
}

func sortOrder(t *table, c column) uint32 {
	b := t.bytes(c)
	if len(b) == 0 {
		return NoSortOrder
	}
	v, ok := parseInt(b)
	if !ok || v < 0 || v >= NoSortOrder {
		t.repair("gtfs_bad_number", c, "is not a number of 0 or more", "taken as empty")
		return NoSortOrder
	}
	return uint32(v)
}

func color(t *table, c column, otherwise uint32) uint32 {
	b := t.bytes(c)
	if len(b) == 0 {
		return otherwise
	}
	v, ok := parseColor(b)
	if !ok {
		t.repair("gtfs_bad_color", c, "is not a color of six hexadecimal digits", "default taken")
		return otherwise
	}
	return v
}
