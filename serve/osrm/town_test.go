package osrm_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/graphs"
	"graphbuild/serve/osrm"
	"graphbuild/serve/streets"
)

// town is a service with the graph of a drawing.
type town struct {
	*service
	m *asciimap.Map
}

// service is a server with one graph.
type service struct {
	t testing.TB
	h http.Handler
	g *graphs.Graph
}

// newTown draws a map, a character being 50 m wide, builds it and serves it. Each way is its letters and then its tags; a line
// that begins with "restriction" is one: kind, from, via, to.
func newTown(t testing.TB, drawing string, lines ...string) *town {
	t.Helper()
	m := asciimap.Draw(t, 50, drawing)
	for _, line := range lines {
		words := strings.Fields(line)
		if words[0] == "restriction" {
			m.Restriction(words[1], words[2], words[3], words[4])
			continue
		}
		tags := words[1:]
		m.Way(words[0], tags...)
	}
	return &town{serviceOf(t, servetest.Town(t, m.File())), m}
}

// newService serves a graph.
func newService(t testing.TB, g *graph.Graph, options ...streets.Options) *service {
	t.Helper()
	set := graphs.NewSet(nil)
	if err := set.Add(graphs.New("town", g, nil, 0)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(set.Close)
	return serviceOf(t, set, options...)
}

// serviceOf serves the graph of a set.
func serviceOf(t testing.TB, set *graphs.Set, options ...streets.Options) *service {
	t.Helper()
	var o streets.Options
	for _, o = range options {
	}
	held, release, err := set.Acquire("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	log := slog.New(slog.NewTextHandler(logWriter{t}, &slog.HandlerOptions{Level: slog.LevelError}))
	return &service{t, serve.New(set, osrm.Routes(o), serve.Options{Log: log}), held}
}

// logWriter writes to the log of a test.
type logWriter struct{ t testing.TB }

func (w logWriter) Write(b []byte) (int, error) {
	w.t.Logf("%s", b)
	return len(b), nil
}

// get asks for an address.
func (s *service) get(url string) (status int, body []byte) {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
	return w.Code, w.Body.Bytes()
}

// at returns "lon,lat;lon,lat" for places: each a letter, or two for half-way between them.
func (x *town) at(places string) string {
	var list []string
	for _, word := range strings.Fields(places) {
		list = append(list, lonLat(x.place(word)))
	}
	return strings.Join(list, ";")
}

func (x *town) place(letters string) geometry.Point {
	p := x.m.At(rune(letters[0]))
	if len(letters) == 1 {
		return p
	}
	q := x.m.At(rune(letters[1]))
	return geometry.Point{Lon: (p.Lon + q.Lon) / 2, Lat: (p.Lat + q.Lat) / 2}
}

func lonLat(p geometry.Point) string {
	lon, lat := p.Degrees()
	return fmt.Sprintf("%.7f,%.7f", lon, lat)
}

// answer is what answers may hold, in the words of the API.
type answerJSON struct {
	Code, Message         string
	Routes                []routeJSON
	Waypoints             []waypointJSON
	Sources, Destinations []waypointJSON
	Durations, Distances  [][]*float64
	Cells                 [][2]int `json:"fallback_speed_cells"`
}

type waypointJSON struct {
	Name, Hint string
	Distance   float64
	Location   [2]float64
	Nodes      []int64
}

type routeJSON struct {
	Distance, Duration, Weight float64
	WeightName                 string `json:"weight_name"`
	Geometry                   json.RawMessage
	Legs                       []legJSON
}

type legJSON struct {
	Distance, Duration, Weight float64
	Summary                    string
	Steps                      []stepJSON
	Annotation                 *struct {
		Distance, Duration, Weight, Speed []float64
		Nodes, Datasources                []int64
		Metadata                          struct {
			Names []string `json:"datasource_names"`
		}
	}
}

type stepJSON struct {
	Distance, Duration, Weight float64
	Name, Mode                 string
	Rotary                     string `json:"rotary_name"`
	Side                       string `json:"driving_side"`
	Geometry                   json.RawMessage
	Maneuver                   struct {
		Type, Modifier string
		Location       [2]float64
		Before         int `json:"bearing_before"`
		After          int `json:"bearing_after"`
		Exit           int
	}
	Intersections []struct {
		Location [2]float64
		Bearings []int
		Entry    []bool
		In, Out  *int
		Classes  []string
	}
}

// ok asks for an address and returns the answer, which must be one.
func (s *service) ok(url string) answerJSON {
	s.t.Helper()
	status, body := s.get(url)
	var a answerJSON
	if err := json.Unmarshal(body, &a); err != nil || status != http.StatusOK || a.Code != "Ok" {
		s.t.Fatalf("%s: status %d, %v: %.300s", url, status, err, body)
	}
	return a
}

// said returns the steps of a route in short: "depart", "turn right into East", "arrive".
func said(a answerJSON) string {
	var list []string
	for _, leg := range a.Routes[0].Legs {
		for _, s := range leg.Steps {
			text := s.Maneuver.Type
			if s.Maneuver.Modifier != "" && text != "depart" && text != "arrive" {
				text += " " + s.Maneuver.Modifier
			}
			if s.Maneuver.Exit > 0 {
				text += fmt.Sprintf(" %d", s.Maneuver.Exit)
			}
			if s.Name != "" && text != "arrive" {
				text += " " + s.Name
			}
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}
