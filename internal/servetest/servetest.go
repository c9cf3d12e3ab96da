// Package servetest has services for tests: on the sample graph, or on a file, behind a port of this machine.
package servetest

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/samplegraph"
	"graphbuild/serve"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
)

// Service is a service under test. It ends with the test.
type Service struct {
	tb     testing.TB
	URL    string // http://127.0.0.1:port
	Set    *graphs.Set
	Server *serve.Server
	Stop   func() // ends it before the test does, gracefully
	Client *http.Client
}

// Sample returns a service of the sample graph, named sample.
func Sample(tb testing.TB, o serve.Options) *Service {
	tb.Helper()
	g := samplegraph.Open(tb)
	data := samplegraph.Bytes(tb)
	return start(tb, o, func(set *graphs.Set) error {
		return set.Add(graphs.New("sample", g, bytes.NewReader(data), int64(len(data))))
	})
}

// File returns a service of a file, named file, that can be replaced.
func File(tb testing.TB, path string, o serve.Options) *Service {
	tb.Helper()
	return start(tb, o, func(set *graphs.Set) error { return set.Open("file", graphs.File(path)) })
}

func start(tb testing.TB, o serve.Options, fill func(*graphs.Set) error) *Service {
	tb.Helper()
	if o.Limits == (answer.Limits{}) {
		o.Limits = answer.Default()
		o.Limits.Workers = runtime.GOMAXPROCS(0)
	}
	gate := graphs.NewGate(runtime.GOMAXPROCS(0), 10_000)
	set := graphs.NewSet(gate)
	if err := fill(set); err != nil {
		tb.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	s := &Service{tb: tb, URL: "http://" + l.Addr().String(), Set: set, Client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}}
	s.Server = serve.New(set, serve.Routes(streets.Options{}), o)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Server.Serve(ctx, l) }()
	ended := false
	s.Stop = func() {
		if cancel(); ended {
			return
		}
		ended = true
		select {
		case err := <-done:
			if err != nil {
				tb.Errorf("the service ends with %v", err)
			}
		case <-time.After(20 * time.Second):
			tb.Error("the service does not end")
		}
	}
	tb.Cleanup(func() {
		s.Client.CloseIdleConnections()
		s.Stop()
		set.Close()
	})
	return s
}

// Get returns the status and the body of an answer.
func (s *Service) Get(path string) (int, string) {
	s.tb.Helper()
	r, err := s.Client.Get(s.URL + path)
	return s.read(r, err)
}

// Post sends a body of a type.
func (s *Service) Post(path, kind, body string) (int, string) {
	s.tb.Helper()
	r, err := s.Client.Post(s.URL+path, kind, strings.NewReader(body))
	return s.read(r, err)
}

func (s *Service) read(r *http.Response, err error) (int, string) {
	s.tb.Helper()
	if err != nil {
		s.tb.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.tb.Fatal(err)
	}
	return r.StatusCode, string(body)
}

// Town builds the graph of a map, such as one that was drawn, and serves it to handlers under the name town.
func Town(tb testing.TB, path string) *graphs.Set {
	tb.Helper()
	out := filepath.Join(tb.TempDir(), "town.graph")
	c := build.Config{Inputs: []build.Input{{Path: path}}, Output: out, Jobs: 1}
	if _, err := build.Run(context.Background(), c); err != nil {
		tb.Fatal(err)
	}
	g, err := graph.Open(out)
	if err != nil {
		tb.Fatal(err)
	}
	set := graphs.NewSet(nil)
	if err := set.Add(graphs.New("town", g, nil, 0)); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(set.Close)
	return set
}
