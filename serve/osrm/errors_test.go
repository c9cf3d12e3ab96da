package osrm_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"graphbuild/serve/osrm"
	"graphbuild/serve/streets"
)

// block is a street with a side street, and an island that no street leads to.
const block = `
	A---B---C
	    |
	    D     X---Y`

var blockWays = []string{
	"ABC highway=residential name=East", "BD highway=residential name=South", "XY highway=residential name=Island",
}

func TestErrors(t *testing.T) {
	x := newTown(t, block, blockWays...)
	ac, abc := x.at("A C"), x.at("A B C")
	for _, c := range []struct{ url, code, message string }{
		{"/route/v1/car/" + ac + "?foo=1", "InvalidQuery", "Query string malformed close to position "},
		{"/route/v1/car/" + ac + "?steps", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?steps=maybe", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?steps=true&", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?steps=truest", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?geometries=svg", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?overview=none", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?annotations=color", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?annotations=duration,", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?continue_straight=maybe", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?alternatives=-1", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?waypoints=0;x", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?bearings=0;0", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?bearings=99999,1;", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?radiuses=a;b", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?radiuses=1e3;1", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?approaches=curb;left", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?hints=$;", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?snapping=none", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?format=xml", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?exclude=", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?sources=0", "InvalidQuery", ""},
		{"/route/v1/car/" + ac + "?number=1", "InvalidQuery", ""},
		{"/route/v1/car/8,47;8", "InvalidQuery", ""},
		{"/route/v1/car/8,47;", "InvalidQuery", ""},
		{"/route/v1/car/a,b", "InvalidQuery", "Query string malformed close to position 14"},
		{"/route/v1/car/polyline()", "InvalidQuery", ""},
		{"/route/v1/car/polyline(ofp_Ik_vpAilAyu@te@g", "InvalidQuery", ""},
		{"/route/v1/car/polyline(~)", "InvalidQuery", ""},
		{"/route/v1/car/8,47.xml", "InvalidQuery", ""},
		{"/table/v1/car/" + ac + "?annotations=true", "InvalidQuery", ""},
		{"/table/v1/car/" + ac + "?annotations=nodes", "InvalidQuery", ""},
		{"/table/v1/car/" + ac + "?steps=true", "InvalidQuery", ""},
		{"/table/v1/car/" + ac + "?sources=-1", "InvalidQuery", ""},
		{"/table/v1/car/" + ac + "?sources=99999999999999999999", "InvalidQuery", ""},
		{"/table/v1/car/" + ac + "?fallback_coordinate=both", "InvalidQuery", ""},
		{"/nearest/v1/car/8,47?number=-1", "InvalidQuery", ""},

		{"/route/v1/car/" + ac + ".flatbuffers", "NotImplemented", ""},
		{"/route/v1/car/" + ac + "?format=flatbuffers", "NotImplemented", ""},
		{"/match/v1/car/" + ac, "NotImplemented", "Service match is not implemented: expected route, table or nearest"},
		{"/trip/v1/car/" + ac, "NotImplemented", ""},
		{"/tile/v1/car/tile(1,2,3).mvt", "NotImplemented", ""},

		{"/route/x", "InvalidUrl", "URL string malformed close to position 7: \"te/x\": expected /route/v1/car/LON,LAT;LON,LAT"},
		{"/route?from=47,8&to=47,9", "InvalidUrl", "URL string malformed close to position 7: \"te/?fr\": expected /route/v1/car/LON,LAT;LON,LAT"},
		{"/nearest", "InvalidUrl", "URL string malformed close to position 9: \"st/\": expected /nearest/v1/car/LON,LAT"},
		{"/route/v1", "InvalidUrl", ""},
		{"/route/v1/car", "InvalidUrl", ""},
		{"/route/v1/car/", "InvalidUrl", ""},
		{"/route/vx/car/" + ac, "InvalidUrl", ""},
		{"/route/v2/car/" + ac, "InvalidVersion", "Service route not found!"},
		{"/route/v1/plane/" + ac, "InvalidValue", "Profile plane not found: expected car, bike or foot"},

		{"/route/v1/car/" + x.at("A"), "InvalidOptions", "Number of coordinates needs to be at least two."},
		{"/table/v1/car/" + x.at("A"), "InvalidOptions", "Number of coordinates needs to be at least two."},
		{"/nearest/v1/car/" + ac, "InvalidOptions", "Only one input coordinate is supported"},
		{"/nearest/v1/car/8,47?number=0", "InvalidOptions", ""},
		{"/route/v1/car/" + ac + "?radiuses=1", "InvalidOptions", "Number of elements in radiuses size 1 does not match coordinate size 2"},
		{"/route/v1/car/" + ac + "?bearings=1,1;1,1;1,1", "InvalidOptions", "Number of elements in bearings size 3 does not match coordinate size 2"},
		{"/route/v1/car/" + ac + "?hints=a", "InvalidOptions", "Number of elements in hints size 1 does not match coordinate size 2"},
		{"/route/v1/car/" + ac + "?approaches=curb", "InvalidOptions", "Number of elements in approaches size 1 does not match coordinate size 2"},
		{"/route/v1/car/" + ac + "?bearings=361,1;", "InvalidOptions", "Bearing 0 of 361,1: expected 0 to 360, 0 to 180"},
		{"/route/v1/car/" + ac + "?bearings=;1,181", "InvalidOptions", ""},
		{"/route/v1/car/" + ac + "?radiuses=-1;", "InvalidOptions", "Radius 0 of -1 m: expected no less than 0 or unlimited"},
		{"/route/v1/car/" + ac + "?waypoints=0;2", "InvalidOptions", "Index 2: expected less than the number of coordinates, 2"},
		{"/table/v1/car/" + ac + "?sources=2", "InvalidOptions", ""},
		{"/table/v1/car/" + ac + "?destinations=0;9", "InvalidOptions", ""},
		{"/table/v1/car/" + ac + "?fallback_speed=0", "InvalidOptions", "Fallback speed and scale factor need to be above 0."},
		{"/table/v1/car/" + ac + "?scale_factor=-2", "InvalidOptions", ""},
		{"/table/v1/car/8,47;200,47", "InvalidOptions", "Coordinates are invalid"},
		{"/nearest/v1/car/8,91", "InvalidOptions", "Coordinates are invalid"},

		{"/route/v1/car/8,47;200,47", "InvalidValue", "Invalid coordinate value."},
		{"/route/v1/car/" + abc + "?waypoints=0;1", "InvalidValue", "First and last coordinates must be specified as waypoints."},
		{"/route/v1/car/" + abc + "?waypoints=0;1;1;2", "InvalidValue", "Waypoints must be in the order of the coordinates."},
		{"/route/v1/car/" + ac + "?exclude=tunnel", "InvalidValue", "Exclude flag combination is not supported."},

		{"/route/v1/car/" + ac + "?alternatives=4", "TooBig", "Requested number of alternatives is higher than current maximum (3)"},
		{"/nearest/v1/car/8,47?number=101", "TooBig", "Number of results 101 is higher than current maximum (100)"},
		{"/route/v1/car/" + strings.Repeat("8,47;", 1000) + "8,47", "TooBig", "Number of entries 1001 is higher than current maximum (1000)"},
		{"/table/v1/car/" + strings.Repeat("8,47;", 500) + "8,47", "TooBig", ""},

		{"/route/v1/car/" + ac + "?radiuses=;0", "", ""}, // on the street
		{"/route/v1/car/" + x.at("A") + ";8.5,47.5?radiuses=;10", "NoSegment", "Could not find a matching segment for coordinate 1"},
		{"/table/v1/car/8.5,47.5;" + x.at("A") + "?radiuses=10;", "NoSegment", "Could not find a matching segment for coordinate 0"},
		{"/nearest/v1/car/8.5,47.5?radiuses=10", "NoSegment", "Could not find a matching segments for coordinate"},
		{"/route/v1/car/" + ac + "?bearings=45,5;", "NoSegment", ""},
		{"/route/v1/car/" + x.at("A X"), "NoRoute", "Impossible route between points; coordinate 1: the nearest street is part of an island of the street network"},
		{"/route/v1/car/" + swapped(x.at("A")) + ";" + x.at("C"), "NoSegment", "Could not find a matching segment for coordinate 0; coordinate 0 lies outside the graph, but not with its numbers swapped"},
		{"/table/v1/car/" + x.at("A") + ";" + swapped(x.at("C")), "NoSegment", "Could not find a matching segment for coordinate 1; coordinate 1 lies outside the graph, but not with its numbers swapped"},
		{"/nearest/v1/car/" + swapped(x.at("A")), "NoSegment", "Could not find a matching segments for coordinate; coordinate 0 lies outside the graph, but not with its numbers swapped"},
		{"/route/v1/car/" + x.at("A X C"), "NoRoute", "Impossible route between points"},
	} {
		status, body := x.get(c.url)
		var a answerJSON
		if err := json.Unmarshal(body, &a); err != nil {
			t.Fatalf("%s: %v: %.200s", c.url, err, body)
		}
		want := http.StatusBadRequest
		if c.code == "" {
			want, c.code = http.StatusOK, "Ok"
		}
		if status != want || a.Code != c.code || !strings.HasPrefix(a.Message, c.message) {
			t.Errorf("%.100s: %d %s %q, want %d %s %q", c.url, status, a.Code, a.Message, want, c.code, c.message)
		}
	}
}

