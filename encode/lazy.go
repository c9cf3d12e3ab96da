package encode

import (
	"sync"
	"sync/atomic"
)

// lazy is a view that is set up when it is first touched, once, whoever touches it.
type lazy[T any] struct {
	view atomic.Pointer[T]
	n    int
	once sync.Once
	from *section
	open func(*section) (*T, error)
}

// memory returns a lazy view that is there already.
func memory[T any](v *T, rows int) *lazy[T] {
	l := &lazy[T]{n: rows}
	l.view.Store(v)
	return l
}

// later returns a view that open makes of a section. Where it fails the File keeps the error and the view is that of an
// empty section, which reads as zeros.
func later[T any](s *section, open func(*section) (*T, error)) *lazy[T] {
	return &lazy[T]{n: s.rows, from: s, open: open}
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
	l.once.Do(func() {
		v, err := l.open(l.from)
		if err != nil {
			l.from.file.fail(err)
		}
		l.view.Store(v)
	})
	return l.view.Load()
}
