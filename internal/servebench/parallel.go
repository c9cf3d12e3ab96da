package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"graphbuild/serve"
	"graphbuild/serve/live"
	"graphbuild/serve/osrm"
)

// parallel prints what one process answers without connections, by one goroutine and by as many as there are processors.
func (b *bench) parallel() error {
	set := live.NewSet(nil)
	defer set.Close()
	if err := set.Open("graph", live.File(b.path)); err != nil {
		return err
	}
	server := serve.New(set, nil, serve.Routes(osrm.Options{}), serve.Options{})
	n := runtime.GOMAXPROCS(0)
	var gains, one []float64
	for range 7 { // taking turns, as the machine may have other work
		single := inProcess(server, b.asked.long, 1)
		gains = append(gains, inProcess(server, b.asked.long, n)/single)
		one = append(one, single)
	}
	slices.Sort(gains)
	slices.Sort(one)
	fmt.Printf("\nIn one process, without connections: %.0f long routes/s one after another, %.2f times as many by %d at once (median of %d; most %.2f)\n",
		one[len(one)/2], gains[len(gains)/2], n, len(gains), gains[len(gains)-1])
	return nil
}

// inProcess returns the requests a second of n goroutines.
func inProcess(h http.Handler, list []question, n int) float64 {
	const lasting = 500 * time.Millisecond
	var wg sync.WaitGroup
	var asked atomic.Int64
	start := time.Now()
	for i := range n {
		wg.Go(func() {
			w := &nowhere{http.Header{}}
			for j := i; time.Since(start) < lasting; j += n {
				clear(w.header)
				h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, list[j%len(list)].path, nil))
				asked.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(asked.Load()) / time.Since(start).Seconds()
}

// nowhere is a writer of answers that nobody reads.
type nowhere struct{ header http.Header }

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (w *nowhere) WriteHeader(int)             {}
