package valhalla_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"graphbuild/internal/asciimap"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/answer"
	"graphbuild/serve/osrm"
	"graphbuild/serve/streets"
	"graphbuild/serve/valhalla"
)

// town serves the graph of a drawing: A to D in a line, and an island.
func town(t testing.TB) (*asciimap.Map, http.Handler) {
	t.Helper()
	return townWith(t, streets.Options{})
}

func townWith(t testing.TB, options streets.Options) (*asciimap.Map, http.Handler) {
	t.Helper()
	m := asciimap.Draw(t, 100, `
		A---B---C---D
		          X---Y`)
	m.Way("ABCD", "highway=residential")
	m.Way("XY", "highway=residential")
	set := servetest.Town(t, m.File())
	limits := answer.Default()
	limits.Points = 100
	routes := append(valhalla.Routes(options), osrm.Routes(options)...)
	return m, serve.New(set, routes, serve.Options{Limits: limits})
}

func ask(h http.Handler, method, address, body string) (int, []byte) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, address, strings.NewReader(body)))
	return w.Code, w.Body.Bytes()
}

// list returns the locations of letters.
func list(m *asciimap.Map, letters string) string {
	var out []string
	for _, r := range letters {
		lon, lat := m.At(r).Degrees()
		out = append(out, fmt.Sprintf(`{"lat":%.7f,"lon":%.7f}`, lat, lon))
	}
	return "[" + strings.Join(out, ",") + "]"
}

type cell struct {
	Time     *float64
	Distance *float64
	From     int `json:"from_index"`
	To       int `json:"to_index"`
}

func TestMatrix(t *testing.T) {
	m, h := town(t)
	body := `{"sources":` + list(m, "AB") + `,"targets":` + list(m, "BDX") + `,"costing":"auto","id":"x","units":"km"`
	for _, how := range []string{"POST", "GET"} {
		address, text := "/sources_to_targets", body+"}"
		if how == "GET" {
			address, text = address+"?json="+url.QueryEscape(text), ""
		}
		status, got := ask(h, how, address, text)
		var a struct {
			Cells            [][]cell `json:"sources_to_targets"`
			Units, ID        string
			Sources, Targets []struct{ Lat, Lon float64 }
		}
		if err := json.Unmarshal(got, &a); err != nil || status != http.StatusOK {
			t.Fatalf("%d %v: %s", status, err, got)
		}
		if a.Units != "kilometers" || a.ID != "x" || len(a.Sources) != 2 || len(a.Targets) != 3 || len(a.Cells) != 2 || len(a.Cells[0]) != 3 {
			t.Fatalf("%s: %+v", how, a)
		}
		for i, row := range a.Cells {
			for j, c := range row {
				if c.From != i || c.To != j || (c.Time == nil) != (j == 2) || (c.Distance == nil) != (j == 2) {
					t.Errorf("%s: cell %d %d: %+v", how, i, j, c)
				}
			}
		}
		if d := *a.Cells[0][1].Distance; math.Abs(d-1.2) > 0.005 || *a.Cells[1][0].Time != 0 {
			t.Errorf("%s: %g km, %g s", how, d, *a.Cells[1][0].Time)
		}
	}
}

// TestMatrixEqualsTable compares with the table in OSRM's form.
func TestMatrixEqualsTable(t *testing.T) {
	m, h := town(t)
	_, got := ask(h, "POST", "/sources_to_targets", `{"sources":`+list(m, "ABCD")+`,"targets":`+list(m, "ABCD")+`,"costing":"bicycle","verbose":false}`)
	var a struct {
		Matrix struct{ Durations, Distances [][]float64 } `json:"sources_to_targets"`
	}
	if err := json.Unmarshal(got, &a); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	var places []string
	for _, r := range "ABCD" {
		lon, lat := m.At(r).Degrees()
		places = append(places, fmt.Sprintf("%.7f,%.7f", lon, lat))
	}
	_, want := ask(h, "GET", "/table/v1/bike/"+strings.Join(places, ";")+"?annotations=duration,distance", "")
	var b struct{ Durations, Distances [][]float64 }
	if err := json.Unmarshal(want, &b); err != nil {
		t.Fatalf("%v: %s", err, want)
	}
	for i := range 4 {
		for j := range 4 {
			if s, km := a.Matrix.Durations[i][j], a.Matrix.Distances[i][j]; math.Abs(s-b.Durations[i][j]) > 0.551 || math.Abs(1000*km-b.Distances[i][j]) > 0.551 {
				t.Errorf("cell %d %d: %g s, %g km; want %g s, %g m", i, j, s, km, b.Durations[i][j], b.Distances[i][j])
			}
		}
	}
}

