// Package graph is a routing graph as a service sees it: vertices, directed edges, their facts and shapes, turn
// restrictions and the timetable. Open maps a file and decodes nothing; handles (Vertex, Edge, Stop, Trip...) are small
// values that hold their graph and read the file when asked.
//
// A Graph is immutable and may be read by many goroutines at once. No call may be under way when Close is called, and
// every use after Close panics with ErrClosed. Handles and slices of a graph are valid until then.
//
// A place becomes a vertex by way of a street: Snap finds the pairs of edges near it and how far along each the place lies,
// PairID.Edge names an edge of the pair, and that its ends:
//
//	for _, s := range g.Snap(point, graph.SnapOptions{Limit: 1}) {
//		edge := g.Edge(s.Pair.Edge(facts.Forward))
//		nearest := edge.From()
//		if s.OffsetM > edge.LengthM()/2 {
//			nearest = edge.To()
//		}
//	}
//
// The zero value of a handle is detached: Graph returns nil, Err returns ErrDetached, and the other methods return zero
// values, missing ids or empty sequences.
package graph

import (
	"iter"
	"sync/atomic"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// Graph is a routing graph. See the package comment for concurrency and lifetime.
type Graph struct {
	tables *Tables
	street streets
	facts  factTable
	extra  extraEdges
	lookup lookups
	index  snapIndex
	areas  areaCache
	meta   func() Meta
	file   *encode.File // nil: the tables are in memory
	closed atomic.Bool
}

// NewGraph returns a graph over tables in memory, which it keeps and which must not change any more; columns that may be
// omitted, and are, get their default in all rows. It fails when the tables already belong to a graph or when their lengths do not fit together.
func NewGraph(t *Tables) (*Graph, error) {
	if err := t.complete(); err != nil {
		return nil, err
	}
	g := graphInMemory(t)
	if err := t.attach(g); err != nil {
		return nil, err
	}
	return g, nil
}

// graphInMemory returns a graph that reads tables in memory, which do not know it yet.
func graphInMemory(t *Tables) *Graph {
	return &Graph{tables: t, street: expandedStreets(t), meta: func() Meta { return t.Meta }}
}

// Close releases the file of the graph. It may be called more than once.
func (g *Graph) Close() error {
	if g.closed.Swap(true) || g.file == nil {
		return nil
	}
	return g.file.Close()
}

// mustBeOpen panics when the graph is closed, so that no unmapped memory is read.
func (g *Graph) mustBeOpen() {
	if g.closed.Load() {
		panic(ErrClosed)
	}
}

// Sections lists the sections of the file, nil for a graph in memory.
func (g *Graph) Sections() []encode.Section {
	if g.file == nil {
		return nil
	}
	g.mustBeOpen()
	return g.file.Sections()
}

// File returns the file of the graph, for its version, tables and checks; nil for a graph in memory.
func (g *Graph) File() *encode.File { return g.file }

// Meta returns what the graph says of itself: inputs, configuration, statistics.
func (g *Graph) Meta() Meta {
	g.mustBeOpen()
	return g.meta()
}

// NumStreetVertices returns the number of street vertices, which are numbered from 0.
func (g *Graph) NumStreetVertices() int { return g.street.vertices }

// FirstStop returns the vertex of stop 0; vertex FirstStop+s is stop s.
func (g *Graph) FirstStop() VertexID { return VertexID(g.street.vertices) }

// NumStops returns the number of stops, stations, entrances and other rows of stops.txt.
func (g *Graph) NumStops() int { g.mustBeOpen(); return g.tables.Stops.Lon.Len() }

// NumVertices returns the number of vertices: those of streets, then the stops.
func (g *Graph) NumVertices() int { return g.NumStreetVertices() + g.NumStops() }

// NumPairs returns the number of edge pairs of streets.
func (g *Graph) NumPairs() int { return g.street.pairs }

// NumStreetEdges returns the number of edge ids of streets, two a pair, also where no mode may use one of them.
func (g *Graph) NumStreetEdges() int { return 2 * g.street.pairs }

// NumEdges returns the number of edge ids: those of streets, then of links, pathways and transfers.
func (g *Graph) NumEdges() int { return int(g.firstTransfer()) + g.tables.Transfers.Type.Len() }

// NumFacts returns the number of distinct edge facts.
func (g *Graph) NumFacts() int { return len(g.facts.all(g)) }

// Vertex returns the handle of a vertex, detached when v is out of range.
func (g *Graph) Vertex(v VertexID) Vertex {
	if int(v) >= g.NumVertices() {
		return Vertex{}
	}
	return Vertex{g, v}
}

// Edge returns the handle of a directed edge, detached when e is out of range.
func (g *Graph) Edge(e EdgeID) Edge {
	if int(e) >= g.NumEdges() {
		return Edge{}
	}
	return Edge{g, e}
}

// Vertices yields all vertices by id.
func (g *Graph) Vertices() iter.Seq[Vertex] {
	return func(yield func(Vertex) bool) {
		for v := range g.NumVertices() {
			if !yield(Vertex{g, VertexID(v)}) {
				return
			}
		}
	}
}

// Edges yields the directed edges that some mode may use, by id.
func (g *Graph) Edges() iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for v := range VertexID(g.street.vertices) {
			first, end := g.street.starting(v)
			for p := first; p < end; p++ {
				_, f, _ := g.street.pairAt(PairID(p), v)
				for d, m := range g.FactsAt(f).Modes {
					if m != 0 && !yield(Edge{g, EdgeID(2*p) + EdgeID(d)}) {
						return
					}
				}
			}
		}
		for e := g.firstLink(); int(e) < g.NumEdges(); e++ {
			if edge := (Edge{g, e}); edge.Modes() != 0 && !yield(edge) {
				return
			}
		}
	}
}

// IsSpecial reports whether the street vertex stands in a sparse table: not every mode may pass, a turn restriction
// begins or continues there, or a stop is linked to an edge that ends there. A search looks into these tables only then.
func (g *Graph) IsSpecial(v VertexID) bool {
	g.mustBeOpen()
	return int(v) < g.street.vertices && g.street.special(v)
}

// PassAt returns the modes that may go through a vertex: all but where a barrier is.
func (g *Graph) PassAt(v VertexID) facts.Modes {
	if !g.IsSpecial(v) {
		return facts.AllModes
	}
	a := &g.tables.Access
	if i, ok := search(a.Vertex.Len(), func(i int) VertexID { return a.Vertex.At(i) }, v); ok {
		return a.Pass.At(i)
	}
	return facts.AllModes
}

// PointOf returns the position of a vertex.
func (g *Graph) PointOf(v VertexID) geometry.Point {
	g.mustBeOpen()
	if int(v) < g.street.vertices {
		return g.street.point(v)
	}
	s := int(v) - g.street.vertices
	if s >= g.tables.Stops.Lon.Len() {
		return geometry.Point{}
	}
	return geometry.Point{Lon: g.tables.Stops.Lon.At(s), Lat: g.tables.Stops.Lat.At(s)}
}

// Component returns the strongly connected component of a street vertex for Walk, Bike or Car: 0 the largest;
// NoComponent where the mode has no edge, for other modes and for vertices that are not of streets.
func (g *Graph) Component(v VertexID, m facts.Mode) uint32 {
	g.mustBeOpen()
	if int(v) >= g.street.vertices || m > facts.Car {
		return NoComponent
	}
	return g.component(v, m)
}

// search returns the first of n rows sorted by key that has the key want, and whether there is one.
func search[K ~uint32](n int, key func(int) K, want K) (int, bool) {
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if key(mid) < want {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < n && key(lo) == want
}
