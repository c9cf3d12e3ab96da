package serve

import (
	"errors"
	"net"
	"net/http"
	"time"

	"graphbuild/serve/answer"
	"graphbuild/serve/live"
)

// Codes of /reload.
const (
	codeForbidden = "Forbidden"
	codeRefused   = "GraphRefused"
)

// Results of a swap in metrics and answers.
const (
	swapDone    = "swapped"
	swapSame    = "unchanged"
	swapRefused = "refused"
)

// Reload opens the file of a graph anew, "" being all graphs, checks it and puts it in the place of the old one, which answers
// until then, and goes on where the new one is not sound. The causes are in the log; the first is returned.
func (s *Server) Reload(name string) (results map[string]string, err error) {
	names := s.set.Names()
	if name != "" {
		names = []string{name}
	}
	results = map[string]string{}
	for _, n := range names {
		changed, e := s.set.Replace(n)
		switch {
		case errors.Is(e, live.ErrUnknown):
			return nil, e
		case e != nil:
			results[n] = swapRefused
			s.o.Log.Error("the new file is refused, the old graph goes on", "graph", n, "error", e)
			err = errors.Join(err, e)
		case changed:
			results[n] = swapDone
			s.o.Log.Info("a new file has taken the place of the graph", "graph", n)
		default:
			results[n] = swapSame
			s.o.Log.Info("the file was opened anew and is the same", "graph", n)
		}
		s.metrics.swapped(n, results[n])
	}
	return results, err
}

// reloadRequest answers POST /reload, with ?name= for one graph alone.
func (s *Server) reloadRequest(w http.ResponseWriter, r *http.Request) {
	c := w.(*call)
	if !s.mayReload(r) {
		c.fail(&answer.Error{Status: http.StatusForbidden, Code: codeForbidden, Message: "expected the request to come from the machine of the service"})
		return
	}
	http.NewResponseController(w).SetWriteDeadline(time.Time{}) // a check takes as long as the file is large
	results, err := s.Reload(r.URL.Query().Get("name"))
	switch {
	case results == nil && err != nil:
		c.fail(answer.Of(err))
	case err != nil:
		c.fail(&answer.Error{Status: http.StatusConflict, Code: codeRefused, Message: "a new file is refused, its old graph goes on; the log of the service says why"})
	default:
		c.send(answer.JSON(map[string]any{"graphs": results}), http.StatusOK)
	}
}

// mayReload reports whether a request comes from this machine, and neither through a proxy on it nor from a page of the web that
// a browser on it shows; RemoteReload allows the first two.
func (s *Server) mayReload(r *http.Request) bool {
	if http.NewCrossOriginProtection().Check(r) != nil {
		return false
	}
	if s.o.RemoteReload {
		return true
	}
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}
