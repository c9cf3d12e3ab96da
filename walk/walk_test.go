package walk_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/graphtest"
	"graphbuild/walk"
)

func buildGraph(t *testing.T, paths ...string) *graph.Graph {
	t.Helper()
	return graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(paths...)})
}

// feedAt returns a feed with a trip along the stops A, B, ... at places.
func feedAt(places []geometry.Point) feedtest.Tables {
	stops, times := "stop_id,stop_name,stop_lat,stop_lon\n", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
	for i, p := range places {
		lon, lat := p.Degrees()
		stops += fmt.Sprintf("S%04d,x,%.7f,%.7f\n", i, lat, lon)
		times += fmt.Sprintf("T1,%02d:%02d:00,%02d:%02d:00,S%04d,%d\n", 8+i/60, i%60, 8+i/60, i%60, i, i+1)
	}
	return feedtest.Small().With("stops", stops).With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").With("stop_times", times)
}

// pointsOf returns the places of letters.
func pointsOf(m *asciimap.Map, letters string) []geometry.Point {
	var list []geometry.Point
	for _, letter := range letters {
		list = append(list, m.At(letter))
	}
	return list
}

// TestStopsWithoutStreets compares the stops around a position in a graph without streets with a look at all of them.
func TestStopsWithoutStreets(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	near := func(p geometry.Point, units int32) geometry.Point {
		return geometry.Point{Lon: p.Lon + rnd.Int32N(2*units) - units, Lat: p.Lat + rnd.Int32N(2*units) - units}
	}
	middle := geometry.Point{Lon: -755000000, Lat: 397000000}
	var places []geometry.Point
	for range 300 {
		places = append(places, near(middle, 300000))
	}
	g := buildGraph(t, feedAt(places).ZipFile(t))
	s := walk.NewNetwork(g).NewSearch()
	for range 100 {
		p, o := near(middle, 400000), walk.Options{LimitS: rnd.Int32N(1800), Backward: rnd.IntN(2) == 0}
		got, snapped := s.FromPoint(p, o)
		list := slices.Clone(got)
		slices.SortFunc(list, func(a, b walk.Reached) int { return cmp.Compare(a.Stop, b.Stop) })
		var want []walk.Reached
		for stop := range graph.StopID(g.NumStops()) {
			if seconds := walk.StraightS(geometry.Distance(p, g.Stop(stop).Point())); seconds <= o.LimitS {
				want = append(want, walk.Reached{Stop: stop, S: seconds})
			}
		}
		same := slices.EqualFunc(list, want, func(a, b walk.Reached) bool { return a.Stop == b.Stop && a.S == b.S })
		if snapped || !same {
			t.Fatalf("around %v within %d s: got %+v, want %+v", p, o.LimitS, list, want)
		}
	}
}

// islandMap is a street of 5.2 km, or of 1 km, with a stop near the end of it, and 60 m to the north a platform that nothing leads to.
func islandMap(t *testing.T, characters int) (*graph.Graph, *asciimap.Map) {
	t.Helper()
	m := asciimap.Draw(t, 20, "P--Q\n\n\nA--S-C"+strings.Repeat("-", characters)+"B")
	m.Way("PQ", "railway=platform")
	m.Way("ASC", "highway=residential")
	m.Way("CB", "highway=service")
	return buildGraph(t, m.File(), feedAt([]geometry.Point{m.At('S'), m.At('B')}).ZipFile(t)), m
}

// TestIsland: from the platform one gets to the stop by a straight walk to the street, and from the stop back.
func TestIsland(t *testing.T) {
	for name, characters := range map[string]int{"mainland": 260, "the longest street": 40} {
		g, m := islandMap(t, characters)
		s := walk.NewNetwork(g).NewSearch()
		for _, backward := range []bool{false, true} {
			got, _ := s.FromPoint(m.At('P'), walk.Options{LimitS: 300, Backward: backward})
			x, ok := s.Island()
			if !ok || x.StreetsM < 50 || x.StreetsM > 70 || !x.HasAside || x.AsideM < 55 || x.AsideM > 65 {
				t.Errorf("%s: island %+v, %t, want 60 m of street and as far from the other one", name, x, ok)
			}
			if len(got) != 1 || got[0].LengthDM < 1150 || got[0].LengthDM > 1250 || got[0].S != walk.StraightS(float64(got[0].LengthDM)/10) {
				t.Fatalf("%s: got %+v, want S after 120 m at 5 km/h", name, got)
			}
			checkPath(t, g, s.Path(got[0]), got[0], backward, m)
		}
		if _, ok := s.FromPoint(m.At('B'), walk.Options{LimitS: 300}); !ok {
			t.Error("no street at B")
		}
		if x, ok := s.Island(); ok {
			t.Errorf("%s: B lies on an island: %+v", name, x)
		}
	}
}

