//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestServeTakesHangups replaces the file and sends SIGHUP; then one that is no graph, which is refused.
func TestServeTakesHangups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.graph")
	buildTown(t, path, "none")
	url, end := served(t, path)
	_, before := get(t, url+"/info")
	buildTown(t, path, "service")
	syscall.Kill(os.Getpid(), syscall.SIGHUP)
	waitUntil(t, func() bool { _, now := get(t, url+"/info"); return now != before })
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no graph"), 0o666); err != nil {
		t.Fatal(err)
	}
	syscall.Kill(os.Getpid(), syscall.SIGHUP)
	waitUntil(t, func() bool {
		_, metrics := get(t, url+"/metrics")
		return strings.Contains(metrics, `graphbuild_swaps_total{graph="town",result="refused"} 1`)
	})
	if code, _ := get(t, url+"/info"); code != 200 {
		t.Errorf("after a bad file: got %d", code)
	}
	if status, log := end(); status != exitDone || !strings.Contains(log, "the new file is refused, the old graph goes on") {
		t.Errorf("status %d, log %s", status, log)
	}
}
