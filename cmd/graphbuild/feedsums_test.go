package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"graphbuild/internal/shared"
)

// Of every feed at hand, the rows that are in the graph and those that issues say were dropped are the rows of its files.
func TestFeedSums(t *testing.T) {
	if testing.Short() {
		t.Skip("builds some 90 feeds")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	args := []string{filepath.Join(shared.Root(t), "scripts", "feed-sums.py"), filepath.Join(t.TempDir(), "graphbuild")}
	for _, folder := range []string{"data/gtfs", "data/odd/gtfs"} {
		feeds, err := filepath.Glob(filepath.Join(shared.Path(t, folder), "*"))
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, feeds...)
	}
	derived, err := filepath.Glob(filepath.Join(shared.Path(t, "data/odd/derived"), "gtfs-*"))
	if err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", args[1], ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), python, append(args, derived...)...).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
