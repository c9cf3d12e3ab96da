package main

import (
	"fmt"
	"testing"

	"graphbuild/graph"
)

// TestManyNamesakes: of very many things of a name a few are listed.
func TestManyNamesakes(t *testing.T) {
	missing := fmt.Errorf("stop %q: %w", "main", graph.ErrNotFound)
	err := withNamesakes(missing, "main", 1000, func(i int) namesake { return namesake{fmt.Sprint("bus:", i), []string{"Main St"}} })
	want := `stop "main": not found as an id; by name there is bus:0 (Main St), bus:1 (Main St), bus:2 (Main St), bus:3 (Main St), bus:4 (Main St) and 995 more`
	if err.Error() != want {
		t.Errorf("got %s\nwant %s", err, want)
	}
}
