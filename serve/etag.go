package serve

import (
	"net/http"
	"strings"

	"graphbuild/serve/live"
)

// unchanged sets the tag of an answer that follows from the address, the graph and the program. It answers with 304, and reports
// so, where the client has that already. It is asked where the answer is one: a request that is refused is so whatever the client
// has (RFC 9110, section 13.2.1).
func (c *call) unchanged(r *http.Request, g *live.Graph) bool {
	tag := `W/"` + strings.Trim(g.ETag, `"`) + "-" + c.server.o.Version + `"`
	h := c.Header()
	h["Etag"] = []string{tag}
	h["Cache-Control"] = []string{"no-cache"} // may be kept, and must be asked for anew
	if !matches(r.Header["If-None-Match"], tag) {
		return false
	}
	h.Add("Vary", "Accept-Encoding")
	c.WriteHeader(http.StatusNotModified)
	return true
}

// matches compares the tags of If-None-Match weakly (RFC 9110, section 8.8.3.2).
func matches(lists []string, tag string) bool {
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			item = strings.TrimSpace(item)
			if item == "*" || strings.TrimPrefix(item, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}
