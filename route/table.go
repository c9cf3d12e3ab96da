package route

import (
	"fmt"
	"slices"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route/hierarchy"
)

// TableQuery asks for the times between all of From and all of To.
type TableQuery struct {
	From, To             []geometry.Point
	FromPlaces, ToPlaces [][]Place // in place of From and To, as in Query; an end without a place has no ways
	Mode                 facts.Mode
	Wheelchair           bool      // as in Query
	SnapM                float64   // as in Query
	Costs                *Costs    // as in Query; the table then has costs
	Depart               time.Time // as in Query
	NoHierarchy          bool      // as in Query
	WithDistance         bool      // asks for lengths too
}

// Table is the answer: MS[i*len(To)+j] is the time from From[i] to To[j] in milliseconds, NoTime where there is no way or
// an end has no street within reach. DM has likewise the length of such a fastest way in decimetres, where that was asked
// for.
type Table struct {
	MS, DM []uint32
}

// NoTime stands for no way in a table.
const NoTime = hierarchy.Inf

// Table answers a query for a table. Its times are those of Route. With a hierarchy for the mode it takes one climb for each
// place, and the first table of a mode makes ready for some tens of milliseconds, with 16 bytes an arc of the hierarchy;
// without one there is a search from each of From.
func (s *Search) Table(q TableQuery) (Table, error) {
	one := Query{Mode: q.Mode, Wheelchair: q.Wheelchair, SnapM: q.SnapM, Costs: q.Costs, Depart: q.Depart, NoHierarchy: q.NoHierarchy}
	if err := s.begin(&one); err != nil {
		return Table{}, fmt.Errorf("route: table: %w", err)
	}
	x := tableRun{distance: q.WithDistance}
	var err error
	if x.from, err = s.endsOf(q.From, q.FromPlaces, one.SnapM); err != nil {
		return Table{}, fmt.Errorf("route: table: from: %w", err)
	}
	if x.to, err = s.endsOf(q.To, q.ToPlaces, one.SnapM); err != nil {
		return Table{}, fmt.Errorf("route: table: to: %w", err)
	}
	x.MS = slices.Repeat([]uint32{NoTime}, len(x.from)*len(x.to))
	if q.WithDistance {
		x.DM = slices.Clone(x.MS)
	}
	f := s.fastFor(&one)
	if f == nil || !s.climbAll(f, &x) {
		s.searchAll(&x)
	}
	s.retryEnclosed(&x)
	s.retryIslands(&q, &one, &x)
	return x.Table, s.stopped()
}

// tableRun is a table in the making.
type tableRun struct {
	Table
	from, to [][]place
	distance bool
	unsure   []pair
}

// pair is a place in a table.
type pair struct{ from, to int }

// endsOf returns the places of the ends on one side of a table.
func (s *Search) endsOf(points []geometry.Point, given [][]Place, maxM float64) ([][]place, error) {
	if given == nil {
		return s.snapAll(points, maxM), nil
	}
	list := make([][]place, len(given))
	for i, places := range given {
		if err := checkPlaces(s.g, places); err != nil {
			return nil, err
		}
		list[i] = s.endOf(nil, given[i], geometry.Point{}, snapOptions{})
	}
	return list, nil
}

func (s *Search) snapAll(points []geometry.Point, maxM float64) [][]place {
	list := make([][]place, len(points))
	for i, p := range points {
		if p.Valid() && !s.watch.Stopped() {
			list[i] = s.snapEnd(nil, p, snapOptions{maxM: maxM})
		}
	}
	return list
}

// climbAll fills a table by the hierarchy; false when that cannot tell.
func (s *Search) climbAll(f *fast, x *tableRun) bool {
	h := s.hierarchyOf(f)
	h.ClearTargets(f.traitsOf())
	for j := range x.to {
		if s.to = x.to[j]; s.watch.Stopped() || !s.enter(f) {
			return false
		}
		h.AddTarget(s.fast.to)
	}
	s.ways = slices.Grow(s.ways[:0], len(x.to))[:len(x.to)]
	for i := range x.from {
		if s.from = x.from[i]; s.watch.Stopped() || !s.leave(f) {
			return false
		}
		h.Ways(s.fast.from, s.ways)
		for j := range x.to {
			s.to = x.to[j]
			s.setCell(x, pair{i, j}, &s.ways[j])
		}
	}
	s.searchUnsure(f, x)
	return true
}

// setCell fills in a way that the hierarchy has found, or one along a single edge.
func (s *Search) setCell(x *tableRun, at pair, way *hierarchy.Way) {
	s.goal = goal{cost: uint64(way.Cost)}
	for k := range s.from {
		s.sameEdge(&s.from[k])
	}
	switch {
	case s.goal.to != nil:
		x.set(at, s.goal.cost, s.goal.from.dm(s.goal.from.portion, s.goal.to.portion))
	case way.Unsound && way.Cost != hierarchy.Inf:
		x.unsure = append(x.unsure, at)
	default:
		x.set(at, uint64(way.Cost), way.Length)
	}
}

