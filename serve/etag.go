package serve

import (
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
)

// tagOf returns the tag of an answer that follows from the graph, the program, the options of the route and the address, and is the
// same in every process: who has it was answered at this address. Requests that are refused get none.
func (s *Server) tagOf(g *graphs.Graph, route *answer.Route, r *http.Request) string {
	h := fnv.New64a()
	for _, part := range [...]string{s.o.Version, route.Options, r.URL.EscapedPath(), r.URL.RawQuery} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	b := append(make([]byte, 0, 64), `W/`...)
	b = append(append(b, strings.TrimSuffix(g.ETag, `"`)...), '-')
	return string(append(strconv.AppendUint(b, h.Sum64(), 16), '"'))
}

// unchanged answers with 304, and reports so, where the client has the answer. A request that is refused is so whatever the client
// has (RFC 9110, section 13.2.1): a tag can be known without the answer, as who has it was answered; whether there is any, which *
// asks for, cannot.
func (c *call) unchanged(r *http.Request, tag string, answered bool) bool {
	if !answer.Matches(r.Header["If-None-Match"], tag, answered) {
		return false
	}
	c.setTag(tag)
	c.vary("Accept-Encoding")
	c.WriteHeader(http.StatusNotModified)
	return true
}

// setTag says that the answer may be kept, and must be asked for anew.
func (c *call) setTag(tag string) {
	c.set("Etag", tag)
	c.set("Cache-Control", "no-cache")
}
