package main

import (
	"fmt"
	"strconv"
	"strings"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/wire"
)

// position is a point and line a list of points, in JSON as in GeoJSON.
type (
	position = wire.Position
	line     = wire.Line
)

// parseLatLon reads LAT,LON as people paste it from a map.
func parseLatLon(text string) (geometry.Point, error) {
	lat, lon, ok := strings.Cut(text, ",")
	la, err1 := strconv.ParseFloat(strings.TrimSpace(lat), 64)
	lo, err2 := strconv.ParseFloat(strings.TrimSpace(lon), 64)
	if !ok || err1 != nil || err2 != nil {
		return geometry.Point{}, usageError("position %q: expected LAT,LON in degrees, as 39.7459,-75.5466", wire.Short(text))
	}
	p, err := geometry.FromDegrees(lo, la)
	if err != nil {
		return p, usageError("position %q (latitude first): %w", wire.Short(text), err)
	}
	return p, nil
}

// swappedHint says so where a position lies outside a graph, and within it with its numbers swapped.
func swappedHint(g *graph.Graph, texts ...string) string {
	for _, text := range texts {
		if p, err := parseLatLon(text); err == nil && wire.Swapped(g, p) {
			return fmt.Sprintf("; %s lies outside the graph, but not with its numbers swapped: the latitude goes first", text)
		}
	}
	return ""
}
