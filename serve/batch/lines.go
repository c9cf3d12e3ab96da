package batch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/live"
	"graphbuild/wire"
)

// answerLines answers lines as they come, each on the graph that is served then. When the service ends it takes no more.
func answerLines(w http.ResponseWriter, r *http.Request, graphs live.Source) error {
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", linesType)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	interrupt := func() { control.SetReadDeadline(time.Unix(1, 0)) }
	in := &linesIn{r.Body, answer.Ending(r.Context())}
	defer in.watch(interrupt)()
	out := &linesOut{bufio.NewWriterSize(w, 32<<10), control, 0}
	b := ask.Batch(r.Context(), graphs, wire.NewLines(in), func(k *ask.Worker, out []byte, x wire.Item) []byte {
		return append(k.Append(out, x, ask.Form{What: "line"}), '\n')
	})
	b.Interrupt = interrupt
	return out.end(b.Run(r.Context(), out))
}

// linesIn is the body, which ends when the service does.
type linesIn struct {
	io.Reader
	ending <-chan struct{}
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
		return 0, errEnding
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

// watch interrupts reads when the service begins to end, again and again as one may just begin, until the returned function is
// called.
func (l *linesIn) watch(interrupt func()) (stop func()) {
	done := make(chan struct{})
	go func() {
		select {
		case <-l.ending:
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
	return func() { close(done) }
}

// linesOut sends what it has when there is no more for the moment.
type linesOut struct {
	*bufio.Writer
	control *http.ResponseController
	bytes   int // that were written
}

// Write counts the bytes.
func (l *linesOut) Write(p []byte) (int, error) {
	n, err := l.Writer.Write(p)
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
		l.Write(append(last.AppendJSON(nil), '\n'))
		return l.Flush()
	}
	return cut(err)
}
