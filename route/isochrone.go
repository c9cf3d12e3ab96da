package route

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// IsochroneQuery asks for what can be reached within a time.
type IsochroneQuery struct {
	From       geometry.Point
	Mode       facts.Mode
	Wheelchair bool    // as in Query
	LimitS     float64 // seconds; of Costs, their unit: a hundredth of the metres for Router.Shortest
	SnapM      float64 // as in Query
	Costs      *Costs  // as in Query
	// CellM is how fine the polygons are, in metres, up to 100 km; 0 is 50. They lie at most two cells around the streets. Where an area
	// would have more than 4 million cells, their side is doubled until it has not, for all limits of a query.
	CellM float64
}

// Reached is a stretch of an edge within reach: From and To are portions of it.
type Reached struct {
	Edge     graph.EdgeID
	From, To float64
}

// Isochrone is the answer: the stretches of streets within reach, sorted by edge, and the area around them as polygons: the
// outer ring first, then holes, rings closed, outer ones counter-clockwise, cut at the 180th meridian, as in GeoJSON.
type Isochrone struct {
	Status   Status // OK or NoSnap
	Reached  []Reached
	Polygons [][][]geometry.Point
}

const (
	defaultCellM = 50
	maxCellM     = 100_000
	maxLimitS    = 24 * 3600
)

// Isochrone answers a query for what can be reached. It is a search over all of that, exact in the rules for turns. The error
// says what is wrong with the query, or is that of SetContext. Where the nearest street is part of an island, as in Route, it sets
// out from the nearest one of the mainland too.
func (s *Search) Isochrone(q IsochroneQuery) (Isochrone, error) {
	list, err := s.Isochrones(q, q.LimitS)
	if err != nil {
		return Isochrone{}, err
	}
	return list[0], nil
}

// Isochrones is Isochrone for several limits in place of that of the query, with one search. The answers are in the order of
// the limits.
func (s *Search) Isochrones(q IsochroneQuery, limitsS ...float64) ([]Isochrone, error) {
	if err := s.beginIsochrone(&q, limitsS); err != nil {
		return nil, fmt.Errorf("route: isochrone: %w", err)
	}
	list := make([]Isochrone, len(limitsS))
	if len(s.from) == 0 {
		for i := range list {
			list[i].Status = NoSnap
		}
		return list, nil
	}
	s.flood(milliseconds(slices.Max(limitsS)))
	for i, limitS := range limitsS {
		if s.watch.Err() != nil {
			break // each of them is a list to sort
		}
		list[i].Reached = s.reached(milliseconds(limitS))
	}
	s.drawAll(list, limitsS, math.Max(q.CellM, 1))
	if err := s.stopped(); err != nil {
		return nil, err
	}
	return list, nil
}

func milliseconds(s float64) uint64 { return uint64(s * 1000) }

// beginIsochrone checks a query and snaps its start.
func (s *Search) beginIsochrone(q *IsochroneQuery, limitsS []float64) error {
	one := Query{From: q.From, To: q.From, Mode: q.Mode, Wheelchair: q.Wheelchair, SnapM: q.SnapM, Costs: q.Costs}
	if err := s.begin(&one); err != nil {
		return err
	}
	for _, limitS := range limitsS {
		if !(limitS >= 0 && limitS <= maxLimitS) {
			return fmt.Errorf("limit of %g s: expected 0 to %d", limitS, maxLimitS)
		}
	}
	switch {
	case len(limitsS) == 0:
		return errors.New("no limit")
	case !(q.CellM >= 0 && q.CellM <= maxCellM):
		return fmt.Errorf("cells of %g m: expected 0 to %d", q.CellM, maxCellM)
	case q.CellM == 0:
		q.CellM = defaultCellM
	}
	s.from = s.snapEnd(s.from[:0], q.From, snapOptions{maxM: one.SnapM})
	s.from = spread(append(s.from, s.newShore(ahead).mainlandOf(s.from, q.From, one.SnapM)...))
	return nil
}

// touch is an edge that a flood has come to: when it was at the portion from, and the time along the whole edge.
type touch struct {
	edge     graph.EdgeID
	from     float64
	ms, long uint64
}

// flood finds the edges within reach of s.from.
func (s *Search) flood(limitMS uint64) {
	s.reset()
	s.to, s.flooding, s.touched = s.to[:0], true, s.touched[:0]
	defer func() { s.flooding = false }()
	for i := range s.from {
		p := &s.from[i]
		s.touched = append(s.touched, touch{p.arc.Edge, p.portion, 0, p.ms})
		s.start(p)
	}
	for len(s.queue) > 0 && s.queue[0].cost <= limitMS && !s.watch.Stopped() {
		if q := s.queue.pop(); s.labels[q.state].cost == q.cost {
			s.expand(q)
		}
	}
}

// reached returns the stretches of the flood within a limit that is not above its own.
func (s *Search) reached(limitMS uint64) []Reached {
	list := make([]Reached, 0, len(s.touched))
	for _, t := range s.touched {
		if t.ms <= limitMS {
			list = append(list, Reached{t.edge, t.from, min(1, t.from+share(limitMS-t.ms, t.long))})
		}
	}
	return joined(list)
}

// joined returns the stretches of a list sorted by edge and start, with those that overlap or touch as one, in its place.
func joined(list []Reached) []Reached {
	slices.SortFunc(list, func(a, b Reached) int {
		return cmp.Or(cmp.Compare(a.Edge, b.Edge), cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To))
	})
	out := list[:0]
	for _, r := range list {
		if n := len(out); n > 0 && out[n-1].Edge == r.Edge && r.From <= out[n-1].To {
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

// drawAll fills in the areas, with cells of one size, which that of the largest limit tells.
func (s *Search) drawAll(list []Isochrone, limitsS []float64, cellM float64) {
	widest := slices.Index(limitsS, slices.Max(limitsS))
	r := s.raster(list[widest].Reached, cellM)
	for ; r.count > maxCells; r = s.raster(list[widest].Reached, cellM) {
		cellM *= 2
	}
	list[widest].Polygons = r.polygons()
	for i := range list {
		if i != widest {
			list[i].Polygons = s.raster(list[i].Reached, cellM).polygons()
		}
	}
}

// raster returns the area around stretches. It stops early where that is too large.
func (s *Search) raster(reached []Reached, cellM float64) *raster {
	r := newRaster(&s.watch, s.from[0].point, cellM)
	for _, x := range reached {
		if r.count > maxCells || s.watch.Stopped() {
			break
		}
		r.line(s.geometryOf(stretch{x.Edge, x.From, x.To}))
	}
	return r
}
