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
func byLabel(edges []Edge) { together(edges, func(e *Edge) string { return e.Label }) }

// byKey puts properties of one key together, the keys in the order in which they come first.
func byKey(list []VertexProperty) { together(list, func(p *VertexProperty) string { return p.Key }) }

// fewItems is up to how many items are moved one by one, which takes no memory.
const fewItems = 64

// together puts items of one name together, the names in the order in which they come first, and keeps the order of items
// with one name.
func together[T any](list []T, name func(*T) string) {
	if len(list) > fewItems {
		manyTogether(list, name)
		return
	}
	for i := 1; i < len(list); i++ {
		for at := i; at > 0; at-- {
			if name(&list[at-1]) != name(&list[i]) {
				continue
			}
			if at != i {
				x := list[i]
				copy(list[at+1:i+1], list[at:i])
				list[at] = x
			}
			break
		}
	}
}

// manyTogether is together in linear time: a vertex may have a million edges.
func manyTogether[T any](list []T, name func(*T) string) {
	numbers, number := map[string]int{}, make([]int, len(list))
	var start []int // by number of a name: where its next item goes
	sorted := true
	for i := range list {
		n, ok := numbers[name(&list[i])]
		if !ok {
			n = len(start)
			numbers[name(&list[i])] = n
			start = append(start, 0)
		}
		number[i] = n
		start[n]++
		sorted = sorted && n == len(start)-1
	}
	if sorted {
		return
	}
	next := 0
	for n, count := range start {
		start[n] = next
		next += count
	}
	out := make([]T, len(list))
	for i, n := range number {
		out[start[n]] = list[i]
		start[n]++
	}
	copy(list, out)
}
