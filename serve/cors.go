package serve

import (
	"net/http"
	"slices"
)

// origins are those that browsers may ask from.
type origins struct {
	all  bool
	list []string
}

func originsOf(list []string) origins { return origins{slices.Contains(list, "*"), list} }

// allow tells a browser whether the page that asks may read the answer.
func (o origins) allow(h http.Header, r *http.Request) {
	switch origin := r.Header.Get("Origin"); {
	case o.all:
		h["Access-Control-Allow-Origin"] = []string{"*"}
	case len(o.list) == 0:
		return
	default:
		h.Add("Vary", "Origin")
		if !slices.Contains(o.list, origin) {
			return
		}
		h["Access-Control-Allow-Origin"] = []string{origin}
	}
	h["Access-Control-Expose-Headers"] = []string{"ETag, Retry-After"}
}

// preflight answers a browser that asks what it may send.
func (o origins) preflight(h http.Header, r *http.Request, methods string) {
	if h.Get("Access-Control-Allow-Origin") == "" {
		return
	}
	h.Set("Access-Control-Allow-Methods", methods)
	if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
		h.Set("Access-Control-Allow-Headers", asked)
	}
	h.Set("Access-Control-Max-Age", "86400")
}
