package serve

import (
	"slices"

	"graphbuild/serve/answer"
	"graphbuild/serve/batch"
	"graphbuild/serve/isochrone"
	"graphbuild/serve/lookup"
	"graphbuild/serve/osrm"
	"graphbuild/serve/plan"
	"graphbuild/serve/tiles"
	"graphbuild/serve/valhalla"
	"graphbuild/serve/web"
	"graphbuild/serve/ws"
)

// Routes returns all routes of the service.
func Routes(o osrm.Options) []answer.Route {
	return slices.Concat(osrm.Routes(o), isochrone.Routes(), valhalla.Routes(), tiles.Routes(), batch.Routes(), plan.Routes(), lookup.Routes(), ws.Routes())
}

// addPage adds the page with the map.
func (s *Server) addPage() {
	page := web.Handler()
	s.addPlain("GET /{$}", "page", page.ServeHTTP)
	s.addPlain("GET /assets/{file}", "page", page.ServeHTTP)
}
