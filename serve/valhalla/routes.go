package valhalla

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
	"graphbuild/wire"
)

// Routes returns the routes: POST with a body of JSON, or GET with it in the option json.
func Routes(o streets.Options) []answer.Route {
	var list []answer.Route
	for _, x := range []struct {
		path string
		run  func(context.Context, *graphs.Graph, *request) (answer.Body, error)
	}{{"sources_to_targets", matrix}, {"isochrone", contours}} {
		list = append(list,
			answer.Route{Pattern: "POST /" + x.path, Name: x.path, Handler: handler(o, x.run)},
			answer.Route{Pattern: "GET /" + x.path, Name: x.path, Handler: handler(o, x.run), FromGraph: true, Options: fmt.Sprintf("%+v", o)})
	}
	return list
}

// handler returns the handler of a service, which writes errors that are Valhalla's.
func handler(o streets.Options, run func(context.Context, *graphs.Graph, *request) (answer.Body, error)) answer.Handler {
	return func(ctx context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
		q, err := read(r)
		var body answer.Body
		if err == nil {
			q.Options, q.graph = o, g.File
			body, err = run(ctx, g, q)
		}
		var own *failure
		if errors.As(err, &own) {
			return own, nil
		}
		return body, err
	}
}

// request is what bodies may hold; other members are passed over.
type request struct {
	ID             string `json:"id"`
	Costing        string `json:"costing"`
	CostingOptions struct {
		Pedestrian struct {
			Type string `json:"type"`
		} `json:"pedestrian"`
	} `json:"costing_options"`
	Units     string     `json:"units"`
	Sources   []location `json:"sources"`
	Targets   []location `json:"targets"`
	Locations []location `json:"locations"`
	Verbose   *bool      `json:"verbose"`
	Contours  []struct {
		Time     float64 `json:"time"`
		Distance float64 `json:"distance"`
		Color    string  `json:"color"`
	} `json:"contours"`
	Polygons   bool     `json:"polygons"`
	Denoise    *float64 `json:"denoise"`
	Generalize float64  `json:"generalize"`

	streets.Options `json:"-"`
	mode            facts.Mode
	graph           *graph.Graph
}

// isWheelchair reports whether the request is for a wheelchair. Options of other costings than that of the request do not count.
func (q *request) isWheelchair() bool {
	return q.mode == facts.Walk && q.CostingOptions.Pedestrian.Type == "wheelchair"
}

// location is a place in a request.
type location struct {
	Lat           *float64 `json:"lat"`
	Lon           *float64 `json:"lon"`
	Heading       *float64 `json:"heading"`           // degrees
	Tolerance     float64  `json:"heading_tolerance"` // of it; 0: the default
	CutoffM       float64  `json:"search_cutoff"`     // how far a street may be; 0: the default
	PreferredSide string   `json:"preferred_side"`
}

// read reads a request and checks what all services need.
func read(r *http.Request) (*request, error) {
	options, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, failed(100, "the address is badly escaped")
	}
	text := []byte(options.Get("json"))
	if r.Method == http.MethodPost {
		if text, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	q := &request{}
	if err := json.Unmarshal(text, q); err != nil {
		return nil, failed(100, wire.ReadError(err).Error())
	}
	switch q.Costing {
	case "auto":
		q.mode = facts.Car
	case "bicycle":
		q.mode = facts.Bike
	case "pedestrian":
		q.mode = facts.Walk
	case "":
		return nil, failed(124, "")
	case "multimodal":
		return nil, failed(140, "")
	default:
		return nil, failed(125, "for '"+q.Costing+"'")
	}
	switch q.CostingOptions.Pedestrian.Type {
	case "", "foot", "wheelchair":
	default:
		return nil, failed(100, "costing_options.pedestrian.type: expected foot or wheelchair")
	}
	switch q.Units {
	case "", "km", "kilometers", "mi", "miles":
		return q, nil
	}
	return nil, failed(100, "units: expected kilometers or miles")
}

// Defaults of Valhalla for a location.
const (
	defaultCutoffM   = 35_000
	maxCutoffM       = 35_000
	headingTolerance = 60
)

// point returns where a location is; code is that of the error.
func (l *location) point(code int) (geometry.Point, error) {
	if l.Lat == nil || l.Lon == nil {
		return geometry.Point{}, failed(code, "")
	}
	p, err := geometry.FromDegrees(*l.Lon, *l.Lat)
	if err != nil {
		return p, failed(code, err.Error())
	}
	return p, nil
}

// side returns the side of the direction of travel that is preferred for a location: the same one is that on which one drives.
func (q *request) side(l *location) route.Side {
	if l.PreferredSide != "same" && l.PreferredSide != "opposite" {
		return route.AnySide
	}
	if (l.PreferredSide == "same") == q.LeftHand {
		return route.LeftSide
	}
	return route.RightSide
}

// cutoffM returns how far from a location a street may be, in metres.
func (l *location) cutoffM() float64 {
	if l.CutoffM > 0 {
		return min(l.CutoffM, maxCutoffM)
	}
	return defaultCutoffM
}

// end is a location on the streets.
type end struct {
	asked  route.SnapQuery
	pair   graph.PairID // the nearest
	places []route.Place
}

// snap finds the streets for a location; code is that of the error where it cannot be read.
func (q *request) snap(s *route.Search, l *location, code int) (end, error) {
	p, err := l.point(code)
	if err != nil {
		return end{}, err
	}
	x := route.SnapQuery{Point: p, Mode: q.mode, Wheelchair: q.isWheelchair(), MaxM: l.cutoffM(), Side: q.side(l)}
	if l.Heading != nil {
		if !(*l.Heading >= 0 && *l.Heading <= 360 && l.Tolerance >= 0 && l.Tolerance <= 180) {
			return end{}, failed(code, "")
		}
		x.Bearing, x.Within = l.Heading, headingTolerance
		if l.Tolerance > 0 {
			x.Within = l.Tolerance
		}
	}
	found, err := s.Snap(x)
	if err != nil {
		return end{}, err
	}
	if len(found) == 0 {
		return end{}, q.noEdge(p, s.FarText(x))
	}
	return end{x, found[0].Pair, allPlaces(found)}, nil
}

// allPlaces returns the places of all that a position snaps to.
func allPlaces(found []route.Snapped) (list []route.Place) {
	for _, x := range found {
		list = append(list, x.Places...)
	}
	return list
}

// noEdge returns the error that there is no street near a location; far is what route.Search.FarText says of it.
func (q *request) noEdge(p geometry.Point, far string) error {
	return &failure{171, messages[171] + far + wire.SwappedHint(q.graph, "it", p)}
}
