package ws

import (
	"context"
	"io"

	"github.com/coder/websocket"

	"graphbuild/serve/answer"
)

// fragmentBytes is how much of the answer to a message is kept before it goes out: an answer of more bytes has several frames, so
// that a list of any length takes little memory.
const fragmentBytes = 64 << 10

// reply is the answer to a message on its way out.
type reply struct {
	ctx     context.Context
	conn    *websocket.Conn
	kind    websocket.MessageType
	held    answer.Held
	buf     []byte         // what is to go out
	message io.WriteCloser // nil as long as nothing did
}

// Write adds answers of a list, which held has counted.
func (r *reply) Write(p []byte) (int, error) {
	defer r.held.Give(len(p))
	if len(r.buf)+len(p) <= fragmentBytes {
		r.buf = append(r.buf, p...)
		return len(p), nil
	}
	if err := r.send(r.buf); err != nil {
		return 0, err
	}
	r.buf = r.buf[:0]
	return len(p), r.send(p)
}

// Flush does nothing: programs get a message when all of it is there.
func (r *reply) Flush() error { return nil }

// refuse sends an error in place of the answer, of which nothing went out.
func (r *reply) refuse(m *message, err error) error {
	r.buf = m.appendError(r.buf[:0], answer.Of(err))
	return r.end()
}

// send sends a frame that is not the last.
func (r *reply) send(p []byte) (err error) {
	if r.message == nil {
		if r.message, err = r.conn.Writer(r.ctx, r.kind); err != nil {
			return err
		}
	}
	_, err = r.message.Write(p)
	return err
}

// end sends the rest.
func (r *reply) end() error {
	if r.message == nil {
		return r.conn.Write(r.ctx, r.kind, r.buf)
	}
	if err := r.send(r.buf); err != nil {
		return err
	}
	return r.message.Close()
}
