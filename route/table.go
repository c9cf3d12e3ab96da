package route

import (
	"fmt"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/route/hierarchy"
)

// TableQuery asks for the times between all of From and all of To.
type TableQuery struct {
	From, To []geometry.Point
	Mode     facts.Mode
	SnapM    float64 // as in Query
	Costs    *Costs  // as in Query; the table then has costs
}

// Table is the answer: MS[i*len(To)+j] is the time from From[i] to To[j] in milliseconds, NoTime where there is no way or
// an end has no street within reach.
type Table struct {
	MS []uint32
}

// NoTime stands for no way in a table.
const NoTime = hierarchy.Inf

// Table answers a query for a table. With a hierarchy for the mode it takes one climb for each place, and its times are
// those of Route but where Route would have to turn back in the middle of a street to get round a turn restriction, which a
// table allows: one pair in a hundred for cars. Without a hierarchy there is a search for each pair.
func (s *Search) Table(q TableQuery) (Table, error) {
	one := Query{Mode: q.Mode, SnapM: q.SnapM, Costs: q.Costs}
	if err := s.begin(&one); err != nil {
		return Table{}, fmt.Errorf("route: table: %w", err)
	}
	from, to := s.snapAll(q.From, one.SnapM), s.snapAll(q.To, one.SnapM)
	t := Table{MS: slices.Repeat([]uint32{NoTime}, len(from)*len(to))}
	f := s.fastFor(&one)
	if f == nil || !s.climbAll(f, from, to, t.MS) {
		s.searchAll(from, to, t.MS)
	}
	if err := s.stopped(); err != nil {
		return Table{}, err
	}
	return t, nil
}

func (s *Search) snapAll(points []geometry.Point, maxM float64) [][]place {
	list := make([][]place, len(points))
	for i, p := range points {
		if p.Valid() {
			list[i] = s.snapEnd(nil, p, snapOptions{maxM: maxM})
		}
	}
	return list
}

// climbAll fills a table by the hierarchy; false when that cannot tell.
func (s *Search) climbAll(f *fast, from, to [][]place, ms []uint32) bool {
	h := s.hierarchyOf(f)
	h.ClearTargets()
	for j := range to {
		if s.to = to[j]; s.watch.Stopped() || !s.enter(f) {
			return false
		}
		h.AddTarget(s.fast.to)
	}
	for i := range from {
		if s.from = from[i]; s.watch.Stopped() || !s.leave(f) {
			return false
		}
		row := ms[i*len(to):][:len(to)]
		h.Costs(s.fast.from, row)
		for j := range to {
			s.to = to[j]
			s.goal = goal{cost: uint64(row[j])}
			for k := range s.from {
				s.sameEdge(&s.from[k])
			}
			row[j] = capped(s.goal.cost)
		}
	}
	return true
}

// searchAll fills a table by a search for each pair.
func (s *Search) searchAll(from, to [][]place, ms []uint32) {
	for i := range from {
		for j := range to {
			if s.from, s.to = from[i], to[j]; len(s.from) == 0 || len(s.to) == 0 {
				continue
			}
			if s.watch.Stopped() {
				return
			}
			s.aim()
			if s.run() {
				ms[i*len(to)+j] = capped(s.goal.cost)
			}
		}
	}
}
