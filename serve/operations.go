package serve

import (
	"net/http"

	"graphbuild/serve/answer"
)

// ownRoutes are the routes of this package that ask about a graph.
func (s *Server) ownRoutes() []answer.Route {
	return []answer.Route{
		{Pattern: "GET /info", Name: "info", Handler: info, FromGraph: true},
		{Pattern: "GET /graph", Name: "graph", Stream: sendFile},
	}
}

// addOperations adds what needs no graph.
func (s *Server) addOperations() {
	s.addPlain("GET /healthz", "healthz", func(w http.ResponseWriter, r *http.Request) {
		w.(*call).send(answer.JSON(map[string]string{"status": "ok"}), http.StatusOK)
	})
	s.addPlain("GET /readyz", "readyz", s.ready)
	s.addPlain("GET /graphs", "graphs", s.list)
	s.addPlain("POST /reload", "reload", s.reloadRequest)
	s.addPlain("GET /metrics", "metrics", s.metrics.handler().ServeHTTP)
}
