package build

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// IssueCode is the code of an issue, and in a sentence what it says of the input.
type IssueCode struct {
	Code    string `json:"code"`
	Meaning string `json:"meaning"`
}

// IssueCodes lists the codes of all issues that a build may report, sorted. A code keeps its meaning for ever.
func IssueCodes() []IssueCode {
	list := slices.Clone(issueCodes[:])
	slices.SortFunc(list, func(a, b IssueCode) int { return strings.Compare(a.Code, b.Code) })
	return list
}

var issueCodes = [...]IssueCode{
	{"elevation_tile_missing", "A tile that streets lie on is not in the folder for elevation."},
	{"elevation_tile_unreadable", "A tile of the folder for elevation is damaged or of a size that is not known."},

	{"gtfs_bad_color", "A colour is not six hexadecimal digits."},
	{"gtfs_bad_coordinate", "A latitude or longitude is missing, no number, or out of range."},
	{"gtfs_bad_date", "A date is not YYYYMMDD, or a service ends before it starts."},
	{"gtfs_bad_frequency", "A headway or its span of time makes no departures."},
	{"gtfs_bad_geojson", "locations.geojson ends early or is no GeoJSON."},
	{"gtfs_bad_location", "A feature of locations.geojson is no polygon with an id."},
	{"gtfs_bad_number", "A value is not a number of the kind that its column has."},
	{"gtfs_bad_parent", "parent_station names no stop, or one that cannot be the parent."},
	{"gtfs_bad_pathway", "A pathway has no known mode, or is an exit gate that is open both ways."},
	{"gtfs_bad_route_type", "route_type is no number of a type of route."},
	{"gtfs_bad_sequence", "A sequence number is not a whole number from 0."},
	{"gtfs_bad_time", "A time is not H:MM:SS."},
	{"gtfs_bad_transfer", "A transfer is of no known type, or lacks the trips that its type needs."},
	{"gtfs_bad_window", "A window of pickup and drop-off ends before it starts, has one end alone, or is missing for a call in an area."},
	{"gtfs_blank_row", "Rows of a table are blank."},
	{"gtfs_blanks_round_value", "Values have blanks before or after them."},
	{"gtfs_block_gap", "A trip begins far from where the trip before it in the block ends."},
	{"gtfs_block_long", "A block has so many trips that not all are looked at for the one that follows."},
	{"gtfs_block_overlap", "Two trips of a block, or of a transfer in the seat, run at the same time."},
	{"gtfs_column_not_used", "A table has columns that are not read."},
	{"gtfs_contradicting_date", "A date is both added to and removed from a service."},
	{"gtfs_duplicate_date", "A date stands twice for a service."},
	{"gtfs_duplicate_id", "An id stands in two rows."},
	{"gtfs_duplicate_transfer", "A row of transfers.txt is the same as an earlier one."},
	{"gtfs_feed_expired", "The last service day of the feed is past."},
	{"gtfs_feed_without_days", "No service of the feed runs on any day."},
	{"gtfs_file_not_used", "The feed has files that are not read."},
	{"gtfs_frequency_of_dropped_trip", "A row of frequencies.txt is of a trip that was dropped."},
	{"gtfs_frequency_overlap", "Spans of time of frequencies.txt overlap for one trip."},
	{"gtfs_lat_lon_swapped", "The stops of a feed are neither by the streets nor in the time zone of its agency, but would be with latitude and longitude swapped."},
	{"gtfs_long_row", "Rows have more fields than the header."},
	{"gtfs_missing_column", "A table has no column that it must have."},
	{"gtfs_missing_id", "An id is empty."},
	{codeSameName, "Very many stops of several feeds have one name and lie near each other."},
	{"gtfs_nested_folder", "The tables are in a folder inside the zip."},
	{"gtfs_not_utf8", "Values are not UTF-8."},
	{"gtfs_repeated_column", "A column stands twice in a header."},
	{"gtfs_repeated_file", "A table is there twice, in upper and lower case."},
	{"gtfs_repeated_sequence", "Two stop times of a trip have the same stop_sequence."},
	{"gtfs_repeated_shape_sequence", "Two places of a shape have the same shape_pt_sequence."},
	{"gtfs_separator", "Fields are separated by something else than a comma."},
	{"gtfs_service_without_days", "The service of a trip runs on no day."},
	{"gtfs_shape_not_along_stops", "A shape does not pass all stops of its trips."},
	{"gtfs_shape_too_short", "A shape has fewer than two different points."},
	{"gtfs_short_row", "Rows have fewer fields than the header."},
	{"gtfs_stop_at_0_0", "A stop lies at 0,0, where no stop is."},
	{"gtfs_stop_time_at_no_stop", "A stop time is at an entrance, a node or a station."},
	{"gtfs_stop_time_of_dropped_trip", "A stop time is of a trip that was dropped."},
	{"gtfs_stops_not_in_order_of_shape", "A shape passes some stops in another order than its trip."},
	{"gtfs_stray_quote", "Rows have a quote that is not closed or stands inside a field."},
	{"gtfs_time_without_seconds", "Times have no seconds."},
	{"gtfs_times_fall", "A time of a trip is before the one at the stop before."},
	{"gtfs_too_fast", "A trip is faster between two stops than its kind of vehicle can be."},
	{"gtfs_transfer_of_dropped_trip", "A transfer is of a trip that was dropped."},
	{"gtfs_trip_too_short", "A trip has fewer than two usable stop times."},
	{"gtfs_trip_without_frequency", "frequencies.txt names a trip, but no row of it can be used."},
	{"gtfs_trip_without_times", "A trip has no time at its first or last stop."},
	{"gtfs_unknown_agency", "agency_id is not in agency.txt."},
	{"gtfs_unknown_area", "location_group_id is not in location_groups.txt."},
	{"gtfs_unknown_level", "level_id is not in levels.txt."},
	{"gtfs_unknown_route", "route_id is not in routes.txt."},
	{"gtfs_unknown_route_type", "route_type is a number without a meaning."},
	{"gtfs_unknown_service", "service_id is not in calendar.txt or calendar_dates.txt."},
	{"gtfs_unknown_shape", "shape_id is not in shapes.txt."},
	{"gtfs_unknown_stop", "stop_id is not in stops.txt."},
	{"gtfs_unknown_timezone", "A time zone is not in the tz database."},
	{"gtfs_unknown_trip", "trip_id is not in trips.txt."},

	{"input_twice", "Two inputs have the same content."},

	{"link_stop_far", "The nearest street of a stop is unusually far away."},
	{"link_stop_locked", "Pathways lead from a stop but to no entrance."},
	{"link_stop_on_island", "The nearest street of a stop is part of an island."},
	{"link_stop_outside", "Stops lie outside the area of the streets."},
	{"link_stop_unlinked", "No street that people may walk on is near a stop."},

	{"osm_area_broken", "The rings of an area make no polygon."},
	{"osm_area_thinned", "An area has more entries and corners than ways across it are looked for."},
	{"osm_attribute_unreadable", "The value of a tag that the profile keeps cannot be read."},
	{"osm_bad_value", "An attribute of an XML element is missing or cannot be read."},
	{"osm_condition_holidays", "A condition names public holidays, which are not known: each day is taken for an ordinary one."},
	{"osm_condition_unparsed", "A condition is not of time, or not understood: it is never applied."},
	{"osm_dates_differ", "Extracts are of different days."},
	{"osm_duration_unreadable", "duration of a ferry is no time."},
	{"osm_ferry_incomplete", "Ways of a ferry relation, or nodes of a ferry, are not in the input, so that its duration cannot be shared."},
	{"osm_header_late", "The header of a file comes after data, or a second time."},
	{"osm_header_missing", "A PBF file has no header."},
	{"osm_level_unreadable", "level is no list of floors."},
	{"osm_missing_nodes_of_file", "Of several extracts, one has streets with nodes that are in none: its border has no partner."},
	{"osm_no_relations", "A sorted file has no relation, perhaps as it was cut off."},
	{"osm_no_streets", "No way of a file is a street."},
	{"osm_node_versions_differ", "A node comes twice in one version, at different places or with different tags."},
	{"osm_order_claim", "A file is not sorted as its header says."},
	{"osm_overpass_remark", "The server says that its answer is incomplete."},
	{"osm_relation_versions_differ", "A relation comes twice in one version, with different content."},
	{"osm_restriction_condition", "A conditional turn restriction has no condition, or makes an exception that is not understood."},
	{"osm_restriction_member_kind", "A member of a turn restriction cannot have its role."},
	{"osm_restriction_member_missing", "A member of a turn restriction is not in the input or no street."},
	{"osm_restriction_no_effect", "A turn restriction forbids what nobody can do."},
	{"osm_restriction_no_kind", "A turn restriction does not say what it forbids."},
	{"osm_restriction_members", "A turn restriction has very many members of one role, or ways over its via members."},
	{"osm_restriction_no_member", "A turn restriction lacks a member."},
	{"osm_restriction_not_connected", "The members of a turn restriction do not touch."},
	{"osm_restriction_unknown", "A turn restriction is of no known kind."},
	{"osm_restriction_via", "A turn restriction has both nodes and ways as via, or several nodes."},
	{"osm_speed_unreadable", "A limit of speed is none that can be read."},
	{"osm_street_too_long", "A stretch of a street is longer than once round the Earth."},
	{"osm_unknown_blob", "A PBF file has a blob of an unknown type."},
	{"osm_wall_across_street", "A wall or fence runs across a street without a gate."},
	{"osm_way_missing_nodes", "Nodes of a street are not in the input."},
	{"osm_way_versions_differ", "A way comes twice in one version, with different content."},

	{"street_island", "Streets can neither be reached from the others nor left."},
	{"street_island_no_entry", "Streets can be left, but not reached."},
	{"street_trap", "Streets can be reached, but not left."},
}

// WriteIssueCodes writes the list as Markdown: docs/ISSUES.md.
func WriteIssueCodes(w io.Writer) error {
	text := &strings.Builder{}
	text.WriteString(`# Codes of issues

What is wrong in the inputs is repaired by a stated rule or left out, and either way counted as an issue with one of these codes.
` + "`graphbuild inspect x.graph --issues --code CODE` lists those of a graph, `graphbuild build --fail-on CODE=N` fails at N of them," + `
` + "`graphbuild help issues`" + ` prints this list. A code keeps its meaning for ever. This page is generated from build/issuecodes.go.

| code | what it says |
|---|---|
`)
	for _, c := range IssueCodes() {
		fmt.Fprintf(text, "| `%s` | %s |\n", c.Code, c.Meaning)
	}
	_, err := io.WriteString(w, text.String())
	return err
}
