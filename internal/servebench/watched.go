package main

import (
	"fmt"
	"sync"
	"time"

	"graphbuild/report"
)

// watched is a figure that must not grow after warm-up.
type watched struct {
	mu     sync.Mutex
	values []int64
	ended  chan struct{}
	done   chan struct{}
}

// newWatched looks at a figure 100 times within a time.
func newWatched(look func() int64, lasting time.Duration) *watched {
	w := &watched{ended: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(w.done)
		for {
			select {
			case <-w.ended:
				return
			case <-time.After(lasting / 100):
				w.mu.Lock()
				w.values = append(w.values, look())
				w.mu.Unlock()
			}
		}
	}()
	return w
}

// largest returns the largest value in a part of the time.
func (w *watched) largest(from, to float64) (most int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := float64(len(w.values))
	for _, v := range w.values[int(from*n):int(to*n)] {
		most = max(most, v)
	}
	return most
}

// early is what it was after warm-up: in the second quarter. late is what it was in the last quarter.
func (w *watched) early() int64 { return w.largest(0.25, 0.5) }
func (w *watched) late() int64  { return w.largest(0.75, 1) }

// stop ends it, and returns an error where the figure has grown by more than a tenth and some bytes.
func (w *watched) stop() error {
	close(w.ended)
	<-w.done
	if early, late := w.early(), w.late(); late > early+early/10+8<<20 {
		return fmt.Errorf("memory has grown from %s to %s", report.Bytes(early), report.Bytes(late))
	}
	return nil
}
