package batch_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"graphbuild/graph"
	"graphbuild/internal/servetest"
	"graphbuild/route"
	"graphbuild/route/transit"
	"graphbuild/serve"
	"graphbuild/serve/answer"
	"graphbuild/wire"
)

const (
	list  = "application/json"
	lines = "application/x-ndjson"
)

// searcher returns what answers queries one after another with a searcher of its own, as the command route does.
func searcher(g *graph.Graph) func(queries []string) []string {
	streets := route.NewRouter(g)
	rides := transit.NewRouter(g, streets)
	journeys := rides.NewSearch()
	k := wire.Searcher{
		Graph: g, Street: streets.NewSearch(), Journeys: func() *transit.Search { return journeys }, Zone: rides.Zone(),
		Defaults: wire.StandardDefaults(),
	}
	return func(queries []string) (out []string) {
		for i, q := range queries {
			out = append(out, string(k.AppendAnswer(nil, wire.Item{Text: []byte(q), Number: i + 1}, "line")))
		}
		return out
	}
}

// place returns the position of a random vertex of a part of the state as JSON, of a stop for transit. The numbers of vertices
// follow a curve: near ones are near.
func place(g *graph.Graph, r *rand.Rand, stop bool) string {
	v := graph.VertexID(g.NumStreetVertices()/2 + r.IntN(3000))
	if stop {
		v = g.FirstStop() + graph.VertexID(r.IntN(g.NumStops()))
	}
	return string(wire.AppendPosition(nil, g.PointOf(v)))
}

// randomQuery returns a query of a kind, some of them with an id, and some wrong.
func randomQuery(g *graph.Graph, r *rand.Rand, kind string, i int) string {
	id := []string{"", fmt.Sprintf(`"id":%d,`, i), fmt.Sprintf(`"id":"q<%d>",`, i)}[i%3]
	if i%20 == 19 {
		return []string{`{` + id + `"from":5}`, `no JSON`, `{` + id + `"mode":"fly"}`, `{"kind":"none"}`, `[]`}[r.IntN(5)]
	}
	switch kind {
	case "transit":
		when := []string{"depart", "arrive"}[r.IntN(2)]
		return fmt.Sprintf(`{%s"mode":"transit","from":%s,"to":%s,"%s":"2026-06-%02dT%02d:%02d","window_s":%d,"max_transfers":%d,"change_time_s":%d}`, id,
			place(g, r, true), place(g, r, true), when, 1+r.IntN(28), 5+r.IntN(18), r.IntN(60), 1800*r.IntN(2), r.IntN(5), 100*r.IntN(3))
	case "table":
		return fmt.Sprintf(`{%s"kind":"table","mode":"car","sources":[%s,%s],"targets":[%s]}`, id, place(g, r, false), place(g, r, false), place(g, r, false))
	case "isochrone":
		return fmt.Sprintf(`{%s"kind":"isochrone","mode":"bike","from":%s,"limit_s":%d}`, id, place(g, r, false), 60+r.IntN(300))
	case "nearest":
		return fmt.Sprintf(`{%s"kind":"nearest","at":%s,"number":%d}`, id, place(g, r, false), 1+r.IntN(5))
	case "wheelchair":
		return fmt.Sprintf(`{%s"mode":"%s","wheelchair":true,"from":%s,"to":%s}`, id, []string{"walk", "walk", "bike"}[r.IntN(3)], place(g, r, false), place(g, r, false))
	case "vertex", "edge":
		return fmt.Sprintf(`{"kind":"%s","id":%d}`, kind, r.IntN(g.NumVertices()*2))
	case "stop":
		return fmt.Sprintf(`{%s"kind":"stop","stop":"%s"}`, id, wire.StopID(g.Stop(graph.StopID(r.IntN(g.NumStops())))))
	}
	return fmt.Sprintf(`{%s"mode":"%s","from":%s,"to":%s,"snap_m":500,"depart":"2026-06-03T08:00"}`, id, kind, place(g, r, false), place(g, r, false))
}

// kinds of queries, with how many of each are asked: those that search nothing are many parts of a batch, each of many, and the
// others are fewer, so that checks for races take no minutes.
var kinds = map[string]int{"car": 100, "bike": 100, "walk": 100, "wheelchair": 60, "transit": 100, "table": 100, "isochrone": 40, "nearest": 500, "vertex": 500, "edge": 500, "stop": 500}

// TestAnswersAreThoseOfTheCommand asks in a list and in lines what a searcher of one's own answers one after another.
func TestAnswersAreThoseOfTheCommand(t *testing.T) {
	o := serve.Options{Limits: answer.Default()}
	o.Limits.Workers = 3
	o.Limits.Time = 10 * time.Minute
	s := servetest.Sample(t, o)
	g, release, _ := s.Set.Acquire("")
	defer release()
	alone := searcher(g.File)
	for kind, n := range kinds {
		t.Run(kind, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(len(kind))))
			var queries []string
			for i := range n {
				queries = append(queries, randomQuery(g.File, r, kind, i))
			}
			want := alone(queries)
			status, body := s.Post("/batch/v1", lines, strings.Join(queries, "\n"))
			if status != http.StatusOK || body != strings.Join(want, "\n")+"\n" {
				t.Errorf("lines: status %d; %s", status, firstDifference(strings.Split(body, "\n"), want))
			}
			status, body = s.Post("/batch/v1", list, "["+strings.Join(queries, ",")+"]")
			wantList := strings.ReplaceAll("["+strings.Join(want, ",")+"]\n", `"error":"line `, `"error":"query `)
			if status != http.StatusOK || body != wantList {
				t.Errorf("list: status %d; %.300s, expected %.300s", status, body, wantList)
			}
			ok := strings.Count(body, `"status":"ok"`)
			if ok < n/4 {
				t.Errorf("only %d of %d queries have an answer", ok, n)
			}
		})
	}
}

func firstDifference(got, want []string) string {
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			return fmt.Sprintf("answer %d is %.300s, expected %.300s", i+1, got[min(i, len(got)-1)], want[i])
		}
	}
	return "no difference"
}
