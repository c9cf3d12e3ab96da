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
func (o origins) allow(c *call) {
	switch origin := c.request.Header.Get("Origin"); {
	case o.all:
		c.set("Access-Control-Allow-Origin", "*")
	case len(o.list) == 0:
		return
	default:
		c.vary("Origin")
		if !slices.Contains(o.list, origin) {
			return
		}
		c.set("Access-Control-Allow-Origin", origin)
	}
	c.set("Access-Control-Expose-Headers", "Content-Range, ETag, Retry-After")
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
