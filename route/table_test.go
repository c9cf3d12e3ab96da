package route

import (
	"math"
	"math/rand/v2"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// placesOf returns places as a query names them.
func placesOf(list []place) []Place {
	out := []Place{}
	for _, p := range list {
		out = append(out, Place{p.arc.Edge, p.portion, p.point})
	}
	return out
}

// TestTableEqualsRoutes compares tables, by the hierarchy and without, with single searches on small maps full of rules.
func TestTableEqualsRoutes(t *testing.T) {
	seeds := uint64(800)
	if testing.Short() {
		seeds = 150
	}
	ways, none, turned := 0, 0, 0
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(seed, 51))
		g := randomGraph(t, rnd)
		r := withHierarchies(g)
		s, plain := r.NewSearch(), r.NewSearch()
		m := facts.Mode(rnd.IntN(3))
		q := TableQuery{Mode: m, FromPlaces: [][]Place{{}}, ToPlaces: [][]Place{{}}, WithDistance: true}
		s.m = r.mode(m)
		s.many.every = int(seed % 3) // 1 and 2 have small maps be far
		for range 5 {
			q.FromPlaces = append(q.FromPlaces, placesOf(randomPlaces(s, rnd)))
			q.ToPlaces = append(q.ToPlaces, placesOf(randomPlaces(s, rnd)), placesOf(randomPlaces(s, rnd)))
		}
		for _, q.NoHierarchy = range []bool{false, true} {
			table, err := s.Table(q)
			if err != nil {
				t.Fatal(err)
			}
			if !q.NoHierarchy {
				turned += s.fast.unsure
			}
			yes, no := checkTable(t, plain, q, table)
			ways, none = ways+yes, none+no
		}
	}
	t.Logf("%d ways, %d without, %d of them not by the hierarchy alone", ways, none, turned)
	if ways < 10*int(seeds) || none < int(seeds) || turned < int(seeds)/10 {
		t.Errorf("%d ways, %d without, %d of them not by the hierarchy alone: the maps are too easy", ways, none, turned)
	}
}

// checkTable compares a table with a route for each of its pairs, and counts those with and without a way.
func checkTable(t *testing.T, plain *Search, q TableQuery, table Table) (ways, none int) {
	t.Helper()
	for i, from := range q.FromPlaces {
		for j, to := range q.ToPlaces {
			a, err := plain.Route(Query{Mode: q.Mode, FromPlaces: from, ToPlaces: to, NoHierarchy: true})
			if err != nil {
				t.Fatal(err)
			}
			want := uint32(NoTime)
			if a.Status == OK {
				want = uint32(plain.goal.cost)
				ways++
			} else {
				none++
			}
			at := i*len(q.ToPlaces) + j
			if table.MS[at] != want {
				t.Fatalf("%s, %d to %d, without hierarchy %v: the table has %d, the route %d\nfrom %+v\nto %+v\n%s",
					modeNames[q.Mode], i, j, q.NoHierarchy, table.MS[at], want, from, to, describe(plain.g))
			}
			if (table.DM[at] == NoTime) != (want == NoTime) {
				t.Fatalf("%d to %d: the way is %d ms and %d dm long", i, j, want, table.DM[at])
			}
		}
	}
	return ways, none
}

// TestTableOfDelaware compares some tables with routes for their pairs, in length too: equally fast ways are rare there.
func TestTableOfDelaware(t *testing.T) {
	g := delaware(t)
	r := withHierarchies(g)
	s, guided := r.NewSearch(), r.NewSearch()
	for m := facts.Walk; m <= facts.Car; m++ {
		rnd := rand.New(rand.NewPCG(31, uint64(m)))
		q := TableQuery{Mode: m, From: randomPoints(g, rnd, 40), To: randomPoints(g, rnd, 40), WithDistance: true}
		table, err := s.Table(q)
		if err != nil {
			t.Fatal(err)
		}
		other := 0
		for i, from := range q.From {
			for j, to := range q.To {
				a, _ := guided.Route(Query{From: from, To: to, Mode: m})
				want := uint32(NoTime)
				if a.Status == OK {
					want = uint32(guided.goal.cost)
				}
				at := i*len(q.To) + j
				if table.MS[at] != want {
					t.Fatalf("%s, %d to %d: the table has %d, the route %d", modeNames[m], i, j, table.MS[at], want)
				}
				if a.Status == OK && math.Abs(float64(table.DM[at])/10-a.DistanceM) > 0.2 {
					other++
				}
			}
		}
		if other > len(q.From)*len(q.To)/50 {
			t.Errorf("%s: %d ways differ in length", modeNames[m], other)
		}
		t.Logf("%s: %d of %d not by the hierarchy alone, %d of another length", modeNames[m], s.fast.unsure, len(table.MS), other)
		checkFlooded(t, s, q, table)
	}
}

