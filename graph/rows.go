package graph

import (
	"fmt"
	"reflect"
	"strings"

	"graphbuild/encode"
)

// ownRows are the columns whose number of rows is not that of their table: lists of their own, and columns that a file
// may leave out. Whoever reads them checks their length.
var ownRows = map[string]bool{
	"meta.json":                  true,
	"index.tree":                 true,
	"vertices.node_id":           true, // not in a lean file
	"ways.way_id":                true,
	"restrictions.relation_id":   true,
	"pairs.duration_pair":        true,
	"pairs.duration":             true,
	"street_areas.osm_id":        true,
	"street_areas.first":         true,
	"street_areas.ring":          true,
	"street_areas.way":           true,
	"street_areas.way_area":      true,
	"components.walk":            true,
	"components.bike":            true,
	"components.car":             true,
	"walk_hierarchy.costs":       true,
	"walk_hierarchy.up":          true,
	"walk_hierarchy.down":        true,
	"bike_hierarchy.costs":       true,
	"bike_hierarchy.up":          true,
	"bike_hierarchy.down":        true,
	"car_hierarchy.costs":        true,
	"car_hierarchy.up":           true,
	"car_hierarchy.down":         true,
	"attributes.text":            true,
	"feeds.publisher_url":        true,
	"feeds.default_lang":         true,
	"feeds.start_date":           true,
	"feeds.end_date":             true,
	"feeds.contact_email":        true,
	"feeds.contact_url":          true,
	"agencies.lang":              true,
	"agencies.phone":             true,
	"agencies.fare_url":          true,
	"agencies.email":             true,
	"stops.description":          true,
	"stops.url":                  true,
	"stops.zone_id":              true,
	"stops.same_as":              true,
	"stops.tts_name":             true,
	"routes.description":         true,
	"routes.url":                 true,
	"routes.sort_order":          true,
	"routes.continuous_pickup":   true,
	"routes.continuous_drop_off": true,
	"routes.network_id":          true,
	"patterns.as":                true,
	"trips.cars":                 true,
	"trips.calls":                true,
	"services.days":              true,
	"services.first_day":         true,
}

// checkRows checks that the columns of each table have the same number of rows, so that a row that one column has
// can be read in the others too. It asks the columns for their length only.
func checkRows(tables []encode.Table) error {
	for _, table := range tables {
		row := reflect.ValueOf(table.Row).Elem()
		want, first := -1, ""
		for i := range row.NumField() {
			tag, ok := row.Type().Field(i).Tag.Lookup("col")
			column, isColumn := row.Field(i).Addr().Interface().(interface{ Len() int })
			if !ok || !isColumn {
				continue
			}
			name, _, _ := strings.Cut(tag, ",")
			switch n := column.Len(); {
			case ownRows[table.Name+"."+name]:
			case want < 0:
				want, first = n, name
			case n != want:
				return fmt.Errorf("graph: table %s: column %s has %d rows, %s has %d", table.Name, name, n, first, want)
			}
		}
	}
	return nil
}
