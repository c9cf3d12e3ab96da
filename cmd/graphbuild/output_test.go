package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
}

// TestStdoutFull has each command write to a full disk: all fail, and say so in the same words.
func TestStdoutFull(t *testing.T) {
	folder := t.TempDir()
	town, query := filepath.Join(folder, "town.graph"), filepath.Join(folder, "query.jsonl")
	buildTown(t, town, "none")
	if err := os.WriteFile(query, []byte(`{"from":[8.001,50],"to":[8.002,50]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	inputs := strings.NewReplacer("TOWN", town, "QUERY", query, "OUT", filepath.Join(folder, "out.graph"))
	for _, x := range []struct{ args, want string }{
		{"--version", "stdout"},
		{"help", "stdout"},
		{"help exit", "stdout"},
		{"help build", "stdout"},
		{"build --help", "stdout"},
		{"version --json", "version: stdout"},
		{"man", "man: stdout"},
		{"completion fish", "completion: stdout"},
		{"issues", "issues: stdout"},
		{"profile", "profile: stdout"},
		{"build testdata/inputs/town.osm -o OUT", "build: stdout"},
		{"inspect TOWN", "inspect: stdout"},
		{"inspect TOWN --way 100 --json", "inspect: stdout"},
		{"verify TOWN", "verify: stdout"},
		{"diff TOWN TOWN", "diff: stdout"},
		{"diff TOWN TOWN --geojson -", "diff: stdout"},
		{"extract TOWN --bbox 7,49,9,51 -o OUT", "extract: stdout"},
		{"route TOWN --from 50,8.001 --to 50,8.002", "route: stdout"},
		{"route TOWN --batch QUERY", "route: stdout"},
		{"export TOWN --format csv", "export: stdout"},
		{"export TOWN --format graphbinary", "export: stdout"},
	} {
		var log strings.Builder
		status := run(&session{ctx: t.Context(), out: fullDisk{}, err: &log}, strings.Fields(inputs.Replace(x.args)))
		if want := "graphbuild: " + x.want + ": no space left on device\n"; status != exitFailed || log.String() != want {
			t.Errorf("%s: status %d, %q; expected %d, %q", x.args, status, &log, exitFailed, want)
		}
	}
}
