package graph

import (
	"iter"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// Vertex is a handle of a vertex: a street vertex or a stop. It is a small value; the zero one is detached.
type Vertex struct {
	g  *Graph
	id VertexID
}

// Graph returns the graph of the vertex, nil when it is detached.
func (v Vertex) Graph() *Graph { return v.g }

// Err returns ErrDetached when the vertex belongs to no graph, else nil.
func (v Vertex) Err() error { return attachedErr(v.g) }

// ID returns the number of the vertex, NoVertex when it is detached.
func (v Vertex) ID() VertexID {
	if v.g == nil {
		return NoVertex
	}
	return v.id
}

// IsStreet reports whether it is a street vertex, not a stop.
func (v Vertex) IsStreet() bool { return v.g != nil && int(v.id) < v.g.street.vertices }

// Stop returns the stop that the vertex stands for, a detached one for a street vertex.
func (v Vertex) Stop() Stop {
	if v.g == nil || v.IsStreet() {
		return Stop{}
	}
	return Stop{v.g, StopID(v.id - v.g.FirstStop())}
}

// Type returns the type of the vertex.
func (v Vertex) Type() facts.VertexType {
	switch {
	case v.g == nil:
		return facts.NoVertexType
	case !v.IsStreet():
		return v.Stop().VertexType()
	case !v.g.IsSpecial(v.id):
		return facts.StreetVertex
	}
	a := &v.g.tables.Access
	if i, ok := search(a.Vertex.Len(), func(i int) VertexID { return a.Vertex.At(i) }, v.id); ok && a.Type.At(i) != 0 {
		return a.Type.At(i)
	}
	return facts.StreetVertex
}

// Point returns the position.
func (v Vertex) Point() geometry.Point {
	if v.g == nil {
		return geometry.Point{}
	}
	return v.g.PointOf(v.id)
}

// OSMNodeID returns the OSM id of the node, NoNode where there is none.
func (v Vertex) OSMNodeID() int64 {
	if !v.IsStreet() {
		return NoNode
	}
	return v.g.nodeColumn().At(int(v.id))
}

// Pass returns the modes that may go through the vertex; the others may start and end there.
func (v Vertex) Pass() facts.Modes {
	if v.g == nil {
		return facts.NoModes
	}
	return v.g.PassAt(v.id)
}

// Out yields the edges out of the vertex that some mode may use, also links, pathways and transfers.
func (v Vertex) Out() iter.Seq[Edge] { return v.edges(0) }

// In yields the edges into the vertex that some mode may use, also links, pathways and transfers.
func (v Vertex) In() iter.Seq[Edge] { return v.edges(1) }

// edges yields the edges out of the vertex, or with flip 1 those into it.
func (v Vertex) edges(flip EdgeID) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		if v.g == nil {
			return
		}
		var buf [16]Arc
		for _, a := range v.g.appendArcs(buf[:0], v.id, flip) {
			open := v.g.FactsAt(a.Facts).Modes[a.Edge%2] != 0
			if open && !yield(Edge{v.g, a.Edge}) {
				return
			}
		}
		for _, id := range v.g.extraAt(v.id, flip) {
			e := Edge{v.g, id}
			if e.Modes() != 0 && !yield(e) {
				return
			}
		}
	}
}

// attachedErr returns ErrDetached for a nil graph.
func attachedErr(g *Graph) error {
	if g == nil {
		return ErrDetached
	}
	return nil
}
