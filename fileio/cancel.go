package fileio

import (
	"context"
	"errors"
	"runtime/debug"
)

// outcome is what became of a call.
type outcome[T any] struct {
	value    T
	err      error
	panicked any
}

// OrCancel returns what do returns, or the error of ctx as soon as it ends: what do still reads then does no harm. A panic of do
// becomes one of the caller, who can recover from it. What ends the goroutine of do without either, as a test that fails does, is an
// error.
func OrCancel[T any](ctx context.Context, do func() (T, error)) (T, error) {
	done := make(chan outcome[T], 1)
	go func() {
		o := outcome[T]{err: errors.New("it ended without a result")}
		defer func() {
			o.panicked = recover()
			done <- o
		}()
		debug.SetPanicOnFault(true) // do may read a mapped file that somebody cuts: see graph.WatchFaults
		o.value, o.err = do()
	}()
	select {
	case o := <-done:
		return o.result()
	case <-ctx.Done():
	}
	select {
	case o := <-done: // it was ready: select draws
		return o.result()
	default:
		var none T
		return none, context.Cause(ctx)
	}
}

func (o outcome[T]) result() (T, error) {
	if o.panicked != nil {
		panic(o.panicked)
	}
	return o.value, o.err
}
