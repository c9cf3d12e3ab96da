package isochrone_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"

	"graphbuild/internal/asciimap"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/isochrone"
	"graphbuild/serve/streets"
	"graphbuild/serve/valhalla"
)

// town serves the graph of a drawing.
func town(t *testing.T) (*asciimap.Map, http.Handler) {
	t.Helper()
	m := asciimap.Draw(t, 100, `
		A---B---C---D---E
		                |
		                F     X---Y`)
	m.Way("ABCDE", "highway=residential")
	m.Way("EF", "highway=residential")
	m.Way("XY", "highway=residential")
	set := servetest.Town(t, m.File())
	return m, serve.New(set, append(isochrone.Routes(), valhalla.Routes(streets.Options{})...), serve.Options{})
}

func ask(h http.Handler, method, url, body string) (int, []byte) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, url, strings.NewReader(body)))
	return w.Code, w.Body.Bytes()
}

// features asks for isochrones, which must be there.
func features(t *testing.T, h http.Handler, method, url, body string) *geojson.FeatureCollection {
	t.Helper()
	status, got := ask(h, method, url, body)
	f, err := geojson.UnmarshalFeatureCollection(got)
	if err != nil || status != http.StatusOK {
		t.Fatalf("%s: %d %v: %.300s", url, status, err, got)
	}
	return f
}

func at(m *asciimap.Map, letter rune) orb.Point {
	lon, lat := m.At(letter).Degrees()
	return orb.Point{lon, lat}
}

func TestContours(t *testing.T) {
	m, h := town(t)
	lonLat := strings.Trim(strings.ReplaceAll(string(must(json.Marshal(at(m, 'A')))), " ", ""), "[]")
	base := "/isochrone/v1/walking/" + lonLat + "?"
	valhallaBody := `{"locations":[{"lon":` + strings.Replace(lonLat, ",", `,"lat":`, 1) + `}],"costing":"pedestrian","id":"one","polygons":true,`
	for _, c := range []struct {
		name, method, url, body string
		in, out                 string
		contour                 float64
		metric                  string
	}{
		{"minutes", "GET", base + "contours_minutes=6&polygons=true", "", "AB", "CDEF", 6, "time"},
		{"metres", "GET", base + "contours_meters=900&polygons=true&exclude=none", "", "ABC", "DEF", 900, "distance"},
		{"a form", "POST", base + "polygons=true", "contours_meters=900\n", "ABC", "DEF", 900, "distance"},
		{"Valhalla, minutes", "POST", "/isochrone", valhallaBody + `"contours":[{"time":6}]}`, "AB", "CDEF", 6, "time"},
		{"Valhalla, kilometres", "POST", "/isochrone", valhallaBody + `"contours":[{"distance":0.9,"color":"ff0000"}],"generalize":30,"denoise":0.5}`, "ABC", "DEF", 900, "distance"},
	} {
		f := features(t, h, c.method, c.url, c.body)
		if len(f.Features) != 1 {
			t.Fatalf("%s: %d features", c.name, len(f.Features))
		}
		one := f.Features[0]
		area, ok := one.Geometry.(orb.Polygon)
		if !ok || one.Properties["contour"] != c.contour || one.Properties["metric"] != c.metric {
			t.Fatalf("%s: %s, %v", c.name, one.Geometry.GeoJSONType(), one.Properties)
		}
		for _, letter := range c.in {
			if !planar.PolygonContains(area, at(m, letter)) {
				t.Errorf("%s: %c is outside", c.name, letter)
			}
		}
		for _, letter := range c.out {
			if planar.PolygonContains(area, at(m, letter)) {
				t.Errorf("%s: %c is inside", c.name, letter)
			}
		}
	}
}

