package osrm

import (
	"strconv"

	"graphbuild/graph"
	"graphbuild/serve/answer"
)

// nearest answers a request for the streets near a coordinate.
func (a *api) nearest(q *query) (answer.Body, error) {
	list, err := q.snap(0, max(q.number, 1))
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, q.noSegment(0, "Could not find a matching segments for coordinate")
	}
	return &nearestBody{q, list}, nil
}

type nearestBody struct {
	q    *query
	list []end
}

// AppendBody appends the answer.
func (n *nearestBody) AppendBody(b []byte) ([]byte, error) {
	b = append(b, `{"code":"Ok"`...)
	if !n.q.noPlaces {
		b = append(b, `,"waypoints":[`...)
		for i := range n.list {
			b = n.q.appendWaypoint(appendComma(b, i), &n.list[i], true)
		}
		b = append(b, ']')
	}
	return append(b, '}'), nil
}

// appendNode appends the OSM id of a vertex, 0 where it has none.
func appendNode(b []byte, v graph.Vertex) []byte {
	id := v.OSMNodeID()
	if id == graph.NoNode {
		id = 0
	}
	return strconv.AppendInt(b, id, 10)
}
