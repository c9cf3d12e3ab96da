package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
)

// tablesOf is the list of all tables of a graph file: every number that was ever given out, with name and version.
// Numbers are permanent, also those of tables that are gone. A table gets a new version when its bytes or their meaning
// change; a new column gets a new number and no new version.
func tablesOf(t *Tables, s *stored) []encode.Table {
	return []encode.Table{
		{Number: 1, Name: "meta", Version: 1, Critical: true, Row: &s.meta},
		{Number: 2, Name: "vertex_types", Version: 1, Row: &s.vertexTypes},
		{Number: 3, Name: "edge_types", Version: 1, Row: &s.edgeTypes},
		{Number: 4, Name: "vertices", Version: 1, Critical: true, Row: &s.vertices},
		{Number: 5, Name: "vertex_access", Version: 1, Critical: true, Row: &t.Access},
		{Number: 6, Name: "pairs", Version: 2, Critical: true, Row: &s.pairs},
		{Number: 7, Name: "facts", Version: 1, Critical: true, Row: &s.facts},
		{Number: 8, Name: "ways", Version: 1, Row: &t.Ways},
		{Number: 9, Name: "conditions", Version: 1, Row: &t.Conditions},
		{Number: 10, Name: "restrictions", Version: 1, Critical: true, Row: &t.Restrictions},
		{Number: 11, Name: "components", Version: 1, Row: &s.components},
		{Number: 12, Name: "index", Version: 1, Row: &s.index},
		{Number: 13, Name: "attributes", Version: 1, Row: &t.Attributes},
		{Number: 14, Name: "elevation", Version: 1, Row: &t.Elevation},
		{Number: 15, Name: "street_areas", Version: 1, Row: &s.areas},
		{Number: 16, Name: "elevators", Version: 1, Row: &t.Elevators},
		{Number: 17, Name: "walk_hierarchy", Version: 1, Row: &t.Hierarchies[facts.Walk]},
		{Number: 18, Name: "bike_hierarchy", Version: 1, Row: &t.Hierarchies[facts.Bike]},
		{Number: 19, Name: "car_hierarchy", Version: 1, Row: &t.Hierarchies[facts.Car]},

		{Number: 32, Name: "feeds", Version: 1, Row: &t.Feeds},
		{Number: 33, Name: "agencies", Version: 1, Row: &t.Agencies},
		{Number: 34, Name: "levels", Version: 1, Row: &t.Levels},
		{Number: 35, Name: "stops", Version: 1, Row: &t.Stops},
		{Number: 36, Name: "routes", Version: 1, Row: &t.Routes},
		{Number: 37, Name: "patterns", Version: 1, Row: &t.Patterns},
		{Number: 38, Name: "profiles", Version: 2, Row: &t.Profiles},
		{Number: 39, Name: "trips", Version: 1, Row: &t.Trips},
		{Number: 40, Name: "services", Version: 1, Row: &t.Services},
		{Number: 41, Name: "frequencies", Version: 1, Row: &t.Frequencies},
		{Number: 42, Name: "transfers", Version: 1, Row: &t.Transfers},
		{Number: 43, Name: "pathways", Version: 1, Row: &t.Pathways},
		{Number: 44, Name: "shapes", Version: 1, Row: &s.shapes},
		{Number: 45, Name: "links", Version: 1, Critical: true, Row: &t.Links},
		{Number: 46, Name: "continuations", Version: 1, Row: &t.Continuations},
		{Number: 47, Name: "calls", Version: 1, Row: &t.Calls},
		{Number: 48, Name: "call_texts", Version: 1, Row: &t.CallTexts},
		{Number: 49, Name: "areas", Version: 1, Row: &t.Areas},
		{Number: 50, Name: "flex_trips", Version: 1, Row: &t.FlexTrips},
		{Number: 51, Name: "flex_calls", Version: 1, Row: &t.FlexCalls},
		{Number: 52, Name: "raw_tables", Version: 1, Row: &t.RawTables},
		{Number: 53, Name: "raw_columns", Version: 1, Row: &t.RawColumns},
		{Number: 54, Name: "raw_cells", Version: 1, Row: &t.RawCells},
		{Number: 55, Name: "walk_transfers", Version: 1, Row: &t.WalkTransfers},

		{Number: 64, Name: "issues", Version: 1, Row: &t.Issues},
	}
}

// Schema describes all tables that a graph file may hold.
func Schema() (*encode.Schema, error) { return encode.NewSchema(tablesOf(new(Tables), new(stored))...) }

// VertexTypes are the registered types of vertices: number, which is permanent, and name.
var VertexTypes = []VertexTypeInfo{
	{facts.StreetVertex, "street"},
	{facts.BarrierVertex, "barrier"},
	{facts.ElevatorVertex, "elevator"},
	{facts.ParkingVertex, "parking"},
	{facts.TransitStop, "transit_stop"},
	{facts.Station, "station"},
	{facts.Entrance, "entrance"},
	{facts.PathwayNode, "pathway_node"},
	{facts.BoardingArea, "boarding_area"},
}

// VertexTypeInfo is a registered type of vertices.
type VertexTypeInfo struct {
	Number facts.VertexType
	Name   string
}

// EdgeTypes are the registered types of edges: number, which is permanent, and name.
var EdgeTypes = []EdgeTypeInfo{
	{facts.Street, "street"},
	{facts.Steps, "steps"},
	{facts.Ferry, "ferry"},
	{facts.Elevator, "elevator"},
	{facts.Area, "area"},
	{facts.Escalator, "escalator"},
	{facts.CarTrain, "car_train"},
	{facts.Link, "link"},
	{facts.Pathway, "pathway"},
	{facts.Transfer, "transfer"},
	{facts.BarrierCrossing, "barrier_crossing"},
}

// EdgeTypeInfo is a registered type of edges.
type EdgeTypeInfo struct {
	Number facts.EdgeType
	Name   string
}

// VertexTypeName returns the name of a type of vertices, empty for a number that is not registered.
func VertexTypeName(t facts.VertexType) string {
	for _, x := range VertexTypes {
		if x.Number == t {
			return x.Name
		}
	}
	return ""
}

// EdgeTypeName returns the name of a type of edges, empty for a number that is not registered.
func EdgeTypeName(t facts.EdgeType) string {
	for _, x := range EdgeTypes {
		if x.Number == t {
			return x.Name
		}
	}
	return ""
}
