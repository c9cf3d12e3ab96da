package export

import (
	"io"
	"iter"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/tinkerpop"
)

// propertySource shows a graph as a property graph: the vertices with those of stops, and the directed edges that some
// mode may use, with links, pathways and transfers. Labels are the names of the types; all ids are numbers of the file, as
// 64-bit integers. The points between vertices are left out.
type propertySource struct {
	g     *graph.Graph
	facts []streetFacts // by row
}

// streetFacts are the properties that a row of facts gives.
type streetFacts struct {
	label string
	class tinkerpop.Value
	sides [2]sideFacts
}

// sideFacts are those of one direction.
type sideFacts struct {
	open  bool
	modes tinkerpop.Value
	speed tinkerpop.Value // null where cars may not go
}

// propertiesPerVertex is how many ids of vertex properties each vertex has.
const propertiesPerVertex = 16

func newPropertySource(g *graph.Graph) *propertySource {
	s := &propertySource{g: g, facts: make([]streetFacts, g.NumFacts())}
	for i := range s.facts {
		f := g.FactsAt(graph.FactsID(i))
		x := streetFacts{label: graph.EdgeTypeName(f.Type), class: tinkerpop.StringOf(f.Class.String())}
		for d := range x.sides {
			x.sides[d] = sideFacts{open: f.Modes[d] != 0, modes: tinkerpop.StringOf(modeTexts[f.Modes[d]])}
			if f.Speed[d] != 0 && f.Modes[d].Has(facts.Car) {
				x.sides[d].speed = tinkerpop.DoubleOf(f.Speed[d].KMH())
			}
		}
		s.facts[i] = x
	}
	return s
}

// Counts returns how many vertices and edges there are.
func (s *propertySource) Counts() (vertices, edges int) {
	return s.g.NumVertices(), s.g.Meta().Stats.Edges.Total
}

// Vertices yields all vertices.
func (s *propertySource) Vertices() iter.Seq[*tinkerpop.Vertex] {
	return func(yield func(*tinkerpop.Vertex) bool) {
		var v tinkerpop.Vertex
		for i := range s.g.NumVertices() {
			s.vertex(&v, graph.VertexID(i))
			if !yield(&v) {
				return
			}
		}
	}
}

// Edges yields all edges, by the vertex that they come from.
func (s *propertySource) Edges() iter.Seq[*tinkerpop.Edge] {
	return func(yield func(*tinkerpop.Edge) bool) {
		var c starCursor
		for i := range s.g.NumVertices() {
			list := s.edges(&c, graph.VertexID(i), 0)
			for k := range list {
				if !yield(&list[k]) {
					return
				}
			}
		}
	}
}

// Stars yields all vertices with their edges.
func (s *propertySource) Stars() iter.Seq[*tinkerpop.Star] {
	return func(yield func(*tinkerpop.Star) bool) {
		var star tinkerpop.Star
		var in, out starCursor
		for i := range s.g.NumVertices() {
			id := graph.VertexID(i)
			s.vertex(&star.Vertex, id)
			star.In, star.Out = s.edges(&in, id, 1), s.edges(&out, id, 0)
			if !yield(&star) {
				return
			}
		}
	}
}

// idOf returns the value of an id.
func idOf[T ~uint32](id T) tinkerpop.Value { return tinkerpop.LongOf(int64(id)) }

// vertex fills v.
func (s *propertySource) vertex(v *tinkerpop.Vertex, id graph.VertexID) {
	x := s.g.Vertex(id)
	*v = tinkerpop.Vertex{ID: idOf(id), Label: graph.VertexTypeName(x.Type()), Properties: v.Properties[:0]}
	add := func(key string, value tinkerpop.Value) {
		n := int64(id)*propertiesPerVertex + int64(len(v.Properties))
		v.Properties = append(v.Properties, tinkerpop.VertexProperty{ID: tinkerpop.LongOf(n), Key: key, Value: value})
	}
	lon, lat := x.Point().Degrees()
	add("lon", tinkerpop.DoubleOf(lon))
	add("lat", tinkerpop.DoubleOf(lat))
	if node := x.OSMNodeID(); node != graph.NoNode {
		add("node_id", tinkerpop.LongOf(node))
	}
	if pass := x.Pass(); x.IsStreet() && pass != facts.AllModes {
		add("pass", tinkerpop.StringOf(modeTexts[pass]))
	}
	if stop := x.Stop(); stop.Err() == nil {
		add("stop_id", tinkerpop.StringOf(stopName(stop)))
		add("name", tinkerpop.StringOf(stop.Name()))
	}
}

// starCursor is the memory in which the edges at a vertex are made.
type starCursor struct {
	arcs  []graph.Arc
	edges []tinkerpop.Edge
}

