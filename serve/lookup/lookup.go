// Package lookup answers what is known of a vertex, an edge or a stop, as a batch does for queries of these kinds.
package lookup

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// Routes returns the routes of the package.
func Routes() []answer.Route {
	route := func(kind string, query func(id string) (wire.Query, error)) answer.Route {
		return answer.Route{Pattern: "GET /" + kind + "/v1/{id}", Name: kind, FromGraph: true,
			Handler: func(_ context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
				q, err := query(r.PathValue("id"))
				if err != nil {
					return nil, err
				}
				return ask.LookUp(g, &q)
			}}
	}
	return []answer.Route{route("vertex", vertex), route("node", node), route("edge", edge), route("stop", stop)}
}

func vertex(id string) (wire.Query, error) {
	n, err := number(id)
	return wire.Query{Kind: wire.VertexKind, Vertex: &n}, err
}

func edge(id string) (wire.Query, error) {
	n, err := number(id)
	return wire.Query{Kind: wire.EdgeKind, Edge: &n}, err
}

// node looks for the vertex that stands for a node of OpenStreetMap.
func node(id string) (wire.Query, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return wire.Query{}, answer.Errorf(answer.CodeQuery, "node %q: expected an id of OpenStreetMap", wire.Short(id))
	}
	return wire.Query{Kind: wire.VertexKind, Node: &n}, nil
}

func stop(id string) (wire.Query, error) { return wire.Query{Kind: wire.StopKind, Stop: id}, nil }

func number(id string) (uint32, error) {
	n, err := strconv.ParseUint(id, 10, 32)
	if errors.Is(err, strconv.ErrRange) {
		return 0, &answer.Error{Status: http.StatusNotFound, Code: answer.CodeNotFound, Message: "there is none of number " + wire.Short(id)}
	}
	if err != nil {
		return 0, answer.Errorf(answer.CodeQuery, "%q: expected a number from 0 on", wire.Short(id))
	}
	return uint32(n), nil
}
