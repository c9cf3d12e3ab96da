package transit

import (
	"fmt"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/walk"
)

// walkEnds finds the stops around both ends. It returns the name of an end from which one can go nowhere.
func (s *Search) walkEnds(q *Query) string {
	o := walk.Options{LimitS: q.WalkS, SnapM: q.SnapM, Wheelchair: q.Wheelchair}
	s.from, s.to, s.changeBy, s.byWheelchair = s.onFoot, s.onFootTo, facts.Walk, q.Wheelchair
	if q.Bike {
		s.from = s.riding(&s.byBike)
	}
	if q.BikeAboard {
		s.to, s.changeBy = s.riding(&s.byBikeTo), facts.Bike
	}
	var ok bool
	if s.atFrom, ok = s.from.FromPoint(q.From, o); !ok && len(s.atFrom) == 0 {
		return "from"
	}
	o.Backward = true
	if s.atTo, ok = s.to.FromPoint(q.To, o); !ok && len(s.atTo) == 0 {
		return "to"
	}
	return ""
}

// riding returns a search for ways by bicycle, which is made when it is first asked for.
func (s *Search) riding(w **walk.Search) *walk.Search {
	if *w == nil {
		*w = s.newWalks(s.r.riding())
	}
	return *w
}

// notes says what is odd about a query: what its note says, a day that the timetable does not cover, an end on an island.
func (s *Search) notes(q *Query) []string {
	var list []string
	if q.Note != "" {
		list = append(list, q.Note)
	}
	x, day := s.r.g.Meta().Stats.Transit, graph.DayOf(q.Time.In(s.r.zone())).String()
	if x != nil && x.FirstDay != "" && (day < x.FirstDay || day > x.LastDay) {
		list = append(list, fmt.Sprintf("the timetable covers %s to %s", x.FirstDay, x.LastDay))
	}
	for _, end := range [...]struct {
		name, goes string
		search     *walk.Search
	}{{"from", "begin", s.from}, {"to", "end", s.to}} {
		x, ok := end.search.Island()
		if !ok {
			continue
		}
		text := fmt.Sprintf("%s: the nearest street is part of an island of %.0f m of street", end.name, x.StreetsM)
		if x.HasAside {
			text += fmt.Sprintf("; walks may also %s %.0f m away, on a street of the mainland", end.goes, x.AsideM)
		}
		list = append(list, text)
	}
	return list
}

// fasterByBike is how many times faster than on foot a bicycle is at most.
const fasterByBike = 4

// walkS returns the seconds of a walk, or ride, all the way; false where there is none, or none that could be of use: it would take
// longer than the limit even in a straight line.
func (s *Search) walkS(q *Query, limitS int32) (int32, bool) {
	leastS, mode := walk.StraightS(geometry.Distance(q.From, q.To)), facts.Walk
	if q.Bike {
		leastS, mode = leastS/fasterByBike, facts.Bike
	}
	if leastS > limitS {
		return 0, false
	}
	if !s.directAsked {
		s.directAsked = true
		s.direct = s.askDirect(q, mode)
	}
	if s.direct == nil {
		return 0, false
	}
	return int32(s.direct.DurationS + 0.999), true
}

// askDirect returns the way along streets, nil where there is none. Where there is none from or to an island, it is asked for
// from the mainland beside it.
func (s *Search) askDirect(q *Query, mode facts.Mode) *route.Answer {
	ends := [2]geometry.Point{q.From, q.To}
	ask := func() (route.Answer, bool) {
		// From the nearest street: by itself Route would go to the mainland without the steps to get there.
		a, err := s.streets.Route(route.Query{From: ends[0], To: ends[1], Mode: mode, Wheelchair: q.Wheelchair, SnapM: q.SnapM, Nearest: true})
		return a, err == nil && a.Status == route.OK
	}
	if a, ok := ask(); ok {
		return &a
	}
	asideM := 0.0
	for i, search := range [...]*walk.Search{s.from, s.to} {
		if x, _ := search.Island(); x.HasAside {
			ends[i] = x.Aside
			asideM += x.AsideM
		}
	}
	if asideM == 0 {
		return nil
	}
	a, ok := ask()
	if !ok {
		return nil
	}
	leg := &a.Legs[0]
	leg.Geometry = slices.Compact(slices.Concat([]geometry.Point{q.From}, leg.Geometry, []geometry.Point{q.To}))
	leg.Stretches = nil // they are not all of it
	asideS := asideM / (walk.KMH / 3.6)
	leg.DistanceM, leg.DurationS = leg.DistanceM+asideM, leg.DurationS+asideS
	a.DistanceM, a.DurationS = a.DistanceM+asideM, a.DurationS+asideS
	return &a
}
