package tinkerpop

import "iter"

// Property is a property of an edge, or of a property of a vertex.
type Property struct {
	Key   string
	Value Value
}

// VertexProperty is a property of a vertex. A key may have several.
type VertexProperty struct {
	ID    Value
	Key   string
	Value Value
	Meta  []Property
}

// Vertex is a vertex. Its id is not null and no other vertex has it.
type Vertex struct {
	ID         Value
	Label      string
	Properties []VertexProperty
}

// Edge is an edge from Out to In, which are ids of vertices.
type Edge struct {
	ID         Value
	Label      string
	Out, In    Value
	Properties []Property
}

// Star is a vertex with all its edges; one from the vertex to itself stands in both lists.
type Star struct {
	Vertex  Vertex
	In, Out []Edge
}

// Source is a graph that can be written. What a sequence yields is valid until the next step and may be rearranged by who
// takes it; every sequence may be taken more than once, and always gives the same.
type Source interface {
	// Counts returns how many vertices and edges there are.
	Counts() (vertices, edges int)
	Vertices() iter.Seq[*Vertex]
	Edges() iter.Seq[*Edge]
	Stars() iter.Seq[*Star]
}

// addProperty adds a row, reusing the memory of what stood there.
func (v *Vertex) addProperty() *VertexProperty {
	n := len(v.Properties)
	if n < cap(v.Properties) {
		v.Properties = v.Properties[:n+1]
	} else {
		v.Properties = append(v.Properties, VertexProperty{})
	}
	p := &v.Properties[n]
	p.Meta = p.Meta[:0]
	return p
}

// addEdge adds an edge to a list, reusing the memory of what stood there.
func addEdge(list []Edge) []Edge {
	n := len(list)
	if n == cap(list) {
		return append(list, Edge{})
	}
	list = list[:n+1]
	list[n].Properties = list[n].Properties[:0]
	return list
}

// reset empties the star and keeps its memory.
func (s *Star) reset() {
	s.Vertex.ID, s.Vertex.Label, s.Vertex.Properties = Value{}, "", s.Vertex.Properties[:0]
	s.In, s.Out = s.In[:0], s.Out[:0]
}

// byLabel puts edges of one label together, the labels in the order in which they come first.
func byLabel(edges []Edge) {
	for i := 1; i < len(edges); i++ {
		if edges[i].Label == edges[i-1].Label {
			continue
		}
		if at := endOfLabel(edges[:i], edges[i].Label); at != i {
			e := edges[i]
			copy(edges[at+1:i+1], edges[at:i])
			edges[at] = e
		}
	}
}

// endOfLabel returns the place behind the last edge with the label, or the end.
func endOfLabel(edges []Edge, label string) int {
	for i := len(edges); i > 0; i-- {
		if edges[i-1].Label == label {
			return i
		}
	}
	return len(edges)
}

// byKey puts properties of one key together.
func byKey(list []VertexProperty) {
	for i := 1; i < len(list); i++ {
		for at := i - 1; at >= 0; at-- {
			if list[at].Key != list[i].Key {
				continue
			}
			if at != i-1 {
				p := list[i]
				copy(list[at+2:i+1], list[at+1:i])
				list[at+1] = p
			}
			break
		}
	}
}
