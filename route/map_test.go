package route_test

import (
	"fmt"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/route"
)

// town is a map with a graph of it.
type town struct {
	t *testing.T
	m *asciimap.Map
	g *graph.Graph
	s *route.Search

	router *route.Router
}

// newTown draws a map and builds it. Each way is its letters and then its tags.
func newTown(t *testing.T, drawing string, ways ...string) *town {
	t.Helper()
	m := asciimap.Draw(t, 50, drawing)
	for _, w := range ways {
		words := strings.Fields(w)
		m.Way(words[0], words[1:]...)
	}
	return &town{t: t, m: m}
}

// search returns a search of the map as drawn so far.
func (x *town) search() *route.Search {
	if x.s != nil {
		return x.s
	}
	x.g = graphtest.Open(x.t, build.Config{Inputs: graphtest.Inputs(x.m.File()), Jobs: 1})
	x.router = route.NewRouter(x.g)
	x.s = x.router.NewSearch()
	return x.s
}

// place is the position of a letter, or half-way between two.
func (x *town) place(letters string) geometry.Point {
	p := x.m.At(rune(letters[0]))
	if len(letters) == 1 {
		return p
	}
	q := x.m.At(rune(letters[1]))
	return geometry.Point{Lon: (p.Lon + q.Lon) / 2, Lat: (p.Lat + q.Lat) / 2}
}

// query returns "AB to CD by car", with bearings where it ends in "heading N N".
func (x *town) query(text string) route.Query {
	var from, to, mode string
	var head, tail float64
	n, err := fmt.Sscanf(text, "%s to %s by %s heading %g %g", &from, &to, &mode, &head, &tail)
	q := route.Query{From: x.place(from), To: x.place(to), SnapM: 10}
	switch mode {
	case "car":
		q.Mode = facts.Car
	case "bike":
		q.Mode = facts.Bike
	case "walk":
		q.Mode = facts.Walk
	default:
		x.t.Fatalf("query %q: %d words, %v", text, n, err)
	}
	if n == 5 {
		q.FromBearing, q.ToBearing = &head, &tail
	}
	return q
}

// expect asks and compares the ways of the answer, by their letters, or its status.
func (x *town) expect(query, want string) {
	x.t.Helper()
	x.check(query, x.query(query), want)
}

func (x *town) check(query string, q route.Query, want string) {
	x.t.Helper()
	a, err := x.search().Route(q)
	if err != nil {
		x.t.Fatal(err)
	}
	got := a.Status.String()
	if a.Status == route.OK {
		var ways []string
		for _, step := range a.Legs[0].Steps {
			ways = append(ways, fmt.Sprint(step.OSMWayID))
		}
		got = strings.Join(ways, " ")
	}
	var ids []string
	for _, w := range strings.Fields(want) {
		if strings.ToUpper(w) == w {
			w = fmt.Sprint(x.m.WayID(w))
		}
		ids = append(ids, w)
	}
	if wanted := strings.Join(ids, " "); got != wanted {
		x.t.Errorf("%s: got %s, want %s (%s)", query, got, wanted, want)
	}
}

func TestOneWayStreets(t *testing.T) {
	x := newTown(t, `
		A-B-C
		|   |
		D---E
	`, "ABC highway=residential oneway=yes", "AD highway=residential", "DE highway=residential", "EC highway=residential")
	x.expect("AB to BC by car", "ABC")
	x.expect("BC to AB by car", "ABC EC DE AD ABC")
	x.expect("BC to AB by walk", "ABC")
	x.expect("A to C by bike", "ABC")
	x.expect("C to A by bike", "EC DE AD")
}

func TestTurningBackOnlyAtDeadEnds(t *testing.T) {
	x := newTown(t, `
		A-B-C-D
		  |
		  E
	`, "AB highway=residential oneway=yes", "BCD highway=residential", "BE highway=residential")
	x.m.Restriction("no_right_turn", "AB", "B", "BE")
	x.expect("AB to BE by car", "AB BCD BE")
	x.expect("A to E by car heading 90 180", "AB BCD BE")
	x.expect("CD to BC by car heading 90 270", "BCD")
	x.expect("BC to BC by car heading 90 270", "BCD")
}

func TestRestrictionOverWays(t *testing.T) {
	x := newTown(t, `
		A-B-C
		  |
		F-D-E
		  |
		  G
	`, "AB highway=primary oneway=yes", "BC highway=primary oneway=yes", "BD highway=residential",
		"DE highway=primary", "DF highway=primary oneway=yes", "DG highway=residential")
	x.m.Restriction("no_u_turn", "AB", "BD", "DF")
	x.expect("AB to DF by car", "AB BD DE DF")
	x.expect("AB to DG by car", "AB BD DG")
	x.expect("BD to DF by car", "BD DF")
	x.expect("AB to DF by walk", "AB BD DF")
}

func TestOnlyRestriction(t *testing.T) {
	x := newTown(t, `
		  D
		  |
		A-B-C
		  |
		  E
	`, "AB highway=primary", "BC highway=primary", "BD highway=primary oneway=-1", "BE highway=primary")
	x.m.Restriction("only_straight_on", "AB", "B", "BC")
	x.expect("AB to BC by car", "AB BC")
	x.expect("AB to BE by car", "AB BC BE")
	x.expect("B to E by car", "BE")
	x.expect("D to E by car", "BD BE")
}

func TestBarrier(t *testing.T) {
	x := newTown(t, `
		A-B-C
		|   |
		D---E
	`, "ABC highway=residential", "AD highway=residential", "DE highway=residential", "EC highway=residential")
	x.m.Node("B", "barrier=bollard")
	x.expect("AB to BC by bike", "ABC")
	x.expect("AB to BC by car", "ABC AD DE EC ABC")
	x.expect("B to C by car", "ABC")
	x.expect("A to B by car", "ABC")
	x.expect("AB to AB by car heading 90 270", "ABC")
}