// checkFlooded compares two rows of a table with those without the hierarchy.
func checkFlooded(t *testing.T, s *Search, q TableQuery, table Table) {
	t.Helper()
	q.From, q.NoHierarchy = q.From[:2], true
	flooded, err := s.Table(q)
	if err != nil {
		t.Fatal(err)
	}
	for i, ms := range flooded.MS {
		if ms != table.MS[i] {
			t.Errorf("%s, way %d: %d by a search, %d by the hierarchy", modeNames[q.Mode], i, ms, table.MS[i])
		}
	}
}

func TestTableRefusesPlaces(t *testing.T) {
	g := randomGraph(t, rand.New(rand.NewPCG(1, 1)))
	s := NewRouter(g).NewSearch()
	good := Place{Edge: 0, Point: geometry.Point{Lon: 1, Lat: 1}}
	for _, bad := range []Place{{Edge: 1 << 30}, {Portion: 1.5}, {Portion: math.NaN()}} {
		for _, q := range []TableQuery{
			{Mode: facts.Walk, FromPlaces: [][]Place{{good}}, ToPlaces: [][]Place{{good, bad}}},
			{Mode: facts.Walk, FromPlaces: [][]Place{{bad}}, ToPlaces: [][]Place{{good}}},
		} {
			if _, err := s.Table(q); err == nil {
				t.Errorf("%+v: no error", bad)
			}
		}
	}
}

// TestTablesAllocateNothing looks at tables that are snapped, once the search has had one of the kind.
func TestTablesAllocateNothing(t *testing.T) {
	g := delaware(t)
	r := withHierarchies(g)
	s := r.NewSearch()
	x := newBenchTable(t, s, facts.Car, 20)
	for name, fill := range map[string]func(){
		"hierarchy": func() { s.climbAll(r.fastOf(facts.Car), x) },
		"search":    func() { s.searchAll(&tableRun{Table: x.Table, from: x.from[:2], to: x.to}) },
	} {
		fill()
		if n := testing.AllocsPerRun(2, func() { x.unsure = x.unsure[:0]; fill() }); n > 1 {
			t.Errorf("%s: %g allocations a table", name, n)
		}
	}
}

// newBenchTable is a table of n times n random places, snapped.
func newBenchTable(t testing.TB, s *Search, m facts.Mode, n int) *tableRun {
	q := Query{Mode: m, SnapM: 1000}
	if err := s.begin(&q); err != nil {
		t.Fatal(err)
	}
	points := randomPoints(s.g, rand.New(rand.NewPCG(3, 3)), 2*n)
	x := &tableRun{from: s.snapAll(points[:n], 1000), to: s.snapAll(points[n:], 1000), distance: true}
	x.MS, x.DM = make([]uint32, n*n), make([]uint32, n*n)
	return x
}

// BenchmarkTable measures tables of 100 x 100 random places on Delaware, snapped before, with lengths: by the hierarchy in
// place and expanded, and of 10 x 100 places without it.
func BenchmarkTable(b *testing.B) {
	g := delaware(b)
	r := withHierarchies(g)
	s := r.NewSearch()
	x := newBenchTable(b, s, facts.Car, 100)
	climb := func() {
		x.unsure = x.unsure[:0]
		s.climbAll(r.fastOf(facts.Car), x)
	}
	b.Run("inplace", func(b *testing.B) { measureThread(b, climb) })
	r.Prepare(facts.Car)
	b.Run("expanded", func(b *testing.B) { measureThread(b, climb) })
	b.Run("search-10", func(b *testing.B) {
		measureThread(b, func() { s.searchAll(&tableRun{Table: x.Table, from: x.from[:10], to: x.to}) })
	})
}
