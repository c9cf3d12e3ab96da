package transit

import (
	"math/rand/v2"
	"slices"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// randomQueries makes queries near stops, on days of the feed with more than their share of exceptions and of nights on
// which the clocks change.
type randomQueries struct {
	g    *graph.Graph
	rnd  *rand.Rand
	zone *time.Location
	days []graph.Day
	odd  []graph.Day // days around changes of the clock within the feed
}

func newRandomQueries(g *graph.Graph, seed uint64) *randomQueries {
	r := &randomQueries{g: g, rnd: rand.New(rand.NewPCG(seed, 7)), zone: zoneOfGraph(g)}
	seen := map[graph.Day]bool{}
	for s := range graph.ServiceID(g.NumServices()) {
		for d := range g.Service(s).Days() {
			seen[d] = true
		}
	}
	for d := range seen {
		r.days = append(r.days, d)
		if _, a := d.Start(r.zone).Zone(); a != offsetAfter(d, r.zone) {
			r.odd = append(r.odd, d)
		}
	}
	slices.Sort(r.days)
	slices.Sort(r.odd)
	return r
}

func offsetAfter(d graph.Day, zone *time.Location) int {
	_, o := (d + 1).Start(zone).Zone()
	return o
}

func (r *randomQueries) point() geometry.Point {
	return r.near(graph.StopID(r.rnd.IntN(r.g.NumStops())))
}

func (r *randomQueries) near(stop graph.StopID) geometry.Point {
	for {
		p := r.g.Stop(stop).Point()
		p.Lon += int32(r.rnd.IntN(40000) - 20000)
		p.Lat += int32(r.rnd.IntN(40000) - 20000)
		if p.Valid() {
			return p
		}
	}
}

func (r *randomQueries) next() Query {
	d := r.days[r.rnd.IntN(len(r.days))]
	second := 5*3600 + r.rnd.IntN(18*3600)
	if r.rnd.IntN(4) == 0 {
		second = r.rnd.IntN(86400)
	}
	if len(r.odd) > 0 && r.rnd.IntN(4) == 0 {
		d = r.odd[r.rnd.IntN(len(r.odd))]
		second = r.rnd.IntN(86400+8*3600) - 4*3600
	}
	q := Query{From: r.point(), To: r.point(), Time: d.Start(r.zone).Add(time.Duration(second) * time.Second)}
	if r.rnd.IntN(3) > 0 {
		r.along(&q)
	}
	switch r.rnd.IntN(6) {
	case 0, 1:
		q.ArriveBy = true
	case 2:
		q.Window = time.Duration(r.rnd.IntN(3600)+1) * time.Second
	}
	if r.rnd.IntN(4) == 0 {
		q.SlackS = int32(r.rnd.IntN(300))
	}
	q.BikeAboard = r.rnd.IntN(10) == 0
	return q
}

// along moves a query to a trip: from near one of its stops to near a later one, or one of another trip, within hours of it.
func (r *randomQueries) along(q *Query) {
	trip := func() graph.Trip { return r.g.Trip(graph.TripID(r.rnd.IntN(r.g.NumTrips()))) }
	first, second := trip(), trip()
	calls, others := first.StopTimes(), second.StopTimes()
	from := r.rnd.IntN(len(calls))
	q.From = r.near(calls[from].Stop)
	if q.To = r.near(others[r.rnd.IntN(len(others))].Stop); r.rnd.IntN(2) == 0 {
		q.To = r.near(calls[from+r.rnd.IntN(len(calls)-from)].Stop)
	}
	days := slices.Collect(first.Service().Days())
	day := days[r.rnd.IntN(len(days))]
	if odd := slices.IndexFunc(days, func(d graph.Day) bool { return slices.Contains(r.odd, d) }); odd >= 0 && r.rnd.IntN(4) == 0 {
		day = days[odd]
	}
	q.Time = day.Start(r.zone).Add(time.Duration(int(calls[from].DepartureS)+r.rnd.IntN(3*3600)-2*3600) * time.Second)
}
