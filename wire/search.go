package wire

import (
	"fmt"
	"time"

	"graphbuild/facts"
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

// StandardDefaults are those of people who say nothing at all, as on the command line.
func StandardDefaults() *Defaults {
	return &Defaults{
		Mode:    graph.ModeName(facts.Car),
		Street:  route.Query{Mode: facts.Car, SnapM: route.DefaultSnapM},
		Journey: transit.Query{Rides: transit.MaxRides, WalkS: transit.DefaultWalkS, SnapM: route.DefaultSnapM},
	}
}

// Searcher answers queries one after another, for one goroutine at a time.
type Searcher struct {
	Graph    *graph.Graph
	Street   *route.Search
	Journeys func() *transit.Search // is asked when a query needs it
	Zone     *time.Location         // in which people write times without one
	Defaults *Defaults
	// MaxPlaces is how many sources and targets a table may have; 0: any number.
	MaxPlaces int
	// Explain says of a search that failed, or was stopped, what people may know; nil: all of it, as a bad request.
	Explain func(error) (code, message string)
}

// AppendAnswer reads a query, answers it, and appends the answer as JSON, without a line break. What is the word for one of
// the queries: "line".
func (s *Searcher) AppendAnswer(out []byte, x Item, what string) []byte {
	a := s.AnswerText(x, what)
	return a.AppendJSON(out)
}

// AnswerText reads a query and answers it. The answer is valid as long as the text. An error without an id begins with which of the
// queries it is.
func (s *Searcher) AnswerText(x Item, what string) Answer {
	return s.answerRead(x, what, Read)
}

// AnswerBinary is AnswerText for a query in the binary form.
func (s *Searcher) AnswerBinary(x Item, what string) Answer {
	return s.answerRead(x, what, ReadBinary)
}

func (s *Searcher) answerRead(x Item, what string, read func([]byte) (Query, error)) Answer {
	q, err := read(x.Text)
	a := Answer{ID: q.ID}
	switch {
	case x.Err != nil:
		a.refuse(x.Err)
	case err != nil:
		a.refuse(err)
	default:
		a = s.Answer(&q)
	}
	a.NumberError(x, what)
	return a
}

// Answer answers a query. What is wrong with it is in the answer, and so is why it could not be answered.
func (s *Searcher) Answer(q *Query) Answer {
	a, err := s.Find(q)
	switch {
	case err == nil:
	case s.Explain == nil:
		a.refuse(err)
	default:
		a.Fail(s.Explain(err))
	}
	return a
}

// Find answers a query. What is wrong with it is in the answer; an error is no fault of the query's.
func (s *Searcher) Find(q *Query) (Answer, error) {
	a := Answer{ID: q.ID}
	err := s.find(&a, q)
	if a.Status == NoSnap || a.Status == NoRoute {
		a.Error += s.swappedHint(q)
	}
	return a, err
}

func (s *Searcher) find(a *Answer, q *Query) error {
	switch q.Kind {
	case "", RouteKind:
		if s.rides(q) {
			return s.journeys(a, q)
		}
		return s.street(a, q)
	case TableKind:
		return s.table(a, q)
	case IsochroneKind:
		return s.isochrone(a, q)
	case NearestKind:
		s.nearest(a, q)
	case VertexKind:
		s.vertex(a, q)
	case EdgeKind:
		s.edge(a, q)
	case StopKind:
		s.stop(a, q)
	default:
		a.refuse(fmt.Errorf("kind %q: expected route, table, isochrone, nearest, vertex, edge or stop", Short(q.Kind)))
	}
	return nil
}

// rides reports whether a query is for journeys by transit.
func (s *Searcher) rides(q *Query) bool {
	return (q.Kind == "" || q.Kind == RouteKind) && (q.Mode == TransitMode || q.Mode == "" && s.Defaults.Mode == TransitMode)
}

func (s *Searcher) street(a *Answer, q *Query) error {
	query, err := q.street(&s.Defaults.Street)
	if err != nil {
		a.refuse(err)
		return nil
	}
	found, err := s.Street.Route(query)
	if err == nil {
		a.SetRoutes(&query, found)
	}
	return err
}

func (s *Searcher) journeys(a *Answer, q *Query) error {
	query, err := q.Journey(s.Defaults, s.Zone)
	if err == nil {
		err = s.asksForTime("a journey by transit")
	}
	if err != nil {
		a.refuse(err)
		return nil
	}
	found, err := s.Journeys().Plan(query)
	if err == nil {
		a.SetJourneys(&found)
	}
	return err
}
