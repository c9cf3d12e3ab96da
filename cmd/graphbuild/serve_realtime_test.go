package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/serve/graphs"
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
		if name != c.name || feed.Label != c.label || feed.Source != c.source || (err != nil) != c.fails {
			t.Errorf("%s with %v: got %q, %+v, %v", c.text, c.names, name, feed, err)
		}
	}
}

func TestRealtimeHeaders(t *testing.T) {
	for _, c := range []struct {
		text  string
		names []string
		given [2]bool // to bus and to tram
		fails bool
	}{
		{"x-api-key: secret", []string{"city"}, [2]bool{true, true}, false},
		{"bus=Authorization: Bearer secret=", []string{"city"}, [2]bool{true, false}, false},
		{"city/tram=x-api-key:secret", []string{"city", "land"}, [2]bool{false, true}, false},
		{"tram=x-api-key: secret", []string{"city", "land"}, [2]bool{}, true},
		{"train=x-api-key: secret", []string{"city"}, [2]bool{}, true},
		{"secret", []string{"city"}, [2]bool{}, true},
		{"x key: secret", []string{"city"}, [2]bool{}, true},
		{"x-key: secret\nHost: secret", []string{"city"}, [2]bool{}, true},
		{"x-key: ", []string{"city"}, [2]bool{}, true},
	} {
		feeds := map[string][]graphs.Feed{"city": {{Label: "bus", Source: "http://x"}, {Label: "tram", Source: "http://y"}}}
		err := (&realtimeFlags{RealtimeHeader: []string{c.text}}).addHeaders(feeds, c.names)
		if (err != nil) != c.fails || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", c.text, err)
		}
		for i, f := range feeds["city"] {
			if given := !f.Header.IsEmpty(); given != c.given[i] {
				t.Errorf("%s: %s was given it: %v", c.text, f.Label, given)
			}
			if shown := fmt.Sprintf("%v %+v", f, f); strings.Contains(shown, "secret") {
				t.Errorf("%s: shown as %s", c.text, shown)
			}
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