// next returns the next edge to fill, with the memory of an earlier one.
func (c *starCursor) next() *tinkerpop.Edge {
	n := len(c.edges)
	if n == cap(c.edges) {
		c.edges = append(c.edges, tinkerpop.Edge{})
	}
	c.edges = c.edges[:n+1]
	return &c.edges[n]
}

// edges returns the edges out of a vertex, or with flip 1 those into it, valid until the next call with c.
func (s *propertySource) edges(c *starCursor, v graph.VertexID, flip int) []tinkerpop.Edge {
	c.edges = c.edges[:0]
	special := int(v) >= s.g.NumStreetVertices()
	if !special {
		s.streets(c, v, flip)
		special = s.g.IsSpecial(v)
	}
	if special {
		s.others(c, v, flip)
	}
	return c.edges
}

// streets adds the street edges at a vertex.
func (s *propertySource) streets(c *starCursor, v graph.VertexID, flip int) {
	if flip == 0 {
		c.arcs = s.g.AppendArcs(c.arcs[:0], v)
	} else {
		c.arcs = s.g.AppendArcsIn(c.arcs[:0], v)
	}
	for _, a := range c.arcs {
		f := &s.facts[a.Facts]
		side := &f.sides[a.Edge%2]
		if !side.open {
			continue
		}
		ends := [2]tinkerpop.Value{idOf(v), idOf(a.To)}
		e := c.next()
		e.ID, e.Label, e.Out, e.In = idOf(a.Edge), f.label, ends[flip], ends[1-flip]
		e.Properties = append(e.Properties[:0], tinkerpop.Property{Key: "class", Value: f.class}, tinkerpop.Property{Key: "modes", Value: side.modes},
			tinkerpop.Property{Key: "length_m", Value: tinkerpop.DoubleOf(float64(a.LengthDM) / 10)})
		if side.speed.Kind() != tinkerpop.Null {
			e.Properties = append(e.Properties, tinkerpop.Property{Key: "car_speed_kmh", Value: side.speed})
		}
		s.way(e, s.g.Edge(a.Edge))
	}
}

// way adds what the way of a street edge says.
func (s *propertySource) way(e *tinkerpop.Edge, x graph.Edge) {
	id, name, ok := s.g.WayOf(x.Way())
	if ok {
		e.Properties = append(e.Properties, tinkerpop.Property{Key: "way_id", Value: tinkerpop.LongOf(id)})
	}
	if name != "" {
		e.Properties = append(e.Properties, tinkerpop.Property{Key: "name", Value: tinkerpop.StringOf(name)})
	}
}

// others adds the links, pathways and transfers at a vertex.
func (s *propertySource) others(c *starCursor, v graph.VertexID, flip int) {
	list := s.g.Vertex(v).Out()
	if flip == 1 {
		list = s.g.Vertex(v).In()
	}
	for x := range list {
		if x.IsStreet() {
			continue
		}
		e := c.next()
		e.ID, e.Label, e.Out, e.In = idOf(x.ID()), graph.EdgeTypeName(x.Type()), idOf(x.From().ID()), idOf(x.To().ID())
		e.Properties = append(e.Properties[:0], tinkerpop.Property{Key: "modes", Value: tinkerpop.StringOf(modeTexts[x.Modes()])},
			tinkerpop.Property{Key: "length_m", Value: tinkerpop.DoubleOf(x.LengthM())})
		if seconds, ok := x.DurationS(); ok {
			e.Properties = append(e.Properties, tinkerpop.Property{Key: "duration_s", Value: tinkerpop.IntOf(int32(seconds))})
		}
	}
}

func writeGraphSON(w io.Writer, s tinkerpop.Source, _ Options) error {
	return tinkerpop.WriteGraphSON(w, s, tinkerpop.GraphSONOptions{})
}

func writeGraphSON2(w io.Writer, s tinkerpop.Source, _ Options) error {
	return tinkerpop.WriteGraphSON(w, s, tinkerpop.GraphSONOptions{Untyped: true})
}

func writeGraphBinary(w io.Writer, s tinkerpop.Source, _ Options) error {
	return tinkerpop.WriteGraphBinary(w, s)
}

func writeGryo(w io.Writer, s tinkerpop.Source, _ Options) error { return tinkerpop.WriteGryo(w, s) }

func writeGraphML(w io.Writer, s tinkerpop.Source, _ Options) error {
	return tinkerpop.WriteGraphML(w, s)
}

// writeNeptune writes one of the two files that the loader wants.
func writeNeptune(w io.Writer, s tinkerpop.Source, o Options) error {
	if o.Layers[0] == Vertices {
		return tinkerpop.WriteNeptuneVertices(w, s)
	}
	return tinkerpop.WriteNeptuneEdges(w, s)
}
