// Package export writes what a graph file holds in formats that other programs read. Each format has a file of its own:
// geojson.go, csv.go and so on; the formats of property graphs are those of package tinkerpop, to which property.go shows
// the graph.
//
// All of them read the graph in the order of its tables and write as they go: the memory is that of the tables of facts
// and of a buffer, whatever the size of the graph. The same graph gives the same bytes.
package export

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"graphbuild/graph"
	"graphbuild/tinkerpop"
)

// Format is a format of export, by its name on the command line.
type Format string

// Formats.
const (
	GeoJSON      Format = "geojson"
	GeoJSONLines Format = "geojsonl" // a feature a line
	CSV          Format = "csv"
	OSM          Format = "osm"  // XML, a way for each edge pair
	GTFS         Format = "gtfs" // a zip with one feed, cleaned
	// The formats of property graphs: see package tinkerpop.
	GraphSON    Format = "graphson"    // 3.0, and 2.0 with types, which is the same
	GraphSON2   Format = "graphson2"   // 2.0 without types
	GraphBinary Format = "graphbinary" // 1.0
	Gryo        Format = "gryo"
	GraphML     Format = "graphml"
	Neptune     Format = "neptune" // CSV for the bulk loader; the layer vertices is a file of its own
)

// Layer is a part of a graph that some formats write alone.
type Layer string

// Layers.
const (
	// Edges are the edge pairs: a line each, with what holds along it and against it.
	Edges Layer = "edges"
	// Vertices are the street vertices.
	Vertices Layer = "vertices"
	// Stops are the stops, stations, entrances and so on of the feeds.
	Stops Layer = "stops"
	// Trips are the trips of the feeds, without their calls. They have no place.
	Trips Layer = "trips"
)

// Options are the options of Write. The zero value works but for the format.
type Options struct {
	Format Format
	// Layers are what to write, in this order; none is the default of the format. GeoJSON takes edges, vertices and stops,
	// CSV exactly one.
	Layers []Layer
	// Feed is the label of the feed that GTFS writes; it may be left out where there is one.
	Feed string
}

// writer is one format.
type writer struct {
	format   Format
	layers   []Layer // that it can write
	standard []Layer // those without Options.Layers
	single   bool    // one layer a file
	noticed  bool    // the file has a place for the attribution
	// One of the two writes: the first what is particular to maps, the second any property graph.
	write      func(s *sink, g *graph.Graph, o Options) error
	properties func(w io.Writer, s tinkerpop.Source, o Options) error
}

// writers are all formats.
var writers = []writer{
	{
		format: GeoJSON, layers: []Layer{Edges, Vertices, Stops}, standard: []Layer{Edges, Stops}, noticed: true,
		write: writeGeoJSON,
	},
	{
		format: GeoJSONLines, layers: []Layer{Edges, Vertices, Stops}, standard: []Layer{Edges, Stops}, noticed: true,
		write: writeGeoJSONLines,
	},
	{format: CSV, layers: []Layer{Edges, Vertices, Stops, Trips}, standard: []Layer{Edges}, single: true, write: writeCSV},
	{format: OSM, noticed: true, write: writeOSM},
	{format: GTFS, write: writeGTFS},
	{format: GraphSON, properties: writeGraphSON},
	{format: GraphSON2, properties: writeGraphSON2},
	{format: GraphBinary, properties: writeGraphBinary},
	{format: Gryo, properties: writeGryo},
	{format: GraphML, properties: writeGraphML},
	{format: Neptune, layers: []Layer{Edges, Vertices}, standard: []Layer{Edges}, single: true, properties: writeNeptune},
}

// Formats lists the names of the formats.
func Formats() []string {
	var names []string
	for _, w := range writers {
		names = append(names, string(w.format))
	}
	return names
}

// Check returns an error for an unknown format or a layer that it does not have.
func (o Options) Check() error {
	f, err := writerOf(o.Format)
	if err == nil {
		_, err = f.layersOf(o.Layers)
	}
	return err
}

// Write writes a graph in a format. Errors are an unknown format or layer, those of w, of a damaged file, and the cause of
// the end of ctx.
func Write(ctx context.Context, w io.Writer, g *graph.Graph, o Options) error {
	f, err := writerOf(o.Format)
	if err != nil {
		return err
	}
	if o.Layers, err = f.layersOf(o.Layers); err != nil {
		return err
	}
	s := newSink(ctx, w)
	if f.properties != nil {
		err = f.properties(s, newPropertySource(g), o)
	} else {
		err = f.write(s, g, o)
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := s.end(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return g.Err()
}

func writerOf(f Format) (*writer, error) {
	for i := range writers {
		if writers[i].format == f {
			return &writers[i], nil
		}
	}
	return nil, fmt.Errorf("export: format %q is not known: expected one of %s", f, strings.Join(Formats(), ", "))
}

// layersOf checks the layers that were asked for.
func (f *writer) layersOf(asked []Layer) ([]Layer, error) {
	if len(asked) == 0 {
		return f.standard, nil
	}
	if f.single && len(asked) > 1 {
		return nil, fmt.Errorf("export: format %s takes one layer a file, but %d were asked for", f.format, len(asked))
	}
	for _, l := range asked {
		if !slices.Contains(f.layers, l) {
			return nil, fmt.Errorf("export: format %s has no layer %q: it has %s", f.format, l, joinLayers(f.layers))
		}
	}
	return asked, nil
}

func joinLayers(layers []Layer) string {
	var names []string
	for _, l := range layers {
		names = append(names, string(l))
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Notice returns the notice that must go with an export and for which the format itself has no place, empty where there is
// nothing to say: the graph has no OpenStreetMap data, or the file says it.
func Notice(g *graph.Graph, f Format) string {
	if w, err := writerOf(f); err != nil || w.noticed {
		return ""
	}
	return g.Meta().Attribution()
}
