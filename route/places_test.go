package route_test

import (
	"math"
	"strings"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

// near returns a position so many metres north of a letter, or half-way between two.
func (x *town) near(letters string, northM float64) geometry.Point {
	p := x.place(letters)
	p.Lat += int32(math.Round(northM / 0.0111195))
	return p
}

// edgesOf returns "AB" for a place on the edge from A to B.
func (x *town) edgesOf(list []route.Snapped) []string {
	names := map[geometry.Point]string{}
	for r, n := range x.m.Nodes() {
		names[n.Point] = string(r)
	}
	var out []string
	for _, s := range list {
		for _, p := range s.Places {
			e := x.g.Edge(p.Edge)
			out = append(out, names[e.From().Point()]+names[e.To().Point()])
		}
	}
	return out
}

func TestSnapPlaces(t *testing.T) {
	x := newTown(t, `
		A-----B-----C
		|     |
		D     E
	`, "ABC highway=residential", "AD highway=residential oneway=yes", "BE highway=motorway")
	s := x.search()
	for _, c := range []struct {
		name string
		q    route.SnapQuery
		want string
	}{
		{"both directions", route.SnapQuery{Point: x.near("AB", 5)}, "AB BA"},
		{"all edges at a vertex", route.SnapQuery{Point: x.place("A")}, "AB AD BA"},
		{"the two nearest", route.SnapQuery{Point: x.near("AB", 5), Limit: 2}, "AB BA AD"},
		{"by bearing", route.SnapQuery{Point: x.near("AB", 5), Bearing: ptr(80)}, "AB"},
		{"by a bearing that is too far off", route.SnapQuery{Point: x.near("AB", 5), Bearing: ptr(80), Within: 5, MaxM: 20}, ""},
		{"farther, by bearing", route.SnapQuery{Point: x.place("AD"), Bearing: ptr(90), Within: 5}, "AB"},
		{"on the right", route.SnapQuery{Point: x.near("AB", 5), Side: route.RightSide}, "BA"},
		{"on the left", route.SnapQuery{Point: x.near("AB", 5), Side: route.LeftSide}, "AB"},
		{"too near for a side", route.SnapQuery{Point: x.near("AB", 0.5), Side: route.LeftSide}, "AB BA"},
		{"one way has no side", route.SnapQuery{Point: x.place("AD"), Side: route.LeftSide}, "AD"},
		{"beyond reach", route.SnapQuery{Point: x.near("AB", 5), MaxM: 4}, ""},
		{"nearest where all is open", route.SnapQuery{Point: x.place("BE")}, "BE"},
		{"what costs close is skipped", route.SnapQuery{Point: x.place("BE"), Costs: x.without(facts.Car, route.Motorways)}, "AB BA BC CB"},
	} {
		c.q.Mode = facts.Car
		got, err := s.Snap(c.q)
		if err != nil {
			t.Fatal(err)
		}
		words := x.edgesOf(got)
		if !sameWords(words, strings.Fields(c.want)) {
			t.Errorf("%s: %v, want %s", c.name, words, c.want)
		}
	}
	if _, err := s.Snap(route.SnapQuery{Mode: facts.Bus}); err == nil {
		t.Error("a mode that is not searched was taken")
	}
}

// TestFarStreets: where no street is within reach, the answer says how far the nearest is that will do.
func TestFarStreets(t *testing.T) {
	x := newTown(t, "A-----B", "AB highway=footway")
	s := x.search()
	for _, c := range []struct {
		name   string
		northM float64
		mode   facts.Mode
		east   *float64
		want   string
	}{
		{"near", 300.5, facts.Walk, nil, "to: no street for walk within 200 m; the nearest is 301 m away"},
		{"by bearing", 300.5, facts.Walk, ptr(90), "to: no street for walk within 200 m; the nearest is 301 m away"},
		{"no such bearing", 300.5, facts.Walk, ptr(0), "to: no street for walk within 200 m"},
		{"none within 100 km", 101_000, facts.Walk, nil, "to: no street for walk within 200 m"},
		{"none for the mode", 0, facts.Car, nil, "from: no street for car within 200 m"},
	} {
		a, err := s.Route(route.Query{From: x.place("A"), To: x.near("AB", c.northM), Mode: c.mode, ToBearing: c.east})
		if err != nil || a.Status != route.NoSnap || a.Error != c.want {
			t.Errorf("%s: %v %q, want %q", c.name, err, a.Error, c.want)
		}
	}
}

func ptr(x float64) *float64 { return &x }

func sameWords(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, w := range b {
		if !strings.Contains(strings.Join(a, " "), w) {
			return false
		}
	}
	return true
}

func (x *town) without(m facts.Mode, a route.Avoid) *route.Costs {
	x.search()
	return x.router.Without(m, a)
}

// at returns the places where a route would start at a position.
func (x *town) at(p geometry.Point, m facts.Mode) []route.Place {
	list, err := x.search().Snap(route.SnapQuery{Point: p, Mode: m})
	if err != nil {
		x.t.Fatal(err)
	}
	var places []route.Place
	for _, s := range list {
		places = append(places, s.Places...)
	}
	return places
}

// letters names the vertices of a leg.
func (x *town) letters(legs []route.Leg) string {
	names := map[geometry.Point]string{}
	for r, n := range x.m.Nodes() {
		names[n.Point] = string(r)
	}
	var out []string
	for _, leg := range legs {
		word := ""
		for _, p := range leg.Geometry {
			word += names[p]
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

func TestVia(t *testing.T) {
	x := newTown(t, `
		A---B---C---D
		    |   |
		    E---F
	`, "ABCD highway=residential", "BEFC highway=residential")
	s := x.search()
	for _, c := range []struct {
		name, stops string
		straight    bool
		want        string
	}{
		{"turning back in the street", "A BC A", false, "AB BA"},
		{"round the block", "A BC A", true, "AB CFEBA"},
		{"on through a vertex", "A B D", true, "AB BCD"},
		{"no turning back at a vertex", "A C A", true, "ABC CFEBA"},
		{"a dead end", "A D A", true, "ABCD DCBA"},
		{"two stops", "A D", true, "ABCD"},
		{"the other way there, for the sake of the rest", "E BC A", true, "EFC BA"},
	} {
		q := route.ViaQuery{Mode: facts.Car, Straight: c.straight}
		for _, stop := range strings.Fields(c.stops) {
			q.Stops = append(q.Stops, x.at(x.place(stop), facts.Car))
		}
		a, err := s.Via(q)
		if err != nil || a.Status != route.OK {
			t.Fatalf("%s: %v %v %s", c.name, err, a.Status, a.Error)
		}
		if got := x.letters(a.Legs); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		checkStretches(t, a)
	}
}

func TestViaThatFails(t *testing.T) {
	x := newTown(t, `
		A---B   C---D
	`, "AB highway=residential", "CD highway=residential")
	s := x.search()
	a, c := x.at(x.place("A"), facts.Car), x.at(x.place("C"), facts.Car)
	for _, q := range []struct {
		want  route.Status
		stops [][]route.Place
	}{
		{route.BadRequest, nil},
		{route.BadRequest, [][]route.Place{a}},
		{route.NoRoute, [][]route.Place{a, c}},
		{route.NoRoute, [][]route.Place{a, c, a}},
		{route.NoSnap, [][]route.Place{a, nil}},
		{route.BadRequest, [][]route.Place{a, {{Edge: 1 << 30}}}},
		{route.BadRequest, [][]route.Place{a, {{Portion: math.NaN()}}, a}},
	} {
		for _, straight := range []bool{false, true} {
			if got, err := s.Via(route.ViaQuery{Mode: facts.Car, Stops: q.stops, Straight: straight}); err != nil || got.Status != q.want {
				t.Errorf("%d stops, straight %v: %v %v, want %v", len(q.stops), straight, got.Status, err, q.want)
			}
		}
	}
}

// checkStretches checks that the stretches of legs add up to them.
func checkStretches(t *testing.T, a route.Answer) {
	t.Helper()
	for _, leg := range a.Legs {
		var m, s float64
		for i, x := range leg.Stretches {
			m, s = m+x.DistanceM, s+x.DurationS
			if x.Edge != leg.Edges[i] || x.Point >= len(leg.Geometry) || i > 0 && x.Point < leg.Stretches[i-1].Point {
				t.Errorf("stretch %d: %+v of edge %d", i, x, leg.Edges[i])
			}
		}
		if len(leg.Stretches) != len(leg.Edges) || math.Abs(m-leg.DistanceM) > 1e-6 || math.Abs(s-leg.DurationS) > 1e-6 {
			t.Errorf("%d stretches of %g m, %g s: want %d of %g m, %g s", len(leg.Stretches), m, s, len(leg.Edges), leg.DistanceM, leg.DurationS)
		}
	}
}

func TestPlacesGiveTheSameRoute(t *testing.T) {
	x := newTown(t, `
		A---B---C
		|   |   |
		D---E---F
	`, "ABC highway=primary", "DEF highway=residential", "AD highway=residential", "BE highway=residential", "CF highway=residential")
	s := x.search()
	for _, pair := range []string{"A F", "AB EF", "D BC", "E E", "AB AB"} {
		ends := strings.Fields(pair)
		q := route.Query{From: x.place(ends[0]), To: x.place(ends[1]), Mode: facts.Car}
		want, err := s.Route(q)
		if err != nil {
			t.Fatal(err)
		}
		q.FromPlaces, q.ToPlaces = x.at(q.From, facts.Car), x.at(q.To, facts.Car)
		q.From, q.To = geometry.Point{}, geometry.Point{}
		got, err := s.Route(q)
		if err != nil || got.DurationS != want.DurationS || x.letters(got.Legs) != x.letters(want.Legs) {
			t.Errorf("%s: %g s by %s, want %g by %s, %v", pair, got.DurationS, x.letters(got.Legs), want.DurationS, x.letters(want.Legs), err)
		}
	}
}

func TestWithout(t *testing.T) {
	x := newTown(t, `
		A---B---C
		|       |
		D-------E
	`, "AB highway=motorway", "BC highway=primary toll=yes", "AD highway=residential", "EC highway=residential", "DE route=ferry motor_vehicle=yes duration=01:00")
	s := x.search()
	for _, c := range []struct {
		avoid  route.Avoid
		want   string
		status route.Status
	}{
		{0, "ABC", route.OK},
		{route.Motorways, "ADEC", route.OK},
		{route.Tolls, "ADEC", route.OK},
		{route.Ferries, "ABC", route.OK},
		{route.Ferries | route.Tolls, "", route.NoRoute},
	} {
		a, err := s.Route(route.Query{From: x.place("A"), To: x.place("C"), Mode: facts.Car, Costs: x.without(facts.Car, c.avoid)})
		if err != nil || a.Status != c.status || x.letters(a.Legs) != c.want {
			t.Errorf("without %b: %v %s %v, want %v %s", c.avoid, a.Status, x.letters(a.Legs), err, c.status, c.want)
		}
		if c.want == "ADEC" && a.DurationS < 3600 {
			t.Errorf("a ferry of an hour in %g s", a.DurationS)
		}
	}
	if once := x.without(facts.Car, route.Tolls); once != x.without(facts.Car, route.Tolls) {
		t.Error("made twice")
	}
}

func TestMayTurn(t *testing.T) {
	x := newTown(t, `
		    B
		    |
		A---C---D
		    |
		    E
	`, "AC highway=residential", "CD highway=residential", "CB highway=residential oneway=yes", "EC highway=residential oneway=yes")
	x.m.Restriction("no_straight_on", "AC", "C", "CD")
	x.search()
	edge := func(a, b rune) graph.EdgeID {
		from, _ := x.g.VertexOfNode(x.m.Nodes()[a].ID)
		to, _ := x.g.VertexOfNode(x.m.Nodes()[b].ID)
		for e := range from.Out() {
			if e.To() == to {
				return e.ID()
			}
		}
		for e := range to.Out() {
			if e.To() == from {
				return e.ID() ^ 1
			}
		}
		t.Fatalf("no edge %c%c", a, b)
		return 0
	}
	for turn, want := range map[string]bool{"ACD": false, "ACB": true, "ACE": false, "ECD": true, "DCA": true} {
		r := []rune(turn)
		if got := x.router.MayTurn(facts.Car, edge(r[0], r[1]), edge(r[1], r[2])); got != want {
			t.Errorf("%s: %v, want %v", turn, got, want)
		}
	}
}
