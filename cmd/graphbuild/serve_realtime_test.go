package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/serve/live"
)

func TestFeedOf(t *testing.T) {
	there := filepath.Join(t.TempDir(), "a=b.pb")
	if err := os.WriteFile(there, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	one, two := []string{"city"}, []string{"city", "land"}
	for _, c := range []struct {
		text         string
		names        []string
		name, source string
		label        string
		fails        bool
	}{
		{"a.pb", one, "city", "a.pb", "", false},
		{"bus=a.pb", one, "city", "a.pb", "bus", false},
		{"bus=http://x/?a=b", one, "city", "http://x/?a=b", "bus", false},
		{"http://x/?a=b", one, "city", "http://x/?a=b", "", false},
		{there, one, "city", there, "", false},
		{"land/bus=a.pb", two, "land", "a.pb", "bus", false},
		{"land/=a.pb", two, "land", "a.pb", "", false},
		{"a.pb", two, "", "", "", true},
		{"bus=a.pb", two, "", "", "", true},
		{"sea/bus=a.pb", two, "", "", "", true},
		{"bus=", one, "", "", "", true},
		{" ", one, "", "", "", true},
		{"ftp://x/y", one, "", "", "", true},
		{"bus=ftp://x/y", one, "", "", "", true},
	} {
		name, feed, err := feedOf(c.text, c.names)
		if want := (live.Feed{Label: c.label, Source: c.source}); name != c.name || feed != want || (err != nil) != c.fails {
			t.Errorf("%s with %v: got %q, %+v, %v", c.text, c.names, name, feed, err)
		}
	}
}

// TestServeRealtime has a message that is there only later.
func TestServeRealtime(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "town.graph")
	buildTown(t, path, "none")
	url, end := served(t, path, "--realtime", filepath.Join(dir, "late.pb"), "--realtime-every", "1s")
	waitUntil(t, func() bool { _, now := get(t, url+"/metrics"); return strings.Contains(now, `result="failed"} 1`) })
	message := []byte("\n\x0b\n\x032.0\x18\x80\xe0\xc9\xd0\x06") // a header with a time
	if err := os.WriteFile(filepath.Join(dir, "late.pb"), message, 0o666); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, func() bool {
		_, now := get(t, url+"/metrics")
		return strings.Contains(now, `message="1",result="ok"} 1`)
	})
	if status, log := end(); status != exitDone || !strings.Contains(log, "late.pb: no such file") || !strings.Contains(log, "messages of GTFS-Realtime are used") && !strings.Contains(log, "is old") {
		t.Errorf("status %d, log %s", status, log)
	}
}
