package live

import (
	"context"

	"graphbuild/route"
	"graphbuild/route/transit"
)

// Search is what one goroutine at a time searches a graph with, from the pool of the graph.
type Search struct {
	Street  *route.Search
	graph   *Graph
	ctx     context.Context // of the query under way
	journey *transit.Search // nil until it is asked for
}

// Search takes a search from the pool. Its queries end with an error that wraps that of ctx when ctx is done.
func (g *Graph) Search(ctx context.Context) *Search {
	s, _ := g.searches.Get().(*Search)
	if s == nil {
		s = &Search{Street: g.Streets.NewSearch(), graph: g}
	}
	s.ctx = ctx
	s.Street.SetContext(ctx)
	if s.journey != nil {
		watch(s.journey, ctx)
	}
	return s
}

// Transit returns the search of the timetable, which is made when it is first asked for.
func (s *Search) Transit() *transit.Search {
	if s.journey == nil {
		s.journey = s.graph.Journeys.NewSearch()
		watch(s.journey, s.ctx)
	}
	return s.journey
}

// Release gives the search back to the pool; it must not be used after. Call it where the answer is there and not by defer: a
// search that panicked is not fit for another query, and the garbage collector takes it.
func (s *Search) Release() {
	s.ctx = nil
	s.Street.SetContext(nil)
	if s.journey != nil {
		watch(s.journey, nil)
	}
	s.graph.searches.Put(s)
}

// watch sets the context of a search of journeys.
func watch(s any, ctx context.Context) {
	if w, ok := s.(interface{ SetContext(context.Context) }); ok {
		w.SetContext(ctx)
	}
}
