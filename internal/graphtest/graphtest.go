// Package graphtest builds graphs for tests from maps and feeds in files: those of asciimap and feedtest, or any others.
package graphtest

import (
	"cmp"
	"path/filepath"
	"testing"

	"graphbuild/build"
	"graphbuild/graph"
)

// Inputs returns files as inputs of a build, to be told apart by content.
func Inputs(paths ...string) []build.Input {
	var list []build.Input
	for _, p := range paths {
		list = append(list, build.Input{Path: p})
	}
	return list
}

// File builds a graph, whose output and builder need no name, and returns the path of its file, which goes with the test.
func File(tb testing.TB, c build.Config) string {
	tb.Helper()
	c.Output = cmp.Or(c.Output, filepath.Join(tb.TempDir(), "test.graph"))
	c.Builder = cmp.Or(c.Builder, "test")
	if _, err := build.Run(tb.Context(), c); err != nil {
		tb.Fatal(err)
	}
	return c.Output
}

// Open builds a graph as File does and opens it. It is closed when the test ends.
func Open(tb testing.TB, c build.Config) *graph.Graph {
	tb.Helper()
	g, err := graph.Open(File(tb, c))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { g.Close() })
	return g
}
