package serve

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"graphbuild/graph"
	"graphbuild/serve/answer"
)

// end notes what became of a request, a panic included.
func (c *call) end() {
	var cut bool
	if r := recover(); r != nil {
		cut = c.panicked(r)
	}
	c.held.Release()
	defer c.server.metrics.inFlight.Dec() // when all is noted
	took := time.Since(c.start)
	switch {
	case c.status != 0:
	case cut || c.request.Context().Err() != nil:
		c.status = answer.StatusClosed // a stream that had begun nothing, and has nobody to tell
	default:
		c.status = http.StatusOK
	}
	c.metrics.done(c.status, took)
	if c.server.o.Access {
		c.log(took)
	}
	if cut {
		panic(http.ErrAbortHandler) // the client must not take what it got for all of it
	}
}

// panicked answers in place of a handler that panicked, and reports whether the answer had begun, and must be cut off.
func (c *call) panicked(r any) (cut bool) {
	begun := c.status != 0
	switch {
	case r == http.ErrAbortHandler:
		return true
	case graph.FaultOf(r) != nil:
		c.server.metrics.faults.Inc()
		c.used.fault()
		c.server.o.Log.Error("a graph cannot be read", "graph", c.graph, "error", graph.FaultOf(r))
		c.fail(answer.Of(graph.ErrChanged))
	default:
		c.server.metrics.panics.Inc()
		c.server.o.Log.Error("a handler panicked", "route", c.route, "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
		c.fail(answer.Of(fmt.Errorf("panic")))
	}
	return begun
}

// log writes the line of a request. It has the route and the path as the client sent it, never a file of ours.
func (c *call) log(took time.Duration) {
	r := c.request
	c.server.o.Log.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("method", r.Method), slog.String("path", cutTo(r.URL.EscapedPath(), 200)), slog.String("route", c.route),
		slog.String("graph", c.graph), slog.Int("status", c.status), slog.Int64("bytes", c.bytes),
		slog.Float64("ms", float64(took.Microseconds())/1000), slog.String("client", r.RemoteAddr))
}

func cutTo(s string, n int) string {
	if len(s) > n {
		return s[:n] + "..."
	}
	return s
}
