package encode

import "sync/atomic"

// lazy is a view that is set up when it is first touched, once, whoever touches it.
type lazy[T any] struct {
	view atomic.Pointer[T]
	n    int
	from *section
	open func(*section) (*T, error)
}

// memory returns a view that is there already.
func memory[T any](v *T, rows int) *lazy[T] {
	l := &lazy[T]{n: rows}
	l.view.Store(v)
	return l
}

// later returns a view that open makes of a section. Where it fails the File keeps the error and open's view, which reads
// as zeros, stands for the section.
func later[T any](s *section, open func(*section) (*T, error)) *lazy[T] {
	if s == nil {
		return nil
	}
	l := &lazy[T]{n: s.rows, from: s, open: open}
	s.file.views = append(s.file.views, l)
	return l
}

// rows returns the number of rows that the directory states, without touching the section.
func (l *lazy[T]) rows() int { return l.n }

func (l *lazy[T]) get() *T {
	if v := l.view.Load(); v != nil {
		return v
	}
	return l.load()
}

func (l *lazy[T]) load() *T {
	f := l.from.file
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		panic(ErrClosed)
	}
	if v := l.view.Load(); v != nil {
		return v
	}
	v, err := l.open(l.from)
	if err != nil {
		f.fail(l.from.corrupt(err))
	}
	l.view.Store(v)
	return v
}

// drop forgets the view: the bytes are gone.
func (l *lazy[T]) drop() { l.view.Store(nil) }

// dropper is any lazy view.
type dropper interface{ drop() }
