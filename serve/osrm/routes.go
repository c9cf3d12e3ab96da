package osrm

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"graphbuild/route"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
)

// Routes returns the routes of the API. Services that are not there answer NotImplemented.
func Routes(o streets.Options) []answer.Route {
	a := &api{Options: o}
	options := fmt.Sprintf("%+v", o)
	var list []answer.Route
	add := func(name string, h answer.Handler, fromGraph bool) {
		x := answer.Route{Pattern: "GET /" + name, Name: name, Handler: h, FromGraph: fromGraph, Options: options}
		list = append(list, x) // or who leaves out all that follows would be sent elsewhere
		x.Pattern += "/{rest...}"
		list = append(list, x)
	}
	add("route", a.handler("route", routeService, a.route), true)
	add("table", a.handler("table", tableService, a.table), true)
	add("nearest", a.handler("nearest", nearestService, a.nearest), true)
	for _, name := range []string{"match", "trip", "tile"} {
		add(name, notThere(name), false)
	}
	return list
}

// expected returns what an address of a service looks like.
func expected(s service, name string) string {
	if s == nearestService {
		return "expected /" + name + "/v1/car/LON,LAT"
	}
	return "expected /" + name + "/v1/car/LON,LAT;LON,LAT"
}

// notThere answers for a service of OSRM that is not there.
func notThere(name string) answer.Handler {
	return func(context.Context, *graphs.Graph, *http.Request) (answer.Body, error) {
		return nil, answer.Errorf(codeOther, "Service %s is not implemented: expected route, table or nearest", name)
	}
}

// api is what requests share.
type api struct {
	streets.Options
	guides sync.Pool // of *guide
}

// query is a request under way.
type query struct {
	*params
	api   *api
	ctx   context.Context
	g     *graphs.Graph
	s     *route.Search
	costs *route.Costs
}

// handler returns the handler of a service.
func (a *api) handler(name string, s service, run func(*query) (answer.Body, error)) answer.Handler {
	return func(ctx context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
		p, err := read(name, s, r.PathValue("rest"), r.URL.RawQuery)
		if err == nil {
			err = p.check(answer.LimitsOf(ctx).Points)
		}
		if err != nil {
			return nil, err
		}
		q := &query{params: p, api: a, ctx: ctx, g: g}
		if q.costs, err = q.excluded(); err != nil {
			return nil, err
		}
		search := g.Search(ctx)
		q.s = search.Street
		body, failed := run(q)
		search.Release()
		return body, failed
	}
}

// read reads an address: what follows the name of the service, and the options, which are escaped.
func read(name string, s service, rest, options string) (*params, *answer.Error) {
	c := &cursor{text: "/" + name + "/" + rest}
	if options != "" {
		text, err := url.PathUnescape(options)
		if err != nil {
			return nil, answer.Errorf(codeURL, "URL string malformed in the options: %v", err)
		}
		c.text += "?" + text
	}
	c.at = len(name) + 2
	c.expect("v")
	version := c.count()
	c.expect("/")
	profile := c.while(isProfile)
	c.expect("/")
	if c.bad || c.done() {
		return nil, answer.Errorf(codeURL, "URL string malformed close to position %d: \"%s\": %s", c.at, c.around(), expected(s, name))
	}
	if version != 1 {
		return nil, answer.Errorf(answer.CodeVersion, "Service %s not found!", name)
	}
	mode, ok := streets.ModeOf(profile)
	if !ok {
		return nil, answer.Errorf(answer.CodeValue, "Profile %s not found: expected car, bike or foot", profile)
	}
	p := parse(c, s)
	if !c.done() {
		return nil, answer.Errorf(answer.CodeQuery, "Query string malformed close to position %d", c.at)
	}
	p.mode = mode
	return &p, nil
}

func isProfile(b byte) bool { return isWord(b) || b == '.' || b == '~' || b == ':' || b == '-' }

// around returns the text around the position, as far as it shows what is wrong.
func (c *cursor) around() string {
	return c.text[max(0, c.at-3):min(len(c.text), c.at+3)]
}

// excluded returns the costs for what is excluded, nil where nothing is.
func (q *query) excluded() (*route.Costs, *answer.Error) {
	set, ok := streets.Excluded(q.exclude)
	switch {
	case !ok:
		return nil, answer.Errorf(answer.CodeValue, "Exclude flag combination is not supported.")
	case set == 0:
		return nil, nil
	}
	return q.g.Streets.Without(q.mode, set), nil
}

// side returns the side of the direction of travel for an approach.
func (q *query) side(i int) route.Side {
	if i >= len(q.approaches) || q.approaches[i] == fromAnySide {
		return route.AnySide
	}
	if (q.approaches[i] == fromCurb) == q.api.LeftHand {
		return route.LeftSide
	}
	return route.RightSide
}
