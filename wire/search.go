package wire

import (
	"fmt"
	"time"

	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// Defaults are what holds where a query does not say.
type Defaults struct {
	Mode    string // walk, bike, car or transit
	Street  route.Query
	Journey transit.Query
	// Depart and Arrive are for journeys by transit, written as in a query; at most one is given.
	Depart, Arrive string
}

// Searcher answers queries one after another, for one goroutine at a time.
type Searcher struct {
	Graph    *graph.Graph
	Street   *route.Search
	Journeys func() *transit.Search // is asked when a query needs it
	Zone     *time.Location         // in which people write times without one
	Defaults *Defaults
}

// AppendAnswer reads a query, answers it, and appends the answer as JSON, without a line break. What is the word for one of
// the queries: "line".
func (s *Searcher) AppendAnswer(out []byte, x Item, what string) []byte {
	q, err := Read(x.Text)
	a := Answer{ID: q.ID}
	switch {
	case x.Err != nil:
		a.refuse(x.Err)
	case err != nil:
		a.refuse(err)
	default:
		a = s.Answer(&q)
	}
	if a.Status == route.BadRequest && (a.ID == nil || err == nil && s.rides(&q)) {
		a.Error = fmt.Sprintf("%s %d: %s", what, x.Number, a.Error)
	}
	return a.AppendJSON(out)
}

// Answer answers a query. What is wrong with it is in the answer, and so is what is wrong with a graph that cannot be searched.
func (s *Searcher) Answer(q *Query) Answer {
	a := Answer{ID: q.ID}
	var err error
	if s.rides(q) {
		err = s.journeys(&a, q)
	} else {
		err = s.street(&a, q)
	}
	if err != nil {
		a.refuse(err)
	}
	return a
}

// rides reports whether a query is for journeys by transit.
func (s *Searcher) rides(q *Query) bool {
	return q.Mode == TransitMode || q.Mode == "" && s.Defaults.Mode == TransitMode
}

func (s *Searcher) street(a *Answer, q *Query) error {
	query, err := q.street(&s.Defaults.Street)
	if err != nil {
		return err
	}
	found, err := s.Street.Route(query)
	if err == nil {
		a.SetRoutes(found)
	}
	return err
}

func (s *Searcher) journeys(a *Answer, q *Query) error {
	query, err := q.Journey(s.Defaults, s.Zone)
	if err != nil {
		return err
	}
	found, err := s.Journeys().Plan(query)
	if err == nil {
		a.SetJourneys(&found)
	}
	return err
}
