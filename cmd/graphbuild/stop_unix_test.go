//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"graphbuild/graph"
)

// stopCases are command lines that a signal stops, with the first bytes of stdin, of which no more comes but blanks. URL is a graph
// of which nothing comes after the first requests.
var stopCases = []struct{ line, in string }{
	{"build - -o OUT", `<osm version="0.6">`},
	{"import - -o OUT", `{"id":`},
	{"extract TOWN --polygon - -o OUT", "{"},
	{"route TOWN --batch -", "{"},
	{"inspect URL --way 1", ""},
	{"inspect URL --html DIR", ""},
	{"verify URL", ""},
	{"extract URL --bbox -180,-90,180,90 -o OUT", ""},
	{"diff TOWN URL", ""},
	{"diff URL TOWN --geojson OUT", ""},
	{"export URL --format csv", ""},
	{"export URL --format geojson -o OUT", ""},
	{"route URL --from 0,0 --to 1,1", ""},
}

// TestSignalStops has each kind of command wait for input and stops it: all say so in the same words, return the same status
// and leave no file behind.
func TestSignalStops(t *testing.T) {
	folder := t.TempDir()
	town := filepath.Join(folder, "town.graph")
	buildTown(t, town, "none")
	data := bigGraph(t)
	for _, x := range stopCases {
		t.Run(x.line, func(t *testing.T) {
			waits := make(chan struct{}, 100)
			server := stuckServer(t, data, waits)
			dir := t.TempDir()
			line := strings.NewReplacer("URL", server+"/big.graph", "TOWN", town, "OUT", filepath.Join(dir, "out"), "DIR", dir).Replace(x.line)
			status, log := stoppedWhile(t, waits, x.in, strings.Fields(line))
			command, _, _ := strings.Cut(x.line, " ")
			if want := "graphbuild: " + command + ": stopped: terminated signal received\n"; status != exitFailed || log != want {
				t.Errorf("status %d, %q; expected %d, %q", status, log, exitFailed, want)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// bigGraph returns a file of some megabytes, which is fetched in more than one request.
func bigGraph(t *testing.T) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := graph.Write(&file, bigTables(), graph.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// requestsToOpen is how many requests it takes to open a file and read its directory.
const requestsToOpen = 2

// stuckServer serves the first requests for a file, and says when others wait for answers that do not come.
func stuckServer(t *testing.T, data []byte, waits chan<- struct{}) (url string) {
	t.Helper()
	var n atomic.Int64
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if n.Add(1) <= requestsToOpen {
			http.ServeContent(w, q, "", time.Time{}, bytes.NewReader(data))
			return
		}
		waits <- struct{}{}
		select {
		case <-end:
		case <-q.Context().Done():
		}
	}))
	t.Cleanup(func() {
		close(end)
		server.Close()
	})
	return server.URL
}

// stoppedWhile runs the program until it waits, sends it SIGTERM, and returns its status and what stands on stderr.
func stoppedWhile(t *testing.T, waits chan struct{}, in string, args []string) (int, string) {
	t.Helper()
	stdin, input, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer input.Close()
	var log bytes.Buffer
	c := programOf(t, args...)
	c.Stdin, c.Stderr = stdin, &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { // what does not fit into the pipe waits for a reader
		io.WriteString(input, in+strings.Repeat(" ", 1<<16+1))
		waits <- struct{}{}
	}()
	ended := make(chan struct{})
	go func() {
		c.Wait()
		close(ended)
	}()
	select {
	case <-waits:
		c.Process.Signal(syscall.SIGTERM)
	case <-ended:
	}
	<-ended
	return c.ProcessState.ExitCode(), log.String()
}

// programOf returns the program with arguments, which is this test: see TestMain. It is killed after a minute.
func programOf(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	c := exec.CommandContext(ctx, path, args...)
	c.Args[0] = "graphbuild"
	return c
}
