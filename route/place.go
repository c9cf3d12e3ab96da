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

// dm returns the decimetres between two portions of the edge.
func (p *place) dm(from, to float64) uint32 { return uint32(float64(p.arc.LengthDM)*(to-from) + 0.5) }

// equallyM is how much farther than the nearest edge another one may be to count as equally near, in metres.
const equallyM = 0.02

// snapEnd appends to list the places on the nearest edges at a position, in each direction open to the mode, and with a
// bearing only those that run that way.
func (s *Search) snapEnd(list []place, p geometry.Point, o snapOptions) []place {
	s.eachSnap(p, o, func(_ graph.Snap, found []place) { list = append(list, found...) })
	return spread(list)
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
	within  float64  // of it; 0: bearingTolerance
	side    Side
	at      geometry.Point          // the position, where side is set
	limit   int                     // pairs; 0: the nearest and those equally near
	accept  func(graph.EdgeID) bool // nil: all that are open
}

// picky reports whether the nearest pair may not do.
func (o *snapOptions) picky() bool { return o.bearing != nil || o.side != AnySide }

// tolerance returns how far off the bearing a direction may be.
func (o *snapOptions) tolerance() float64 {
	if o.within != 0 {
		return o.within
	}
	return bearingTolerance
}

// placesOn appends the places for one snap. On an edge from a vertex to itself that vertex is both ends.
func (s *Search) placesOn(list []place, x graph.Snap, o snapOptions) []place {
	keep := s.directionsOf(x, o)
	for d := facts.Forward; d <= facts.Backward; d++ {
		along := x.Portion
		if d == facts.Backward {
			along = 1 - along
		}
		p, ok := s.placeOf(Place{x.Pair.Edge(d), along, x.Point})
		if !ok || !keep[d] {
			continue
		}
		list = append(list, p)
		if p.arc.To == p.tail && (along == 0 || along == 1) {
			p.portion = 1 - along
			list = append(list, p)
		}
	}
	return list
}

// directionsOf returns for both directions of a pair whether side and bearing allow them.
func (s *Search) directionsOf(x graph.Snap, o snapOptions) [2]bool {
	if !o.picky() {
		return [2]bool{true, true}
	}
	line := s.lines.Append(nil, x.Pair.Edge(facts.Forward))
	keep := s.sidesOf(x, o, line)
	for d := range keep {
		keep[d] = keep[d] && (o.bearing == nil || runs(line, x, facts.Direction(d), o))
	}
	return keep
}

// sideFromM is how far from the street a position must be to lie on a side of it, in metres.
const sideFromM = 1

// sidesOf returns for both directions of a pair whether the position that snaps to it lies on the side that is asked for.
func (s *Search) sidesOf(x graph.Snap, o snapOptions, line []geometry.Point) [2]bool {
	if o.side == AnySide || x.DistanceM < sideFromM {
		return [2]bool{true, true}
	}
	for d := facts.Forward; d <= facts.Backward; d++ {
		if _, ok := s.placeOf(Place{Edge: x.Pair.Edge(d)}); !ok {
			return [2]bool{true, true}
		}
	}
	onRight := isRightOf(o.at, line, geometry.Project(o.at, line).Segment)
	forward := onRight == (o.side == RightSide)
	return [2]bool{forward, !forward}
}

// isRightOf reports whether a point lies to the right of a segment of a line.
func isRightOf(p geometry.Point, line []geometry.Point, segment int) bool {
	a, b := line[segment], line[min(segment+1, len(line)-1)]
	off := math.Mod(geometry.Bearing(a, p)-geometry.Bearing(a, b)+360, 360)
	return off < 180
}

// arcOf returns an edge as an arc, and where it starts. It is closed where an end is none of the graph, as in a file that is corrupt.
func (s *Search) arcOf(id graph.EdgeID) (graph.Arc, graph.VertexID) {
	arc, from := s.g.ArcOf(id)
	if from == graph.NoVertex || arc.To == graph.NoVertex {
		arc.Facts = math.MaxUint32
	}
	return arc, from
}

// runs reports whether the pair, in direction d, runs along a bearing at the snap. Where it bends there, either side
// will do.
func runs(line []geometry.Point, x graph.Snap, d facts.Direction, o snapOptions) bool {
	for i := 0; i+1 < len(line); i++ {
		a, b := line[i], line[i+1]
		if a == b || geometry.Project(x.Point, line[i:i+2]).DistanceM > equallyM {
			continue
		}
		if d == facts.Backward {
			a, b = b, a
		}
		if off := math.Abs(math.Mod(geometry.Bearing(a, b)-*o.bearing+540, 360) - 180); off <= o.tolerance() {
			return true
		}
	}
	return false
}
