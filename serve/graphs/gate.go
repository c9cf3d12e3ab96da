package graphs

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrBusy is returned where as many wait as may wait.
var ErrBusy = errors.New("too many requests are waiting")

// Gate lets a number of callers work at once, and a number of others wait for them. A nil Gate lets all of them in.
type Gate struct {
	places  chan struct{}
	leave   func() // gives a place back, made once
	queue   int64
	waiting atomic.Int64
}

// NewGate returns a gate for so many at once, at least 1, and so many that wait.
func NewGate(places, queue int) *Gate {
	g := &Gate{places: make(chan struct{}, max(places, 1)), queue: int64(queue)}
	g.leave = func() { <-g.places }
	return g
}

// Enter waits for a place and returns what gives it back, to be called once. It fails with ErrBusy where the queue is full, and
// with the error of ctx.
func (g *Gate) Enter(ctx context.Context) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	select {
	case g.places <- struct{}{}:
		return g.leave, nil
	default:
	}
	if g.waiting.Add(1) > g.queue {
		g.waiting.Add(-1)
		return nil, ErrBusy
	}
	defer g.waiting.Add(-1)
	select {
	case g.places <- struct{}{}:
		return g.leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Working returns how many are inside.
func (g *Gate) Working() int { return len(g.places) }

// Waiting returns how many wait.
func (g *Gate) Waiting() int { return int(g.waiting.Load()) }
