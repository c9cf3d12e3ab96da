package main

import (
	"encoding/json"
	"io"

	"github.com/parquet-go/parquet-go"

	"graphbuild/facts"
	"graphbuild/graph"
)

// rowsPerGroup bounds the memory.
const rowsPerGroup = 50_000

// layers are the writers by name.
var layers = map[string]func(io.Writer, *graph.Graph) error{
	"edges": writeEdges, "vertices": writeVertices, "stops": writeStops, "trips": writeTrips,
}

// edgeRow is an edge pair. What holds against its direction has names that end in _backward.
type edgeRow struct {
	Pair         uint32   `parquet:"pair"`
	From         uint32   `parquet:"from"`
	To           uint32   `parquet:"to"`
	WayID        *int64   `parquet:"way_id,optional"`
	Name         string   `parquet:"name,dict"`
	LengthM      float64  `parquet:"length_m"`
	Type         string   `parquet:"type,dict"`
	Class        string   `parquet:"class,dict"`
	Modes        string   `parquet:"modes,dict"`
	ModesBack    string   `parquet:"modes_backward,dict"`
	SpeedKMH     *float64 `parquet:"car_speed_kmh,optional"`
	SpeedBackKMH *float64 `parquet:"car_speed_kmh_backward,optional"`
	Limited      string   `parquet:"restricted_access,dict"`
	LimitedBack  string   `parquet:"restricted_access_backward,dict"`
	Geometry     []byte   `parquet:"geometry"`
}

// vertexRow is a street vertex.
type vertexRow struct {
	Vertex   uint32 `parquet:"vertex"`
	NodeID   *int64 `parquet:"node_id,optional"`
	Type     string `parquet:"type,dict"`
	Pass     string `parquet:"pass,dict"`
	Geometry []byte `parquet:"geometry"`
}

// stopRow is a row of stops.txt.
type stopRow struct {
	StopID   string `parquet:"stop_id"`
	Feed     string `parquet:"feed,dict"`
	Vertex   uint32 `parquet:"vertex"`
	Type     string `parquet:"type,dict"`
	Name     string `parquet:"name"`
	Links    int32  `parquet:"links"`
	Geometry []byte `parquet:"geometry"`
}

// tripRow is a trip without its calls.
type tripRow struct {
	TripID    string `parquet:"trip_id"`
	Feed      string `parquet:"feed,dict"`
	RouteID   string `parquet:"route_id,dict"`
	ServiceID string `parquet:"service_id,dict"`
	Headsign  string `parquet:"headsign,dict"`
	Pattern   uint32 `parquet:"pattern"`
	StartS    int32  `parquet:"start_s"`
}

// geoMetadata is the value of the key "geo", https://geoparquet.org/releases/v1.1.0/. The coordinates are longitude and
// latitude of WGS 84, which is what a file without a crs means.
func geoMetadata(kind string, g *graph.Graph) (string, error) {
	type column struct {
		Encoding string     `json:"encoding"`
		Types    []string   `json:"geometry_types"`
		Bounds   [4]float64 `json:"bbox"`
	}
	text, err := json.Marshal(struct {
		Version string            `json:"version"`
		Primary string            `json:"primary_column"`
		Columns map[string]column `json:"columns"`
	}{"1.1.0", "geometry", map[string]column{"geometry": {"WKB", []string{kind}, g.Meta().Bounds}}})
	return string(text), err
}

// table writes rows, of which kind is the type of geometry, empty for none.
func table[T any](w io.Writer, g *graph.Graph, kind string, rows func(put func(T) error) error) error {
	options := []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(rowsPerGroup)}
	if kind != "" {
		geo, err := geoMetadata(kind, g)
		if err != nil {
			return err
		}
		options = append(options, parquet.KeyValueMetadata("geo", geo))
	}
	if notice := g.Meta().Attribution(); notice != "" {
		options = append(options, parquet.KeyValueMetadata("attribution", notice))
	}
	out := parquet.NewGenericWriter[T](w, options...)
	err := rows(func(row T) error {
		_, err := out.Write([]T{row})
		return err
	})
	if err != nil {
		return err
	}
	return out.Close()
}

func writeEdges(w io.Writer, g *graph.Graph) error {
	return table(w, g, "LineString", func(put func(edgeRow) error) error {
		for p := range g.EdgePairs() {
			f := g.FactsAt(p.Facts)
			id, name, ok := g.WayOf(p.Way)
			row := edgeRow{
				Pair: uint32(p.ID), From: uint32(p.From), To: uint32(p.To), Name: name, LengthM: float64(p.LengthDM) / 10,
				Type: graph.EdgeTypeName(f.Type), Class: f.Class.String(), Modes: modesText(f.Modes[facts.Forward]), ModesBack: modesText(f.Modes[facts.Backward]),
				SpeedKMH: speedOf(f, facts.Forward), SpeedBackKMH: speedOf(f, facts.Backward),
				Limited: f.LimitedText(facts.Forward), LimitedBack: f.LimitedText(facts.Backward), Geometry: appendLine(nil, p.Line),
			}
			if ok {
				row.WayID = &id
			}
			if err := put(row); err != nil {
				return err
			}
		}
		return nil
	})
}

func speedOf(f *facts.Edge, d facts.Direction) *float64 {
	if f.Speed[d] == 0 || !f.Modes[d].Has(facts.Car) {
		return nil
	}
	kmh := f.Speed[d].KMH()
	return &kmh
}

func writeVertices(w io.Writer, g *graph.Graph) error {
	return table(w, g, "Point", func(put func(vertexRow) error) error {
		for i := range g.NumStreetVertices() {
			v := g.Vertex(graph.VertexID(i))
			row := vertexRow{Vertex: uint32(i), Type: graph.VertexTypeName(v.Type()), Pass: modesText(v.Pass()), Geometry: appendPoint(nil, v.Point())}
			if id := v.OSMNodeID(); id != graph.NoNode {
				row.NodeID = &id
			}
			if err := put(row); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeStops(w io.Writer, g *graph.Graph) error {
	return table(w, g, "Point", func(put func(stopRow) error) error {
		for i := range g.NumStops() {
			s := g.Stop(graph.StopID(i))
			err := put(stopRow{
				s.ID(), g.Feed(s.Feed()).Label, uint32(s.Vertex().ID()), graph.VertexTypeName(s.VertexType()), s.Name(), int32(len(s.Links())),
				appendPoint(nil, s.Point()),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func writeTrips(w io.Writer, g *graph.Graph) error {
	return table(w, g, "", func(put func(tripRow) error) error {
		for i := range g.NumTrips() {
			t := g.Trip(graph.TripID(i))
			_, service := t.Service().ID()
			err := put(tripRow{t.ID(), g.Feed(t.Feed()).Label, t.Route().ID(), service, t.Headsign(), uint32(t.Pattern().Number()), t.StartS()})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
