// Package batch answers many queries in one request: a JSON list by a list, and lines of JSON by lines, which go out while others
// still come in. The queries are those of package wire, of any kind, in any mix; the answers come in their order, and what is
// wrong with a query is said in its answer alone.
package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"sync"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// Routes returns the routes of the package.
func Routes() []answer.Route {
	h := new(handler)
	return []answer.Route{{Pattern: "POST /batch/v1", Name: "batch", Stream: h.handle, Compress: true}}
}

// handler is what all batches share.
type handler struct {
	buffers sync.Pool // of answers, see wire.Batch
}

// Types of bodies.
const (
	listType  = "application/json"
	linesType = "application/x-ndjson"
)

// handle answers a batch. Before an error it reads what the client still sends.
func (h *handler) handle(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error {
	err := h.answerAny(w, r, graphs)
	if err != nil {
		linger(r.Body, interrupter(w))
	}
	return err
}

// answerAny answers a list or lines, as the type of the body says.
func (h *handler) answerAny(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err == nil && (kind == linesType || kind == "application/jsonl" || kind == "application/jsonlines"):
		return h.answerLines(w, r, graphs)
	case err == nil && kind != listType && kind != "text/plain" && kind != "application/x-www-form-urlencoded": // the last is what curl -d says
		return &answer.Error{
			Status: http.StatusUnsupportedMediaType, Code: "UnsupportedType",
			Message: fmt.Sprintf("expected a body of type %s or %s", listType, linesType),
		}
	}
	return h.answerList(w, r, graphs)
}

// answerList answers a list on one graph, in one time.
func (h *handler) answerList(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error {
	limits := answer.LimitsOf(r.Context())
	text, err := answer.ReadBody(r.Body, r.ContentLength, limits.BodyBytes, answer.HeldOf(r.Context()))
	if err != nil {
		return err
	}
	list, err := wire.NewArray(text)
	if err != nil {
		return answer.Errorf(answer.CodeQuery, "%v; a query a line is of type %s", err, linesType)
	}
	if list.Len() > limits.Items {
		return answer.Errorf(answer.CodeTooBig, "a list of %d queries: expected at most %d", list.Len(), limits.Items)
	}
	same, release, err := ask.Hold(graphs)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeout(r.Context(), limits.Time)
	defer cancel()
	w.Header().Set("Content-Type", listType)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	held := answer.Held{Budget: answer.AnswersOf(ctx)}
	defer held.Release()
	q := ask.Queries{Graphs: same, From: list, Form: ask.Form{What: "query", Between: ","}, Answers: &held}
	b := q.Batch(ctx)
	b.Interrupt, b.Buffers = func() {}, &h.buffers
	return runList(r.Context(), b, &listOut{bufio.NewWriterSize(w, 32<<10), &held})
}

// runList writes the list of answers.
func runList(ctx context.Context, b *wire.Batch, out *listOut) error {
	out.WriteByte('[')
	// What a list takes longer than its time is said in its answers, so that it has an end: the context of the batch itself is that
	// of the request.
	err := b.Run(ctx, out)
	if err != nil {
		return cut(err)
	}
	out.WriteString("]\n")
	return out.Writer.Flush()
}

// listOut sends answers when there are enough of them.
type listOut struct {
	*bufio.Writer
	held *answer.Held // which answers are given back to
}

// Write adds answers.
func (l *listOut) Write(p []byte) (int, error) {
	defer l.held.Give(len(p))
	return l.Writer.Write(p)
}

// Flush does nothing.
func (*listOut) Flush() error { return nil }

// cut ends an answer that has begun, so that the client does not take it for all: a panic of a worker becomes one of the request.
func cut(err error) error {
	var p *ask.Panic
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		panic(p.Value)
	}
	panic(http.ErrAbortHandler)
}