func TestLocations(t *testing.T) {
	m, h := town(t)
	lon, lat := m.At('A').Degrees()
	for options, want := range map[string]float64{
		"":               400, // along the street
		`,"heading":90`:  400,
		`,"heading":270`: 0, // no street
		`,"heading":80,"heading_tolerance":20,"preferred_side":"either","type":"break"`: 400,
	} {
		from := fmt.Sprintf(`{"lat":%.7f,"lon":%.7f%s}`, lat, lon+0.0005, options)
		_, got := ask(h, "POST", "/sources_to_targets", `{"sources":[`+from+`],"targets":`+list(m, "B")+`,"costing":"auto","units":"miles","verbose":false}`)
		var a struct {
			Matrix struct{ Distances [][]float64 } `json:"sources_to_targets"`
			Units  string
		}
		if err := json.Unmarshal(got, &a); err != nil {
			t.Fatalf("%v: %s", err, got)
		}
		if want == 0 { // it starts in the wrong direction, and turns round at the end
			want = 436
		} else {
			want -= 38
		}
		if d := a.Matrix.Distances[0][0] * 1609.344; math.Abs(d-want) > 5 || a.Units != "miles" {
			t.Errorf("%s: %g m, want %g: %s", options, d, want, got)
		}
	}
}

// TestPreferredSideIsThatOfDriving: a place north of the street is left of those who go east, and on their side where one drives on
// the left.
func TestPreferredSideIsThatOfDriving(t *testing.T) {
	var got [2]float64
	for i, leftHand := range []bool{false, true} {
		m, h := townWith(t, streets.Options{LeftHand: leftHand})
		lon, lat := m.At('B').Degrees()
		from := fmt.Sprintf(`{"lat":%.7f,"lon":%.7f,"preferred_side":"same"}`, lat+0.0001, lon+0.0005)
		_, body := ask(h, "POST", "/sources_to_targets", `{"sources":[`+from+`],"targets":`+list(m, "D")+`,"costing":"auto","verbose":false}`)
		var a struct {
			Matrix struct{ Distances [][]float64 } `json:"sources_to_targets"`
		}
		if err := json.Unmarshal(body, &a); err != nil || len(a.Matrix.Distances) != 1 {
			t.Fatalf("%v: %s", err, body)
		}
		got[i] = a.Matrix.Distances[0][0]
	}
	if got[1] > 0.8 || got[0] < got[1]+0.1 {
		t.Errorf("got %v km by driving on the right and on the left, expected to turn round by the first alone", got)
	}
}

