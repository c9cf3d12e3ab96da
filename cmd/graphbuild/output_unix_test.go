//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// outputCases are all flags that name an output. Those of text may name a pipe, which takes it; "OUT" stands for the output.
var outputCases = []struct {
	name string
	text bool
	args string
}{
	{"build", false, "build testdata/inputs/town.osm -q -o OUT"},
	{"build --report", true, "build testdata/inputs/town.osm -q -o other.graph --report OUT"},
	{"extract", false, "extract TOWN --bbox -180,-90,180,90 -o OUT"},
	{"import", false, "import MODERN -o OUT"},
	{"export", true, "export TOWN --format csv --layer vertices -o OUT"},
	{"route --geojson", true, "route TOWN --from 50.0003,8.0003 --to 50.001,8.001 --geojson OUT"},
	{"diff --geojson", true, "diff TOWN TOWN --geojson OUT"},
}

// TestOutputsThatAreNoFiles has every command write to a folder and to a pipe: neither is ever replaced.
func TestOutputsThatAreNoFiles(t *testing.T) {
	folder := t.TempDir()
	inputs := strings.NewReplacer("TOWN", filepath.Join(folder, "town.graph"), "MODERN", filepath.Join(folder, "modern.json"),
		"other.graph", filepath.Join(folder, "other.graph"))
	buildTown(t, filepath.Join(folder, "town.graph"), "none")
	modern := `{"id":1,"label":"person"}`
	if err := os.WriteFile(filepath.Join(folder, "modern.json"), []byte(modern), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range outputCases {
		t.Run(x.name, func(t *testing.T) {
			args := inputs.Replace(x.args)
			checkRefused(t, args, t.TempDir(), "a folder, expected the name of a file")
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip("no pipes with names here:", err)
			}
			if x.text {
				checkPipeWritten(t, args, pipe)
			} else {
				checkRefused(t, args, pipe, "a pipe, expected the name of a file")
			}
			if info, err := os.Stat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
				t.Errorf("the pipe was replaced: %v, %v", info, err)
			}
		})
	}
}

// outputTo runs a command line with its output and returns the status and what it says on stderr.
func outputTo(t *testing.T, args, output string) (int, string) {
	t.Helper()
	var log strings.Builder
	s := &session{ctx: t.Context(), in: strings.NewReader(""), out: io.Discard, err: &log}
	return run(s, strings.Fields(strings.ReplaceAll(args, "OUT", output))), log.String()
}

func checkRefused(t *testing.T, args, output, want string) {
	t.Helper()
	status, log := outputTo(t, args, output)
	if status != exitFailed || !strings.Contains(log, output+": "+want) {
		t.Errorf("%s: status %d, %q; expected %d and %q", output, status, log, exitFailed, want)
	}
}

// checkPipeWritten holds the pipe open meanwhile, so that what is short enough is written at once.
func checkPipeWritten(t *testing.T, args, pipe string) {
	t.Helper()
	f, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	status, log := outputTo(t, args, pipe)
	if status != exitDone {
		t.Fatalf("status %d, %q", status, log)
	}
	if n, err := f.Read(make([]byte, 1<<16)); n == 0 || err != nil {
		t.Errorf("read %d bytes of the pipe, %v", n, err)
	}
}
