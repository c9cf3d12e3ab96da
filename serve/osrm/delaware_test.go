package osrm_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/samplegraph"
	"graphbuild/route"
)

// state is the service with Delaware, and a search of its own to compare with.
type state struct {
	*service
	search *route.Search
	random *rand.Rand
}

var profiles = []struct {
	name string
	mode facts.Mode
}{{"car", facts.Car}, {"bike", facts.Bike}, {"foot", facts.Walk}}

func newState(t testing.TB) *state {
	s := newService(t, samplegraph.Open(t))
	return &state{s, route.NewRouter(s.g.File).NewSearch(), rand.New(rand.NewPCG(7, 15))}
}

// place returns a position within some 50 m of a street.
func (x *state) place() geometry.Point {
	p := x.g.File.PointOf(graph.VertexID(x.random.IntN(x.g.File.NumStreetVertices())))
	return geometry.Point{Lon: p.Lon + int32(x.random.IntN(10_000)-5000), Lat: p.Lat + int32(x.random.IntN(10_000)-5000)}
}

// near returns a place within 20 km of another.
func (x *state) near(p geometry.Point) geometry.Point {
	for {
		if q := x.place(); geometry.Distance(p, q) < 20_000 {
			return q
		}
	}
}

// ask asks for an address and returns the answer whether it is an error or not.
func (s *service) ask(url string) (int, answerJSON) {
	s.t.Helper()
	status, body := s.get(url)
	var a answerJSON
	if err := json.Unmarshal(body, &a); err != nil {
		s.t.Fatalf("%s: %v: %.300s", url, err, body)
	}
	return status, a
}

// TestRoutesOfDelaware compares 500 routes of each profile with those that the command route finds.
func TestRoutesOfDelaware(t *testing.T) {
	x := newState(t)
	for _, p := range profiles {
		found := 0
		for range 500 {
			from := x.place()
			to := x.near(from)
			want, err := x.search.Route(route.Query{From: from, To: to, Mode: p.mode, SnapM: route.MaxSnapM})
			if err != nil {
				t.Fatal(err)
			}
			url := "/route/v1/" + p.name + "/" + lonLat(from) + ";" + lonLat(to) + "?overview=full&geometries=polyline6&steps=true"
			status, got := x.ask(url)
			switch want.Status {
			case route.OK:
				found++
				x.compare(t, url, got, want)
			case route.NoRoute:
				if status != http.StatusBadRequest || got.Code != "NoRoute" {
					t.Errorf("%s: %d %s, want NoRoute", url, status, got.Code)
				}
			case route.NoSnap: // the command looks no farther than 200 m
			}
		}
		if found < 400 {
			t.Errorf("%s: only %d of 500 have a route", p.name, found)
		}
	}
}

// compare compares a route with that of the search, and its parts with each other.
func (x *state) compare(t *testing.T, url string, got answerJSON, want route.Answer) {
	t.Helper()
	if got.Code != "Ok" {
		t.Errorf("%s: %s", url, got.Code)
		return
	}
	r := got.Routes[0]
	if math.Abs(r.Duration-want.DurationS) > 0.0501 || math.Abs(r.Distance-want.DistanceM) > 0.0501 {
		t.Errorf("%s: %g s, %g m; want %g, %g", url, r.Duration, r.Distance, want.DurationS, want.DistanceM)
	}
	var line [][2]float64
	for _, p := range want.Legs[0].Geometry {
		lon, lat := p.Degrees()
		line = append(line, [2]float64{lon, lat})
	}
	if !near(lineOf(t, r.Geometry, 1e6), line, 0.51e-6) {
		t.Errorf("%s: another line", url)
	}
	checkSums(t, url, r)
}

// checkSums checks that steps add up to legs and legs to the route, in length, time and geometry.
func checkSums(t *testing.T, url string, r routeJSON) {
	t.Helper()
	var distance, duration float64
	for _, leg := range r.Legs {
		var m, s float64
		for i, step := range leg.Steps {
			m, s = m+step.Distance, s+step.Duration
			line := lineOf(t, step.Geometry, 1e6)
			if i > 0 {
				before := lineOf(t, leg.Steps[i-1].Geometry, 1e6)
				if before[len(before)-1] != line[0] {
					t.Errorf("%s: step %d begins at %v, the one before ends at %v", url, i, line[0], before[len(before)-1])
				}
			}
			if !near([][2]float64{step.Maneuver.Location}, line[:1], 1e-9) {
				t.Errorf("%s: step %d begins at %v, its maneuver is at %v", url, i, line[0], step.Maneuver.Location)
			}
			checkIntersections(t, fmt.Sprintf("%s: step %d", url, i), &leg.Steps[i], i == 0, i == len(leg.Steps)-1)
		}
		if len(leg.Steps) > 0 && (math.Abs(m-leg.Distance) > 1e-6 || math.Abs(s-leg.Duration) > 1e-6) {
			t.Errorf("%s: steps of %g m, %g s in a leg of %g, %g", url, m, s, leg.Distance, leg.Duration)
		}
		distance, duration = distance+leg.Distance, duration+leg.Duration
	}
	if math.Abs(distance-r.Distance) > 1e-6 || math.Abs(duration-r.Duration) > 1e-6 || r.Weight != r.Duration || r.WeightName != "duration" {
		t.Errorf("%s: legs of %g m, %g s in a route of %+v", url, distance, duration, r)
	}
}

