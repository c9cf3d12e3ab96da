package answer

import (
	"context"
	"sync"
	"time"
)

// Within returns a context that ends with ctx, and after a time. end gives back what it takes; it must not be used after that. Other
// than that of context.WithTimeout it has a timer only where somebody asks for Done: searches ask for Err alone, and to begin and end
// a timer and its place in ctx takes as long as a look-up.
func Within(ctx context.Context, limit time.Duration) (timed context.Context, end func()) {
	w := &within{Context: ctx, deadline: time.Now().Add(limit)}
	return w, w.end
}

type within struct {
	context.Context
	deadline time.Time
	mu       sync.Mutex // guards the rest
	timed    context.Context
	cancel   context.CancelFunc // of timed; nil as long as nobody asked for Done
}

// Deadline returns when it ends at the latest.
func (w *within) Deadline() (time.Time, bool) {
	if at, ok := w.Context.Deadline(); ok && at.Before(w.deadline) {
		return at, true
	}
	return w.deadline, true
}

// Done makes the timer.
func (w *within) Done() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel == nil {
		w.timed, w.cancel = context.WithDeadline(w.Context, w.deadline)
	}
	return w.timed.Done()
}

// Err looks at the clock where there is no timer.
func (w *within) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		return w.timed.Err()
	}
	if err := w.Context.Err(); err != nil {
		return err
	}
	if time.Now().Before(w.deadline) {
		return nil
	}
	return context.DeadlineExceeded
}

func (w *within) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		w.cancel()
	}
}
