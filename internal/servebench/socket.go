package main

import (
	"context"
	"fmt"
	"time"

	"github.com/coder/websocket"
)

// socket asks over one WebSocket.
type socket struct {
	c   *websocket.Conn
	ctx context.Context
}

// maxMessageBytes is the longest answer that is taken.
const maxMessageBytes = 64 << 20

func dialSocket(address string, protocols ...string) (*socket, error) {
	ctx := context.Background()
	c, _, err := websocket.Dial(ctx, "ws://"+address+"/ws/v1", &websocket.DialOptions{Subprotocols: protocols})
	if err != nil {
		return nil, err
	}
	c.SetReadLimit(maxMessageBytes)
	return &socket{c, ctx}, nil
}

func (s *socket) close() { s.c.CloseNow() }

func (s *socket) send(text string) error {
	return s.c.Write(s.ctx, websocket.MessageText, []byte(text))
}

// receive returns the next message.
func (s *socket) receive() ([]byte, error) {
	_, b, err := s.c.Read(s.ctx)
	return b, err
}

func (s *socket) ask(q question) (x spent, err error) {
	start := time.Now()
	if err := s.send(q.line); err != nil {
		return x, err
	}
	sent := time.Now()
	b, err := s.receive()
	if err != nil {
		return x, err
	}
	end := time.Now()
	return spent{send: sent.Sub(start), server: end.Sub(sent), total: end.Sub(start), work: timeIn(b)}, nil
}

// pipelined sends all questions before it waits for the answers.
func (s *socket) pipelined(list []question) error {
	sent := make(chan error, 1)
	go func() {
		for _, q := range list {
			if err := s.send(q.line); err != nil {
				sent <- err
				return
			}
		}
		sent <- nil
	}()
	for range list {
		if _, err := s.receive(); err != nil {
			return fmt.Errorf("pipelined: %w", err)
		}
	}
	return <-sent
}

// list sends all questions in one message, and returns the list of answers.
func (s *socket) list(list []question) ([]byte, error) {
	if err := s.send(listOf(list)); err != nil {
		return nil, err
	}
	return s.receive()
}
