package graph

import "graphbuild/facts"

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
