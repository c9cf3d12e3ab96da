package fileio

import (
	"context"
	"runtime/debug"
)

// OrCancel returns what do returns, or the error of ctx as soon as it ends: what do still reads then does no harm. A panic of do
// becomes one of the caller, who can recover from it.
func OrCancel[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type outcome struct {
		value    T
		err      error
		panicked any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panicked = recover()
			done <- o
		}()
		debug.SetPanicOnFault(true) // do may read a mapped file that somebody cuts: see graph.WatchFaults
		o.value, o.err = do()
	}()
	select {
	case o := <-done:
		if o.panicked != nil {
			panic(o.panicked)
		}
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