// checkIntersections checks the crossings of a step: the roads that it takes are there, and open.
func checkIntersections(t *testing.T, what string, s *stepJSON, first, last bool) {
	t.Helper()
	if len(s.Intersections) == 0 {
		t.Errorf("%s has no intersections", what)
		return
	}
	for i, c := range s.Intersections {
		ok := len(c.Bearings) == len(c.Entry) && len(c.Bearings) > 0
		ok = ok && (c.In == nil) == (first && i == 0) && (c.Out == nil) == last
		ok = ok && (c.In == nil || *c.In < len(c.Bearings)) && (c.Out == nil || *c.Out < len(c.Bearings) && c.Entry[*c.Out])
		if !ok {
			t.Errorf("%s: crossing %d: %+v", what, i, c)
		}
	}
	c := s.Intersections[0]
	if c.Location != s.Maneuver.Location || c.Out != nil && c.Bearings[*c.Out] != s.Maneuver.After {
		t.Errorf("%s: maneuver %+v at %+v", what, s.Maneuver, c)
	}
	if (s.Maneuver.Type == "depart") != first || (s.Maneuver.Type == "arrive") != last {
		t.Errorf("%s: %s", what, s.Maneuver.Type)
	}
}

// TestTablesOfDelaware compares 500 cells of tables of each profile with routes.
func TestTablesOfDelaware(t *testing.T) {
	x := newState(t)
	for _, p := range profiles {
		for range 5 {
			places := []geometry.Point{x.place()}
			for len(places) < 10 {
				places = append(places, x.near(places[0]))
			}
			var list []string
			for _, q := range places {
				list = append(list, lonLat(q))
			}
			table := x.ok("/table/v1/" + p.name + "/" + strings.Join(list, ";") + "?annotations=duration,distance")
			for i, from := range places {
				for j, to := range places {
					want, err := x.search.Route(route.Query{From: from, To: to, Mode: p.mode, SnapM: route.MaxSnapM})
					if err != nil {
						t.Fatal(err)
					}
					cell, m := table.Durations[i][j], table.Distances[i][j]
					if (cell != nil) != (want.Status == route.OK) || (m != nil) != (cell != nil) {
						t.Errorf("%s from %v to %v: %v, %v; want %v", p.name, from, to, cell, m, want.Status)
						continue
					}
					if cell != nil && (math.Abs(*cell-want.DurationS) > 0.0501 || math.Abs(*m-want.DistanceM) > 1) {
						t.Errorf("%s from %v to %v: %g s, %g m; want %g, %g", p.name, from, to, *cell, *m, want.DurationS, want.DistanceM)
					}
				}
			}
		}
	}
}

// TestNearestOfDelaware compares with the index of the graph.
func TestNearestOfDelaware(t *testing.T) {
	x := newState(t)
	for _, p := range profiles {
		for range 500 {
			at := x.place()
			want := x.g.File.Snap(at, graph.SnapOptions{MaxM: 1e5, Modes: facts.ModesOf(p.mode), Limit: 3})
			got := x.ok("/nearest/v1/" + p.name + "/" + lonLat(at) + "?number=3").Waypoints
			if len(got) != len(want) {
				t.Fatalf("%v: %d waypoints, want %d", at, len(got), len(want))
			}
			for i, w := range want {
				lon, lat := w.Point.Degrees()
				if math.Abs(got[i].Distance-w.DistanceM) > 1e-5 || !near([][2]float64{got[i].Location}, [][2]float64{{lon, lat}}, 0.51e-6) {
					t.Errorf("%v: %+v, want %+v", at, got[i], w)
				}
			}
		}
	}
}

// TestViasOfDelaware: a route by way of places is at least as long as its parts where it must go straight on, and as long
// where it need not.
func TestViasOfDelaware(t *testing.T) {
	x := newState(t)
	for _, p := range profiles {
		for range 40 {
			a := x.place()
			places := lonLat(a) + ";" + lonLat(x.near(a)) + ";" + lonLat(x.near(a)) + ";" + lonLat(x.near(a))
			url := "/route/v1/" + p.name + "/" + places + "?steps=true&geometries=polyline6&annotations=true&continue_straight="
			status, free := x.ask(url + "false")
			_, straight := x.ask(url + "true")
			if status != http.StatusOK || straight.Code != "Ok" {
				continue
			}
			checkSums(t, url, free.Routes[0])
			checkSums(t, url, straight.Routes[0])
			if free.Routes[0].Duration > straight.Routes[0].Duration+0.2 {
				t.Errorf("%s: %g s, straight on %g s", url, free.Routes[0].Duration, straight.Routes[0].Duration)
			}
			for _, leg := range straight.Routes[0].Legs {
				if d := math.Abs(sum(leg.Annotation.Duration) - leg.Duration); d > 0.06+0.0006*float64(len(leg.Annotation.Duration)) {
					t.Errorf("%s: annotations of %g s in a leg of %g", url, sum(leg.Annotation.Duration), leg.Duration)
				}
			}
			collapsed := x.ok(url + "true&waypoints=0;3").Routes[0]
			checkSums(t, url+"&waypoints=0;3", collapsed)
			if math.Abs(collapsed.Duration-straight.Routes[0].Duration) > 0.2 {
				t.Errorf("%s: %g s as one leg, %g s as three", url, collapsed.Duration, straight.Routes[0].Duration)
			}
		}
	}
}
