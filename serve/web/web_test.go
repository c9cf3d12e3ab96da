package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	io.WriteString(z, text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func ask(h http.Handler, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPage(t *testing.T) {
	h := handlerOf(fstest.MapFS{
		"index.html":          {Data: []byte("<p>map")},
		"without.html":        {Data: []byte("<p>make web")},
		"assets/main-1.js.gz": {Data: packed(t, "run()")},
	})
	page := ask(h, "GET", "/")
	if got := text(t, page); got != "<p>map" || page.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%q %v", got, page.Header)
	}
	if p := page.Header.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'none'") || strings.Contains(p, "http") {
		t.Errorf("policy %q", p)
	}
	tag := page.Header.Get("ETag")
	for known, want := range map[string]int{
		tag: http.StatusNotModified, "W/" + tag: http.StatusNotModified, `"x", ` + tag: http.StatusNotModified, "*": http.StatusNotModified,
		`"x"`: http.StatusOK, "": http.StatusOK,
	} {
		if again := ask(h, "GET", "/", "If-None-Match", known); again.StatusCode != want {
			t.Errorf("the page again by %s: %d, expected %d", known, again.StatusCode, want)
		}
	}
	plain := ask(h, "GET", "/assets/main-1.js")
	if got := text(t, plain); got != "run()" || plain.Header.Get("Content-Encoding") != "" || plain.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("%q %v", got, plain.Header)
	}
	zipped := ask(h, "GET", "/assets/main-1.js", "Accept-Encoding", "br, gzip;q=0.8")
	if got := text(t, zipped); got != string(packed(t, "run()")) || zipped.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%q %v", got, zipped.Header)
	}
	for _, path := range []string{"/assets/", "/assets/other.js", "/assets/..%2findex.html", "/index.html", "/x"} {
		if r := ask(h, "GET", path); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
}

// TestPageWithoutMap: a program that was built without the map says how to get it.
func TestPageWithoutMap(t *testing.T) {
	h := handlerOf(fstest.MapFS{"without.html": {Data: []byte("<p>make web")}})
	if r := ask(h, "GET", "/"); r.StatusCode != http.StatusOK || text(t, r) != "<p>make web" {
		t.Errorf("%v", r)
	}
}

// TestEmbedded: the page that is built in names only files that are built in too; without one, the other page is.
func TestEmbedded(t *testing.T) {
	h := Handler()
	page := text(t, ask(h, "GET", "/"))
	files := regexp.MustCompile(`assets/[^"' )]+`).FindAllString(page, -1)
	if hasMap() != (len(files) > 0) || hasMap() == strings.Contains(page, "make web") {
		t.Fatalf("has the map: %v, names %v", hasMap(), files)
	}
	for _, f := range files {
		if r := ask(h, "GET", "/"+f); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", f, r.StatusCode)
		}
	}
}

// hasMap reports whether the page was packed, not only the one that says how to get it.
func hasMap() bool {
	_, err := fs.Stat(dist, "dist/index.html")
	return err == nil
}
