package wire

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/samplegraph"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// sample is the sample graph with what searches it.
type sample struct {
	graph    *graph.Graph
	street   *route.Search
	journeys *transit.Search
	Searcher
}

func newSample(tb testing.TB) *sample {
	g := samplegraph.Open(tb)
	streets := route.NewRouter(g)
	rides := transit.NewRouter(g, streets)
	s := &sample{graph: g, street: streets.NewSearch(), journeys: rides.NewSearch()}
	s.Searcher = Searcher{
		Graph: g, Street: s.street, Journeys: func() *transit.Search { return s.journeys }, Zone: rides.Zone(),
		Defaults: &Defaults{Mode: "car", Street: route.Query{Mode: facts.Car, SnapM: 2000}, Journey: transit.Query{Rides: transit.MaxRides}},
	}
	return s
}

// place returns the position of a random vertex in a box, or a stop.
func (s *sample) place(r *rand.Rand, stop bool) geometry.Point {
	if stop {
		return s.graph.PointOf(s.graph.FirstStop() + graph.VertexID(r.IntN(s.graph.NumStops())))
	}
	return s.graph.PointOf(graph.VertexID(r.IntN(s.graph.NumStreetVertices())))
}

func TestRoutesAreThoseOfEncodingJSON(t *testing.T) {
	s := newSample(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		q := route.Query{From: s.place(r, false), To: s.place(r, false), Mode: facts.Mode(i % 3), SnapM: 200}
		found, err := s.street.Alternatives(q, i%4)
		if err != nil {
			t.Fatal(err)
		}
		id := json.RawMessage(fmt.Sprintf(` {"n": %d, "x": "<é>"} `, i))
		a := Answer{ID: id}
		a.SetRoutes(&q, found[0], found[1:]...)
		if got, want := string(a.AppendJSON(nil)), marshal(t, oracleOf(id, &q, found...)); got != want {
			t.Fatalf("query %d: %s, expected %s", i, got, want)
		}
	}
}

func TestJourneysAreThoseOfEncodingJSON(t *testing.T) {
	s := newSample(t)
	r := rand.New(rand.NewPCG(3, 4))
	rides, notes := 0, 0
	for i := range 60 {
		q := transit.Query{
			From: s.place(r, true), To: s.place(r, true), Time: time.Date(2026, 6, 3, 6+i%14, i, 0, 0, s.Zone), ArriveBy: i%3 == 0,
			Window: time.Duration(i%2) * time.Hour, Wheelchair: i%5 == 0,
		}
		found, err := s.journeys.Plan(q)
		if err != nil {
			t.Fatal(err)
		}
		var a Answer
		a.SetJourneys(&found)
		if got, want := string(a.AppendJSON(nil)), marshal(t, planOracleOf(nil, found)); got != want {
			t.Fatalf("query %d: %s, expected %s", i, got, want)
		}
		rides, notes = rides+len(found.Journeys), notes+len(found.Notes)
	}
	if rides < 20 || notes == 0 {
		t.Errorf("%d journeys found with %d notes: the feed is not in use, or no end lies on an island", rides, notes)
	}
}

// plainEdge is an edge without our own MarshalJSON.
type plainEdge Edge

func TestEdgesAreThoseOfEncodingJSON(t *testing.T) {
	s := newSample(t)
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		x := EdgeOf(s.graph.Edge(graph.EdgeID(r.IntN(s.graph.NumEdges()))))
		x.Attributes = map[string]any{"b": "<x>", "a": 1.5}
		if r.IntN(2) == 0 {
			x.AscentM, x.DescentM, x.DistanceM, x.Attributes = &x.LengthM, &x.LengthM, &x.LengthM, nil
			x.Conditional = map[string]string{"car": "no @ (Mo)", "bike": `"`}
		}
		if got, want := marshal(t, x), marshal(t, plainEdge(x)); got != want {
			t.Fatalf("edge %d: %s, expected %s", x.Edge, got, want)
		}
	}
}

// BenchmarkAnswer compares writing an answer by hand and by encoding/json. The small one is a vertex, the large one a route
// across the state.
func BenchmarkAnswer(b *testing.B) {
	s := newSample(b)
	q := route.Query{Mode: facts.Car, SnapM: 2000}
	q.From, _ = geometry.FromDegrees(-75.5466, 39.7459)
	q.To, _ = geometry.FromDegrees(-75.1398, 38.7746)
	found, err := s.street.Route(q)
	if err != nil || found.Status != route.OK {
		b.Fatal(found.Status, err)
	}
	var large Answer
	large.SetRoutes(&q, found)
	small := Answer{Status: OK, body: vertex(s.graph.Vertex(1000))}
	for _, c := range []struct {
		name   string
		append func([]byte) []byte
	}{
		{"large/hand", large.AppendJSON},
		{"large/encoding-json", func(out []byte) []byte {
			text, _ := json.Marshal(oracleOf(nil, &q, found))
			return append(out, text...)
		}},
		{"small/hand", small.AppendJSON},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				out = c.append(out[:0])
			}
			b.ReportMetric(float64(len(out)), "bytes")
		})
	}
}
