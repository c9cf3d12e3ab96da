package graphs

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"graphbuild/facts"
)

// ErrUnknown is returned where no graph has the name.
var ErrUnknown = errors.New("no graph has this name")

// Set is the graphs that are served, by name. It may be used by many goroutines.
type Set struct {
	gate *Gate

	mu     sync.RWMutex // guards the rest
	names  []string     // in the order of Add
	graphs map[string]*entry
}

// entry is a name in the set.
type entry struct {
	open    Opener     // nil: it cannot be replaced
	replace sync.Mutex // one after another
	current *Graph
	news    *news // messages of GTFS-Realtime for it, or nil
}

// Source hands out the graph of one name as it is at that time: what a stream asks anew for each query, so that an old graph is
// not kept open by it.
type Source func() (g *Graph, release func(), err error)

// NewSet returns an empty set, whose graphs share a gate, which may be nil.
func NewSet(gate *Gate) *Set { return &Set{gate: gate, graphs: map[string]*entry{}} }

// Gate returns the gate that the graphs share, which may be nil.
func (s *Set) Gate() *Gate { return s.gate }

// Open opens a graph and adds it under a name, which must be new.
func (s *Set) Open(name string, open Opener) error {
	g, err := open(name)
	if err != nil {
		return err
	}
	return s.add(g, open)
}

// Add adds a graph under its name, and closes it when the set is closed, or at once where there is one of this name, which is an
// error. It cannot be replaced.
func (s *Set) Add(g *Graph) error { return s.add(g, nil) }

func (s *Set) add(g *Graph, open Opener) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graphs[g.Name] != nil {
		g.release()
		return fmt.Errorf("two graphs have the name %q", g.Name)
	}
	g.gate = s.gate
	s.names = append(s.names, g.Name)
	s.graphs[g.Name] = &entry{open: open, current: g}
	return nil
}

// Names returns the names of the graphs in the order in which they were added.
func (s *Set) Names() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return append([]string(nil), s.names...)
}

// Acquire returns the graph of a name, "" being the first, and what gives it back, to be called once. It fails with ErrUnknown.
func (s *Set) Acquire(name string) (*Graph, func(), error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	e := s.entry(name)
	if e == nil || !e.current.acquire() {
		return nil, nil, fmt.Errorf("%w: %q", ErrUnknown, name)
	}
	return e.current, e.current.giveBack, nil
}

// entry returns the entry of a name or nil; the lock is held.
func (s *Set) entry(name string) *entry {
	if name == "" && len(s.names) > 0 {
		name = s.names[0]
	}
	return s.graphs[name]
}

// Source returns the source of a name, which fails with ErrUnknown, and with graph.ErrDamaged where the graph is known not to be sound.
func (s *Set) Source(name string) Source {
	return func() (*Graph, func(), error) {
		g, release, err := s.Acquire(name)
		if err != nil {
			return nil, nil, err
		}
		if err := g.Usable(); err != nil {
			release()
			return nil, nil, err
		}
		return g, release, nil
	}
}

// Replace opens the file of a name anew, checks all of it, and puts it in the place of the graph that is served, which is
// closed when it is given back for the last time. On an error that one stays, and where the file is the same one and usable. It
// reports whether there is a new graph. It fails with ErrUnknown where there is no such name, or the set is closed.
func (s *Set) Replace(name string) (changed bool, err error) {
	s.mu.RLock()
	e := s.entry(name)
	s.mu.RUnlock()
	if e == nil {
		return false, fmt.Errorf("%w: %q", ErrUnknown, name)
	}
	if e.open == nil {
		return false, fmt.Errorf("the graph %q was opened from no file", name)
	}
	e.replace.Lock() // from here on, nobody else changes e.current
	defer e.replace.Unlock()
	old := e.current
	g, err := e.open(old.Name)
	if err != nil {
		return false, err
	}
	if g.ETag == old.ETag && sameFile(g, old) && old.Usable() == nil {
		g.release()
		return false, nil
	}
	if err := g.Verify(); err != nil {
		g.release()
		return false, err
	}
	if err := g.Warm(facts.Car, facts.Bike, facts.Walk); err != nil {
		g.release()
		return false, err
	}
	if e.news != nil {
		g.follow(e.news)
	}
	if err := s.swap(e, g); err != nil {
		g.release()
		return false, err
	}
	return true, nil
}

// swap puts a graph in the place of the one of an entry. It fails with ErrUnknown where the set was closed meanwhile, which has given
// back the old one.
func (s *Set) swap(e *entry, g *Graph) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graphs[g.Name] != e {
		return fmt.Errorf("%w: %q", ErrUnknown, g.Name)
	}
	g.gate = s.gate
	e.current.release()
	e.current = g
	return nil
}

// sameFile reports whether two graphs were opened from the same file on disk, or from none: equal bytes are not enough, as they do
// not share what becomes of the file.
func sameFile(a, b *Graph) bool {
	f, ok1 := a.source.(*os.File)
	g, ok2 := b.source.(*os.File)
	if !ok1 || !ok2 {
		return ok1 == ok2
	}
	x, err1 := f.Stat()
	y, err2 := g.Stat()
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// Close removes all graphs; those in use are closed when they are given back.
func (s *Set) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.graphs {
		e.current.release()
	}
	s.names, s.graphs = nil, map[string]*entry{}
}
