package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/encode"
	"graphbuild/graph"
)

// TestIDsOutOfRange: a file with right checksums and an id out of range gives an error that names it, with one query and with many.
func TestIDsOutOfRange(t *testing.T) {
	sound := filepath.Join(t.TempDir(), "town.graph")
	build := []string{"build", "testdata/inputs/town.osm", "testdata/inputs/feed", "-o", sound, "-q"}
	if status := run(&session{ctx: t.Context(), out: io.Discard, err: io.Discard}, build); status != exitDone {
		t.Fatalf("build: status %d", status)
	}
	path := changedGraph(t, sound, func(x *graph.Tables) {
		x.Patterns.Stop = encode.List[graph.StopID]{}
		x.Patterns.Stop.Append(99, 1)
	})
	const (
		want  = "patterns row 0: stop is 99"
		query = `{"from":[8.005,50.0001],"to":[7.9999,50.005],"mode":"transit","depart":"2030-01-01T07:00"}`
	)
	checkDamaged(t, want, query, "route", path, "--batch", "-", "--json")
	checkDamaged(t, want, "", "route", path, "--from", "50.0001,8.005", "--to", "50.005,7.9999", "--mode", "transit", "--depart", "2030-01-01T07:00")
}

// changedGraph writes a graph file again, with tables that were changed.
func changedGraph(t *testing.T, path string, change func(*graph.Tables)) string {
	t.Helper()
	g, err := graph.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	tables := g.Unpack()
	change(tables)
	var out bytes.Buffer
	if _, err := graph.Write(&out, tables, graph.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "changed.graph")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func checkDamaged(t *testing.T, want, query string, args ...string) {
	t.Helper()
	var log strings.Builder
	status := run(&session{ctx: t.Context(), in: strings.NewReader(query + "\n"), out: io.Discard, err: &log}, args)
	if status != exitFailed || !strings.Contains(log.String(), "the graph is damaged: "+want) {
		t.Errorf("%v: status %d, %q; expected %d and %q", args, status, &log, exitFailed, want)
	}
}
