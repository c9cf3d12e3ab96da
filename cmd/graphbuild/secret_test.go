package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSecretsOfAddresses: whatever a command says of a file on a server, password and key of its address are not in it.
func TestSecretsOfAddresses(t *testing.T) {
	town := filepath.Join(t.TempDir(), "town.graph")
	buildTown(t, town, "none")
	data, err := os.ReadFile(town)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(data)
	damaged[len(damaged)/2] ^= 255
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		content := data
		if q.URL.Path == "/damaged.graph" {
			content = damaged
		}
		w.Header().Set("ETag", `"1"`)
		http.ServeContent(w, q, "", time.Time{}, bytes.NewReader(content))
	}))
	defer server.Close()
	base := strings.Replace(server.URL, "http://", "http://user:secret@", 1)
	sound, bad := base+"/town.graph?key=secret", base+"/damaged.graph?key=secret"
	for _, args := range [][]string{
		{"verify", sound}, {"verify", bad}, {"inspect", bad, "--vertex", "1"}, {"inspect", sound, "--at", "50,8.01", "--html", filepath.Join(t.TempDir(), "a.html")},
		{"diff", bad, sound}, {"diff", sound, bad}, {"extract", sound, "-o", filepath.Join(t.TempDir(), "a.graph"), "--bbox", "1,1,2,2"},
		{"route", bad, "--from", "50,8", "--to", "50,8.01"}, {"serve", base + "/-?key=secret"}, {"serve", bad, "--verify"},
	} {
		var out, log strings.Builder
		run(&session{ctx: t.Context(), out: &out, err: &log}, args)
		if text := out.String() + log.String(); text == "" || strings.Contains(text, "secret") {
			t.Errorf("%s: got %q, expected a text without the secret", args[0], text)
		}
	}
}
