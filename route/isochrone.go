package route

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// IsochroneQuery asks for what can be reached within a time.
type IsochroneQuery struct {
	From   geometry.Point
	Mode   facts.Mode
	LimitS float64 // seconds; of Costs, their unit
	SnapM  float64 // as in Query
	Costs  *Costs  // as in Query
	// CellM is how fine the polygons are, in metres; 0 is 50. They lie at most two cells around the streets.
	CellM float64
}

// Reached is a stretch of an edge within reach: From and To are portions of it.
type Reached struct {
	Edge     graph.EdgeID
	From, To float64
}

// Isochrone is the answer: the stretches of streets within reach, once for each edge and sorted by it, and the area
// around them as polygons: the outer ring first, then holes, rings closed, outer ones counter-clockwise, as in GeoJSON.
type Isochrone struct {
	Status   Status // OK or NoSnap
	Reached  []Reached
	Polygons [][][]geometry.Point
}

const (
	defaultCellM = 50
	maxLimitS    = 24 * 3600
)

// Isochrone answers a query for what can be reached. It is a search over all of that, exact in the rules for turns.
func (s *Search) Isochrone(q IsochroneQuery) (Isochrone, error) {
	one := Query{From: q.From, To: q.From, Mode: q.Mode, SnapM: q.SnapM, Costs: q.Costs}
	if err := s.begin(&one); err != nil {
		return Isochrone{}, fmt.Errorf("route: isochrone: %w", err)
	}
	if !(q.LimitS >= 0 && q.LimitS <= maxLimitS) || !(q.CellM >= 0) {
		return Isochrone{}, fmt.Errorf("route: isochrone: limit of %g s and cells of %g m: expected 0 to %d, and not less than 0",
			q.LimitS, q.CellM, maxLimitS)
	}
	if q.CellM == 0 {
		q.CellM = defaultCellM
	}
	s.from = s.snapEnd(s.from[:0], q.From, snapOptions{maxM: one.SnapM})
	if len(s.from) == 0 {
		return Isochrone{Status: NoSnap}, nil
	}
	out := Isochrone{Reached: s.reachable(uint64(q.LimitS * 1000))}
	out.Polygons = s.polygons(out.Reached, math.Max(q.CellM, 1))
	if err := s.stopped(); err != nil {
		return Isochrone{}, err
	}
	return out, nil
}

// reachable returns the stretches within reach of s.from.
func (s *Search) reachable(limitMS uint64) []Reached {
	s.reset()
	s.to, s.flooding, s.touched = s.to[:0], true, s.touched[:0]
	defer func() { s.flooding = false }()
	for i := range s.from {
		p := &s.from[i]
		s.touched = append(s.touched, Reached{p.arc.Edge, p.portion, min(1, p.portion+share(limitMS, p.ms))})
		s.start(p)
	}
	for len(s.queue) > 0 && s.queue[0].cost <= limitMS && !s.watch.Stopped() {
		q := s.queue.pop()
		if s.labels[q.state].cost != q.cost {
			continue
		}
		n := len(s.touched)
		s.expand(q)
		left := limitMS - min(q.cost+s.m.rides[q.head], limitMS)
		for i := n; i < len(s.touched); i++ { // To is the time along the whole edge so far
			s.touched[i].To = min(1, share(left, uint64(s.touched[i].To)))
		}
	}
	return joined(s.touched)
}

// joined returns one stretch for each edge, sorted by edge.
func joined(list []Reached) []Reached {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Reached) int {
		return cmp.Or(cmp.Compare(a.Edge, b.Edge), cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To))
	})
	out := list[:0]
	for _, r := range list {
		if n := len(out); n > 0 && out[n-1].Edge == r.Edge {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}

// share returns how much of a time fits into another, 1 where that takes none.
func share(ms, whole uint64) float64 {
	if whole == 0 {
		return 1
	}
	return float64(ms) / float64(whole)
}

// polygons returns the area around stretches.
func (s *Search) polygons(reached []Reached, cellM float64) [][][]geometry.Point {
	if len(reached) == 0 {
		return nil
	}
	r := newRaster(s.from[0].point, cellM)
	for _, x := range reached {
		if s.watch.Stopped() {
			return nil
		}
		r.line(geometryOf(s.g.Edge(x.Edge), stretch{x.Edge, x.From, x.To}))
	}
	return r.polygons()
}