func TestNoThroughTraffic(t *testing.T) {
	x := newTown(t, `
		A-B-C-D
		|     |
		E-----F
		  |
		  G
	`, "AB highway=residential", "BC highway=residential access=destination", "CD highway=residential",
		"AE highway=residential", "DF highway=residential", "EF highway=residential")
	x.expect("AB to CD by car", "AB AE EF DF CD")
	x.expect("AB to BC by car", "AB BC")
	x.expect("BC to CD by car", "BC CD")
	x.expect("B to C by car", "BC")
}

// TestEnclosedStreets: public streets within private ones can be got to and left, but not passed.
func TestEnclosedStreets(t *testing.T) {
	x := newTown(t, `
		A-B-C-D-E-F
		|         |
		G-H-I-J-K-L
	`, "AB highway=residential", "BC highway=service access=private", "CD highway=residential",
		"DE highway=service access=private", "EF highway=residential", "AG highway=residential", "FL highway=residential",
		"GHIJKL highway=residential")
	x.expect("AB to CD by car", "AB BC CD")
	x.expect("EF to CD by car", "EF DE CD")
	x.expect("CD to AB by car", "CD BC AB")
	x.expect("BC to DE by car", "BC CD DE")
	x.expect("CD to HI by car", "CD BC AB AG GHIJKL")
	x.expect("AB to EF by car", "AB AG GHIJKL FL EF")
}

// TestStreetsToBeLeftByLimitedOnes: a one-way street leads to CD, and only one for those who have business there leads away.
func TestStreetsToBeLeftByLimitedOnes(t *testing.T) {
	x := newTown(t, `
		A-B-C-D
		|     |
		E-F-G-H
	`, "AB highway=residential", "BC highway=residential oneway=yes", "CD highway=residential",
		"DH highway=residential access=destination", "AE highway=residential", "EFGH highway=residential")
	x.expect("AB to CD by car", "AB BC CD")
	x.expect("CD to AB by car", "CD DH EFGH AE AB")
	x.expect("CD to DH by car", "CD DH")
	x.expect("DH to CD by car", "DH CD")
}

func TestSnapping(t *testing.T) {
	x := newTown(t, `
		A-B   C
		      |
		E-F   D
	`, "AB highway=residential", "EF highway=footway", "CD highway=residential")
	x.expect("A to B by car", "AB")
	x.expect("EF to AB by car", "no_snap")
	x.expect("EF to AB by walk", "no_route")
	x.expect("AB to AB by car", "AB")
	x.expect("AB to CD by car", "no_route")
	x.expect("A to B by car heading 100 50", "AB")
	x.expect("A to B by car heading 0 0", "no_snap")
}

func TestBadQueries(t *testing.T) {
	x := newTown(t, `
		A-B
	`, "AB highway=residential")
	north := 2000.0
	for name, q := range map[string]route.Query{
		"position": {From: geometry.Point{Lon: 1900000000}, To: x.m.At('B')},
		"mode":     {From: x.m.At('A'), To: x.m.At('B'), Mode: facts.Bus},
		"snap":     {From: x.m.At('A'), To: x.m.At('B'), SnapM: -1},
		"bearing":  {From: x.m.At('A'), To: x.m.At('B'), FromBearing: &north},
	} {
		a, err := x.search().Route(q)
		if err != nil || a.Status != route.BadRequest || a.Error == "" {
			t.Errorf("%s: got %v %q, %v", name, a.Status, a.Error, err)
		}
	}
}

func TestFerryTakesItsTime(t *testing.T) {
	x := newTown(t, `
		A-B-------C-D
	`, "AB highway=residential", "BC route=ferry duration=00:20", "CD highway=residential")
	for _, mode := range []string{"walk", "bike"} {
		a, err := x.search().Route(x.query("B to C by " + mode))
		if err != nil || a.Status != route.OK || a.DurationS != 1200 {
			t.Errorf("%s: got %v, %g s, want 1200 s", mode, a.Status, a.DurationS)
		}
	}
}

// TestOneEdgeBetweenStartAndTarget: from both ends, neither side sees the other's first vertex.
func TestOneEdgeBetweenStartAndTarget(t *testing.T) {
	x := newTown(t, `
		A-B-C-D
	`, "AB highway=residential", "BC highway=residential", "CD highway=residential")
	for _, mode := range []string{"car", "bike", "walk"} {
		a, err := x.search().Route(x.query("AB to CD by " + mode))
		if err != nil || a.Status != route.OK || a.DistanceM < 198 || a.DistanceM > 202 {
			t.Errorf("%s: got %v, %g m, %v, want 200 m", mode, a.Status, a.DistanceM, err)
		}
	}
}

// TestNoEdgeIsOnlyTouched: a trip from corner to corner does not begin or end with none of a street that it could do without.
func TestNoEdgeIsOnlyTouched(t *testing.T) {
	x := newTown(t, `
		A-B-C
		|   |
		D-E-F
	`, "AB highway=residential", "BC highway=residential", "CF highway=residential", "AD highway=residential",
		"DE highway=residential", "EF highway=residential")
	const corners = "ABCDEF"
	for _, from := range corners {
		for _, to := range corners {
			if from == to {
				continue
			}
			a, err := x.search().Route(x.query(string(from) + " to " + string(to) + " by car"))
			if err != nil || a.Status != route.OK {
				t.Fatal(a.Status, err)
			}
			for _, stretch := range a.Legs[0].Stretches {
				if stretch.DistanceM == 0 {
					t.Errorf("%c to %c: %+v", from, to, a.Legs[0].Stretches)
				}
			}
		}
	}
}
