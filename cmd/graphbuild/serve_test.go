package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// lockedBuilder is a log that is read while it is written.
type lockedBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuilder) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuilder) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// served runs the command in this process, and returns its address and what ends it.
func served(t *testing.T, args ...string) (url string, end func() (status int, log string)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	log := new(lockedBuilder)
	done := make(chan int, 1)
	go func() {
		done <- run(&session{ctx: ctx, out: in, err: log}, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...))
		in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v; %s", err, log)
	}
	return strings.TrimSpace(line), func() (int, string) {
		cancel()
		return <-done, log.String()
	}
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

// buildTown builds the graph of the town of the scripts, without the ways of a class.
func buildTown(t *testing.T, output, without string) {
	t.Helper()
	data, err := os.ReadFile("testdata/inputs/town.osm")
	if err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(t.TempDir(), "town.osm")
	if err := os.WriteFile(in, bytes.ReplaceAll(data, []byte(`v="`+without+`"`), []byte(`v="proposed"`)), 0o666); err != nil {
		t.Fatal(err)
	}
	if status := run(&session{ctx: t.Context(), out: io.Discard, err: io.Discard}, []string{"build", in, "-o", output, "-q"}); status != 0 {
		t.Fatalf("build: status %d", status)
	}
}

func TestServe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "town.graph")
	buildTown(t, path, "none")
	url, end := served(t, path, "other="+path)
	if status, body := get(t, url+"/graphs"); status != 200 || !strings.Contains(body, `"town"`) || !strings.Contains(body, `"other"`) {
		t.Errorf("/graphs: got %d %s", status, body)
	}
	_, info := get(t, url+"/graphs/other/info")
	var inspected strings.Builder
	if status := run(&session{ctx: t.Context(), out: &inspected, err: io.Discard}, []string{"inspect", "--json", path}); status != 0 || info != inspected.String() {
		t.Errorf("/info: got %s, expected what inspect prints: %s", info, &inspected)
	}
	var remote strings.Builder
	if status := run(&session{ctx: t.Context(), out: &remote, err: io.Discard}, []string{"inspect", "--json", url + "/graph"}); status != 0 || remote.String() != info {
		t.Errorf("inspect %s/graph: status %d, got %s", url, status, &remote)
	}
	waitUntil(t, func() bool { status, _ := get(t, url+"/readyz"); return status == 200 })
	second, endSecond := served(t, "far="+url+"/graph", "--verify")
	if status, body := get(t, second+"/info"); status != 200 || body != info {
		t.Errorf("/info of a service of a service: got %d %s", status, body)
	}
	endSecond()
	status, log := end()
	if status != exitDone || strings.Contains(log, dir) {
		t.Errorf("status %d, log %s", status, log)
	}
}

// TestTagsTellOptions: what clients keep of a service is not that of one which answers otherwise.
func TestTagsTellOptions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.graph")
	buildTown(t, path, "none")
	tags := map[string]bool{}
	for _, flags := range [][]string{{path}, {path}, {path, "--left-hand"}} {
		url, end := served(t, flags...)
		answer, err := http.Get(url + "/nearest/v1/car/8,50")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		tags[answer.Header.Get("Etag")] = true
		end()
	}
	if len(tags) != 2 || tags[""] {
		t.Errorf("got tags %v, expected one for each side of the road", tags)
	}
}

func TestServePrintsJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.graph")
	buildTown(t, path, "none")
	line, end := served(t, path, "--json")
	var said struct{ URL string }
	if err := json.Unmarshal([]byte(line), &said); err != nil {
		t.Fatalf("got %s: %v", line, err)
	}
	if status, _ := get(t, said.URL+"/healthz"); status != 200 {
		t.Errorf("%s: got %d", said.URL, status)
	}
	end()
}

func TestServeWatches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.graph")
	buildTown(t, path, "none")
	url, end := served(t, path, "--watch", "--log", "json")
	_, before := get(t, url+"/info")
	buildTown(t, path, "service")
	waitUntil(t, func() bool { _, now := get(t, url+"/info"); return now != before })
	status, log := end()
	var line struct{ Level, Msg, Graph string }
	if err := json.NewDecoder(strings.NewReader(log)).Decode(&line); err != nil || line.Level != "INFO" || line.Graph != "town" || status != exitDone {
		t.Errorf("status %d, %+v, %v; log %s", status, line, err, log)
	}
}

func waitUntil(t *testing.T, ok func() bool) {
	t.Helper()
	for range 6000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it does not come about")
}
