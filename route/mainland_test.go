package route_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/internal/asciimap"
	"graphbuild/route"
)

// newCoast draws a street of some kilometres and 10 m from it two islands, CD near its west end and EF near the east.
func newCoast(t *testing.T, streetM int) *town {
	n := streetM / 10
	street := "A" + strings.Repeat("-", n-1) + "B"
	islands := "    C---D" + strings.Repeat(" ", n-17) + "E---F"
	x := &town{t: t, m: asciimap.Draw(t, 10, "\n"+street+"\n"+islands+"\n")}
	x.m.Way("AB", "highway=residential")
	x.m.Way("CD", "highway=footway", "bicycle=yes")
	x.m.Way("EF", "highway=footway", "bicycle=yes")
	return x
}

func TestRoutesLeaveIslands(t *testing.T) {
	x := newCoast(t, 5200)
	for query, want := range map[string]string{
		"CD to B by walk":  "AB",
		"B to CD by walk":  "AB",
		"CD to EF by walk": "AB",
		"EF to CD by bike": "AB",
		"CD to D by walk":  "CD", // there is a way
		"CD to EF by car":  "AB", // no island for cars
	} {
		q := x.query(query)
		q.SnapM = 20
		x.check(query, q, want)
	}
	q := x.query("CD to B by walk")
	q.SnapM = 9 // the street is farther
	x.check("too far", q, "no_route")
}

func TestRoutesTellOfMovedEnds(t *testing.T) {
	x := newCoast(t, 5200)
	s := x.search()
	for _, c := range []struct {
		query    string
		from, to bool
	}{{"CD to B by walk", true, false}, {"B to CD by walk", false, true}, {"CD to EF by walk", true, true}, {"CD to D by walk", false, false}} {
		q := x.query(c.query)
		q.SnapM = 20
		a, err := s.Route(q)
		if err != nil || a.Status != route.OK || a.FromMoved != c.from || a.ToMoved != c.to {
			t.Errorf("%s: %v %v, from moved: %v, to moved: %v", c.query, err, a.Status, a.FromMoved, a.ToMoved)
		}
	}
}

// TestEndsOnIslandsStay: ends with a bearing or given by places, and all in a map without a mainland.
func TestEndsOnIslandsStay(t *testing.T) {
	x := newCoast(t, 5200)
	east := 90.0
	q := x.query("CD to B by walk")
	q.SnapM, q.FromBearing = 20, &east
	x.check("bearing", q, "no_route")
	q.FromBearing, q.FromPlaces = nil, placesAt(t, x, q.From)
	x.check("places", q, "no_route")
	small := newCoast(t, 4800)
	q = small.query("CD to B by walk")
	q.SnapM = 20
	small.check("no mainland", q, "no_route")
}

func placesAt(t *testing.T, x *town, p geometry.Point) []route.Place {
	t.Helper()
	list, err := x.search().Snap(route.SnapQuery{Point: p, Mode: facts.Walk})
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	return list[0].Places
}

// TestRoutesThatThereAreStay: where the nearest streets are joined, the answer is that between these; where they are not, there is
// one all the same. Tables have the times of routes.
func TestRoutesThatThereAreStay(t *testing.T) {
	x := newCoast(t, 5200)
	s := x.search()
	rnd := rand.New(rand.NewPCG(1, 2))
	a, b := x.m.At('A'), x.m.At('B')
	var points []geometry.Point
	for range 12 {
		points = append(points, geometry.Point{Lon: a.Lon + rnd.Int32N(12_000), Lat: a.Lat - rnd.Int32N(1300)})
		points = append(points, geometry.Point{Lon: b.Lon - rnd.Int32N(12_000), Lat: b.Lat - rnd.Int32N(1300)})
	}
	table, err := s.Table(route.TableQuery{Mode: facts.Walk, From: points, To: points})
	if err != nil {
		t.Fatal(err)
	}
	moved := 0
	for i, from := range points {
		for j, to := range points {
			got, err := s.Route(route.Query{Mode: facts.Walk, From: from, To: to})
			if err != nil || got.Status != route.OK {
				t.Fatal(from, to, got, err)
			}
			near, err := s.Route(route.Query{Mode: facts.Walk, FromPlaces: placesAt(t, x, from), ToPlaces: placesAt(t, x, to)})
			if err != nil {
				t.Fatal(err)
			}
			if near.Status != route.OK {
				moved++
			} else if diff := cmp.Diff(near, got); diff != "" {
				t.Fatal(from, to, diff)
			}
			if d := float64(table.MS[i*len(points)+j]) - 1000*got.DurationS; d < -2 || d > 2 {
				t.Errorf("%v to %v: the table is off by %g ms", from, to, d)
			}
		}
	}
	if moved == 0 {
		t.Error("no end lay on an island")
	}
}

func TestIsochronesLeaveIslands(t *testing.T) {
	for streetM, want := range map[int]int{5200: 4, 4800: 2} { // directed edges: the island, and the street
		x := newCoast(t, streetM)
		iso, err := x.search().Isochrone(route.IsochroneQuery{Mode: facts.Walk, From: x.place("CD"), LimitS: 100})
		if err != nil || len(iso.Reached) != want {
			t.Errorf("%d m of street: %v %+v, want %d edges", streetM, err, iso.Reached, want)
		}
	}
}
