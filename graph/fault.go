package graph

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// ErrChanged is the error of a graph file that was cut or written to while it was mapped: reading what is gone of it faults, which
// ends a program that does not WatchFaults. Renaming over it, as build does, does no harm.
var ErrChanged = errors.New("the graph file changed while it was read: put a new file in its place by renaming, not by writing into it")

// ErrDamaged is the error of a graph that was checked and is not sound.
var ErrDamaged = errors.New("the graph is damaged")

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

// DamageOf returns the error of a panic of code that reads a graph: that of FaultOf, or where an id out of range may be the cause,
// ErrDamaged with the first problem that Verify of the graph finds. It is nil where the graph is sound, and for other panics: they
// are faults of the program.
func DamageOf(panicked any, g *Graph) error {
	if err := FaultOf(panicked); err != nil {
		return err
	}
	if _, ok := panicked.(runtime.Error); !ok {
		return nil
	}
	if problem := g.Verify(func(error) {}); problem != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, problem)
	}
	return nil
}