// swapped returns LON,LAT with the numbers swapped.
func swapped(at string) string {
	lon, lat, _ := strings.Cut(at, ",")
	return lat + "," + lon
}

func TestNoRouteWithinAComponent(t *testing.T) {
	x := newTown(t, `
		A---B---C`, "AB highway=residential", "BC highway=residential motor_vehicle=private", "restriction no_straight_on AB B BC")
	_, body := x.get("/route/v1/car/" + x.at("A C"))
	if !strings.Contains(string(body), `"NoRoute"`) {
		t.Errorf("%s", body)
	}
}

// TestBadEscapes: what cannot be unescaped is no query.
func TestBadEscapes(t *testing.T) {
	for _, r := range osrm.Routes(streets.Options{}) {
		if !strings.HasPrefix(r.Pattern, "GET /route") {
			continue
		}
		q, err := http.NewRequest(http.MethodGet, "http://localhost/route/v1/car/8,47;8,47?steps=true", nil)
		if err != nil {
			t.Fatal(err)
		}
		q.URL.RawQuery = "steps=%zz"
		q.SetPathValue("rest", "v1/car/8,47;8,47")
		if _, err := r.Handler(t.Context(), nil, q); err == nil || !strings.Contains(err.Error(), "InvalidUrl") {
			t.Errorf("%v", err)
		}
	}
}
