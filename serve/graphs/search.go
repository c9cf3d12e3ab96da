package graphs

import (
	"context"
	"runtime"
	"sync"

	"graphbuild/route"
	"graphbuild/route/transit"
)

// Search is what one goroutine at a time searches a graph with, from the pool of the graph.
type Search struct {
	Street  *route.Search
	graph   *Graph
	ctx     context.Context // of the query under way
	router  *transit.Router // of journey
	journey *transit.Search // nil until it is asked for
}

// Search takes a search from the pool. Its queries end with an error that wraps that of ctx when ctx is done.
func (g *Graph) Search(ctx context.Context) *Search {
	s := g.searches.take()
	if s == nil {
		s = &Search{Street: g.Streets.NewSearch(), graph: g}
	}
	s.renew()
	s.ctx = ctx
	s.Street.SetContext(ctx)
	if s.journey != nil {
		s.journey.SetContext(ctx)
	}
	return s
}

// renew forgets the search of a timetable over which older messages of GTFS-Realtime lie.
func (s *Search) renew() {
	if r := s.graph.journeys(); s.router != r {
		s.router, s.journey = r, nil
	}
}

// Transit returns the search of the timetable, which is made when it is first asked for.
func (s *Search) Transit() *transit.Search {
	if s.journey == nil {
		s.journey = s.router.NewSearch()
		s.journey.SetContext(s.ctx)
	}
	return s.journey
}

// Release gives the search back to the pool; it must not be used after. Call it where the answer is there and not by defer: a
// search that panicked is not fit for another query, and the garbage collector takes it.
func (s *Search) Release() {
	s.renew()
	s.ctx = context.Background() // that of the request ends, and is not kept alive by the pool
	s.Street.SetContext(s.ctx)
	if s.journey != nil {
		s.journey.SetContext(s.ctx)
	}
	s.graph.searches.put(s)
}

// pool keeps searches that nobody uses: one for each processor for good, since each has memory by the size of the graph that takes
// longer to get than many a query to answer, and others until the garbage collector takes them.
type pool struct {
	kept   chan *Search
	others sync.Pool
}

func newPool() pool { return pool{kept: make(chan *Search, runtime.GOMAXPROCS(0))} }

// take returns a search, nil where there is none.
func (p *pool) take() *Search {
	select {
	case s := <-p.kept:
		return s
	default:
		s, _ := p.others.Get().(*Search)
		return s
	}
}

func (p *pool) put(s *Search) {
	select {
	case p.kept <- s:
	default:
		p.others.Put(s)
	}
}
