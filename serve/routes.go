package serve

import (
	"net/http"
	"net/url"
	"slices"

	"graphbuild/serve/answer"
	"graphbuild/serve/batch"
	"graphbuild/serve/isochrone"
	"graphbuild/serve/lookup"
	"graphbuild/serve/osrm"
	"graphbuild/serve/plan"
	"graphbuild/serve/streets"
	"graphbuild/serve/tiles"
	"graphbuild/serve/valhalla"
	"graphbuild/serve/web"
	"graphbuild/serve/ws"
)

// Routes returns all routes of the service.
func Routes(o streets.Options) []answer.Route {
	return slices.Concat(osrm.Routes(o), isochrone.Routes(), valhalla.Routes(o), tiles.Routes(), batch.Routes(), plan.Routes(), lookup.Routes(), ws.Routes())
}

// addPage adds the page with the map.
func (s *Server) addPage() {
	page := web.Handler()
	s.addPlain("GET /{$}", "page", page.ServeHTTP)
	s.addPlain("GET /assets/{file}", "page", page.ServeHTTP)
	s.addPlain("GET /graphs/{graph}/{$}", "page", s.pageOf)
}

// pageOf leads to the page with a graph chosen.
func (s *Server) pageOf(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("graph")
	_, release, err := s.set.Acquire(name)
	if err != nil {
		w.(*call).fail(answer.Of(err))
		return
	}
	release()
	http.Redirect(w, r, "/#"+url.Values{"graph": {name}}.Encode(), http.StatusFound)
}
