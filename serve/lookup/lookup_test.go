package lookup_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"graphbuild/graph"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/wire"
)

func TestLookUps(t *testing.T) {
	s := servetest.Sample(t, serve.Options{})
	live, release, err := s.Set.Acquire("")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	g := live.File
	r := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		v := g.Vertex(graph.VertexID(r.IntN(g.NumVertices())))
		status, body := s.Get(fmt.Sprintf("/vertex/v1/%d", v.ID()))
		var x struct {
			Vertex   graph.VertexID
			Position wire.Position
			NodeID   *int64 `json:"node_id"`
			StopID   string `json:"stop_id"`
			Edges    []struct {
				Edge    graph.EdgeID
				To      graph.VertexID
				LengthM float64 `json:"length_m"`
				Modes   []string
			}
		}
		if err := json.Unmarshal([]byte(body), &x); err != nil || status != 200 || x.Vertex != v.ID() || x.Position != wire.Position(v.Point()) {
			t.Fatalf("%d %s, %v", status, body, err)
		}
		i := 0
		for e := range v.Out() {
			y := x.Edges[i]
			if y.Edge != e.ID() || y.To != e.To().ID() || y.LengthM != e.LengthM() || !slices.Equal(y.Modes, wire.ModeNames(e.Modes())) {
				t.Fatalf("edge %d of %s is %d", i, body, e.ID())
			}
			i++
		}
		if i != len(x.Edges) {
			t.Fatalf("%d edges, expected %d", len(x.Edges), i)
		}
		if x.NodeID != nil {
			if _, same := s.Get(fmt.Sprintf("/node/v1/%d", *x.NodeID)); same != body {
				t.Fatalf("by its node: %s, expected %s", same, body)
			}
		}
		if x.StopID != "" {
			if status, stop := s.Get("/stop/v1/" + url.PathEscape(x.StopID)); status != 200 || !strings.Contains(stop, fmt.Sprintf(`"vertex":%d`, v.ID())) {
				t.Fatalf("its stop: %d %s", status, stop)
			}
		}
		e := g.Edge(graph.EdgeID(r.IntN(g.NumEdges())))
		want, _ := json.Marshal(wire.EdgeOf(e))
		if status, body := s.Get(fmt.Sprintf("/edge/v1/%d", e.ID())); status != 200 || body != `{"status":"ok",`+string(want[1:])+"\n" {
			t.Fatalf("%d %s, expected %s", status, body, want)
		}
	}
	for path, want := range map[string]int{
		"/vertex/v1/x": 400, "/vertex/v1/-1": 400, "/vertex/v1/4294967296": 404, "/vertex/v1/4294967295": 404, "/edge/v1/99999999": 404,
		"/edge/v1/1e3": 400, "/node/v1/1": 404, "/node/v1/one": 400, "/stop/v1/none": 404, "/stop/v1/": 404, "/vertex/v1/": 404,
	} {
		if status, body := s.Get(path); status != want || !strings.Contains(body, `"code":`) {
			t.Errorf("%s: %d %s, expected %d", path, status, body, want)
		}
	}
}

// TestStopIsAsInspectShowsIt: what /stop/v1 answers are the members of the JSON of a stop, and none is there for nothing.
func TestStopIsAsInspectShowsIt(t *testing.T) {
	s := servetest.Sample(t, serve.Defaults())
	g, release, err := s.Set.Acquire("")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for i := range min(g.File.NumStops(), 50) {
		x := g.File.Stop(graph.StopID(i))
		want, err := json.Marshal(wire.StopOf(x))
		if err != nil {
			t.Fatal(err)
		}
		_, got := s.Get("/stop/v1/" + url.PathEscape(wire.StopID(x)))
		var a, b map[string]any
		if json.Unmarshal([]byte(got), &a) != nil || json.Unmarshal(want, &b) != nil || a["status"] != "ok" {
			t.Fatalf("got %s", got)
		}
		delete(a, "status")
		if !reflect.DeepEqual(a, b) || a["parent"] == "" || a["platform"] == "" {
			t.Errorf("got %s, expected %s", got, want)
		}
	}
}
