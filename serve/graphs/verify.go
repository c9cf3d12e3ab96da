package graphs

import (
	"fmt"

	"graphbuild/facts"
	"graphbuild/graph"
)

// verdict is what a look at the graph found.
type verdict struct{ err error }

// Verify checks all of the file and every invariant of the graph, and keeps the result for Sound. It returns the first problem.
// It also reads the timetables, and what queries without a way need, so that no request has to wait for that.
func (g *Graph) Verify() (err error) {
	graph.WatchFaults()
	defer func() { g.sound.Store(&verdict{err}) }()
	defer g.recoverTo(&err)
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

// Warm reads what the first query of each of these modes would wait for. Where that fails the graph is not Usable from here on: what
// its searches share would be half initialized.
func (g *Graph) Warm(modes ...facts.Mode) (err error) {
	graph.WatchFaults()
	defer func() {
		if err != nil {
			g.broken.CompareAndSwap(nil, &verdict{err})
		}
	}()
	defer g.recoverTo(&err)
	for _, m := range modes {
		g.Streets.Warm(m)
	}
	return nil
}

// recoverTo makes a panic of what reads the graph, or a message, an error; that of a file that changed is a Fault too. It is for
// defer, as recover is.
func (g *Graph) recoverTo(err *error) {
	r := recover()
	if r == nil {
		return
	}
	if *err = graph.FaultOf(r); *err != nil {
		g.Fault()
		return
	}
	*err = fmt.Errorf("it cannot be read: %v", r)
}

// Fault notes that the file changed while it was read: the graph is not Usable from here on, whatever Verify finds.
func (g *Graph) Fault() { g.broken.CompareAndSwap(nil, &verdict{graph.ErrChanged}) }

// Sound returns the result of Verify, or after a Fault or a Warm that failed the error of that; known is false where there is none.
func (g *Graph) Sound() (err error, known bool) {
	for _, v := range [...]*verdict{g.broken.Load(), g.sound.Load()} {
		if v != nil {
			return v.err, true
		}
	}
	return nil, false
}

// Usable returns graph.ErrDamaged where the graph is known not to be sound: see Sound, or as a section that was touched could not be
// read. What was read meanwhile may be wrong.
func (g *Graph) Usable() error {
	if err, _ := g.Sound(); err != nil || g.File.Err() != nil {
		return graph.ErrDamaged
	}
	return nil
}
