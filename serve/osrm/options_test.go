package osrm_test

import (
	"encoding/json"
	"math"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"graphbuild/geometry"
	"graphbuild/serve/streets"
)

// square is a block with a short and a long way round, the short one being a motorway in part.
const square = `
	A---B---C---D
	    |   |
	    E---F`

var squareWays = []string{
	"AB highway=residential name=West", "BC highway=motorway name=M1 maxspeed=100", "CB highway=motorway name=M1",
	"CD highway=residential name=East", "BEFC highway=residential name=Loop",
}

// unpoly decodes a polyline: written after Google's page, apart from the code that it checks.
func unpoly(t *testing.T, text string, unit float64) [][2]float64 {
	t.Helper()
	var out [][2]float64
	var sum [2]int
	for i := 0; i < len(text); {
		for k := range 2 {
			value, shift := 0, 0
			for {
				if i == len(text) {
					t.Fatalf("the polyline %q ends within a number", text)
				}
				c := int(text[i]) - 63
				i++
				value |= (c & 31) << shift
				shift += 5
				if c < 32 {
					break
				}
			}
			if value&1 == 1 {
				value = -(value + 1)
			}
			sum[k] += value / 2
		}
		out = append(out, [2]float64{float64(sum[1]) / unit, float64(sum[0]) / unit})
	}
	return out
}

// lineOf returns the positions of a geometry of any form.
func lineOf(t *testing.T, raw json.RawMessage, unit float64) [][2]float64 {
	t.Helper()
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return unpoly(t, text, unit)
	}
	var line struct {
		Type        string
		Coordinates [][2]float64
	}
	if err := json.Unmarshal(raw, &line); err != nil || line.Type != "LineString" {
		t.Fatalf("geometry %s: %v", raw, err)
	}
	return line.Coordinates
}

// near reports whether positions are equal but for so many degrees.
func near(a, b [][2]float64, degrees float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i][0]-b[i][0]) > degrees || math.Abs(a[i][1]-b[i][1]) > degrees {
			return false
		}
	}
	return true
}

func TestGeometries(t *testing.T) {
	x := newTown(t, square, squareWays...)
	base := "/route/v1/bike/" + x.at("A EF D") + "?steps=true&overview=full&geometries="
	six, five, lines := x.ok(base+"polyline6"), x.ok(base+"polyline"), x.ok(base+"geojson")
	compare := func(a, b, c json.RawMessage) {
		t.Helper()
		want := lineOf(t, c, 0)
		if len(want) < 2 {
			t.Errorf("%d points", len(want))
		}
		if got := lineOf(t, a, 1e6); !near(got, want, 1e-9) {
			t.Errorf("polyline6 %v, geojson %v", got, want)
		}
		if got := lineOf(t, b, 1e5); !near(got, want, 0.51e-5) {
			t.Errorf("polyline %v, geojson %v", got, want)
		}
	}
	compare(six.Routes[0].Geometry, five.Routes[0].Geometry, lines.Routes[0].Geometry)
	for i, leg := range lines.Routes[0].Legs {
		for k, s := range leg.Steps {
			compare(six.Routes[0].Legs[i].Steps[k].Geometry, five.Routes[0].Legs[i].Steps[k].Geometry, s.Geometry)
		}
	}
}

func TestOverview(t *testing.T) {
	x := newTown(t, `
		A-B--
		     C
		  E--D`, "ABCDE highway=residential")
	base := "/route/v1/car/" + x.at("A E") + "?geometries=geojson&overview="
	if a := x.ok(base + "false"); a.Routes[0].Geometry != nil {
		t.Errorf("overview=false: %s", a.Routes[0].Geometry)
	}
	full := lineOf(t, x.ok(base + "full").Routes[0].Geometry, 0)
	if len(full) != 5 {
		t.Errorf("overview=full: %d points, want 5", len(full))
	}
	simple := lineOf(t, x.ok(base + "simplified").Routes[0].Geometry, 0)
	if !near(simple, lineOf(t, x.ok("/route/v1/car/" + x.at("A E") + "?geometries=geojson").Routes[0].Geometry, 0), 0) {
		t.Error("simplified is not the default")
	}
	if !near(simple, full, 0) { // so small a map shows all
		t.Errorf("overview=simplified: %v of %v", simple, full)
	}
}

