package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"graphbuild/serve/graphs"
)

// discard is a writer of answers that keeps none.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Flush()                      {}

// BenchmarkRequest measures what the service adds to a handler, without connections, beside a context and a gate as in a service.
func BenchmarkRequest(b *testing.B) {
	s := newTestServer(b, Defaults(), graphs.NewGate(2, 2))
	for _, path := range []string{"/probe/plain", "/kept/plain"} {
		b.Run(path[1:6], func(b *testing.B) {
			r := httptest.NewRequestWithContext(b.Context(), "GET", path, nil)
			b.ReportAllocs()
			for b.Loop() {
				s.ServeHTTP(&discard{http.Header{}}, r)
			}
		})
	}
}

// BenchmarkRoute measures a short route, one after another and on all processors.
func BenchmarkRoute(b *testing.B) {
	s := newTestServer(b, Options{}, nil)
	ask := func() {
		s.ServeHTTP(&discard{http.Header{}}, httptest.NewRequest("GET", "/route/v1/car/8.0,50;8.002,50", nil))
	}
	b.Run("serial", func(b *testing.B) {
		for b.Loop() {
			ask()
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				ask()
			}
		})
	})
}

// BenchmarkBatch measures 1,000 look-ups of vertices in one request.
func BenchmarkBatch(b *testing.B) {
	s := newTestServer(b, Options{}, nil)
	list := "[" + strings.Repeat(`{"kind":"vertex","vertex":1},`, 999) + `{"kind":"vertex","vertex":1}]`
	for b.Loop() {
		r := httptest.NewRequest("POST", "/batch/v1", strings.NewReader(list))
		r.Header.Set("Content-Type", "application/json")
		s.ServeHTTP(&discard{http.Header{}}, r)
	}
}
