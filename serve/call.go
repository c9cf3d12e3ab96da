package serve

import (
	"net/http"
	"strings"
	"time"

	"graphbuild/serve/answer"
)

// call is a request under way, and the writer of its answer. What the mux itself answers, where it has no route, is put into
// our words here.
type call struct {
	http.ResponseWriter
	server  *Server
	request *http.Request
	start   time.Time
	route   string        // "" as long as none was found
	metrics *routeMetrics // of the route
	graph   string
	used    used
	scope   answer.Scope
	held    answer.Held // of the budget of bodies
	status  int         // 0: nothing is written
	bytes   int64
	muted   bool       // what is written is dropped, as the answer is written already
	values  [10]string // of headers: see set
	nValues int
}

// set sets a header to one value. The lists of all of them are cut from one array, as most answers have nine.
func (c *call) set(name, value string) {
	if c.nValues == len(c.values) {
		c.Header()[name] = []string{value}
		return
	}
	list := c.values[c.nValues : c.nValues+1 : c.nValues+1]
	list[0] = value
	c.nValues++
	c.Header()[name] = list
}

// vary says that the answer depends on a header of the request.
func (c *call) vary(name string) {
	if len(c.Header()["Vary"]) == 0 {
		c.set("Vary", name)
		return
	}
	c.Header().Add("Vary", name)
}

// Unwrap returns the writer below, for http.ResponseController and for WebSockets.
func (c *call) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader notes the status.
func (c *call) WriteHeader(status int) {
	if c.muted || c.status != 0 {
		return
	}
	if c.route == "" && status >= 300 {
		c.noRoute(status)
		c.muted = true
		return
	}
	if status >= 200 || status == http.StatusSwitchingProtocols {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (c *call) Write(b []byte) (int, error) {
	if c.muted {
		return len(b), nil
	}
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	n, err := c.ResponseWriter.Write(b)
	c.bytes += int64(n)
	return n, err
}

// codeRedirected is the code of addresses with empty parts or dots.
const codeRedirected = "Redirected"

// noRoute answers where the mux has no route: with an error, or to OPTIONS with the methods that there are.
func (c *call) noRoute(status int) {
	c.route = "none"
	allow := c.Header().Get("Allow")
	switch {
	case c.request.Method == http.MethodOptions && allow != "":
		c.server.origins.preflight(c.Header(), c.request, allow)
		c.Header().Del("Content-Type") // of the words that the mux would have sent
		c.status = http.StatusNoContent
		c.ResponseWriter.WriteHeader(http.StatusNoContent)
	case status == http.StatusMethodNotAllowed:
		c.fail(&answer.Error{Status: status, Code: answer.CodeMethod, Message: "expected " + oneOf(allow)})
	case status < 400:
		c.fail(&answer.Error{Status: status, Code: codeRedirected, Message: "expected the address " + c.Header().Get("Location")})
	default:
		c.fail(&answer.Error{Status: status, Code: answer.CodeNotFound, Message: "nothing has this address"})
	}
}

// oneOf puts a list of methods into words.
func oneOf(allow string) string {
	if strings.Contains(allow, ",") {
		return "one of the methods " + allow
	}
	return "the method " + allow
}
