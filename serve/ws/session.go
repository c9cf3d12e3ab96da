package ws

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/live"
	"graphbuild/wire"
)

// session is a connection.
type session struct {
	*handler
	conn   *websocket.Conn
	graphs live.Source
	limits answer.Limits
	busy   sync.Mutex // held from when a message is there until its answer is written
}

// next answers the next message, false where there is none.
func (s *session) next(ctx context.Context) bool {
	kind, message, err := s.conn.Reader(ctx)
	if err != nil {
		return false
	}
	s.busy.Lock()
	defer s.busy.Unlock()
	b := s.buffers.Get().(*buffers)
	if b.in, err = s.read(message, b.in[:0]); err != nil {
		return false
	}
	b.out = s.answer(ctx, kind, b.in, b.out[:0])
	if len(b.out) == 0 {
		return false
	}
	err = s.conn.Write(ctx, kind, b.out)
	if cap(b.in) <= maxKeptBytes && cap(b.out) <= maxKeptBytes {
		s.buffers.Put(b)
	}
	return err == nil
}

// read reads all of a message. A client that takes too long over it is cut off.
func (s *session) read(message io.Reader, buf []byte) ([]byte, error) {
	late := time.AfterFunc(readWithin, func() { s.conn.CloseNow() })
	defer late.Stop()
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := message.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

// answer appends the answer to a message; nothing where the connection is to end.
func (s *session) answer(ctx context.Context, kind websocket.MessageType, in, out []byte) []byte {
	start := time.Now()
	m, err := readMessage(kind, in)
	switch {
	case err != nil:
	case m.list == nil:
		return s.single(ctx, m, out)
	case m.list.Len() > s.limits.Items:
		err = answer.Errorf(answer.CodeTooBig, "a list of %d queries: expected at most %d", m.list.Len(), s.limits.Items)
	default:
		out, err = s.list(ctx, m, m.appendHead(out))
		if err == nil {
			return m.appendTail(out, time.Since(start))
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return m.appendError(out[:0], answer.Of(err))
}

// single answers a message that is a query by itself.
func (s *session) single(ctx context.Context, m *message, out []byte) []byte {
	w := ask.NewWorker(ctx, s.graphs)
	defer w.EndOrAbandon()
	w.Begin()
	return w.Append(out, wire.Item{Text: m.text, Number: 1}, m.form())
}

// fewQueries is up to how many queries a list is not worth other goroutines.
const fewQueries = 8

// list appends the answers to a list, all on one graph.
func (s *session) list(ctx context.Context, m *message, out []byte) ([]byte, error) {
	same, release, err := ask.Hold(s.graphs)
	if err != nil {
		return out, err
	}
	defer release()
	within, cancel := context.WithTimeout(ctx, s.limits.Time)
	defer cancel()
	b := ask.Batch(within, same, m.list, func(w *ask.Worker, out []byte, x wire.Item) []byte {
		if x.Number > 1 {
			out = append(out, m.separator()...)
		}
		return w.Append(out, x, m.form())
	})
	if m.list.Len() <= fewQueries {
		return s.inTurn(within, same, m, out)
	}
	b.Interrupt = func() {}
	all := &collected{bytes: out}
	err = b.Run(ctx, all)
	var p *ask.Panic
	if errors.As(err, &p) {
		panic(p.Value)
	}
	return all.bytes, err
}

// inTurn answers a short list by itself.
func (s *session) inTurn(ctx context.Context, graphs live.Source, m *message, out []byte) ([]byte, error) {
	w := ask.NewWorker(ctx, graphs)
	defer w.EndOrAbandon()
	w.Begin()
	for range m.list.Len() {
		x, _, err := m.list.Next(nil)
		if err != nil {
			return out, err
		}
		if x.Number > 1 {
			out = append(out, m.separator()...)
		}
		out = w.Append(out, x, m.form())
	}
	return out, nil
}

// maxAnswerBytes is the longest answer to a message.
const maxAnswerBytes = 64 << 20

// collected are the answers of a list.
type collected struct{ bytes []byte }

func (c *collected) Write(p []byte) (int, error) {
	if len(c.bytes)+len(p) > maxAnswerBytes {
		return 0, answer.Errorf(answer.CodeTooBig, "the answers have more than %d bytes: ask in several messages", maxAnswerBytes)
	}
	c.bytes = append(c.bytes, p...)
	return len(p), nil
}

func (c *collected) Flush() error { return nil }
