// Package stop lets a long search look now and then whether anybody still waits for it.
package stop

import "context"

// every is how many questions a watch answers from memory before it looks again: some tens of microseconds of a search.
const every = 256

// Watch tells whether a context is done. Asking costs next to nothing. The zero Watch watches nothing. It is for one
// goroutine.
type Watch struct {
	ctx   context.Context
	asked uint
	err   error
}

// Set has the watch look at a context from now on; nil is as good as one that never ends. It asks the context for nothing but Err, as
// one may make a timer only when it is asked for Done.
func (w *Watch) Set(ctx context.Context) { *w = Watch{ctx: ctx} }

// Stopped reports whether the context is done, up to 256 questions late. Once it is, that does not change.
func (w *Watch) Stopped() bool {
	if w.ctx == nil {
		return false
	}
	w.asked++
	return w.err != nil || w.asked%every == 0 && w.Err() != nil
}

// Err looks at the context and returns its error, nil while it is not done.
func (w *Watch) Err() error {
	if w.ctx != nil && w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err
}
