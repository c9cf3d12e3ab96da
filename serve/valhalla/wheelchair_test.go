package valhalla_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"

	"graphbuild/internal/asciimap"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/streets"
	"graphbuild/serve/valhalla"
)

// stairs serves a map with steps from B to C, and a way of thrice the length without. No wheels get to D.
func stairs(t *testing.T) (*asciimap.Map, http.Handler) {
	t.Helper()
	m := asciimap.Draw(t, 100, `
		A---B=C---D
		    | |
		    E-F`)
	m.Way("AB", "highway=footway")
	m.Way("BC", "highway=steps")
	m.Way("BEFC", "highway=residential")
	m.Way("CD", "highway=footway", "wheelchair=no")
	return m, serve.New(servetest.Town(t, m.File()), valhalla.Routes(streets.Options{}), serve.Options{})
}

// costing returns the members that ask for a costing with a type of people on foot.
func costing(name, kind string) string {
	return `{"costing":"` + name + `","costing_options":{"pedestrian":{"type":"` + kind + `","walking_speed":5}},`
}

// TestWheelchairMatrix: to D, by wheelchair, is to C, which is the nearest.
func TestWheelchairMatrix(t *testing.T) {
	m, h := stairs(t)
	ends := `"verbose":false,"sources":` + list(m, "A") + `,"targets":` + list(m, "CD") + `}`
	for kind, want := range map[string]string{
		"": `"distances":[[0.6,1]]`, "foot": `"distances":[[0.6,1]]`, "wheelchair": `{"durations":[[720,720]],"distances":[[1,1]]}`,
		"segway": "costing_options.pedestrian.type: expected foot or wheelchair",
	} {
		if _, got := ask(h, "POST", "/sources_to_targets", costing("pedestrian", kind)+ends); !strings.Contains(string(got), want) {
			t.Errorf("%q: %s, expected %s", kind, got, want)
		}
	}
	_, plain := ask(h, "POST", "/sources_to_targets", costing("bicycle", "")+ends)
	if _, got := ask(h, "POST", "/sources_to_targets", costing("bicycle", "wheelchair")+ends); string(got) != string(plain) {
		t.Errorf("by bicycle a type of people on foot counts: %s, expected %s", got, plain)
	}
}

// TestWheelchairIsochrone asks on foot and by wheelchair for what is within a time and a distance.
func TestWheelchairIsochrone(t *testing.T) {
	m, h := stairs(t)
	lon, lat := m.At('C').Degrees()
	beyond := orb.Point{lon + 0.0005, lat}
	for _, contour := range []string{`{"time":10.3}`, `{"distance":0.75}`} {
		for kind, want := range map[string]bool{"foot": true, "wheelchair": false} {
			_, got := ask(h, "POST", "/isochrone", costing("pedestrian", kind)+`"polygons":true,"locations":`+list(m, "A")+`,"contours":[`+contour+`]}`)
			f, err := geojson.UnmarshalFeatureCollection(got)
			if err != nil || len(f.Features) != 1 {
				t.Fatalf("%v: %s", err, got)
			}
			area, ok := f.Features[0].Geometry.(orb.Polygon)
			if !ok || planar.PolygonContains(area, beyond) != want {
				t.Errorf("%s, %s: holds what lies beyond the steps: %v, expected %v", kind, contour, !want, want)
			}
		}
	}
}

// TestWheelchairHasItsTag: who has the answer on foot has not that by wheelchair.
func TestWheelchairHasItsTag(t *testing.T) {
	m, h := stairs(t)
	get := func(kind, known string) *http.Response {
		body := costing("pedestrian", kind) + `"locations":` + list(m, "A") + `,"contours":[{"time":5}]}`
		r := httptest.NewRequest("GET", "/isochrone?json="+url.QueryEscape(body), nil)
		r.Header.Set("If-None-Match", known)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result()
	}
	tag := get("foot", "").Header.Get("ETag")
	if a, b := get("foot", tag), get("wheelchair", tag); tag == "" || a.StatusCode != http.StatusNotModified || b.StatusCode != http.StatusOK {
		t.Errorf("tag %q: %d on foot and %d by wheelchair, expected 304 and 200", tag, a.StatusCode, b.StatusCode)
	}
}

// TestSwappedNumbers are named where no street is near.
func TestSwappedNumbers(t *testing.T) {
	m, h := stairs(t)
	lon, lat := m.At('A').Degrees()
	swapped := strings.NewReplacer("lat", "lon", "lon", "lat").Replace(list(m, "A"))
	const want = `"error":"No suitable edges near location; it lies outside the graph, but not with its numbers swapped"`
	for path, body := range map[string]string{
		"/sources_to_targets": `"sources":` + list(m, "A") + `,"targets":` + swapped + `}`,
		"/isochrone":          `"locations":` + swapped + `,"contours":[{"time":5}]}`,
	} {
		if _, got := ask(h, "POST", path, costing("auto", "")+body); !strings.Contains(string(got), want) {
			t.Errorf("%s of %g,%g: %s, expected %s", path, lat, lon, got, want)
		}
	}
}
