package serve

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
)

// buffer is what an answer is built in.
type buffer struct{ b []byte }

// maxKeptBytes is the largest buffer that is kept for another answer.
const maxKeptBytes = 1 << 20

// answer calls the handler of a route and writes what it returns.
func (c *call) answer(r *http.Request, route *answer.Route) {
	g, release, err := c.server.set.Acquire(r.PathValue("graph"))
	if err != nil {
		c.fail(answer.Of(err))
		return
	}
	c.graph = g.Name
	c.used.note(g)
	defer release()
	if err := g.Usable(); err != nil {
		c.fail(answer.Of(err))
		return
	}
	if err := c.takeBody(r); err != nil {
		c.Header().Set("Connection", "close") // or net/http would read the rest before it sends the answer
		c.fail(answer.Of(err))
		return
	}
	tag := ""
	if route.FromGraph {
		if tag = c.server.tagOf(g, route, r); c.unchanged(r, tag, false) {
			return
		}
	}
	c.answerOn(g, r, route.Handler, tag)
}

// answerOn answers on a graph; the answer has a tag unless that is "".
func (c *call) answerOn(g *graphs.Graph, r *http.Request, h answer.Handler, tag string) {
	ctx, end := answer.Within(c.scope.Context(r.Context()), c.scope.Limits.Time)
	defer end()
	out := c.server.buffers.Get().(*buffer)
	body, err := c.work(ctx, g, out, r, h)
	if err == nil {
		err = g.Usable()
	}
	if err != nil {
		c.fail(c.errorOf(ctx, err))
		return
	}
	if tag != "" && bodyStatus(body) < 300 {
		if c.unchanged(r, tag, true) {
			c.server.keep(out)
			return
		}
		c.setTag(tag)
	}
	c.sendBody(body, out)
}

// work calls a handler in a place of the gate, and builds the answer, which may read the graph.
func (c *call) work(ctx context.Context, g *graphs.Graph, out *buffer, r *http.Request, h answer.Handler) (answer.Body, error) {
	leave, err := g.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	start := time.Now()
	body, err := h(ctx, g, r)
	if err == nil {
		out.b, err = body.AppendBody(out.b[:0])
	}
	c.set("Server-Timing", timing(time.Since(start)))
	return body, err
}

// timing returns the time of the work in the words of Server-Timing, which browsers show: in milliseconds.
func timing(d time.Duration) string {
	var b [32]byte
	return string(strconv.AppendFloat(append(b[:0], "work;dur="...), float64(d.Nanoseconds())/1e6, 'f', 3, 64))
}

// errorOf maps an error, which may come from the end of the context in words of its own.
func (c *call) errorOf(ctx context.Context, err error) *answer.Error {
	e := answer.Of(err)
	if e.Status == http.StatusInternalServerError {
		if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
			return answer.Of(ctx.Err())
		}
		c.server.o.Log.Error("a request failed", "route", c.route, "graph", c.graph, "error", err)
	}
	return e
}

// fail writes an error.
func (c *call) fail(e *answer.Error) {
	if c.status != 0 {
		return
	}
	h := c.Header()
	h.Del("Etag")
	h.Del("Cache-Control")
	if e.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	if e.Status == answer.StatusClosed {
		c.status = e.Status // nobody reads it
		return
	}
	c.send(e, e.Status)
}

// send sends a body that needs no graph.
func (c *call) send(body answer.Body, status int) {
	out := c.server.buffers.Get().(*buffer)
	var err error
	if out.b, err = body.AppendBody(out.b[:0]); err != nil {
		panic(err) // our own bodies can be written
	}
	c.sendBytes(out.b, "application/json", status)
	c.server.keep(out)
}

// sendBody sends what a handler returned, which was appended to a buffer, and gives the buffer back.
func (c *call) sendBody(body answer.Body, out *buffer) {
	kind := "application/json"
	if t, ok := body.(answer.Typed); ok {
		kind = t.ContentType()
	}
	c.sendBytes(out.b, kind, bodyStatus(body))
	c.server.keep(out)
}

func bodyStatus(body answer.Body) int {
	if s, ok := body.(answer.Statused); ok {
		return s.Status()
	}
	return http.StatusOK
}

// sendBytes sends an answer, compressed where the client takes that.
func (c *call) sendBytes(b []byte, kind string, status int) {
	if status == http.StatusNoContent {
		c.WriteHeader(status)
		return
	}
	c.set("Content-Type", kind)
	c.set("X-Content-Type-Options", "nosniff")
	if n := c.server.o.CompressBytes; n >= 0 {
		c.vary("Accept-Encoding")
		if len(b) >= n && c.sendPacked(b, status) {
			return
		}
	}
	c.sendWhole(b, status)
}

// sendWhole sends all of an answer at once: what is noted of the request, and given back, does not keep the client waiting.
func (c *call) sendWhole(b []byte, status int) {
	c.set("Content-Length", strconv.Itoa(len(b)))
	c.WriteHeader(status)
	c.Write(b) // an error is that of the connection, and ends it
	http.NewResponseController(c.ResponseWriter).Flush()
}
