package serve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
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
// until then, and goes on where the new one is not sound. The causes are in the log, and in the error, each behind the name of its
// graph.
func (s *Server) Reload(name string) (results map[string]string, err error) {
	names := s.set.Names()
	if name != "" {
		names = []string{name}
	}
	results = map[string]string{}
	for _, n := range names {
		changed, e := s.set.Replace(n)
		switch {
		case errors.Is(e, graphs.ErrUnknown):
			return nil, e
		case e != nil:
			results[n] = swapRefused
			s.o.Log.Error("the new file is refused, the old graph goes on", "graph", n, "error", e)
			err = errors.Join(err, fmt.Errorf("%s: %w", n, e))
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
	if why := s.noReload(r); why != "" {
		c.fail(&answer.Error{Status: http.StatusForbidden, Code: codeForbidden, Message: why})
		return
	}
	http.NewResponseController(w).SetWriteDeadline(time.Time{}) // a check takes as long as the file is large
	results, err := s.Reload(r.URL.Query().Get("name"))
	switch {
	case results == nil && err != nil:
		c.fail(answer.Of(err))
	case err != nil:
		c.send(answer.JSON(refusal(results, err, isLocal(r) && !isProxied(r))), http.StatusConflict)
	default:
		c.send(answer.JSON(map[string]any{"graphs": results}), http.StatusOK)
	}
}

// refusal is the answer where a file was refused. What is wrong with it, which names files, is for this machine alone.
func refusal(results map[string]string, err error, local bool) any {
	out := struct {
		Code    string            `json:"code"`
		Message string            `json:"message"`
		Graphs  map[string]string `json:"graphs"`
	}{codeRefused, "a new file is refused, its old graph goes on; the log of the service says why", results}
	if local {
		out.Message = "a new file is refused, its old graph goes on: " + strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	return out
}

// proxyHeaders are set by proxies, which would make any client one of this machine.
var proxyHeaders = [...]string{"Forwarded", "X-Forwarded-For", "X-Real-Ip"}

func isProxied(r *http.Request) bool {
	for _, name := range proxyHeaders {
		if r.Header.Get(name) != "" {
			return true
		}
	}
	return false
}

// noReload says why a request may not reload: it has to come from this machine, and neither through a proxy on it nor from a page
// of the web that a browser on it shows; RemoteReload allows the first two. It is empty where it may.
func (s *Server) noReload(r *http.Request) string {
	if http.NewCrossOriginProtection().Check(r) != nil {
		return "expected no request of a web page of another origin"
	}
	if s.o.RemoteReload {
		return ""
	}
	if isProxied(r) {
		return "expected none of the headers " + strings.Join(proxyHeaders[:], ", ") +
			": what comes through a proxy counts as of another machine, which --remote-reload lets in"
	}
	if !isLocal(r) {
		return "expected the request to come from the machine of the service; --remote-reload lets others in"
	}
	return ""
}

// isLocal reports whether the connection comes from this machine, be it that of a proxy.
func isLocal(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}
