// Package web has the page with the map, which `make web` makes from the sources in web/ of the repository. A program that was
// built without it answers with a page that says how to get it.
//
// The page needs no other server: scripts, styles and tiles come from this one, and its Content-Security-Policy lets it ask
// nobody else.
package web

import (
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"graphbuild/serve/answer"
)

// dist has without.html, and what `make web` adds: index.html and the files it names, these packed with gzip.
//
//go:embed dist
var dist embed.FS

// policy keeps the page to itself. Styles are set by the map in elements.
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"

// Handler serves the page at / and its files at /assets/. It may be used by many goroutines.
func Handler() http.Handler {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // a folder that is embedded is there
	}
	return handlerOf(files)
}

// handlerOf serves the page that is in a file system.
func handlerOf(files fs.FS) http.Handler {
	p := &pages{files: files}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.index)
	mux.HandleFunc("GET /assets/{file}", p.asset)
	return mux
}

// pages serves the files of the page.
type pages struct {
	files fs.FS
	read  sync.Once
	page  []byte
	tag   string
}

// index answers with the page, or with the one that says how to get it.
func (p *pages) index(w http.ResponseWriter, r *http.Request) {
	p.read.Do(func() {
		var err error
		if p.page, err = fs.ReadFile(p.files, "index.html"); err != nil {
			p.page, _ = fs.ReadFile(p.files, "without.html")
		}
		sum := sha256.Sum256(p.page)
		p.tag = `"` + hex.EncodeToString(sum[:8]) + `"`
	})
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	h.Set("Etag", p.tag)
	if answer.Matches(r.Header["If-None-Match"], p.tag, true) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(p.page)))
	w.Write(p.page)
}

// asset answers with a file of the page. Its name has a hash of its content, so that it may be kept for ever.
func (p *pages) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	f, err := p.files.Open("assets/" + name + ".gz")
	if err != nil {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintln(w, `{"code":"NotFound","message":"the page has no such file"}`)
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", typeOf(name))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		io.Copy(w, f)
		return
	}
	if z, err := gzip.NewReader(f); err == nil {
		io.Copy(w, z)
	}
}

// typeOf returns the media type of a file; those of scripts do not depend on what the system knows.
func typeOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	default:
		return mime.TypeByExtension(ext)
	}
}

// acceptsGzip reports whether a client takes gzip, which all browsers do.
func acceptsGzip(r *http.Request) bool {
	for _, coding := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if name == "gzip" && strings.ReplaceAll(weight, " ", "") != "q=0" {
			return true
		}
	}
	return false
}