// set fills in a way, or none where the cost is that of NoTime or more.
func (x *tableRun) set(at pair, ms uint64, dm uint32) {
	i := at.from*len(x.to) + at.to
	x.MS[i] = capped(ms)
	if x.distance && x.MS[i] != NoTime {
		x.DM[i] = dm
	}
}

// searchUnsure finds the ways of a table that break a rule where the hierarchy has found them: one in a hundred for cars.
// They are taken by targets, which guide the search.
func (s *Search) searchUnsure(f *fast, x *tableRun) {
	s.fast.unsure += len(x.unsure)
	slices.SortStableFunc(x.unsure, func(a, b pair) int { return a.to - b.to })
	defer s.unguide()
	for k, at := range x.unsure {
		if k == 0 || x.unsure[k-1].to != at.to {
			s.unguide()
			s.to = x.to[at.to]
			s.aim()
			s.guideBy(f)
		}
		s.from = x.from[at.from]
		if s.watch.Stopped() {
			return
		}
		if s.unwind(s.run()) {
			x.set(at, s.goal.cost, s.lengthDM())
		}
	}
}

// searchAll fills a table by a search from each start.
func (s *Search) searchAll(x *tableRun) {
	s.aimAtAll(x.to)
	for i := range x.from {
		if s.from = x.from[i]; len(s.from) == 0 {
			continue
		}
		s.searchMany()
		for j := range x.to {
			if s.goal = s.many.goals[j]; s.goal.to == nil {
				continue
			}
			dm := uint32(0)
			if x.distance && s.unwind(true) {
				dm = s.lengthDM()
			}
			x.set(pair{i, j}, s.goal.cost, dm)
		}
		for _, j := range s.many.open {
			s.searchAlone(x, pair{i, int(j)})
		}
	}
}

// searchAlone fills in a way by a search for it alone. The targets of searchMany stay.
func (s *Search) searchAlone(x *tableRun, at pair) {
	all := s.to
	s.to = x.to[at.to]
	s.aim()
	if s.search() {
		x.set(at, s.goal.cost, s.lengthDM())
	}
	s.to = all
}

// retryEnclosed looks for the ways of a table that there are not, where an end lies on limited edges or within such: see
// Search.find.
func (s *Search) retryEnclosed(x *tableRun) {
	for i, ms := range x.MS {
		if ms != NoTime || s.watch.Stopped() {
			continue
		}
		at := pair{i / len(x.to), i % len(x.to)}
		s.from, s.to = x.from[at.from], x.to[at.to]
		if len(s.from) == 0 || len(s.to) == 0 {
			continue
		}
		s.aim()
		if s.findEnclosed() {
			x.set(at, s.goal.cost, s.lengthDM())
		}
	}
}

// lengthDM returns the length of the way in s.path between the ends of s.goal, in decimetres.
func (s *Search) lengthDM() uint32 {
	if s.goal.from != nil && len(s.path) == 1 {
		return s.goal.to.dm(s.goal.from.portion, s.goal.to.portion)
	}
	sum := s.goal.to.dm(0, s.goal.to.portion)
	for i, e := range s.path[:len(s.path)-1] {
		p := place{arc: graph.Arc{LengthDM: lengthOf(s.g, e)}}
		if i == 0 {
			sum += p.dm(s.startOn(e), 1)
		} else {
			sum += p.arc.LengthDM
		}
	}
	return sum
}

// traitsOf returns the traits of the hierarchy, made when they are first asked for.
func (f *fast) traitsOf() *hierarchy.Traits {
	f.traits.once.Do(func() { f.traits.Traits = hierarchy.NewTraits(f.graph, f.lengthOf, f.joins) })
	return f.traits.Traits
}

// lengthOf returns the length of the edge of a label in decimetres.
func (f *fast) lengthOf(label uint32) uint32 {
	if int(label) >= f.g.NumStreetEdges() {
		return 0 // the file is corrupt
	}
	return lengthOf(f.g, graph.EdgeID(label))
}

// lengthOf returns the length of an edge in decimetres.
func lengthOf(g *graph.Graph, e graph.EdgeID) uint32 { return uint32(g.Edge(e).LengthM()*10 + 0.5) }

// joins reports whether the rules let an edge follow another as it does in the core, which breaks none but turning back.
func (f *fast) joins(before, after uint32) bool {
	if before != after^1 {
		return true
	}
	if int(before) >= f.g.NumStreetEdges() {
		return false
	}
	e := graph.EdgeID(before)
	out := f.follow(make([]graph.Arc, 0, 16), f.g.Edge(e).To().ID(), entry{edge: e})
	return slices.ContainsFunc(out, func(a graph.Arc) bool { return a.Edge == e^1 })
}
