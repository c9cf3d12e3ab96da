// Package ws answers queries of package wire over WebSockets. A message is a query or a list of them, in JSON or in a binary form;
// many may be sent before the first answer is there. Answers come in the order of the messages, in the form of each, with the time
// that it took. docs/API.md has the messages.
//
// A connection keeps no graph while it waits: each message is answered on the graph that is served then.
package ws

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
)

// Subprotocol is the name of the messages, for clients that ask for one. Those that do not get the same.
const Subprotocol = "graphbuild.v1"

// MaxMessageBytes is the longest message that is read; a longer one ends the connection with status 1009.
const MaxMessageBytes = 1 << 20

// Times of a connection.
const (
	pingEvery   = 30 * time.Second
	pongWithin  = 20 * time.Second // of a ping
	readWithin  = 30 * time.Second // from the first frame of a message to its last
	writeWithin = 30 * time.Second
)

// Routes returns the routes of the package.
func Routes() []answer.Route {
	h := new(handler)
	h.buffers.New = func() any { return new(buffers) }
	return []answer.Route{{Pattern: "GET /ws/v1", Name: "ws", Stream: h.serve}}
}

// handler is what all connections share.
type handler struct {
	buffers sync.Pool // of *buffers
}

// buffers are those of one message.
type buffers struct{ in, out []byte }

// maxKeptBytes is the largest buffer that is kept for another message.
const maxKeptBytes = 1 << 20

// serve answers the messages of a connection until it ends.
func (h *handler) serve(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error {
	if err := check(w, r); err != nil {
		return err
	}
	below := &hijacker{ResponseWriter: w}
	conn, err := websocket.Accept(below, r, &websocket.AcceptOptions{Subprotocols: []string{Subprotocol}, InsecureSkipVerify: true})
	if err != nil {
		return nil // it is answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(MaxMessageBytes)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	s := &session{handler: h, conn: conn, wire: below.conn, end: cancel, graphs: graphs, limits: answer.LimitsOf(ctx),
		room: answer.HeldOf(ctx).Budget, budget: answer.AnswersOf(ctx)}
	var watching sync.WaitGroup
	watching.Go(func() { s.watch(ctx, answer.Ending(ctx)) })
	for s.next(ctx) {
	}
	cancel()
	watching.Wait()
	return nil
}

// watch looks whether the client is still there, and says goodbye when the service ends.
func (s *session) watch(ctx context.Context, ending <-chan struct{}) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ending:
			s.busy.Lock() // what has begun is answered
			defer s.busy.Unlock()
			s.conn.Close(websocket.StatusGoingAway, "the service ends")
			return
		case <-tick.C:
			if !s.alive(ctx) {
				s.conn.CloseNow()
				return
			}
		}
	}
}

// alive asks the client for a pong. One that is being answered need not send it.
func (s *session) alive(ctx context.Context) bool {
	if !s.busy.TryLock() {
		return true
	}
	s.busy.Unlock()
	ctx, cancel := context.WithTimeout(ctx, pongWithin)
	defer cancel()
	err := s.conn.Ping(ctx)
	return err == nil || errors.Is(err, context.Canceled)
}

// hijacker hands out a connection that writes less often.
type hijacker struct {
	http.ResponseWriter
	conn *lazyConn // from when it was handed out
}

// Hijack returns the connection, see http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.conn = &lazyConn{Conn: conn}
	return h.conn, rw, nil
}
