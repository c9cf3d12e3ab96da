// Package samplegraph builds the graph that `make sample` builds, for tests: Delaware with a small feed in Wilmington.
package samplegraph

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/shared"
)

// Open returns the graph, built once in the process and kept in memory. It must not be closed. A short test is skipped: it
// takes a second.
func Open(tb testing.TB) *graph.Graph {
	tb.Helper()
	g, err := graph.Load(Bytes(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// Bytes returns the file of the graph, which must not be changed.
func Bytes(tb testing.TB) []byte {
	tb.Helper()
	if testing.Short() {
		tb.Skip("builds the graph of Delaware")
	}
	data, err := built(shared.Root(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// built keeps the file, since the root of the repository is the same for all tests.
var built = once(func(root string) ([]byte, error) {
	osm, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	dir, err := os.MkdirTemp("", "samplegraph")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := build.Config{
		Inputs: []build.Input{
			{Path: filepath.Join(strings.TrimSpace(string(osm)), "testdata", "delaware-latest.osm.pbf")},
			{Path: filepath.Join(root, "testdata", "wilmington"), Label: "wilmington"},
		},
		Output: filepath.Join(dir, "sample.graph"),
	}
	if _, err := build.Run(context.Background(), c); err != nil {
		return nil, err
	}
	return os.ReadFile(c.Output)
})

// once returns a function that calls make the first time only.
func once(make func(root string) ([]byte, error)) func(root string) ([]byte, error) {
	var do sync.Once
	var data []byte
	var err error
	return func(root string) ([]byte, error) {
		do.Do(func() { data, err = make(root) })
		return data, err
	}
}
