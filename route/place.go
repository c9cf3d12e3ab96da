package route

import (
	"math"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// place is where an end of a query lies on a directed edge.
type place struct {
	arc     graph.Arc // the edge; To is its head
	tail    graph.VertexID
	pace    pace
	ms      uint64  // for the whole edge
	portion float64 // of the edge that lies before the place
	point   geometry.Point
	apartM  float64 // from the first place of the list
}

// equallyM is how much farther than the nearest edge another one may be to count as equally near, in metres.
const equallyM = 0.02

// snapEnd appends to list the places on the nearest edges at a position, in each direction open to the mode, and with a
// bearing only those that run that way.
func (s *Search) snapEnd(list []place, p geometry.Point, o snapOptions) []place {
	near := graph.SnapOptions{MaxM: o.maxM, Modes: facts.ModesOf(s.m.mode), Limit: 1}
	if o.bearing != nil {
		near.Limit = 64
	}
	if len(s.m.changed) > 0 { // what is open is not a matter of facts alone
		near.Modes, near.Accept = 0, s.isOpen
	}
	snaps := s.g.Snap(p, near)
	if len(snaps) > 0 && o.bearing == nil {
		near.MaxM, near.Limit = snaps[0].DistanceM+equallyM, 64
		snaps = s.g.Snap(p, near)
	}
	limit := math.Inf(1)
	for _, x := range snaps {
		if x.DistanceM > limit {
			break
		}
		n := len(list)
		list = s.placesOn(list, x, o.bearing)
		if len(list) > n {
			limit = min(limit, x.DistanceM+equallyM)
		}
	}
	for i := range list {
		list[i].apartM = geometry.Distance(list[0].point, list[i].point)
	}
	return list
}

// isOpen reports whether the mode may use an edge at the time of the query.
func (s *Search) isOpen(e graph.EdgeID) bool {
	arc, _ := s.arcOf(e)
	return s.m.paceOf(arc) != 0
}

// snapOptions say how to snap an end of a query.
type snapOptions struct {
	maxM    float64
	bearing *float64 // degrees; nil: any
}

// placesOn appends the places for one snap. On an edge from a vertex to itself that vertex is both ends.
func (s *Search) placesOn(list []place, x graph.Snap, bearing *float64) []place {
	line := s.g.AppendPairGeometry(nil, x.Pair)
	portion := portionAt(line, x)
	for d := graph.EdgeID(0); d < 2; d++ {
		arc, tail := s.arcOf(graph.EdgeID(2*x.Pair) + d)
		pace := s.m.paceOf(arc)
		if pace == 0 || bearing != nil && !runs(line, x, d, *bearing) {
			continue
		}
		along := portion
		if d == 1 {
			along = 1 - portion
		}
		p := place{arc: arc, tail: tail, pace: pace, ms: s.m.ms(s.g, arc, pace), portion: along, point: x.Point}
		list = append(list, p)
		if arc.To == tail && (along == 0 || along == 1) {
			p.portion = 1 - along
			list = append(list, p)
		}
	}
	return list
}

// arcOf returns an edge as an arc, and where it starts.
func (s *Search) arcOf(id graph.EdgeID) (graph.Arc, graph.VertexID) {
	e := s.g.Edge(id)
	f, _ := e.FactsID()
	return graph.Arc{
		Edge:     id,
		To:       e.To().ID(),
		LengthDM: uint32(math.Round(10 * e.LengthM())),
		Facts:    f,
	}, e.From().ID()
}

// portionAt returns the portion of a pair that lies before a snap: exactly 0 or 1 at its ends.
func portionAt(line []geometry.Point, x graph.Snap) float64 {
	length := geometry.Length(line)
	switch {
	case x.Point == line[0] && x.OffsetM <= length/2:
		return 0
	case x.Point == line[len(line)-1] || x.OffsetM >= length:
		return 1
	}
	return max(0, x.OffsetM/length)
}

// runs reports whether the pair, in direction d, runs along a bearing at the snap. Where it bends there, either side
// will do.
func runs(line []geometry.Point, x graph.Snap, d graph.EdgeID, bearing float64) bool {
	for i := 0; i+1 < len(line); i++ {
		a, b := line[i], line[i+1]
		if a == b || geometry.Project(x.Point, line[i:i+2]).DistanceM > equallyM {
			continue
		}
		if d == 1 {
			a, b = b, a
		}
		if off := math.Abs(math.Mod(geometry.Bearing(a, b)-bearing+540, 360) - 180); off <= bearingTolerance {
			return true
		}
	}
	return false
}
