package batch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// answerLines answers lines as they come, each on the graph that is served then. When the service ends it takes no more.
func (h *handler) answerLines(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error {
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", linesType)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	interrupt := interrupter(w)
	in := &linesIn{Reader: r.Body, ending: answer.Ending(r.Context()), broken: make(chan struct{})}
	stop := interruptAfter(in.ending, interrupt)
	ctx, cancel := in.context(r.Context())
	defer cancel()
	held := answer.Held{Budget: answer.AnswersOf(ctx)}
	defer held.Release()
	out := &linesOut{bufio.NewWriterSize(w, 32<<10), control, &held, 0}
	lines := wire.NewLines(in)
	lines.Room, lines.NoRoom = answer.HeldOf(ctx), answer.ErrBodies
	q := ask.Queries{Graphs: graphs, From: lines, Form: ask.Form{What: "line", End: "\n"}, Answers: &held, Texts: answer.HeldOf(ctx)}
	b := q.Batch(ctx)
	b.Interrupt, b.Buffers = interrupt, &h.buffers
	err := b.Run(ctx, out)
	stop()
	if err != nil {
		err = out.end(err)
		linger(r.Body, interrupt)
	}
	return err
}

// interrupter returns what makes reads of the body fail.
func interrupter(w http.ResponseWriter) func() {
	control := http.NewResponseController(w)
	return func() { control.SetReadDeadline(time.Unix(1, 0)) }
}

// linger reads for a moment what the client still sends: if it were left unread, the client would be told that the connection broke,
// in place of the answer.
func linger(body io.Reader, interrupt func()) {
	ctx, cancel := context.WithTimeout(context.Background(), lingerTime)
	defer cancel()
	defer interruptAfter(ctx.Done(), interrupt)()
	io.CopyN(io.Discard, body, lingerBytes)
}

const (
	lingerTime  = 500 * time.Millisecond
	lingerBytes = 1 << 20
)

// interruptAfter interrupts reads from when a channel is closed, again and again as one may just begin, until the returned function
// is called.
func interruptAfter(when <-chan struct{}, interrupt func()) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-when:
		case <-done:
			return
		}
		for {
			interrupt()
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() { close(done); <-ended }
}

// linesIn is the body, which ends when the service does.
type linesIn struct {
	io.Reader
	ending <-chan struct{}
	broken chan struct{} // closed when it could not be read to its end
	once   sync.Once     // closes broken
}

// brokenWithin is how long after the end of a request's context a read may still tell that this is its cause.
const brokenWithin = 50 * time.Millisecond

// context returns a context that ends when the request's does, unless that is because the body could not be read: the lines before
// are then still answered.
func (l *linesIn) context(of context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(of))
	stop := context.AfterFunc(of, func() {
		select {
		case <-l.broken:
		case <-time.After(brokenWithin):
			cancel()
		}
	})
	return ctx, func() { stop(); cancel() }
}

// errEnding is the error of a stream that the end of the service ends.
var errEnding = &answer.Error{Status: http.StatusServiceUnavailable, Code: "Ending", Message: "the service ends: send what has no answer again"}

// Read reads from the body.
func (l *linesIn) Read(p []byte) (int, error) {
	n, err := 0, error(nil)
	if !l.ended() {
		n, err = l.Reader.Read(p)
	}
	if l.ended() && n == 0 {
		err = errEnding
	}
	if err != nil && !errors.Is(err, io.EOF) {
		l.once.Do(func() { close(l.broken) })
	}
	return n, err
}

func (l *linesIn) ended() bool {
	select {
	case <-l.ending:
		return true
	default:
		return false
	}
}

// linesOut sends what it has when there is no more for the moment.
type linesOut struct {
	*bufio.Writer
	control *http.ResponseController
	held    *answer.Held // which answers are given back to
	bytes   int          // that were written
}

// Write counts the bytes.
func (l *linesOut) Write(p []byte) (int, error) {
	n, err := l.Writer.Write(p)
	l.held.Give(len(p))
	l.bytes += n
	return n, err
}

// Flush sends all that was written.
func (l *linesOut) Flush() error {
	if l.bytes == 0 {
		return nil // the status may still be an error's
	}
	if err := l.Writer.Flush(); err != nil {
		return err
	}
	return l.control.Flush()
}

// end ends the answer. An error that the client may know is the last line, where there are others.
func (l *linesOut) end(err error) error {
	var e *answer.Error
	switch {
	case err == nil || l.bytes == 0 && !errors.As(err, new(*ask.Panic)):
		return err
	case errors.As(err, &e) && !errors.Is(err, context.Canceled):
		var last wire.Answer
		last.Fail(e.Code, e.Message)
		l.Writer.Write(append(last.AppendJSON(nil), '\n'))
		return l.Flush()
	}
	return cut(err)
}