func TestCoordinatesInAllForms(t *testing.T) {
	x := newTown(t, square, squareWays...)
	want := x.ok("/route/v1/car/" + x.at("A D"))
	a, d := x.place("A"), x.place("D")
	for _, u := range []string{
		"/route/v1/driving/" + x.at("A D"),
		"/route/v1/car/" + x.at("A D") + ".json",
		"/route/v1/car/" + x.at("A D") + ".json?overview=simplified",
		"/route/v1/car/" + x.at("A D") + "?format=json",
		"/route/v1/car/" + x.at("A D") + "?snapping=any&generate_hints=true&continue_straight=default&hints=;&radiuses=;unlimited",
		"/graphs/town/route/v1/car/" + x.at("A D"),
		"/route/v1/car/" + url.PathEscape(x.at("A D")) + "?radiuses=unlimited%3Bunlimited",
	} {
		if got := x.ok(u); !reflect.DeepEqual(got.Routes, want.Routes) {
			t.Errorf("%s: another route", u)
		}
	}
	for name, unit := range map[string]float64{"polyline": 100, "polyline6": 10} {
		got := x.ok("/route/v1/car/" + url.PathEscape(name+"("+poly(a, d, unit)+")"))
		if off := math.Abs(got.Routes[0].Distance - want.Routes[0].Distance); off > unit/50 {
			t.Errorf("%s: %g m, want %g", name, got.Routes[0].Distance, want.Routes[0].Distance)
		}
	}
}

// poly encodes two points, their unit being so many 1e-7 degrees.
func poly(a, b geometry.Point, unit float64) string {
	var out []byte
	put := func(x int) {
		u := x << 1
		if x < 0 {
			u = ^u
		}
		for ; u >= 32; u >>= 5 {
			out = append(out, byte(u&31|32)+63)
		}
		out = append(out, byte(u)+63)
	}
	round := func(x int32) int { return int(math.Round(float64(x) / unit)) }
	put(round(a.Lat))
	put(round(a.Lon))
	put(round(b.Lat) - round(a.Lat))
	put(round(b.Lon) - round(a.Lon))
	return string(out)
}

func TestExclude(t *testing.T) {
	x := newTown(t, square, squareWays...)
	base := "/route/v1/car/" + x.at("A D") + "?steps=true"
	for options, want := range map[string]string{
		"":                               "West, M1",
		"&exclude=none":                  "West, M1",
		"&exclude=ferry":                 "West, M1",
		"&exclude=motorway":              "West, Loop",
		"&exclude=toll,motorway,ferry":   "West, Loop",
		"&exclude=motorway%2Ctoll":       "West, Loop",
		"&exclude=motorway&exclude=toll": "West, Loop",
	} {
		if got := x.ok(base + options).Routes[0].Legs[0].Summary; !strings.HasPrefix(got, want[:4]) || !strings.Contains(got, want[6:]) && want != "West, M1" {
			t.Errorf("%s: %s, want %s", options, got, want)
		}
	}
	// An end is not snapped to what is excluded.
	if a := x.ok("/nearest/v1/car/" + x.at("BC") + "?exclude=motorway"); a.Waypoints[0].Name == "M1" {
		t.Errorf("snapped to %+v", a.Waypoints[0])
	}
}

func TestAlternatives(t *testing.T) {
	x := newTown(t, `
		A---B---C---D
		    |   |
		    E---F`, "ABCD highway=residential name=Main", "BE highway=residential", "EF highway=primary", "FC highway=residential")
	for _, c := range []struct {
		options string
		min     int
		max     int
	}{{"", 1, 1}, {"?alternatives=false", 1, 1}, {"?alternatives=0", 1, 1}, {"?alternatives=true", 1, 2}, {"?alternatives=3", 1, 4}} {
		a := x.ok("/route/v1/foot/" + x.at("B C") + c.options)
		if n := len(a.Routes); n < c.min || n > c.max {
			t.Errorf("%s: %d routes", c.options, n)
		}
		for _, r := range a.Routes[1:] {
			if r.Duration < a.Routes[0].Duration {
				t.Errorf("%s: the first is not the best", c.options)
			}
		}
	}
	if a := x.ok("/route/v1/foot/" + x.at("A B C") + "?alternatives=3"); len(a.Routes) != 1 {
		t.Errorf("%d routes by three coordinates", len(a.Routes))
	}
}

