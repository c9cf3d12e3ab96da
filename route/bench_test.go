package route

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/internal/threadclock"
	"graphbuild/route/hierarchy"
)

// benchQueries are random pairs on Delaware that have a route, snapped.
type benchQueries struct {
	s        *Search
	mode     facts.Mode
	from, to [][]place
}

const numBenchQueries = 1000

func newBenchQueries(r *Router, m facts.Mode) *benchQueries {
	q := &benchQueries{s: r.NewSearch(), mode: m}
	q.s.m = r.mode(m)
	rnd := rand.New(rand.NewPCG(7, 8))
	for len(q.from) < numBenchQueries {
		from := q.s.snapEnd(nil, randomPoint(r.g, rnd), snapOptions{maxM: 1000})
		to := q.s.snapEnd(nil, randomPoint(r.g, rnd), snapOptions{maxM: 1000})
		if len(from) > 0 && len(to) > 0 {
			q.from, q.to = append(q.from, from), append(q.to, to)
		}
	}
	return q
}

// run asks the queries in turn and reports the percentiles of their processor time.
func (q *benchQueries) run(b *testing.B, do func(s *Search)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var took []time.Duration
	i := 0
	for b.Loop() {
		q.s.from, q.s.to = q.from[i%len(q.from)], q.to[i%len(q.to)]
		q.s.aim()
		start := threadclock.Now()
		do(q.s)
		took = append(took, threadclock.Now()-start)
		i++
	}
	reportPercentiles(b, took)
}

func reportPercentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	us := func(share float64) float64 {
		return float64(took[int(share*float64(len(took)-1))].Nanoseconds()) / 1000
	}
	b.ReportMetric(us(0.5), "p50-cpu-µs")
	b.ReportMetric(us(0.99), "p99-cpu-µs")
}

// BenchmarkStreets measures searches between random places on Delaware, snapped before: A* from both ends and from one, the hierarchy read in place and
// expanded with and without the path, and what Search.find makes of them, with the queries that are left to A*.
func BenchmarkStreets(b *testing.B) {
	g := delaware(b)
	r := withHierarchies(g)
	for m := facts.Walk; m <= facts.Car; m++ {
		q := newBenchQueries(r, m)
		b.Run("astar/"+modeNames[m], func(b *testing.B) { q.run(b, func(s *Search) { s.search() }) })
		b.Run("astar-one-end/"+modeNames[m], func(b *testing.B) { q.run(b, func(s *Search) { s.run() }) })
		f := r.fastOf(m)
		inPlace := &fast{copies: f.copies, graph: f.graph}
		r.Prepare(m)
		b.Run("landmarks/"+modeNames[m], func(b *testing.B) { q.run(b, func(s *Search) { s.search() }) })
		b.Run("landmarks-one-end/"+modeNames[m], func(b *testing.B) { q.run(b, func(s *Search) { s.run() }) })
		for _, form := range []struct {
			name string
			f    *fast
		}{{"inplace", inPlace}, {"expanded", r.fastOf(m)}} {
			b.Run("hierarchy-"+form.name+"/"+modeNames[m], func(b *testing.B) {
				q.run(b, func(s *Search) { s.runFast(form.f) })
			})
			b.Run("distance-"+form.name+"/"+modeNames[m], func(b *testing.B) {
				h := hierarchy.NewSearch(form.f.graph)
				q.run(b, func(s *Search) {
					s.leave(form.f)
					s.enter(form.f)
					h.Find(s.fast.from, s.fast.to, hierarchy.Inf)
				})
			})
		}
		b.Run("all/"+modeNames[m], func(b *testing.B) { q.run(b, func(s *Search) { s.find(&Query{Mode: m}) }) })
	}
}

// BenchmarkContract measures what build --ch does for cars on Delaware: ordering, and customizing to costs.
func BenchmarkContract(b *testing.B) {
	g := delaware(b)
	c := newCore(g, NewRouter(g).mode(facts.Car))
	arcs, positions := c.arcs(), c.positions()
	var rank []uint32
	b.Run("order", func(b *testing.B) {
		measureThread(b, func() { rank = hierarchy.Order(positions, arcs) })
	})
	topology := hierarchy.NewTopology(rank, arcs)
	b.Run("customize", func(b *testing.B) {
		measureThread(b, func() { topology.Customize(arcs) })
	})
	b.Run("all", func(b *testing.B) {
		measureThread(b, func() { NewHierarchy(g, facts.Car) })
	})
}

func measureThread(b *testing.B, do func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var took []time.Duration
	for b.Loop() {
		start := threadclock.Now()
		do()
		took = append(took, threadclock.Now()-start)
	}
	reportPercentiles(b, took)
}

// BenchmarkShortRoutes measures what is around a search: snapping to the places of queries, and answers to queries between
// places a kilometre or two apart on Delaware, with steps and geometry.
func BenchmarkShortRoutes(b *testing.B) {
	g := delaware(b)
	s := NewRouter(g).NewSearch()
	rnd := rand.New(rand.NewPCG(9, 8))
	list := make([]Query, numBenchQueries)
	for i := range list {
		from, far := randomPoint(g, rnd), int32(100_000+rnd.IntN(100_000))
		list[i] = Query{From: from, To: geometry.Point{Lon: from.Lon + far, Lat: from.Lat + far/2}, Mode: facts.Car}
	}
	b.Run("snap", func(b *testing.B) {
		i := 0
		measureThread(b, func() {
			s.Snap(SnapQuery{Point: list[i%len(list)].From, Mode: facts.Car})
			i++
		})
	})
	b.Run("route", func(b *testing.B) {
		i := 0
		measureThread(b, func() {
			s.Route(list[i%len(list)])
			i++
		})
	})
}
