package transit

import (
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/threadclock"
	"graphbuild/route"
)

// benchPoint returns the position of a random street vertex.
func benchPoint(g *graph.Graph, rnd *rand.Rand) geometry.Point {
	return g.PointOf(graph.VertexID(rnd.IntN(g.NumStreetVertices())))
}

// busyWednesday is the first Wednesday with the most services.
func busyWednesday(g *graph.Graph) graph.Day {
	running := map[graph.Day]int{}
	for s := range graph.ServiceID(g.NumServices()) {
		for d := range g.Service(s).Days() {
			running[d]++
		}
	}
	best := graph.Day(0)
	for d, n := range running {
		wednesday := (d+4)%7 == 3
		if wednesday && (n > running[best] || n == running[best] && d < best) {
			best = d
		}
	}
	return best
}

// BenchmarkPortoAlegre plans between random places: for one departure, for one arrival, and for all departures in two
// hours. It reports the median and the 99th percentile of the processor time. The feed of the buses has trips from 11:00
// to 16:00 only, so that a search at 08:00 knows no bound for hours, and one at 12:30 is what riders ask.
func BenchmarkPortoAlegre(b *testing.B) {
	g := feed(b, "porto-alegre")
	at := func(clock string) time.Time {
		d, _ := time.ParseDuration(clock)
		return busyWednesday(g).Start(zoneOfGraph(g)).Add(d)
	}
	for _, x := range []struct {
		name string
		q    Query
	}{
		{"depart=08:00", Query{Time: at("8h")}},
		{"depart=12:30", Query{Time: at("12h30m")}},
		{"arrive=14:00", Query{Time: at("14h"), ArriveBy: true}},
		{"window=08:00-10:00", Query{Time: at("8h"), Window: 2 * time.Hour}},
		{"window=12:00-14:00", Query{Time: at("12h"), Window: 2 * time.Hour}},
	} {
		b.Run(x.name, func(b *testing.B) {
			benchPlans(b, g, func(rnd *rand.Rand) Query {
				q := x.q
				q.From, q.To = benchPoint(g, rnd), benchPoint(g, rnd)
				return q
			})
		})
	}
}

// BenchmarkTiles plans in the graph that GRAPHBUILD_GRAPH names, from random places to places some kilometres off: make
// bench-link leaves 40.graph, with 40 copies of Porto Alegre side by side, in the folder WORK. What an answer takes must not
// grow with the rest of the graph.
func BenchmarkTiles(b *testing.B) {
	path := os.Getenv("GRAPHBUILD_GRAPH")
	if path == "" {
		b.Skip("GRAPHBUILD_GRAPH names no graph")
	}
	g, err := graph.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { g.Close() })
	noon := busyWednesday(g).Start(zoneOfGraph(g)).Add(12 * time.Hour)
	for _, x := range []struct {
		name string
		q    Query
	}{
		{"depart", Query{Time: noon}},
		{"arrive", Query{Time: noon.Add(2 * time.Hour), ArriveBy: true}},
		{"window", Query{Time: noon, Window: 2 * time.Hour}},
	} {
		b.Run(x.name, func(b *testing.B) {
			benchPlans(b, g, func(rnd *rand.Rand) Query {
				q := x.q
				q.From = benchPoint(g, rnd)
				q.To = q.From
				q.To.Lon += int32(rnd.IntN(1000000) - 500000)
				q.To.Lat += int32(rnd.IntN(1000000) - 500000)
				return q
			})
		})
	}
}

// benchPlans answers queries and reports the median, the 99th percentile and the largest of the processor times.
func benchPlans(b *testing.B, g *graph.Graph, draw func(*rand.Rand) Query) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r := NewRouter(g, route.NewRouter(g))
	if err := r.Prepare(); err != nil {
		b.Fatal(err)
	}
	s := r.NewSearch()
	rnd := rand.New(rand.NewPCG(3, 4))
	var took []time.Duration
	found := 0
	ask := func() {
		q := draw(rnd)
		start := threadclock.Now()
		a, err := s.Plan(q)
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, threadclock.Now()-start)
		if len(a.Journeys) > 0 && a.Journeys[len(a.Journeys)/2].Rides > 0 {
			found++
		}
	}
	for range 50 {
		ask()
	}
	took, found = took[:0], 0
	for b.Loop() {
		ask()
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
	b.ReportMetric(ms(took[len(took)-1]), "max-ms")
	b.ReportMetric(100*float64(found)/float64(len(took)), "%rides")
}

// BenchmarkPrepare reads the timetables for both directions of time, and reports what they take.
func BenchmarkPrepare(b *testing.B) {
	for _, name := range []string{"porto-alegre", "newport"} {
		b.Run(name, func(b *testing.B) {
			g := feed(b, name)
			heap := func() float64 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				return float64(m.HeapAlloc)
			}
			before := heap()
			r := NewRouter(g, route.NewRouter(g))
			if err := r.Prepare(); err != nil {
				b.Fatal(err)
			}
			took := heap() - before
			runtime.KeepAlive(r)
			for b.Loop() {
				if err := NewRouter(g, route.NewRouter(g)).Prepare(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(took/1e6, "MB")
			b.ReportMetric(took/float64(g.NumTrips()), "bytes/trip")
		})
	}
}
