package graph

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// written returns the file of tables.
func written(t testing.TB, tables *Tables, o WriteOptions) []byte {
	t.Helper()
	var buf bytes.Buffer
	if _, err := Write(&buf, tables, o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// edgeView is all that an edge says.
type edgeView struct {
	From, To VertexID
	LengthM  float64
	Facts    facts.Edge
	WayID    int64
	Name     string
	Along    bool
	Duration uint32
	Rules    []Condition
	Line     []geometry.Point
}

func viewEdge(e Edge) edgeView {
	way, _ := e.OSMWayID()
	duration, _ := e.DurationS()
	return edgeView{e.From().ID(), e.To().ID(), e.LengthM(), e.Facts(), way, e.Name(), e.AlongWay(), duration, e.Conditional(), e.AppendGeometry(nil)}
}

// vertexView is all that a vertex says.
type vertexView struct {
	Type       facts.VertexType
	Point      geometry.Point
	NodeID     int64
	Pass       facts.Modes
	Out, In    []EdgeID
	Components [3]uint32
}

func viewVertex(v Vertex) vertexView {
	x := vertexView{Type: v.Type(), Point: v.Point(), NodeID: v.OSMNodeID(), Pass: v.Pass()}
	for e := range v.Out() {
		x.Out = append(x.Out, e.ID())
	}
	for e := range v.In() {
		x.In = append(x.In, e.ID())
	}
	for m := range facts.Car + 1 {
		x.Components[m] = v.Graph().Component(v.ID(), m)
	}
	return x
}

// TestFormsAgree compares every vertex and edge of a written graph with the tables that it was made from.
func TestFormsAgree(t *testing.T) {
	sizes := []int{10, 65, 63, 64, 400}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, n := range sizes {
		all := graphs(t, randomTables(uint64(n), n))
		want := all["memory"]
		for name, g := range all {
			if g.NumVertices() != want.NumVertices() || g.NumEdges() != want.NumEdges() {
				t.Fatalf("%s: %d vertices, %d edges", name, g.NumVertices(), g.NumEdges())
			}
			for v := range want.Vertices() {
				if d := cmp.Diff(viewVertex(v), viewVertex(g.Vertex(v.ID()))); d != "" {
					t.Fatalf("%s, %d vertices: vertex %d: %s", name, n, v.ID(), d)
				}
			}
			for e := range EdgeID(want.NumEdges()) {
				if d := cmp.Diff(viewEdge(want.Edge(e)), viewEdge(g.Edge(e))); d != "" {
					t.Fatalf("%s, %d vertices: edge %d: %s", name, n, e, d)
				}
			}
		}
	}
}

// TestAdjacency checks the properties of every graph: an edge is among those out of and into its ends, and nowhere else.
func TestAdjacency(t *testing.T) {
	for name, g := range graphs(t, randomTables(7, 300)) {
		out, in, edges := 0, 0, 0
		for v := range g.Vertices() {
			if v.Graph() != g {
				t.Fatalf("%s: vertex %d is of another graph", name, v.ID())
			}
			for e := range v.Out() {
				out++
				if e.From() != v || e.Graph() != g {
					t.Fatalf("%s: edge %d leaves vertex %d, not %d", name, e.ID(), e.From().ID(), v.ID())
				}
			}
			for e := range v.In() {
				in++
				if e.To() != v {
					t.Fatalf("%s: edge %d enters vertex %d, not %d", name, e.ID(), e.To().ID(), v.ID())
				}
			}
		}
		for e := range g.Edges() {
			edges++
			if !slices.Contains(slices.Collect(e.From().Out()), e) || !slices.Contains(slices.Collect(e.To().In()), e) {
				t.Fatalf("%s: edge %d is not at its ends", name, e.ID())
			}
			if r := e.Reverse(); r.Err() == nil && (r.From() != e.To() || r.To() != e.From()) {
				t.Fatalf("%s: edge %d is not the reverse of %d", name, r.ID(), e.ID())
			}
		}
		if out != edges || in != edges {
			t.Errorf("%s: %d edges, %d out, %d in", name, edges, out, in)
		}
	}
}

func TestArcs(t *testing.T) {
	for name, g := range graphs(t, randomTables(8, 200)) {
		n := 0
		for v := range VertexID(g.NumStreetVertices()) {
			for _, a := range g.AppendArcs(nil, v) {
				n++
				e := g.Edge(a.Edge)
				f, _ := e.FactsID()
				if want := (Arc{e.ID(), e.To().ID(), uint32(e.LengthM()*10 + 0.5), f}); e.From().ID() != v || a != want {
					t.Fatalf("%s: arc %+v of vertex %d, want %+v", name, a, v, want)
				}
			}
			for _, a := range g.AppendArcsIn(nil, v) {
				if e := g.Edge(a.Edge); e.To().ID() != v || e.From().ID() != a.To {
					t.Fatalf("%s: arc %+v into vertex %d", name, a, v)
				}
			}
		}
		if n != g.NumStreetEdges() {
			t.Errorf("%s: %d arcs, want %d", name, n, g.NumStreetEdges())
		}
	}
}

func TestCheckFindsNothing(t *testing.T) {
	for name, g := range graphs(t, randomTables(9, 300)) {
		for p := range Check(g) {
			t.Errorf("%s: %v", name, p)
		}
		if g.file == nil {
			continue
		}
		if err := g.File().Verify(func(err error) { t.Errorf("%s: %v", name, err) }); err != nil {
			t.Error(name, err)
		}
	}
}

func TestRestrictionsFrom(t *testing.T) {
	for name, g := range graphs(t, randomTables(10, 200)) {
		found := 0
		for e := range EdgeID(g.NumStreetEdges()) {
			first, n := g.RestrictionsFrom(e)
			for r := first; r < first+RestrictionID(n); r++ {
				if x := g.Restriction(r); x.From != e || x.RelationID != int64(e)+900 {
					t.Fatalf("%s: restriction %+v for edge %d", name, x, e)
				}
			}
			found += n
		}
		if found != g.NumRestrictions() || found == 0 {
			t.Errorf("%s: %d restrictions found of %d", name, found, g.NumRestrictions())
		}
	}
}

func TestLookupByOSMID(t *testing.T) {
	for name, g := range graphs(t, randomTables(11, 200)) {
		for v := range VertexID(g.NumStreetVertices()) {
			if got, ok := g.VertexOfNode(g.Vertex(v).OSMNodeID()); !ok || got.ID() != v {
				t.Fatalf("%s: node of vertex %d gives %d", name, v, got.ID())
			}
		}
		count := 0
		for w := range g.tables.Ways.ID.Len() {
			for _, e := range g.EdgesOfWay(g.tables.Ways.ID.At(w)) {
				if e.Way() != WayID(w) {
					t.Fatalf("%s: edge %d is of way %d, not %d", name, e.ID(), e.Way(), w)
				}
				count++
			}
		}
		open := 0
		for e := range g.Edges() {
			if e.IsStreet() {
				open++
			}
		}
		if count != open {
			t.Errorf("%s: %d edges by way, want %d", name, count, open)
		}
		if _, ok := g.VertexOfNode(5); ok || g.EdgesOfWay(1) != nil {
			t.Errorf("%s: found what is not there", name)
		}
	}
}

func TestDetached(t *testing.T) {
	g, err := NewGraph(randomTables(12, 20))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []Vertex{{}, g.Vertex(NoVertex)} {
		if v.Graph() != nil || v.Err() != ErrDetached || v.ID() != NoVertex || v.OSMNodeID() != NoNode || v.Type() != 0 ||
			v.Point() != (geometry.Point{}) || v.Pass() != 0 || v.Stop().Err() != ErrDetached {
			t.Error("detached vertex says something")
		}
		for range v.Out() {
			t.Error("detached vertex has edges")
		}
	}
	for _, e := range []Edge{{}, g.Edge(NoEdge)} {
		if d := cmp.Diff(edgeView{From: NoVertex, To: NoVertex}, viewEdge(e)); d != "" || e.Graph() != nil || e.Err() != ErrDetached ||
			e.ID() != NoEdge || e.Pair() != NoPair || e.Reverse().Err() != ErrDetached {
			t.Error("detached edge says something", d)
		}
	}
	var s Stop
	var trip Trip
	var svc Service
	if s.Err() != ErrDetached || s.Name() != "" || s.Links() != nil || s.Parent().Err() != ErrDetached || s.Departures(0) != nil ||
		trip.StopTimes() != nil || trip.Route().Agency().Name() != "" || svc.RunsOn(1) || trip.ID() != "" {
		t.Error("detached transit handles say something")
	}
	if _, err := trip.DepartureUTC(0); err != ErrDetached {
		t.Error(err)
	}
}

func TestAttachOnce(t *testing.T) {
	tables := randomTables(13, 20)
	if _, err := NewGraph(tables); err != nil {
		t.Fatal(err)
	}
	if _, err := NewGraph(tables); err != ErrAttached {
		t.Errorf("second graph on the same tables: %v", err)
	}
}

func TestUseAfterClose(t *testing.T) {
	for name, g := range graphs(t, randomTables(14, 20)) {
		v := g.Vertex(0)
		for range 2 { // the second does nothing
			if err := g.Close(); err != nil {
				t.Error(name, err)
			}
		}
		for what, use := range map[string]func(){
			"point": func() { v.Point() }, "arcs": func() { g.AppendArcs(nil, 0) }, "snap": func() { g.Snap(geometry.Point{}, SnapOptions{}) },
			"stop": func() { g.StopByID("a") }, "meta": func() { g.Meta() }, "name": func() { Edge{g, 0}.Name() },
			"geometry": func() { Edge{g, 0}.AppendGeometry(nil) }, "facts": func() { g.FactsAt(0) },
		} {
			if got := panicOf(use); got != ErrClosed {
				t.Errorf("%s: %s after Close: %v", name, what, got)
			}
		}
	}
}

func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestWriteIsDeterministic(t *testing.T) {
	a := written(t, randomTables(15, 100), WriteOptions{})
	b := written(t, randomTables(15, 100), WriteOptions{})
	if !bytes.Equal(a, b) {
		t.Error("equal tables give different bytes")
	}
}

func TestLean(t *testing.T) {
	tables := randomTables(16, 100)
	g, err := Load(written(t, tables, WriteOptions{Lean: true}))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := g.Edge(0).OSMWayID(); ok || g.Vertex(0).OSMNodeID() != NoNode || g.Restriction(0).RelationID != 0 {
		t.Error("a lean file has OSM ids")
	}
	if tables.Vertices.NodeID.Len() != 100 {
		t.Error("Write changed the tables")
	}
}

// TestMoreEdgesThanIDs: tables whose edges ids of 32 bits cannot name are refused.
func TestMoreEdgesThanIDs(t *testing.T) {
	tables := randomTables(41, 20)
	n := 1 << 30
	tables.Links = Links{encode.Repeat(StopID(0), n), encode.Repeat(PairID(0), n), encode.Repeat(uint32(0), n), encode.Repeat(uint32(0), n), encode.Repeat(facts.AllModes, n)}
	if _, err := NewGraph(tables); err == nil || !strings.Contains(err.Error(), "edges, at most 4294967295 expected") {
		t.Error(err)
	}
}
