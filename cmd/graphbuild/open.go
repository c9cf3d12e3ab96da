package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"graphbuild/fileio"
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

// closeGraph closes a graph, for defer. A panic of the command, which may come of ids out of range in the file, becomes *err where
// the graph is damaged.
func closeGraph(g *graph.Graph, path string, err *error) {
	defer g.Close()
	p := recover()
	if p == nil {
		return
	}
	if *err = damageOf(p, g, path); *err == nil {
		panic(p)
	}
}

// damageOf is graph.DamageOf with the name of the file.
func damageOf(panicked any, g *graph.Graph, path string) error {
	err := graph.DamageOf(panicked, g)
	if errors.Is(err, graph.ErrDamaged) {
		return fmt.Errorf("%s: %w (graphbuild verify lists all problems)", remote.Redacted(path), err)
	}
	return err
}

// stdio is the name of stdin, or stdout, in place of a file.
const stdio = "-"

// openInput opens a file, or stdin.
func openInput(s *session, path string) (io.ReadCloser, error) {
	if path == stdio {
		return io.NopCloser(s.in), nil
	}
	return os.Open(path)
}

// errGraphToStdout refuses stdout as the output of a command that writes a graph file.
func errGraphToStdout(command string) error {
	return usageError("%s: output -: a graph cannot be written to stdout: name a file", command)
}

// checkGeoJSON refuses a --geojson that would be lost, or mixed with JSON on stdout.
func checkGeoJSON(s *session, path string, inputs ...string) error {
	switch {
	case path == stdio && s.json:
		return usageError("--geojson -: stdout has the document of --json: name a file")
	case path == "" || path == stdio:
		return nil
	}
	return fileio.CheckText(path, inputs...)
}
