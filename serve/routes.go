package serve

import (
	"slices"

	"graphbuild/serve/answer"
	"graphbuild/serve/batch"
	"graphbuild/serve/lookup"
	"graphbuild/serve/osrm"
	"graphbuild/serve/plan"
	"graphbuild/serve/tiles"
	"graphbuild/serve/web"
)

// Routes returns all routes of the service.
func Routes(o osrm.Options) []answer.Route {
	return slices.Concat(osrm.Routes(o), tiles.Routes(), batch.Routes(), plan.Routes(), lookup.Routes())
}

// addPage adds the page with the map.
func (s *Server) addPage() {
	page := web.Handler()
	s.addPlain("GET /{$}", "page", page.ServeHTTP)
	s.addPlain("GET /assets/{file}", "page", page.ServeHTTP)
}
