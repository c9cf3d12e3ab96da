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
)

// parallel prints what one process answers without connections, by one goroutine and by as many as there are processors.
func (b *bench) parallel() error {
	in, err := openInside(b.path)
	if err != nil {
		return err
	}
	defer in.close()
	n := runtime.GOMAXPROCS(0)
	var gains, more []float64
	for range 7 { // taking turns, as the machine may have other work
		rate, cpu := inProcess(in.server, b.asked.long, 1)
		rates, cpus := inProcess(in.server, b.asked.long, n)
		gains, more = append(gains, rates/rate), append(more, float64(cpus)/float64(max(cpu, 1)))
	}
	slices.Sort(gains)
	slices.Sort(more)
	fmt.Printf("\nIn one process, without connections: by %d goroutines %.2f times as many long routes/s as by one (median of %d; most %.2f); a route takes %.2f times the processor time then, so that %.2f times as many are possible\n",
		n, gains[len(gains)/2], len(gains), gains[len(gains)-1], more[len(more)/2], float64(n)/max(more[len(more)/2], 1e-9))
	return nil
}

// inProcess returns the requests a second of n goroutines, and the processor time of each.
func inProcess(h http.Handler, list []question, n int) (rate float64, cpu time.Duration) {
	const lasting = 500 * time.Millisecond
	var wg sync.WaitGroup
	var asked atomic.Int64
	start, before := time.Now(), cpuTime()
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
	count := max(asked.Load(), 1)
	return float64(count) / time.Since(start).Seconds(), (cpuTime() - before) / time.Duration(count)
}

// nowhere is a writer of answers that nobody reads.
type nowhere struct{ header http.Header }

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (w *nowhere) WriteHeader(int)             {}