// checkPath checks that a walk between P and the stop S is joined up and as long as it was said to be.
func checkPath(t *testing.T, g *graph.Graph, parts []walk.Part, r walk.Reached, backward bool, m *asciimap.Map) {
	t.Helper()
	var line []geometry.Point
	dm := uint32(0)
	for _, p := range parts {
		dm += p.DM
		piece := []geometry.Point{p.A, p.B}
		if p.Edge != graph.NoEdge {
			whole := g.Edge(p.Edge).AppendGeometry(nil)
			piece = geometry.Part(nil, whole, p.From*geometry.Length(whole), p.To*geometry.Length(whole))
		}
		if n := len(line); n > 0 && geometry.Distance(line[n-1], piece[0]) > 0.1 {
			t.Errorf("a part begins %.1f m from where the one before ends", geometry.Distance(line[n-1], piece[0]))
		}
		line = append(line, piece...)
	}
	ends := []geometry.Point{m.At('P'), m.At('S')}
	if backward {
		slices.Reverse(ends)
	}
	if dm != r.LengthDM || geometry.Distance(line[0], ends[0]) > 0.1 || geometry.Distance(line[len(line)-1], ends[1]) > 0.1 {
		t.Errorf("%d dm from %v to %v, want %d from %v to %v", dm, line[0], line[len(line)-1], r.LengthDM, ends[0], ends[1])
	}
}

// TestIslandOutOfReach: the mainland is not looked for farther away than a street, nor than the walk may go.
func TestIslandOutOfReach(t *testing.T) {
	g, m := islandMap(t, 260)
	s := walk.NewNetwork(g).NewSearch()
	for _, o := range []walk.Options{{LimitS: 300, SnapM: 50}, {LimitS: 40}} {
		got, _ := s.FromPoint(m.At('P'), o)
		if x, ok := s.Island(); !ok || x.HasAside || len(got) > 0 {
			t.Errorf("%+v: got %+v, island %+v", o, got, x)
		}
	}
}

// TestSetStop: a search that is stopped reaches less.
func TestSetStop(t *testing.T) {
	m := asciimap.Draw(t, 100, "A-B-C-D-E-F")
	m.Way("ABCDEF", "highway=residential")
	g := buildGraph(t, m.File(), feedAt([]geometry.Point{m.At('A'), m.At('C'), m.At('F')}).ZipFile(t))
	s := walk.NewNetwork(g).NewSearch()
	asked := 0
	s.SetStop(func() bool { asked++; return asked > 3 })
	if got, _ := s.FromPoint(m.At('A'), walk.Options{LimitS: 3600}); len(got) == 3 || asked != 4 {
		t.Errorf("asked %d times, reached %d stops", asked, len(got))
	}
	s.SetStop(nil)
	if got, _ := s.FromPoint(m.At('A'), walk.Options{LimitS: 3600}); len(got) != 3 {
		t.Errorf("reached %d stops without a stop, want 3", len(got))
	}
}

// TestBetween compares the walk to one stop with a search in all directions, of the same length and time, with a limit that is
// just enough and one that is not.
func TestBetween(t *testing.T) {
	m := asciimap.Draw(t, 60, `
		A-B-C-D-E
		| | | | |
		F-G-H-I-J
		| | | | |
		K-L-M-N-O
	`)
	for _, way := range []string{"ABCDE", "FGHIJ", "KLMNO", "AFK", "BGL", "CHM", "DIN", "EJO"} {
		m.Way(way, "highway=residential")
	}
	places := pointsOf(m, "ACEGIKMO")
	g := buildGraph(t, m.File(), feedAt(places).ZipFile(t))
	n := walk.NewNetwork(g)
	all, one := n.NewSearch(), n.NewSearch()
	for from := range graph.StopID(len(places)) {
		for _, want := range slices.Clone(all.FromStop(from, walk.Options{LimitS: 3600})) {
			got, ok := one.Between(from, want.Stop, walk.Options{LimitS: want.S})
			if !ok || got.S != want.S || got.LengthDM != want.LengthDM || !slices.Equal(one.Path(got), all.Path(want)) {
				t.Errorf("%d to %d: got %+v, %t, want %+v", from, want.Stop, got, ok, want)
			}
			if _, ok := one.Between(from, want.Stop, walk.Options{LimitS: want.S - 1}); ok {
				t.Errorf("%d to %d: a walk of %d s within less", from, want.Stop, want.S)
			}
		}
	}
}

// TestBetweenByFerry: the way is faster than anybody walks, so that it lies off what a search toward the stop looks at.
func TestBetweenByFerry(t *testing.T) {
	m := asciimap.Draw(t, 100, `
		A----------B
		|          |
		C----------D
	`)
	m.Way("AC", "highway=residential")
	m.Way("BD", "highway=residential")
	m.Way("AB", "route=ferry", "foot=yes", "duration=00:01")
	m.Way("CD", "highway=residential")
	g := buildGraph(t, m.File(), feedAt([]geometry.Point{m.At('C'), m.At('D')}).ZipFile(t))
	got, ok := walk.NewNetwork(g).NewSearch().Between(0, 1, walk.Options{LimitS: 400})
	if !ok || got.S > 360 {
		t.Errorf("got %+v, %t, want 400 m on foot and a minute by ferry", got, ok)
	}
}
