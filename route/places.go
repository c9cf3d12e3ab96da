package route

import (
	"fmt"
	"math"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Place is where an end of a query lies on a street edge, which has a direction.
type Place struct {
	Edge    graph.EdgeID
	Portion float64        // of the edge that lies before the place: 0 to 1
	Point   geometry.Point // the same as a position
}

// Side is one side of the direction of travel.
type Side uint8

const (
	// AnySide is either of them.
	AnySide Side = iota
	// RightSide is that of the curb where one drives on the right.
	RightSide
	// LeftSide is the other one.
	LeftSide
)

// SnapQuery asks for the places on streets near a position.
type SnapQuery struct {
	Point      geometry.Point
	Mode       facts.Mode // Walk, Bike or Car
	Wheelchair bool       // as in Query
	MaxM       float64    // how far to look, in metres; 0 is DefaultSnapM
	// Limit is how many edge pairs to return. 0 is the nearest, with all that are within 2 cm as near: what Route snaps to.
	Limit int
	// Bearing is a direction of travel in degrees clockwise from north, nil any; Within is how far off it may be, 0 being 45.
	Bearing *float64
	Within  float64
	// Side is where the position must lie as seen in the direction of travel. It does not matter on edges that are open in one
	// direction, and where the position is less than a metre away from the street.
	Side   Side
	Costs  *Costs    // edges that are closed by them are not snapped to; nil: as for Query
	Depart time.Time // as in Query
	// Mainland leaves out streets that are part of an island: to which or from which less than 5 km of street lead.
	Mainland bool
}

// Snapped is a place near a position: one for each direction of its pair that is open.
type Snapped struct {
	Pair      graph.PairID
	Point     geometry.Point
	DistanceM float64 // from the position
	Places    []Place // at least one
}

// maxSnaps is how many pairs are looked at where not the nearest one will do for certain.
const maxSnaps = 64

// Snap returns the places on streets near a position, the nearest first. The error says what is wrong with the query.
func (s *Search) Snap(q SnapQuery) ([]Snapped, error) {
	one := Query{From: q.Point, To: q.Point, Mode: q.Mode, Wheelchair: q.Wheelchair, SnapM: q.MaxM, FromBearing: q.Bearing, Costs: q.Costs, Depart: q.Depart}
	if err := s.begin(&one); err != nil {
		return nil, fmt.Errorf("route: snap: %w", err)
	}
	o := snapOptions{maxM: one.SnapM, bearing: q.Bearing, within: q.Within, side: q.Side, at: q.Point, limit: q.Limit}
	if q.Mainland {
		o.accept = s.onMainland(ahead, behind)
	}
	var out []Snapped
	s.eachSnap(q.Point, o, func(x graph.Snap, list []place) {
		n := Snapped{Pair: x.Pair, Point: x.Point, DistanceM: x.DistanceM, Places: make([]Place, len(list))}
		for i := range list {
			n.Places[i] = Place{Edge: list[i].arc.Edge, Portion: list[i].portion, Point: x.Point}
		}
		out = append(out, n)
	})
	return out, nil
}

// FarText says how far the nearest street is where Snap has found none within MaxM, to be put behind the words for that: "; the
// nearest is 1300 m away". It is empty where there is none within MaxSnapM, or the
// context of the search is done.
func (s *Search) FarText(q SnapQuery) string {
	if s.watch.Err() != nil { // nobody waits for what may be a look at all streets
		return ""
	}
	q.MaxM, q.Limit = MaxSnapM, 1
	list, err := s.Snap(q)
	if err != nil || len(list) == 0 || s.watch.Stopped() {
		return ""
	}
	return fmt.Sprintf("; the nearest is %.0f m away", math.Ceil(list[0].DistanceM))
}

// eachSnap calls yield for each edge pair to snap to, with the places on it.
func (s *Search) eachSnap(p geometry.Point, o snapOptions, yield func(graph.Snap, []place)) {
	limitM, n := math.Inf(1), 0
	for _, x := range s.near(p, o) {
		if x.DistanceM > limitM || o.limit > 0 && n == o.limit {
			return
		}
		if s.found = s.placesOn(s.found[:0], x, o); len(s.found) == 0 {
			continue
		}
		n++
		if o.limit == 0 {
			limitM = min(limitM, x.DistanceM+equallyM)
		}
		yield(x, s.found)
	}
}

// near returns the edge pairs among which those to snap to are.
func (s *Search) near(p geometry.Point, o snapOptions) []graph.Snap {
	near := graph.SnapOptions{MaxM: o.maxM, Modes: facts.ModesOf(s.m.mode), Limit: max(o.limit, 1)}
	if len(s.m.changed) > 0 { // what is open is not a matter of facts alone
		near.Modes = 0
	}
	if s.m != s.r.mode(s.m.mode) {
		near.Accept = s.isOpen
	}
	if o.accept != nil {
		near.Accept = o.accept
	}
	switch {
	case o.picky():
		near.Limit += maxSnaps
	case o.limit == 0:
		near.Limit, near.EquallyM = maxSnaps, equallyM
	}
	return s.g.Snap(p, near)
}

// placeOf returns a place of a query as the search takes it; false where the mode may not use its edge.
func (s *Search) placeOf(p Place) (place, bool) {
	arc, tail := s.arcOf(p.Edge)
	pace := s.m.paceOf(arc)
	return place{arc: arc, tail: tail, pace: pace, ms: s.m.ms(s.g, arc, pace), portion: p.Portion, point: p.Point}, pace != 0
}

// endOf appends to list the places of an end of a query: those that it names, or else those near its position.
func (s *Search) endOf(list []place, given []Place, p geometry.Point, o snapOptions) []place {
	if given == nil {
		return s.snapEnd(list, p, o)
	}
	for _, g := range given {
		if x, ok := s.placeOf(g); ok {
			list = append(list, x)
		}
	}
	return spread(list)
}

// spread fills in how far places are from the first one.
func spread(list []place) []place {
	for i := range list {
		list[i].apartM = geometry.Distance(list[0].point, list[i].point)
	}
	return list
}

// checkPlaces tells what is wrong with the places of a query.
func checkPlaces(g *graph.Graph, list []Place) error {
	for _, p := range list {
		switch {
		case int64(p.Edge) >= int64(g.NumStreetEdges()):
			return fmt.Errorf("a place on edge %d: expected less than %d", p.Edge, g.NumStreetEdges())
		case !(p.Portion >= 0 && p.Portion <= 1) || !p.Point.Valid():
			return fmt.Errorf("a place at %g of edge %d: expected a portion of 0 to 1 and a position on the Earth", p.Portion, p.Edge)
		}
	}
	return nil
}
