// Package plan answers requests for journeys by transit: with GET by parameters, with POST by a query of package wire.
package plan

import (
	"context"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// Routes returns the routes of the package.
func Routes() []answer.Route {
	return []answer.Route{
		{Pattern: "GET /plan/v1", Name: "plan", Handler: get},
		{Pattern: "POST /plan/v1", Name: "plan", Handler: post},
	}
}

// get answers a query in the address.
func get(ctx context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, answer.Errorf(answer.CodeOptions, "the parameters are badly escaped")
	}
	q, err := queryOf(values)
	if err != nil {
		return nil, err
	}
	return ask.One(ctx, g, q)
}

// post answers a query in the body.
func post(ctx context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	q, err := wire.Read(text)
	if err != nil {
		return nil, answer.Errorf(answer.CodeQuery, "%v", err)
	}
	if q.Kind != "" && q.Kind != wire.RouteKind || q.Mode != "" && q.Mode != wire.TransitMode {
		return nil, answer.Errorf(answer.CodeQuery, "expected a query of mode transit: others go to /batch/v1 or /route/v1")
	}
	q.Mode = wire.TransitMode
	return ask.One(ctx, g, &q)
}

// queryOf reads the parameters of a request, which have the names of the members of a query.
func queryOf(values url.Values) (*wire.Query, error) {
	q := &wire.Query{Mode: wire.TransitMode}
	p := parameters{values: values}
	p.refuseUnknown()
	q.From = p.position("from")
	q.To = p.position("to")
	q.Depart, q.Arrive = p.text("depart"), p.text("arrive")
	p.time(q)
	q.WindowS = p.number("window_s")
	q.MaxWalkS = p.number("max_walk_s")
	q.ChangeTimeS = p.number("change_time_s")
	q.SnapM = p.number("snap_m")
	q.MaxTransfers = p.whole("max_transfers")
	q.Wheelchair = p.boolean("wheelchair")
	q.Access = p.text("access")
	q.BikeAboard = p.boolean("bike_aboard")
	if mode := p.text("mode"); mode != "" && mode != wire.TransitMode {
		p.fail("mode", mode, wire.TransitMode)
	}
	return q, p.err
}

// known are the parameters that there are.
var known = []string{
	"from", "to", "depart", "arrive", "time", "arriveBy", "window_s", "max_walk_s", "max_transfers", "change_time_s", "snap_m", "wheelchair", "access", "bike_aboard", "mode",
}

// parameters are those of an address, and the first error in them.
type parameters struct {
	values url.Values
	err    error
}

// text returns a parameter, which is empty where it is not given.
func (p *parameters) text(name string) string {
	list := p.values[name]
	if len(list) > 1 && p.err == nil {
		p.err = answer.Errorf(answer.CodeOptions, "%s is given more than once", name)
	}
	return strings.Join(list, "")
}

func (p *parameters) fail(name, text, want string) {
	if p.err == nil {
		p.err = answer.Errorf(answer.CodeOptions, "%s %q: expected %s", name, wire.Short(text), want)
	}
}

// position returns LON,LAT.
func (p *parameters) position(name string) *wire.Position {
	text := p.text(name)
	var at wire.Position
	if err := at.UnmarshalJSON([]byte("[" + text + "]")); err != nil {
		p.fail(name, text, "LON,LAT in degrees, as -75.5466,39.7459")
	}
	return &at
}

// time reads the pair "time" and "arriveBy", another way to say depart and arrive.
func (p *parameters) time(q *wire.Query) {
	at, arriveBy := p.text("time"), p.boolean("arriveBy")
	switch {
	case at == "":
	case q.Depart != "" || q.Arrive != "":
		p.fail("time", at, "either it or depart or arrive")
	case arriveBy != nil && *arriveBy:
		q.Arrive = at
	default:
		q.Depart = at
	}
}

func (p *parameters) number(name string) *float64 {
	text := p.text(name)
	if text == "" {
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		p.fail(name, text, "a number")
	}
	return &v
}

func (p *parameters) whole(name string) *int {
	text := p.text(name)
	if text == "" {
		return nil
	}
	v, err := strconv.Atoi(text)
	if err != nil {
		p.fail(name, text, "a whole number")
	}
	return &v
}

func (p *parameters) boolean(name string) *bool {
	text := p.text(name)
	if text != "" && text != "true" && text != "false" {
		p.fail(name, text, "true or false")
	}
	if text == "" {
		return nil
	}
	v := text == "true"
	return &v
}

// refuseUnknown fails for a parameter that there is not, the first of the alphabet.
func (p *parameters) refuseUnknown() {
	for _, name := range slices.Sorted(maps.Keys(p.values)) {
		if !slices.Contains(known, name) {
			p.err = answer.Errorf(answer.CodeOptions, "unknown parameter %q: expected one of %s", wire.Short(name), strings.Join(known, ", "))
			return
		}
	}
}
