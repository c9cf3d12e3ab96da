package main

import (
	"fmt"

	"graphbuild/graph"
	"graphbuild/remote"
)

// openGraph opens a graph file, or one on a web server, of which it reads what is touched.
func openGraph(s *session, path string, opts ...graph.Option) (*graph.Graph, error) {
	if !remote.IsURL(path) {
		return graph.Open(path, opts...)
	}
	f, err := remote.Open(s.ctx, path)
	if err != nil {
		return nil, err
	}
	g, err := graph.OpenReaderAt(f, f.Size(), opts...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", remote.Redacted(path), err)
	}
	return g, nil
}
