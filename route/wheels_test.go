package route

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/walk"
)

// wheelTwins returns a random map, and one on which people walk exactly where wheelchairs get along on the first.
func wheelTwins(t *testing.T, seed uint64) (g, twin *graph.Graph) {
	t.Helper()
	var list [2]*graph.Graph
	for i := range list {
		rnd := rand.New(rand.NewPCG(seed, 5))
		tab := randomTables(rnd)
		for k := range tab.Facts {
			markWheels(&tab.Facts[k], rnd, i == 1)
		}
		pass := tab.Access.Pass.Slice()
		for k := range pass {
			if rnd.IntN(2) == 0 {
				pass[k] = pass[k].With(facts.Wheelchair)
			}
			if i == 1 {
				if pass[k] = pass[k].Without(facts.Walk); pass[k].Has(facts.Wheelchair) {
					pass[k] = pass[k].With(facts.Walk)
				}
			}
		}
		tab.Access.Pass = encode.ColOf(pass)
		var err error
		if list[i], err = graph.NewGraph(tab); err != nil {
			t.Fatal(err)
		}
	}
	return list[0], list[1]
}

// markWheels closes some facts to wheels, and those to people on foot where asked.
func markWheels(f *facts.Edge, rnd *rand.Rand, onFoot bool) {
	if rnd.IntN(6) == 0 {
		f.Class = facts.StepsClass
	}
	for d := range f.Modes {
		if f.Modes[d].Has(facts.Walk) && rnd.IntN(4) > 0 {
			f.Modes[d] = f.Modes[d].With(facts.Wheelchair)
		}
		if onFoot && !walk.TakesWheels(f, facts.Direction(d)) {
			f.Modes[d] = f.Modes[d].Without(facts.Walk)
		}
	}
}

// TestWheelchair compares routes, snapping, tables, isochrones and alternatives for wheelchairs with those on foot on a map where
// people walk just there.
func TestWheelchair(t *testing.T) {
	found, refused := 0, 0
	for seed := range uint64(400) {
		g, twin := wheelTwins(t, seed)
		s, want := NewRouter(g).NewSearch(), NewRouter(twin).NewSearch()
		rnd := rand.New(rand.NewPCG(seed, 6))
		for range 12 {
			q := Query{From: randomPoint(g, rnd), To: randomPoint(g, rnd), Mode: facts.Walk, SnapM: 3000}
			foot := q
			q.Wheelchair = true
			a, _ := s.Alternatives(q, 1)
			b, _ := want.Alternatives(foot, 1)
			if len(a) != len(b) || a[0].Status != b[0].Status || !reflect.DeepEqual(a[0].Legs, b[0].Legs) || a[len(a)-1].DurationS != b[len(b)-1].DurationS {
				t.Fatalf("seed %d, %+v:\n%+v\nwant\n%+v\n%s", seed, q, a, b, describe(g))
			}
			if a[0].Status == OK {
				found++
			} else if w, _ := s.Route(foot); w.Status == OK {
				refused++
			}
			compareWheelTables(t, s, want, &q)
		}
	}
	if found < 500 || refused < 100 {
		t.Errorf("%d routes, %d that are for people on foot alone", found, refused)
	}
}

func compareWheelTables(t *testing.T, s, want *Search, q *Query) {
	t.Helper()
	points := []geometry.Point{q.From, q.To}
	a, _ := s.Table(TableQuery{From: points, To: points, Mode: facts.Walk, Wheelchair: true, SnapM: 3000, WithDistance: true})
	b, _ := want.Table(TableQuery{From: points, To: points, Mode: facts.Walk, SnapM: 3000, WithDistance: true})
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("table %v, want %v", a, b)
	}
	x, _ := s.Isochrone(IsochroneQuery{From: q.From, Mode: facts.Walk, Wheelchair: true, LimitS: 600, SnapM: 3000})
	y, _ := want.Isochrone(IsochroneQuery{From: q.From, Mode: facts.Walk, LimitS: 600, SnapM: 3000})
	if !reflect.DeepEqual(x, y) {
		t.Fatalf("isochrone %v, want %v", x, y)
	}
}

// TestWheelchairIsOnFoot refuses wheelchairs by car, and names them where there is no street.
func TestWheelchairIsOnFoot(t *testing.T) {
	g, _ := wheelTwins(t, 1)
	s := NewRouter(g).NewSearch()
	if a, _ := s.Route(Query{Mode: facts.Car, Wheelchair: true}); a.Status != BadRequest || a.Error != "a wheelchair with mode car: expected walk" {
		t.Errorf("%+v", a)
	}
	if a, _ := s.Route(Query{Mode: facts.Walk, Wheelchair: true}); a.Status != NoSnap || a.Error != "from: no street for walk by wheelchair within 200 m" {
		t.Errorf("%+v", a)
	}
}