func TestContinueStraight(t *testing.T) {
	x := newTown(t, square, squareWays...)
	u := "/" + x.at("E EF E")
	back, round := x.ok("/route/v1/bike" + u).Routes[0].Distance, x.ok("/route/v1/bike" + u + "?continue_straight=true").Routes[0].Distance
	if !(round > back+50) {
		t.Errorf("%g m going straight on, %g m turning back", round, back)
	}
	if got, want := x.ok("/route/v1/car" + u).Routes[0].Distance, x.ok("/route/v1/car" + u + "?continue_straight=true").Routes[0].Distance; got != want || got < back+50 {
		t.Errorf("car: %g m by default, %g m going straight on, %g m turning back", got, want, back)
	}
	if got := x.ok("/route/v1/car" + u + "?continue_straight=false").Routes[0].Distance; got != back {
		t.Errorf("car: %g m turning back, want %g", got, back)
	}
}

func TestBearingsAndApproaches(t *testing.T) {
	x := newTown(t, `
		A---B---C
		|   |   |
		D---E---F`, "ABC highway=residential name=North", "DEF highway=residential name=South", "AD highway=residential",
		"BE highway=residential", "CF highway=residential")
	at := x.place("AB")
	at.Lat += 500 // north of the street
	base := "/route/v1/car/" + lonLat(at) + ";" + x.at("BC") + "?steps=true"
	after := func(options string) int {
		t.Helper()
		return x.ok(base + options).Routes[0].Legs[0].Steps[0].Maneuver.After
	}
	for _, c := range []struct {
		options string
		want    int
	}{
		{"", 90}, {"&bearings=90,20;", 90}, {"&bearings=270,20;", 270}, {"&bearings=0,180;", 90},
		{"&approaches=curb;", 270}, {"&approaches=opposite;", 90}, {"&approaches=unrestricted;unrestricted", 90}, {"&approaches=;", 90},
	} {
		if got := after(c.options); got != c.want {
			t.Errorf("%s: departs at %d degrees, want %d", c.options, got, c.want)
		}
	}
	x.service = newService(t, x.g.File, streets.Options{LeftHand: true})
	if got := after("&approaches=curb;"); got != 90 {
		t.Errorf("on the left: departs at %d degrees, want 90", got)
	}
	if s := x.ok(base).Routes[0].Legs[0].Steps[0]; s.Side != "left" {
		t.Errorf("driving_side %s", s.Side)
	}
}

func TestWaypointsOption(t *testing.T) {
	x := newTown(t, square, squareWays...)
	u := "/route/v1/bike/" + x.at("A EF D") + "?steps=true&annotations=true"
	three, two := x.ok(u), x.ok(u+"&waypoints=0;2")
	if len(three.Routes[0].Legs) != 2 || len(two.Routes[0].Legs) != 1 || len(two.Waypoints) != 2 {
		t.Fatalf("%d and %d legs, %d waypoints", len(three.Routes[0].Legs), len(two.Routes[0].Legs), len(two.Waypoints))
	}
	if a, b := three.Routes[0], two.Routes[0]; math.Abs(a.Distance-b.Distance) > 0.11 || math.Abs(a.Duration-b.Duration) > 0.11 {
		t.Errorf("%g m, %g s; want %g, %g", b.Distance, b.Duration, a.Distance, a.Duration)
	}
	if got, want := said(two), "depart West, new name right Loop, new name right East, arrive"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := x.ok(u + "&skip_waypoints=true"); got.Waypoints != nil {
		t.Errorf("%d waypoints", len(got.Waypoints))
	}
}

