package ws

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// session is a connection.
type session struct {
	*handler
	conn   *websocket.Conn
	wire   *lazyConn // below conn
	end    func()    // ends the context of the connection
	graphs graphs.Source
	limits answer.Limits
	room   *answer.Budget // of messages
	budget *answer.Budget // of answers
	busy   sync.Mutex     // held from when a message is there until its answer is written
}

// next answers the next message, false where there is none.
func (s *session) next(ctx context.Context) bool {
	kind, message, err := s.conn.Reader(ctx)
	if err != nil {
		return false
	}
	s.busy.Lock()
	defer s.busy.Unlock()
	held := answer.Held{Budget: s.room}
	defer held.Release()
	b := s.buffers.Get().(*buffers)
	var refused error
	if b.in, err = s.read(message, b.in[:0], &held); errors.Is(err, answer.ErrBodies) {
		refused = err
	} else if err != nil {
		return false
	}
	defer s.wire.watch(s.end)()
	out := &reply{ctx: ctx, conn: s.conn, kind: kind, held: answer.Held{Budget: s.budget}, buf: b.out[:0]}
	defer out.held.Release()
	if refused != nil {
		err = out.refuse(newMessage(kind), refused)
	} else {
		err = s.answer(out, b.in)
	}
	b.out = out.buf
	if cap(b.in) <= maxKeptBytes && cap(b.out) <= maxKeptBytes {
		s.buffers.Put(b)
	}
	return err == nil
}

// leastRoom is how much room a message takes at first; it is doubled as more comes.
const leastRoom = 512

// read reads all of a message, and takes the room for it as it comes. Where there is none it reads the rest, keeps nothing, and
// returns answer.ErrBodies. A client that takes too long over it is cut off.
func (s *session) read(message io.Reader, buf []byte, held *answer.Held) ([]byte, error) {
	late := time.AfterFunc(readWithin, func() { s.conn.CloseNow() })
	defer late.Stop()
	for room := 0; ; {
		if len(buf) == room {
			more := max(room, leastRoom)
			if !held.Take(more) {
				_, err := io.Copy(io.Discard, message)
				return buf[:0], cmp.Or(err, error(answer.ErrBodies))
			}
			room += more
			buf = slices.Grow(buf, more)
		}
		n, err := message.Read(buf[len(buf):room])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

// answer answers a message. On an error the connection is to end.
func (s *session) answer(out *reply, in []byte) error {
	start := time.Now()
	m, err := readMessage(out.kind, in)
	switch {
	case err != nil:
	case m.list == nil:
		s.single(out, m)
		return out.end()
	case m.list.Len() > s.limits.Items:
		err = answer.Errorf(answer.CodeTooBig, "a list of %d queries: expected at most %d", m.list.Len(), s.limits.Items)
	default:
		out.buf = m.appendHead(out.buf)
		if err = s.list(out, m); err == nil {
			out.buf = m.appendTail(out.buf, time.Since(start))
			return out.end()
		}
	}
	if out.ctx.Err() != nil || out.message != nil { // what has begun cannot become an error
		return err
	}
	return out.refuse(m, err)
}

// single answers a message that is a query by itself.
func (s *session) single(out *reply, m *message) {
	w := ask.NewWorker(out.ctx, s.graphs, &out.held)
	defer w.EndOrAbandon()
	w.Begin()
	out.buf = w.Append(out.buf, wire.Item{Text: m.text, Number: 1}, m.form())
}

// fewQueries is up to how many queries a list is not worth other goroutines.
const fewQueries = 8

// list answers a list, all on one graph.
func (s *session) list(out *reply, m *message) error {
	same, release, err := ask.Hold(s.graphs)
	if err != nil {
		return err
	}
	defer release()
	within, cancel := context.WithTimeout(out.ctx, s.limits.Time)
	defer cancel()
	if m.list.Len() <= fewQueries {
		return inTurn(within, same, m, out)
	}
	q := ask.Queries{Graphs: same, From: m.list, Form: m.form(), Answers: &out.held}
	b := q.Batch(within)
	b.Interrupt = func() {}
	err = b.Run(out.ctx, out)
	var p *ask.Panic
	if errors.As(err, &p) {
		panic(p.Value)
	}
	return err
}

// inTurn answers a short list by itself.
func inTurn(ctx context.Context, graphs graphs.Source, m *message, out *reply) error {
	w := ask.NewWorker(ctx, graphs, &out.held)
	defer w.EndOrAbandon()
	w.Begin()
	for range m.list.Len() {
		x, _, err := m.list.Next(nil)
		if err != nil {
			return err
		}
		out.buf = w.Append(out.buf, x, m.form())
	}
	return nil
}
