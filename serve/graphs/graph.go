// Package graphs keeps graphs open for a service: each with its routers and a pool of searches that all requests share, and
// a set of them by name in which a new file takes the place of an old one while requests go on.
//
// A request takes a graph with Set.Acquire or a Source, asks a Search of it, and gives both back. A graph that was
// replaced is closed when the last request that uses it gives it back, so that no request ever sees half of each.
package graphs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// Graph is one opened file with what all requests share. It is immutable for its users, may be used by many goroutines, and
// is valid until it is given back.
type Graph struct {
	Name     string          // under which it is served
	File     *graph.Graph    // the graph itself; never close it
	Streets  *route.Router   // routes on its streets
	Journeys *transit.Router // journeys on its timetable, as planned
	// ETag is the strong entity tag of the bytes of the file, with its quotes, made of the checksums that the file states: the
	// same file has the same tag in every process.
	ETag     string
	Modified time.Time // of the file
	Loaded   time.Time // when it was opened

	source   io.ReaderAt // the file as it was opened, whatever has its name now; may be nil
	size     int64       // of source
	users    atomic.Int64
	giveBack func()                         // release, made once
	router   atomic.Pointer[transit.Router] // Journeys with messages of GTFS-Realtime; nil: there are none
	searches pool
	derived  sync.Map // of *once by key
	gate     *Gate
	sound    atomic.Pointer[verdict]
	broken   atomic.Pointer[verdict] // by what else than Verify it is not sound
}

// New returns a graph that was opened elsewhere, and which it closes when it is given back for the last time. source is the file
// that it lies in, of size bytes, or nil; it is closed too, where it can be. Modified is empty.
func New(name string, file *graph.Graph, source io.ReaderAt, size int64) *Graph {
	g := &Graph{Name: name, File: file, Streets: route.NewRouter(file), ETag: tagOf(file), Loaded: time.Now(), source: source, size: size}
	g.Journeys = transit.NewRouter(file, g.Streets)
	g.searches = newPool()
	g.users.Store(1)
	g.giveBack = g.release
	return g
}

// tagOf returns the tag of a file; those of graphs in memory have the same one.
func tagOf(file *graph.Graph) string {
	var digest [sha256.Size]byte
	if f := file.File(); f != nil {
		digest = f.Digest()
	}
	return `"` + hex.EncodeToString(digest[:12]) + `"`
}

// release gives the graph back; the last one to do so closes it.
func (g *Graph) release() {
	if g.users.Add(-1) > 0 {
		return
	}
	g.File.Close()
	if c, ok := g.source.(io.Closer); ok {
		c.Close()
	}
}

// acquire takes the graph unless it is closed.
func (g *Graph) acquire() bool {
	for {
		n := g.users.Load()
		if n <= 0 {
			return false
		}
		if g.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Whole returns graph.ErrChanged, and notes a Fault, where the file is no longer as long as it was when it was opened.
func (g *Graph) Whole() error {
	f, ok := g.source.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Size() != g.size {
		g.Fault()
		return graph.ErrChanged
	}
	return nil
}

// Source returns the file that the graph was opened from and its length in bytes, or nil. It is valid as long as the graph.
func (g *Graph) Source() (io.ReaderAt, int64) { return g.source, g.size }

// Enter waits for one of the places for work that the gate of the set has, and returns what gives it back. It
// fails with ErrBusy where too many wait already, and with the error of ctx where that is done first. Plain handlers are called
// with a place taken; those of streams take one for each piece of their work.
func (g *Graph) Enter(ctx context.Context) (leave func(), err error) { return g.gate.Enter(ctx) }

// Derived returns what make returned for this graph and key: it is called once, and its value goes away with the graph. The
// key should be of a type of the caller's package.
func (g *Graph) Derived(key any, make func() any) any {
	x, ok := g.derived.Load(key)
	if !ok {
		x, _ = g.derived.LoadOrStore(key, &once{})
	}
	o := x.(*once)
	o.Do(func() { o.value = make() })
	return o.value
}

type once struct {
	sync.Once
	value any
}