func TestErrors(t *testing.T) {
	m, h := town(t)
	one := list(m, "A")
	matrix := func(rest string) string { return `{"costing":"auto",` + rest + `}` }
	for _, c := range []struct {
		path, body string
		code       int
	}{
		{"/sources_to_targets", ``, 100},
		{"/sources_to_targets", `{`, 100},
		{"/sources_to_targets", `{"sources":1}`, 100},
		{"/sources_to_targets", `{"sources":` + one + `,"targets":` + one + `}`, 124},
		{"/sources_to_targets", `{"costing":"rocket"}`, 125},
		{"/sources_to_targets", `{"costing":"multimodal"}`, 140},
		{"/sources_to_targets", matrix(`"units":"feet"`), 100},
		{"/sources_to_targets", matrix(`"id":"x"`), 112},
		{"/sources_to_targets", matrix(`"targets":` + one), 121},
		{"/sources_to_targets", matrix(`"sources":` + one + `,"targets":[]`), 122},
		{"/sources_to_targets", matrix(`"sources":[{}],"targets":` + one), 131},
		{"/sources_to_targets", matrix(`"sources":[{"lat":91,"lon":0}],"targets":` + one), 131},
		{"/sources_to_targets", matrix(`"sources":` + one + `,"targets":[{"lat":1}]`), 132},
		{"/sources_to_targets", matrix(`"sources":` + one + `,"targets":[{"lat":1,"lon":1,"heading":400}]`), 132},
		{"/sources_to_targets", matrix(`"sources":` + one + `,"targets":[{"lat":1,"lon":1}]`), 171},
		{"/sources_to_targets", matrix(`"sources":` + one + `,"targets":[{}` + strings.Repeat(",{}", 100) + `]`), 150},
		{"/isochrone", matrix(`"contours":[{"time":1}]`), 110},
		{"/isochrone", matrix(`"contours":[{"time":1}],"locations":[{},{}]`), 150},
		{"/isochrone", matrix(`"contours":[{"time":1}],"locations":[{}]`), 130},
		{"/isochrone", matrix(`"contours":[{"time":1}],"locations":[{"lat":1,"lon":1}]`), 171},
		{"/isochrone", matrix(`"locations":` + one), 113},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"time":1}],"denoise":-1`), 100},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"time":1}],"denoise":1.5`), 100},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"time":1}],"generalize":-5`), 100},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"time":1}],"generalize":1001`), 100},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{}]`), 113},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"time":1,"distance":1}]`), 113},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"time":1,"color":"red"}]`), 113},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"time":721}]`), 151},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{"distance":501}]`), 154},
		{"/isochrone", matrix(`"locations":` + one + `,"contours":[{}` + strings.Repeat(`,{"time":1}`, 10) + `]`), 152},
	} {
		status, got := ask(h, "POST", c.path, c.body)
		var e struct {
			Code   int `json:"error_code"`
			Error  string
			Status int `json:"status_code"`
		}
		if err := json.Unmarshal(got, &e); err != nil || status != http.StatusBadRequest || e.Code != c.code || e.Status != 400 || e.Error == "" {
			t.Errorf("%s %.100s: %d %s, want %d", c.path, c.body, status, got, c.code)
		}
	}
}

// TestErrorsInWords: what is wrong with a text is said in the words of JSON.
func TestErrorsInWords(t *testing.T) {
	_, h := town(t)
	for text, want := range map[string]string{
		`{"costing":1}`:             "costing: expected a text, found number",
		`{"sources":1}`:             "sources: expected a list, found number",
		`{"sources":[{"lat":"x"}]}`: "sources.lat: expected a number, found string",
		`[]`:                        "expected an object, found array",
		"%zz":                       "the address is badly escaped",
	} {
		address := url.QueryEscape(text)
		if text == "%zz" {
			address = text
		}
		_, got := ask(h, "GET", "/sources_to_targets?json="+address, "")
		var e struct{ Error string }
		if err := json.Unmarshal(got, &e); err != nil || e.Error != "Failed to parse json request: "+want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// FuzzBody: whatever a body says is answered, and nothing is the fault of the service.
func FuzzBody(f *testing.F) {
	m, h := town(f)
	f.Add(`{"sources":` + list(m, "AB") + `,"targets":` + list(m, "CX") + `,"costing":"auto","units":"mi","verbose":false,"id":"\u0000"}`)
	f.Add(`{"locations":` + list(m, "A") + `,"contours":[{"time":1.5,"color":"#fff"},{"distance":0.1}],"costing":"pedestrian","denoise":-1,"generalize":1e300}`)
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/sources_to_targets", "/isochrone"} {
			status, got := ask(h, "POST", path, body)
			if status >= 500 || !json.Valid(got) {
				t.Errorf("%s: %d %s", path, status, got)
			}
		}
	})
}
