package serve

import (
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"graphbuild/graph"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
)

// Server answers requests on a set of graphs. It is an http.Handler.
type Server struct {
	set     *graphs.Set
	o       Options
	mux     *http.ServeMux
	metrics *metrics
	origins origins
	buffers sync.Pool // of *buffer
	packers packers
	bodies  *answer.Budget
	answers *answer.Budget
	ending  chan struct{} // closed when the service begins to end
	streams sync.WaitGroup
}

// New returns a server of graphs with routes, which must not change.
func New(set *graphs.Set, routes []answer.Route, o Options) *Server {
	s := &Server{set: set, o: o.filled(), mux: http.NewServeMux(), ending: make(chan struct{})}
	s.metrics = newMetrics(set)
	s.origins = originsOf(s.o.Origins)
	s.packers = newPackers()
	s.bodies = answer.NewBudget(max(bodyBytes, min(s.o.Limits.BodyBytes, math.MaxInt64-1)+1)) // and one to see the end
	s.answers = answer.NewBudget(answerBytes)
	s.buffers.New = func() any { return new(buffer) }
	for _, r := range append(s.ownRoutes(), routes...) {
		s.add(r.Pattern, r)
		s.add(underName(r.Pattern), r)
	}
	s.addOperations()
	s.addPage()
	return s
}

// underName returns a pattern for graphs by name: "GET /x" becomes "GET /graphs/{graph}/x".
func underName(pattern string) string {
	i := strings.IndexByte(pattern, '/')
	return pattern[:i] + "/graphs/{graph}" + pattern[i:]
}

// add adds a route under a pattern.
func (s *Server) add(pattern string, r answer.Route) {
	m := s.metrics.route(r.Name)
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, q *http.Request) {
		c := w.(*call)
		c.route, c.metrics = r.Name, m
		if r.Stream != nil {
			c.stream(q, &r)
			return
		}
		c.answer(q, &r)
	})
}

// addPlain adds a handler that writes its answer itself and needs no graph.
func (s *Server) addPlain(pattern, name string, h http.HandlerFunc) {
	m := s.metrics.route(name)
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, q *http.Request) {
		c := w.(*call)
		c.route, c.metrics = name, m
		h(w, q)
	})
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	graph.WatchFaults()
	c := &call{ResponseWriter: w, server: s, request: r, start: time.Now(), metrics: s.metrics.none, held: answer.Held{Budget: s.bodies}}
	c.scope = answer.Scope{Limits: s.o.Limits, Ending: s.ending, Held: &c.held, Answers: s.answers}
	s.metrics.inFlight.Inc()
	defer c.end()
	s.origins.allow(c)
	s.mux.ServeHTTP(c, r)
}
