package remote

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestWhole(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/a" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, "12345678")
	}))
	defer server.Close()
	for _, c := range []struct {
		path  string
		limit int64
		err   string
	}{
		{"/a", 8, ""}, {"/a", 7, "expected 7 bytes at most"}, {"/b", 8, "the server says 404 Not Found"},
	} {
		data, err := Whole(t.Context(), server.URL+c.path, nil, c.limit)
		if c.err == "" && (err != nil || string(data) != "12345678") || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s with limit %d: got %q, %v, expected an error with %q", c.path, c.limit, data, err, c.err)
		}
	}
}

// TestHeadersStayWithTheirServer: a key goes to the server that it is for, also on another path, and to no other one.
func TestHeadersStayWithTheirServer(t *testing.T) {
	got := map[string]string{}
	note := func(name string, then http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			got[name+r.URL.Path] = r.Header.Get("X-Key") + r.Header.Get("Referer")
			then(w, r)
		}
	}
	other := httptest.NewServer(note("other", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "data") }))
	defer other.Close()
	first := httptest.NewServer(note("first", func(w http.ResponseWriter, r *http.Request) {
		to := map[string]string{"/a": "/b", "/b": other.URL + "/c"}[r.URL.Path]
		http.Redirect(w, r, to, http.StatusFound)
	}))
	defer first.Close()
	data, err := Whole(t.Context(), first.URL+"/a?key=secret", http.Header{"X-Key": {"secret"}}, 10)
	if err != nil || string(data) != "data" {
		t.Fatal(string(data), err)
	}
	if got["first/a"] != "secret" || got["first/b"] != "secret" || got["other/c"] != "" {
		t.Errorf("the servers got %q", got)
	}
}

// TestHost: a header Host is sent in place of the host of the address, and to no server to which this one sends.
func TestHost(t *testing.T) {
	got := ""
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got += " " + r.Host }))
	defer other.Close()
	first := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Host
		http.Redirect(w, r, other.URL, http.StatusFound)
	}))
	defer first.Close()
	for name, header := range map[string]http.Header{first.Listener.Addr().String(): nil, "feed.example": {"Host": {"feed.example"}}} {
		if _, err := Whole(t.Context(), first.URL, header, 10); err != nil {
			t.Fatal(err)
		}
		if want := name + " " + other.Listener.Addr().String(); got != want {
			t.Errorf("with headers %v the servers got %q, expected %q", header, got, want)
		}
	}
}

// TestSecrets shows no error with what is secret in an address.
func TestSecrets(t *testing.T) {
	for _, address := range []string{"http://user:secret@127.0.0.1:1/x?key=secret#secret", "HTTP://user:secret@127.0.0.1:1/x", "http://user:secret@[::1", "http://user:secret/@host/x"} {
		_, err1 := Open(t.Context(), address)
		_, err2 := Whole(t.Context(), address, nil, 10)
		for _, err := range []error{err1, err2} {
			if err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: got error %v, expected one without the secret", address, err)
			}
		}
	}
}

func TestRedacted(t *testing.T) {
	for path, want := range map[string]string{
		"http://user:secret@host/a.pb?key=1#x": "http://user:xxxxx@host/a.pb?...",
		"HTTPS://host/a.pb":                    "https://host/a.pb",
		"a.pb":                                 "a.pb",
		"folder/a?b":                           "folder/a?b",
	} {
		if got := Redacted(path); got != want {
			t.Errorf("%s: got %s, expected %s", path, got, want)
		}
	}
}
