package live

import (
	"fmt"

	"graphbuild/facts"
)

// verdict is what Verify found.
type verdict struct{ err error }

// Verify checks all of the file and every invariant of the graph, and keeps the result for Sound. It returns the first problem.
// It also reads the timetables, and what queries without a way need, so that no request has to wait for that.
func (g *Graph) Verify() (err error) {
	WatchFaults()
	defer func() {
		if r := recover(); r != nil {
			if err = FaultOf(r); err == nil {
				err = fmt.Errorf("the check of the graph failed: %v", r)
			}
		}
		g.sound.Store(&verdict{err})
	}()
	if err := g.File.Verify(func(error) {}); err != nil {
		return err
	}
	for m := facts.Walk; m <= facts.Car; m++ {
		g.Streets.WarmAll(m)
	}
	if g.File.NumTrips() == 0 {
		return nil
	}
	return g.Journeys.Prepare()
}

// Warm reads what the first query of each of these modes would wait for. A file that changed meanwhile is a Fault.
func (g *Graph) Warm(modes ...facts.Mode) {
	WatchFaults()
	defer func() {
		r := recover()
		switch {
		case r == nil:
		case FaultOf(r) == nil:
			panic(r)
		default:
			g.Fault()
		}
	}()
	for _, m := range modes {
		g.Streets.Warm(m)
	}
}

// Fault notes that the file changed while it was read: the graph is not Usable from here on, whatever Verify finds.
func (g *Graph) Fault() { g.fault.Store(true) }

// Sound returns the result of Verify, or ErrChanged after a Fault; known is false where there is neither.
func (g *Graph) Sound() (err error, known bool) {
	if g.fault.Load() {
		return ErrChanged, true
	}
	if v := g.sound.Load(); v != nil {
		return v.err, true
	}
	return nil, false
}

// Usable returns ErrDamaged where the graph is known not to be sound: by Verify, by a Fault, or as a section that was touched could not be
// read. What was read meanwhile may be wrong.
func (g *Graph) Usable() error {
	if err, _ := g.Sound(); err != nil || g.File.Err() != nil {
		return ErrDamaged
	}
	return nil
}
