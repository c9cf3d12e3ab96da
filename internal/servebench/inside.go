package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"

	"graphbuild/serve"
	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
	"graphbuild/wire"
)

// inside answers questions in this process, without connections.
type inside struct {
	set    *graphs.Set
	server http.Handler
}

func openInside(path string) (*inside, error) {
	set := graphs.NewSet(nil)
	if err := set.Open("graph", graphs.File(path)); err != nil {
		return nil, err
	}
	return &inside{set, serve.New(set, serve.Routes(streets.Options{}), serve.Options{})}, nil
}

func (in *inside) close() { in.set.Close() }

// requests answers questions as requests, one after another.
func (in *inside) requests(list []question) {
	w := &nowhere{http.Header{}}
	for _, q := range list {
		clear(w.header)
		in.server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, q.path, nil))
	}
}

// queries answers questions as queries of batches, in a number of goroutines that take one after another: what a batch cannot take
// less than.
func (in *inside) queries(list []question, goroutines int) error {
	g, release, err := in.set.Acquire("")
	if err != nil {
		return err
	}
	defer release()
	var next atomic.Int64
	var running sync.WaitGroup
	for range goroutines {
		running.Go(func() {
			search := g.Search(context.Background())
			s := ask.Searcher(g, search, answer.Default())
			var out []byte
			for i := next.Add(1); int(i) <= len(list); i = next.Add(1) {
				a := s.AnswerText(wire.Item{Number: int(i), Text: []byte(list[i-1].line)}, "query")
				out = a.AppendJSON(out[:0])
			}
			search.Release()
		})
	}
	running.Wait()
	return nil
}
