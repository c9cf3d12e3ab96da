package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// Unpack returns the tables of a graph to be changed and written again, which gives the same bytes: those of streets and shapes
// are copies, in time and memory by their size, the others are views of the graph until somebody sets them. The graph must stay
// open while they are used. To look at a column of the others alone, Unpacked costs nothing.
func (g *Graph) Unpack() *Tables {
	g.mustBeOpen()
	t := *g.tables
	t.owner = nil
	t.Meta = g.Meta()
	s := g.street.stored
	if s == nil {
		return &t
	}
	t.Facts = g.facts.all(g)
	t.unpackVertices(g)
	t.unpackPairs(g)
	t.Shapes = g.unpackShapes(s)
	t.StreetAreas = s.areas.unpack()
	return &t
}

func (t *Tables) unpackVertices(g *Graph) {
	n := g.street.vertices
	t.Vertices = Vertices{Point: make([]geometry.Point, n), NodeID: encode.ColOf(g.nodeColumn().Slice())}
	for m := range t.Components.Of {
		t.Components.Of[m] = make([]uint32, n)
	}
	for v := range VertexID(n) {
		t.Vertices.Point[v] = g.street.point(v)
		for m := range facts.Car + 1 {
			t.Components.Of[m][v] = g.component(v, m)
		}
	}
}

func (t *Tables) unpackPairs(g *Graph) {
	s, n := unpackStreets(g.street), g.street.pairs
	p := Pairs{From: s.from, To: s.to, LengthDM: s.lengthDM, Facts: s.facts, Way: encode.ColOf(g.wayColumn().Slice())}
	p.Reversed, p.InnerStart = make([]bool, n), make([]uint32, 1, n+1)
	for block := range leavesOf(n) {
		c := g.pairsAt(block)
		for int(c.next) < min((block+1)*pairsPerLeaf, n) {
			p.Reversed[c.next] = g.reversed(c.next)
			line := c.read()
			p.Inner = append(p.Inner, line[1:len(line)-1]...)
			p.InnerStart = append(p.InnerStart, uint32(len(p.Inner)))
		}
	}
	pair, seconds := g.durations()
	p.DurationPair, p.DurationS = encode.ColOf(pair.Slice()), encode.ColOf(seconds.Slice())
	t.Pairs = p
}

func (g *Graph) unpackShapes(s *stored) Shapes {
	x := Shapes{Feed: s.shapes.Feed, ID: s.shapes.ID, Start: []uint32{0}}
	for i := range g.NumShapes() {
		x.Point = g.AppendShape(x.Point, ShapeID(i))
		x.Start = append(x.Start, uint32(len(x.Point)))
	}
	return x
}

// unpackStreets returns the numbers of pairs as slices.
func unpackStreets(p streets) streets {
	n := p.pairs
	s := streets{from: make([]VertexID, n), to: make([]VertexID, n), lengthDM: make([]uint32, n), facts: make([]FactsID, n)}
	for v := range VertexID(p.vertices) {
		first, end := p.starting(v)
		for i := first; i < end; i++ {
			s.from[i] = v
			s.to[i], s.facts[i], s.lengthDM[i] = p.pairAt(PairID(i), v)
		}
	}
	return s
}

// Unpacked returns the tables of the graph that need no unpacking, to be read only, in no time: views of a file. Vertices, Pairs,
// Facts, Components, Shapes and StreetAreas, which a file holds in another form, are empty there; handles read these, and Unpack
// copies them. The tables are valid while the graph is open.
func (g *Graph) Unpacked() *Tables { g.mustBeOpen(); return g.tables }

// ClearTransit empties all tables that come from feeds, and those made of them: links, transfers, issues.
func (t *Tables) ClearTransit() {
	t.Feeds, t.Agencies, t.Levels, t.Stops, t.Routes = Feeds{}, Agencies{}, Levels{}, Stops{}, Routes{}
	t.Patterns, t.Profiles, t.Trips, t.Services = Patterns{}, Profiles{}, Trips{}, Services{}
	t.Frequencies, t.Transfers, t.Pathways, t.Shapes = Frequencies{}, Transfers{}, Pathways{}, Shapes{}
	t.Links, t.WalkTransfers, t.Issues = Links{}, WalkTransfers{}, Issues{}
	t.Continuations, t.Calls, t.CallTexts = Continuations{}, Calls{}, CallTexts{}
	t.Areas, t.FlexTrips, t.FlexCalls = Areas{}, FlexTrips{}, FlexCalls{}
	t.RawTables, t.RawColumns, t.RawCells = RawTables{}, RawColumns{}, RawCells{}
}
