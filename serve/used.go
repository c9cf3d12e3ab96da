package serve

import (
	"sync"
	"weak"

	"graphbuild/serve/graphs"
)

// used is the graph that a request took last, which is not kept by it: a stream may wait for hours.
type used struct {
	mu    sync.Mutex // streams take graphs in several goroutines
	graph weak.Pointer[graphs.Graph]
}

func (u *used) note(g *graphs.Graph) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.graph = weak.Make(g)
}

// noting notes what a source hands out.
func (u *used) noting(source graphs.Source) graphs.Source {
	return func() (*graphs.Graph, func(), error) {
		g, release, err := source()
		if err == nil {
			u.note(g)
		}
		return g, release, err
	}
}

// fault marks the graph as one whose file changed.
func (u *used) fault() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if g := u.graph.Value(); g != nil {
		g.Fault()
	}
}