// TestWheelchair: along the steps one gets on foot alone.
func TestWheelchair(t *testing.T) {
	m := asciimap.Draw(t, 100, `
		A---B---C`)
	m.Way("AB", "highway=footway")
	m.Way("BC", "highway=steps")
	h := serve.New(servetest.Town(t, m.File()), isochrone.Routes(), serve.Options{})
	from, to := at(m, 'A'), at(m, 'C')
	address := fmt.Sprintf("/isochrone/v1/foot/%.7f,%.7f?contours_minutes=30&polygons=true", from[0], from[1])
	for option, want := range map[string]bool{"": true, "&wheelchair=false": true, "&wheelchair=true": false} {
		area, ok := features(t, h, "GET", address+option, "").Features[0].Geometry.(orb.Polygon)
		if got := planar.PolygonContains(area, to); !ok || got != want {
			t.Errorf("%q reaches C: %v, expected %v", option, got, want)
		}
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func TestSeveralContours(t *testing.T) {
	_, h := town(t)
	url := "/isochrone/v1/mapbox/cycling/8,47?contours_minutes=1,2&contours_colors=f00,00FF00&access_token=pk.x"
	f := features(t, h, "GET", url, "") // the address of Mapbox's clients
	if diff := cmp.Diff(f, features(t, h, "GET", strings.Replace(url, "mapbox/", "", 1), "")); diff != "" {
		t.Errorf("without mapbox in the address: %s", diff)
	}
	if len(f.Features) != 2 || f.Features[0].Properties["contour"] != 2.0 || f.Features[0].Properties["color"] != "#00ff00" ||
		f.Features[1].Properties["fill"] != "#ff0000" {
		t.Fatalf("%v", f.Features)
	}
	large, ok1 := f.Features[0].Geometry.(orb.LineString)
	small, ok2 := f.Features[1].Geometry.(orb.LineString)
	if !ok1 || !ok2 || len(small) < 5 || small[0] != small[len(small)-1] || math.Abs(planar.Length(large)) < math.Abs(planar.Length(small)) {
		t.Errorf("%v and %v", large, small)
	}
	if status, body := ask(h, "GET", "/isochrone/v1/foot/8,47?contours_minutes=5&denoise=0&generalize=200", ""); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
}

func TestErrors(t *testing.T) {
	_, h := town(t)
	const base = "/isochrone/v1/car/8,47?"
	for _, c := range []struct{ url, code string }{
		{"/isochrone/v1/plane/8,47?contours_minutes=1", "InvalidValue"},
		{"/isochrone/v1/car/8?contours_minutes=1", "InvalidValue"},
		{"/isochrone/v1/car/8,x?contours_minutes=1", "InvalidValue"},
		{"/isochrone/v1/car/8,99?contours_minutes=1", "InvalidValue"},
		{"/isochrone/v1/car/8,NaN?contours_minutes=1", "InvalidValue"},
		{base, "InvalidQuery"},
		{base + "contours_minutes=1&contours_meters=1", "InvalidQuery"},
		{base + "contours_minutes=", "InvalidQuery"},
		{base + "contours_minutes=0", "InvalidQuery"},
		{base + "contours_minutes=-1", "InvalidQuery"},
		{base + "contours_minutes=NaN", "InvalidQuery"},
		{base + "contours_minutes=721", "InvalidQuery"},
		{base + "contours_meters=500001", "InvalidQuery"},
		{base + "contours_minutes=1,,2", "InvalidQuery"},
		{base + "contours_minutes=1&contours_colors=red", "InvalidQuery"},
		{base + "contours_minutes=1&contours_colors=ff0000,00ff00", "InvalidQuery"},
		{base + "contours_minutes=1&polygons=maybe", "InvalidQuery"},
		{base + "contours_minutes=1&wheelchair=yes", "InvalidQuery"},
		{base + "contours_minutes=1&wheelchair=true", "InvalidValue"},
		{base + "contours_minutes=1&denoise=2", "InvalidQuery"},
		{base + "contours_minutes=1&generalize=-2", "InvalidQuery"},
		{base + "contours_minutes=1&generalize=1001", "InvalidQuery"},
		{base + "contours_minutes=1&generalize=%zz", "InvalidQuery"},
		{base + "contours_minutes=1&exclude=dirt", "InvalidQuery"},
		{base + "contours_minutes=1&depart_at=now", "InvalidQuery"},
		{base + "contours_minutes=1&polygons", "InvalidQuery"},
		{base + "contours_meters=1&exclude=toll", "InvalidValue"},
		{base + "contours_minutes=1,2,3,4,5,6,7,8,9,10,11", "TooBig"},
		{"/isochrone/v1/car/20,20?contours_minutes=1", "NoSegment"},
	} {
		status, body := ask(h, "GET", c.url, "")
		var e struct{ Code, Message string }
		if err := json.Unmarshal(body, &e); err != nil || status != http.StatusBadRequest || e.Code != c.code || e.Message == "" {
			t.Errorf("%s: %d %s, want %s", c.url, status, body, c.code)
		}
	}
}

// TestErrorsInWords: what is expected is said in plain words and numbers.
func TestErrorsInWords(t *testing.T) {
	for options, want := range map[string]string{
		"polygons=maybe":          `option polygons: "maybe": expected true or false`,
		"generalize=-1":           `option generalize: "-1": expected a number of 0 to 1000`,
		"contours_meters=1000000": `option contours_meters: "1000000": expected a number of 0 to 500000`,
	} {
		if _, err := isochrone.Read("car", "8,47", options); err == nil || err.Message != want {
			t.Errorf("%s: %v, want %s", options, err, want)
		}
	}
}

// FuzzRead: what stands in an address is read or refused.
func FuzzRead(f *testing.F) {
	f.Add("walking", "8,47", "contours_minutes=5,10&polygons=true&contours_colors=ff0000,00ff00&denoise=.5&generalize=10")
	f.Add("driving", "8.5,-47.json", "contours_meters=1000&exclude=ferry")
	f.Fuzz(func(t *testing.T, profile, coordinates, options string) {
		q, err := isochrone.Read(profile, coordinates, options)
		if err != nil {
			return
		}
		if n := len(q.Contours); n == 0 || n > isochrone.MaxContours || !q.From.Valid() {
			t.Errorf("%+v", q)
		}
		for _, c := range q.Contours {
			if (c.Minutes > 0) == (c.Meters > 0) || c.Minutes > isochrone.MaxMinutes || c.Meters > isochrone.MaxMeters {
				t.Errorf("contour %+v", c)
			}
		}
	})
}
