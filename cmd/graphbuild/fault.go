package main

import (
	"errors"
	"runtime/debug"
)

// errChanged is the error of a graph file that was cut or written to while it was mapped. Renaming over it, as build does,
// does no harm.
var errChanged = errors.New("the graph file changed while it was read: put a new file in its place by renaming, not by writing into it")

// watchFaults makes a read of a part of a mapped file that is gone a panic of this goroutine, see faultOf.
func watchFaults() { debug.SetPanicOnFault(true) }

// faultOf returns errChanged for such a panic, else nil.
func faultOf(panicked any) error {
	if _, ok := panicked.(interface {
		error
		Addr() uintptr
	}); ok {
		return errChanged
	}
	return nil
}
