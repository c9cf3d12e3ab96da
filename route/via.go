package route

import (
	"time"

	"graphbuild/facts"
)

// ViaQuery asks for the fastest route that calls at stops in order.
type ViaQuery struct {
	Mode       facts.Mode // Walk, Bike or Car
	Wheelchair bool       // as in Query
	Stops      [][]Place  // at least two, each with the places at which it may be passed, from Search.Snap
	// Straight has the route go on from each stop between in the direction in which it got there: no turning back in the middle
	// of a street. Turn restrictions whose via is several ways are not followed across a stop.
	Straight    bool
	Costs       *Costs    // as in Query
	NoHierarchy bool      // as in Query
	Depart      time.Time // as in Query
}

// Via answers a query with a leg for each pair of stops that follow each other. Of all routes that keep the rules it is the
// best as a whole, also where a stop is passed in another direction than that which would be best for the leg before.
func (s *Search) Via(q ViaQuery) (Answer, error) {
	if len(q.Stops) < 2 {
		return Answer{Status: BadRequest, Error: "fewer than two stops"}, nil
	}
	stops := q.Stops
	if q.Straight && len(stops) > 2 {
		var failed *Answer
		var err error
		if stops, failed, err = s.straightest(&q); failed != nil || err != nil {
			return orNone(failed), err
		}
	}
	out := Answer{}
	for i := 1; i < len(stops); i++ {
		a, err := s.Route(q.leg(stops[i-1], stops[i]))
		if err != nil || a.Status != OK {
			return a, err
		}
		out.DistanceM += a.DistanceM
		out.DurationS += a.DurationS
		out.Legs = append(out.Legs, a.Legs[0])
	}
	return out, nil
}

func orNone(a *Answer) Answer {
	if a == nil {
		return Answer{}
	}
	return *a
}

// leg returns the query for the way between two stops.
func (q *ViaQuery) leg(from, to []Place) Query {
	return Query{
		FromPlaces: notNil(from), ToPlaces: notNil(to), Mode: q.Mode, Wheelchair: q.Wheelchair, Costs: q.Costs, NoHierarchy: q.NoHierarchy, Depart: q.Depart,
	}
}

// notNil keeps a stop without places from standing for one that is still to be found.
func notNil(list []Place) []Place {
	if list == nil {
		return []Place{}
	}
	return list
}

// passing is a way to get to a place of a stop.
type passing struct {
	place Place
	cost  uint64 // ms from the start of the trip
	prev  int    // the passing of the stop before
}

// straightest returns stops with one place each, so that the legs between them are the best route that goes straight on at
// every stop; or an answer that says why there is none.
func (s *Search) straightest(q *ViaQuery) ([][]Place, *Answer, error) {
	stages := make([][]passing, len(q.Stops))
	for i, stop := range q.Stops {
		for _, p := range stop {
			if i == 0 || i == len(q.Stops)-1 || arrives(p, stop) {
				stages[i] = append(stages[i], passing{place: p, prev: -1})
			}
		}
		if i == 0 {
			continue
		}
		if failed, err := s.advance(q, stages[i-1], stages[i]); failed != nil || err != nil {
			return nil, failed, err
		}
		stages[i] = reached(stages[i])
	}
	return chosen(stages), nil, nil
}

// arrives reports whether a place of a stop is one at which a leg has to be tried to end: the start of an edge is not, where
// the stop can be reached at the end of another, from which that edge is open all the same.
func arrives(p Place, stop []Place) bool {
	if p.Portion > 0 {
		return true
	}
	for _, o := range stop {
		if o.Portion == 1 && o.Point == p.Point && o.Edge != p.Edge^1 {
			return false
		}
	}
	return true
}

// advance finds the best ways from the passings of a stop to those of the next, or returns the last answer where there is none.
func (s *Search) advance(q *ViaQuery, from, to []passing) (*Answer, error) {
	failed, some := Answer{}, false
	for j := range to {
		for i := range from {
			one := q.leg([]Place{from[i].place}, []Place{to[j].place})
			cost, a, err := s.costOf(&one)
			switch {
			case err != nil:
				return nil, err
			case a.Status != OK:
				failed = a
			case to[j].prev < 0 || from[i].cost+cost < to[j].cost:
				to[j].cost, to[j].prev, some = from[i].cost+cost, i, true
			}
		}
	}
	if some {
		return nil, nil
	}
	return &failed, nil
}

// costOf is Route for the cost alone.
func (s *Search) costOf(q *Query) (uint64, Answer, error) {
	if a, ok := s.prepare(q); !ok {
		return 0, a, nil
	}
	if !s.find(q) {
		return 0, s.noRoute(q), s.stopped()
	}
	return s.goal.cost, Answer{}, nil
}

// reached returns the passings to which there is a way.
func reached(list []passing) []passing {
	out := list[:0]
	for _, p := range list {
		if p.prev >= 0 {
			out = append(out, p)
		}
	}
	return out
}

// chosen follows the best passing of the last stop back to the first.
func chosen(stages [][]passing) [][]Place {
	last := stages[len(stages)-1]
	best := 0
	for i := range last {
		if last[i].cost < last[best].cost {
			best = i
		}
	}
	stops := make([][]Place, len(stages))
	for i := len(stages) - 1; i >= 0; i-- {
		p := stages[i][best]
		stops[i], best = []Place{p.place}, p.prev
	}
	return stops
}
