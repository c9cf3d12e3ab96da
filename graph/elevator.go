package graph

import "graphbuild/encode"

// Elevators lists the vertices that are elevators: ways of several floors meet there. Sorted by Vertex.
type Elevators struct {
	Vertex    encode.Col[VertexID] `col:"vertex"`           // rising
	DurationS encode.Col[uint32]   `col:"duration,unit=s"`  // of a ride, from the tag duration; 0 where it says nothing
	Levels    encode.Strings       `col:"level"`            // the tag level as written, "0;1"
	Rise      encode.Col[uint8]    `col:"rise,unit=floors"` // from the lowest to the highest of Levels; 0 where they say nothing
}

// Elevator is what is known of an elevator.
type Elevator struct {
	DurationS uint32 // of a ride, 0 where no tag says it
	Levels    string // the tag level as written, "0;1;2"; empty where there is none
	Rise      int    // floors from the lowest to the highest, at most 255; 0 where they are not known
}

// Elevator returns what is known of the elevator at a vertex; false where there is none.
func (v Vertex) Elevator() (Elevator, bool) {
	if v.g == nil || !v.IsStreet() || !v.g.IsSpecial(v.id) {
		return Elevator{}, false
	}
	t := &v.g.tables.Elevators
	i, ok := search(t.Vertex.Len(), func(i int) VertexID { return t.Vertex.At(i) }, v.id)
	if !ok {
		return Elevator{}, false
	}
	return Elevator{t.DurationS.At(i), t.Levels.At(i), int(t.Rise.At(i))}, true
}

// NumElevators returns the number of vertices that are elevators.
func (g *Graph) NumElevators() int { g.mustBeOpen(); return g.tables.Elevators.Vertex.Len() }

// ElevatorAt returns the vertex of elevator i, which is below NumElevators, in the order of vertices.
func (g *Graph) ElevatorAt(i int) Vertex {
	g.mustBeOpen()
	return g.Vertex(g.tables.Elevators.Vertex.At(i))
}

// checkElevators checks that elevators are special vertices, in order.
func checkElevators(c *checker) {
	t := &c.g.tables.Elevators
	for i := range t.Vertex.Len() {
		v := t.Vertex.At(i)
		if i > 0 && v <= t.Vertex.At(i-1) {
			c.problem(i, "vertex %d after %d", v, t.Vertex.At(i-1))
		}
		if c.below(i, "vertex", int(v), c.g.street.vertices) && !c.g.street.special(v) {
			c.problem(i, "vertex %d is not marked special", v)
		}
	}
}
