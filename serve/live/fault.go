package live

import (
	"errors"
	"runtime/debug"
)

// ErrChanged is the error of a graph file that was cut or written to while it was mapped. Renaming over it, as build does,
// does no harm.
var ErrChanged = errors.New("the graph file changed while it was read: put a new file in its place by renaming, not by writing into it")

// WatchFaults makes a read of a part of a mapped file that is gone a panic of this goroutine, see FaultOf. Every goroutine that
// reads graphs should begin with it; those of requests do.
func WatchFaults() { debug.SetPanicOnFault(true) }

// FaultOf returns ErrChanged for such a panic, else nil.
func FaultOf(panicked any) error {
	if _, ok := panicked.(interface {
		error
		Addr() uintptr
	}); ok {
		return ErrChanged
	}
	return nil
}
