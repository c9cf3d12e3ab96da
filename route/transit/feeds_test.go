package transit

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/shared"
	"graphbuild/route"
)

// feeds are shared feeds with the streets around them, where there are any.
var feeds = map[string][]string{
	"porto-alegre": {"data/osm/porto-alegre-poa.osm.pbf", "data/gtfs/porto-alegre-eptc.zip", "data/gtfs/porto-alegre-trensurb.zip"},
	"newport":      {"data/osm/newport-wales-2023-06-13.osm.pbf", "data/gtfs/newport-wales-20230613.zip"},
	"columbus":     {"data/osm/columbus-ohio-otp.osm.pbf", "data/gtfs/otp-addPerpendicularRoutes.zip"},
	"cobb":         {"data/osm/cobb-county.filtered.osm.pbf", "data/gtfs/cobblinc-bus-30-only.zip", "data/gtfs/marta-bus-856-only.zip"},
	"wilmington":   {"data/osm/delaware.osm.pbf", "../main/testdata/wilmington"},
	"sao-paulo":    {"data/osm/sao-paulo-spo.osm.pbf", "data/gtfs/sao-paulo-spo.zip"},
	"detroit":      {"data/gtfs/detroit-people-mover-dtc"},
	"kuopio":       {"data/gtfs/kuopio-finland.zip"},
}

var (
	builtMu sync.Mutex
	built   = map[string]*graph.Graph{}
)

// feed builds the graph of one of feeds, once a run of the tests.
func feed(t testing.TB, name string) *graph.Graph {
	t.Helper()
	builtMu.Lock()
	defer builtMu.Unlock()
	if g := built[name]; g != nil {
		return g
	}
	var inputs []build.Input
	for _, f := range feeds[name] {
		path := filepath.Join(shared.Root(t), strings.TrimPrefix(f, "../main/"))
		if !strings.HasPrefix(f, "../main/") {
			path = shared.Path(t, f)
		}
		inputs = append(inputs, build.Input{Path: path})
	}
	g, err := buildGraph(inputs)
	if err != nil {
		t.Fatal(err)
	}
	built[name] = g
	return g
}

// forget lets the graph of a feed go, so that the feeds of a test do not add up in memory.
func forget(name string) {
	builtMu.Lock()
	defer builtMu.Unlock()
	delete(built, name)
}

func buildGraph(inputs []build.Input) (*graph.Graph, error) {
	dir, err := os.MkdirTemp("", "transit")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "test.graph")
	if _, err := build.Run(context.Background(), build.Config{Inputs: inputs, Output: out}); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return graph.Load(data)
}

// TestFeeds compares random queries with the oracle.
func TestFeeds(t *testing.T) {
	for name := range feeds {
		t.Run(name, func(t *testing.T) {
			g := feed(t, name)
			t.Cleanup(func() { forget(name) })
			o, router := newOracle(t, g), NewRouter(g, route.NewRouter(g))
			s, queries := router.NewSearch(), newRandomQueries(g, 1)
			n, found := 200, 0
			switch {
			case *long:
				n = 2000
			case testing.Short():
				n = 20
			}
			for i := range n {
				q := queries.next()
				if i >= n*3/4 { // with news about a day
					day := queries.days[len(queries.days)/2]
					if o.live == nil {
						o.live = drawLive(g, 1, 9, day-1, day)
						s = router.WithRealtime(o.live).NewSearch()
					}
					q.Time = day.Start(queries.zone).Add(q.Time.Sub(graph.DayOf(q.Time).Start(queries.zone)))
				}
				if o.compare(t, s, q) {
					found++
				}
			}
			t.Logf("%d queries, %d with a journey, %d days on which clocks change", n, found, len(queries.odd))
			if found < n/10 {
				t.Errorf("only %d of %d queries have a journey", found, n)
			}
		})
	}
}
