package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"graphbuild/build"
	"graphbuild/graph"
)

func TestService(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.graph")
	town := build.Input{Path: filepath.FromSlash("../../cmd/graphbuild/testdata/inputs/town.osm")}
	if _, err := build.Run(context.Background(), build.Config{Inputs: []build.Input{town}, Output: path}); err != nil {
		t.Fatal(err)
	}
	g, err := graph.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for _, test := range []struct {
		query  string
		status int
		answer string
	}{
		{"from=50,8.001&to=50.009,8", http.StatusOK, "ok"},
		{"from=50,8.001&to=10,8", http.StatusOK, "no_snap"},
		{"from=50,8.001&to=here", http.StatusBadRequest, ""},
		{"from=500,8.001&to=50,8", http.StatusBadRequest, ""},
	} {
		w := httptest.NewRecorder()
		handler(g).ServeHTTP(w, httptest.NewRequest("GET", "/route?"+test.query, nil))
		var answer struct{ Status string }
		if w.Code == http.StatusOK {
			if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
				t.Fatal(err)
			}
		}
		if w.Code != test.status || answer.Status != test.answer {
			t.Errorf("%s: got status %d, answer %q, expected %d, %q", test.query, w.Code, answer.Status, test.status, test.answer)
		}
	}
}