// TestTurningBackWithinAStreet: at a coordinate that is no waypoint the route may turn back in the middle of a street.
func TestTurningBackWithinAStreet(t *testing.T) {
	x := newTown(t, square, squareWays...)
	a := x.ok("/route/v1/bike/" + x.at("E EF E") + "?steps=true&waypoints=0;2")
	if got, want := said(a), "depart Loop, continue uturn Loop, arrive"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHints(t *testing.T) {
	x := newTown(t, square, squareWays...)
	at := x.place("EF")
	at.Lat += 1500
	list := x.ok("/nearest/v1/bike/" + lonLat(at) + "?number=3").Waypoints
	if len(list) < 3 {
		t.Fatalf("%d waypoints", len(list))
	}
	for _, w := range list {
		if w.Hint == "" {
			t.Fatalf("no hint: %+v", w)
		}
		a := x.ok("/route/v1/bike/" + lonLat(at) + ";" + x.at("D") + "?hints=" + w.Hint + ";")
		if !near([][2]float64{a.Waypoints[0].Location}, [][2]float64{w.Location}, 1.1e-6) || math.Abs(a.Waypoints[0].Distance-w.Distance) > 0.1 {
			t.Errorf("with the hint of %+v: %+v", w, a.Waypoints[0])
		}
	}
	other := x.ok("/route/v1/bike/" + x.at("EF D") + "?hints=" + list[2].Hint + ";abc-_=").Waypoints[0]
	if other.Name != "Loop" || other.Distance > 0.1 {
		t.Errorf("the hint of another coordinate counts: %+v", other)
	}
	if a := x.ok("/route/v1/bike/" + x.at("A D") + "?generate_hints=false"); a.Waypoints[0].Hint != "" {
		t.Errorf("hint %s", a.Waypoints[0].Hint)
	}
}

func TestAnnotations(t *testing.T) {
	x := newTown(t, square, squareWays...)
	u := "/route/v1/bike/" + x.at("A EF D") + "?overview=full&geometries=geojson&annotations="
	all := x.ok(u + "true")
	points := 0
	for _, leg := range all.Routes[0].Legs {
		a := leg.Annotation
		n := len(a.Distance)
		points += n
		if len(a.Duration) != n || len(a.Weight) != n || len(a.Speed) != n || len(a.Datasources) != n || len(a.Nodes) != n+1 {
			t.Errorf("annotation %+v", a)
		}
		if math.Abs(sum(a.Distance)-leg.Distance) > 0.2 || math.Abs(sum(a.Duration)-leg.Duration) > 0.2 {
			t.Errorf("%g m, %g s of %g, %g", sum(a.Distance), sum(a.Duration), leg.Distance, leg.Duration)
		}
	}
	if got := len(lineOf(t, all.Routes[0].Geometry, 0)); got != points+1 {
		t.Errorf("%d segments, %d points", points, got)
	}
	nodes := all.Routes[0].Legs[0].Annotation.Nodes
	if want := []int64{'A', 'B', 0, 0}; !reflect.DeepEqual(nodes, want) {
		t.Errorf("nodes %v, want %v", nodes, want)
	}
	if a := x.ok(u + "false").Routes[0].Legs[0].Annotation; a != nil {
		t.Errorf("annotation %+v", a)
	}
	for _, name := range []string{"duration", "distance", "nodes", "weight", "datasources", "speed"} {
		_, body := x.get(u + name)
		for _, other := range []string{"nodes", "speed", "datasources"} {
			if got := strings.Contains(string(body), `"`+other+`":`); got != (other == name) {
				t.Errorf("annotations=%s has %s: %v", name, other, got)
			}
		}
	}
	if a := x.ok(u + "duration,speed").Routes[0].Legs[0].Annotation; a.Duration == nil || a.Speed == nil || a.Nodes != nil {
		t.Errorf("duration,speed: %+v", a)
	}
}

func sum(list []float64) float64 {
	total := 0.0
	for _, x := range list {
		total += x
	}
	return total
}

func TestNearest(t *testing.T) {
	x := newTown(t, square, squareWays...)
	at := x.place("EF")
	at.Lat += 100
	w := x.ok("/nearest/v1/foot/" + lonLat(at)).Waypoints
	if len(w) != 1 || w[0].Name != "Loop" || !reflect.DeepEqual(w[0].Nodes, []int64{'B', 'C'}) || math.Abs(w[0].Distance-1.11) > 0.02 {
		t.Errorf("%+v", w)
	}
	list := x.ok("/nearest/v1/bike/" + lonLat(at) + "?number=2").Waypoints
	if len(list) != 2 {
		t.Errorf("%d waypoints", len(list))
	}
	for i := range list[1:] {
		if list[i+1].Distance < list[i].Distance {
			t.Errorf("%g m before %g m", list[i].Distance, list[i+1].Distance)
		}
	}
	if got := x.ok("/nearest/v1/bike/" + lonLat(at) + "?number=100").Waypoints; len(got) != 3 {
		t.Errorf("%d of 3 edges", len(got))
	}
}
