package batch_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"graphbuild/internal/servetest"
	"graphbuild/serve"
)

// BenchmarkApartAndCombined asks 1,000 vertices one after another by GET, and in one list; then routes. The metrics tell how many
// times faster the list is, and for routes how much of what transport costs is gone: the time beyond that of the searches alone.
func BenchmarkApartAndCombined(b *testing.B) {
	s := servetest.Sample(b, serve.Options{})
	g, release, _ := s.Set.Acquire("")
	defer release()
	r := rand.New(rand.NewPCG(1, 1))
	b.Run("vertices", func(b *testing.B) {
		var paths, queries []string
		for range 1000 {
			v := r.IntN(g.File.NumVertices())
			paths = append(paths, fmt.Sprintf("/vertex/v1/%d", v))
			queries = append(queries, fmt.Sprintf(`{"kind":"vertex","id":%d}`, v))
		}
		apart, combined := time.Duration(0), time.Duration(0)
		for b.Loop() {
			apart += timeOf(func() {
				for _, p := range paths {
					get(b, s, p)
				}
			})
			combined += timeOf(func() { post(b, s, queries) })
		}
		b.ReportMetric(float64(apart)/float64(b.N)/1e6, "ms-apart")
		b.ReportMetric(float64(combined)/float64(b.N)/1e6, "ms-combined")
		b.ReportMetric(float64(apart)/float64(combined), "times-faster")
	})
	b.Run("routes", func(b *testing.B) {
		var queries []string
		for range 100 {
			queries = append(queries, fmt.Sprintf(`{"from":%s,"to":%s,"snap_m":1000}`, place(g.File, r, false), place(g.File, r, false)))
		}
		search, apart, combined := time.Duration(0), time.Duration(0), time.Duration(0)
		answer := searcher(g.File)
		for b.Loop() {
			search += timeOf(func() { answer(queries) })
			apart += timeOf(func() {
				for _, q := range queries {
					post(b, s, []string{q})
				}
			})
			combined += timeOf(func() { post(b, s, queries) })
		}
		b.ReportMetric(float64(search)/float64(b.N)/1e6, "ms-search")
		b.ReportMetric(float64(apart)/float64(b.N)/1e6, "ms-apart")
		b.ReportMetric(float64(combined)/float64(b.N)/1e6, "ms-combined")
	})
}

func timeOf(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func get(b *testing.B, s *servetest.Service, path string) {
	r, err := s.Client.Get(s.URL + path)
	drain(b, r, err)
}

func post(b *testing.B, s *servetest.Service, queries []string) {
	r, err := s.Client.Post(s.URL+"/batch/v1", list, strings.NewReader("["+strings.Join(queries, ",")+"]"))
	drain(b, r, err)
}

func drain(b *testing.B, r *http.Response, err error) {
	if err != nil {
		b.Fatal(err)
	}
	defer r.Body.Close()
	if n, err := io.Copy(io.Discard, r.Body); err != nil || n == 0 || r.StatusCode != 200 {
		b.Fatal(r.Status, n, err)
	}
}
