package osrm

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/serve/streets"
	"graphbuild/wire"
)

// end is a coordinate on the streets.
type end struct {
	input     geometry.Point
	at        geometry.Point // on the street
	distanceM float64
	edge      graph.EdgeID // the first of places
	places    []route.Place
}

// ends snaps all coordinates.
func (q *query) ends() ([]end, error) {
	list := make([]end, len(q.points))
	for i := range list {
		snapped, err := q.snap(i, 0)
		if err != nil {
			return nil, err
		}
		if len(snapped) == 0 {
			return nil, q.noSegment(i, fmt.Sprintf("Could not find a matching segment for coordinate %d", i))
		}
		list[i] = asOne(snapped)
	}
	return list, nil
}

// asOne returns the nearest of some ends with the places of all.
func asOne(snapped []end) end {
	e := snapped[0]
	for _, more := range snapped[1:] {
		e.places = append(e.places, more.places...)
	}
	return e
}

// offIslands returns the ends with those on islands taken to the mainland, as route.Route does where there is no way; nil where
// none are. Those with a hint, a bearing or a side of the street stay.
func (q *query) offIslands(ends []end) ([]end, error) {
	var moved []end
	for i := range ends {
		if i < len(q.hints) && q.hints[i] != "" || i < len(q.bearings) && q.bearings[i].set || q.side(i) != route.AnySide {
			continue
		}
		found, err := streets.OnMainland(q.s, q.snapQuery(i), graph.PairID(ends[i].edge/2))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			continue
		}
		if moved == nil {
			moved = slices.Clone(ends)
		}
		moved[i] = asOne(endsOf(q.points[i], found))
	}
	return moved, nil
}

// snapQuery asks for what coordinate i snaps to.
func (q *query) snapQuery(i int) route.SnapQuery {
	// A radius of 0 would stand for the default of package route.
	s := route.SnapQuery{Point: q.points[i], Mode: q.mode, MaxM: math.Max(q.radiusM(i), 1e-3), Side: q.side(i), Costs: q.costs}
	if i < len(q.bearings) && q.bearings[i].set {
		degrees := float64(q.bearings[i].degrees)
		s.Bearing, s.Within = &degrees, math.Max(float64(q.bearings[i].within), 1e-3)
	}
	return s
}

// endsOf returns each place that a coordinate snaps to as an end.
func endsOf(p geometry.Point, found []route.Snapped) []end {
	list := make([]end, len(found))
	for k, x := range found {
		list[k] = end{input: p, at: x.Point, distanceM: x.DistanceM, edge: x.Places[0].Edge, places: x.Places}
	}
	return list
}

// snap returns the places on edge pairs near coordinate i, nearest first: so many, or those of route.SnapQuery where limit is 0.
func (q *query) snap(i, limit int) ([]end, error) {
	p := q.points[i]
	s := q.snapQuery(i)
	s.Limit = limit
	found, err := q.s.Snap(s)
	if err != nil {
		return nil, err
	}
	list := endsOf(p, found)
	if i < len(q.hints) {
		return q.hinted(list, q.hints[i], p), nil
	}
	return list, nil
}

// A hint names the edge pair that a coordinate was snapped to: 4 bytes that stand for the graph, the pair, and the coordinate. It
// holds for the same graph and coordinate.
const hintBytes = 16

// appendHint appends the hint of an end, with quotes.
func (q *query) appendHint(b []byte, e *end) []byte {
	var raw [hintBytes]byte
	binary.LittleEndian.PutUint32(raw[0:], q.graphCheck())
	binary.LittleEndian.PutUint32(raw[4:], uint32(e.edge/2))
	binary.LittleEndian.PutUint32(raw[8:], uint32(e.input.Lon))
	binary.LittleEndian.PutUint32(raw[12:], uint32(e.input.Lat))
	b = append(b, '"')
	b = base64.RawURLEncoding.AppendEncode(b, raw[:])
	return append(b, '"')
}

func (q *query) graphCheck() uint32 { return crc32.ChecksumIEEE([]byte(q.g.ETag)) }

// pairOf returns what a hint names; false where it is none of ours, or for another graph or coordinate.
func (q *query) pairOf(hint string, p geometry.Point) (graph.PairID, bool) {
	var raw [hintBytes + 3]byte
	if base64.RawURLEncoding.DecodedLen(len(hint)) != hintBytes {
		return 0, false
	}
	if n, err := base64.RawURLEncoding.Decode(raw[:], []byte(hint)); err != nil || n != hintBytes {
		return 0, false
	}
	at := geometry.Point{Lon: int32(binary.LittleEndian.Uint32(raw[8:])), Lat: int32(binary.LittleEndian.Uint32(raw[12:]))}
	pair := graph.PairID(binary.LittleEndian.Uint32(raw[4:]))
	if binary.LittleEndian.Uint32(raw[0:]) != q.graphCheck() || at != p || int64(pair) >= int64(q.g.File.NumStreetEdges()/2) {
		return 0, false
	}
	return pair, true
}

// hinted returns the end that a hint names in place of those that were found, unless it is one of them.
func (q *query) hinted(list []end, hint string, p geometry.Point) []end {
	pair, ok := q.pairOf(hint, p)
	if !ok {
		return list
	}
	for _, e := range list {
		if graph.PairID(e.edge/2) == pair {
			return list
		}
	}
	edge := q.g.File.Edge(graph.EdgeID(2 * pair))
	f := edge.Facts()
	if !(f.Modes[facts.Forward] | f.Modes[facts.Backward]).Has(q.mode) {
		return list
	}
	line := edge.AppendGeometry(nil)
	at := geometry.Project(p, line)
	portion := 0.0
	if lengthM := geometry.Length(line); lengthM > 0 {
		portion = math.Min(1, at.AlongM/lengthM)
	}
	return []end{{input: p, at: at.Point, distanceM: at.DistanceM, edge: edge.ID(), places: []route.Place{
		{Edge: edge.ID(), Portion: portion, Point: at.Point}, {Edge: edge.ID() ^ 1, Portion: 1 - portion, Point: at.Point},
	}}}
}

// appendWaypoint appends an end as a waypoint object; nodes says whether with the nodes of its edge.
func (q *query) appendWaypoint(b []byte, e *end, nodes bool) []byte {
	b = append(b, '{')
	if nodes {
		edge := q.g.File.Edge(e.edge)
		b = append(b, `"nodes":[`...)
		b = appendNode(b, edge.From())
		b = appendNode(append(b, ','), edge.To())
		b = append(b, `],`...)
	}
	if !q.noHints {
		b = append(q.appendHint(append(b, `"hint":`...), e), ',')
	}
	b = appendMicro(append(b, `"distance":`...), e.distanceM)
	b = wire.AppendString(append(b, `,"name":`...), q.g.File.Edge(e.edge).Name())
	b = appendPoint(append(b, `,"location":`...), e.at)
	return append(b, '}')
}

// appendWaypoints appends those of some coordinates as a list.
func (q *query) appendWaypoints(b []byte, ends []end, indexes []int) []byte {
	b = append(b, '[')
	for i, k := range indexes {
		b = q.appendWaypoint(appendComma(b, i), &ends[k], false)
	}
	return append(b, ']')
}
