package serve

import (
	"io"
	"net/http"
	"time"

	"graphbuild/serve/answer"
)

// stream calls a handler that writes by itself.
func (c *call) stream(r *http.Request, route *answer.Route) {
	name := r.PathValue("graph")
	g, release, err := c.server.set.Acquire(name)
	if err != nil {
		c.fail(answer.Of(err))
		return
	}
	c.graph = g.Name
	release()
	if err := plainBody(r); err != nil {
		c.fail(answer.Of(err))
		return
	}
	c.server.streams.Add(1)
	defer c.server.streams.Done()
	ctx := c.scope.Context(r.Context())
	r = r.WithContext(ctx)
	graphs := c.used.noting(c.server.set.Source(name))
	paced := c.paced(r)
	if !route.Compress {
		err = route.Stream(paced, r, graphs)
	} else {
		packed := &packedWriter{pacedWriter: paced}
		err = route.Stream(packed, r, graphs)
		packed.end()
	}
	if err != nil {
		c.fail(c.errorOf(ctx, err))
	}
}

// paced gives each read of the body and each write of the answer its own time in place of one for all.
func (c *call) paced(r *http.Request) *pacedWriter {
	control := http.NewResponseController(c.ResponseWriter)
	control.SetReadDeadline(time.Time{})
	control.SetWriteDeadline(time.Time{})
	if r.ContentLength != 0 {
		control.EnableFullDuplex() // an error only where the protocol has it anyway
		r.Body = &pacedBody{r.Body, control, c.server.o.BodyTimeout}
	}
	return &pacedWriter{c, control}
}

type pacedBody struct {
	io.ReadCloser
	control *http.ResponseController
	timeout time.Duration
}

func (b *pacedBody) Read(p []byte) (int, error) {
	b.control.SetReadDeadline(time.Now().Add(b.timeout))
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

type pacedWriter struct {
	*call
	control *http.ResponseController
}

func (w *pacedWriter) Write(p []byte) (int, error) {
	w.control.SetWriteDeadline(time.Now().Add(w.server.o.WriteTimeout))
	return w.call.Write(p)
}

// Unwrap returns the writer below; what is hijacked has no deadlines of ours.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.call }

// Flush sends what was written.
func (w *pacedWriter) Flush() { w.control.Flush() }
