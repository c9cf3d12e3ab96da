package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// throughput prints requests a second by the number of connections.
func (b *bench) throughput() error {
	const lasting = 2 * time.Second
	fmt.Printf("\nThroughput, requests/s\n| connections | vertex look-up | p99 ms | short route | p99 ms |\n|---|---|---|---|---|\n")
	for _, n := range []int{1, 64, 256, 1000} {
		fmt.Printf("| %d ", n)
		for _, list := range [][]question{b.asked.vertices, b.asked.short} {
			rate, slow, err := b.hammer(list, n, lasting)
			if err != nil {
				return fmt.Errorf("%d connections: %w", n, err)
			}
			fmt.Printf("| %.0f | %s ", rate, ms(slow))
		}
		fmt.Println("|")
	}
	return nil
}

// hammer asks on n connections at once for a time.
func (b *bench) hammer(list []question, n int, lasting time.Duration) (rate float64, slow time.Duration, err error) {
	conns := make([]*rawConn, n)
	for i := range conns {
		if conns[i], err = dialRaw(b.service.address()); err != nil {
			return 0, 0, err
		}
		defer conns[i].c.Close()
	}
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	times := make([][]time.Duration, n)
	start := time.Now()
	for i, c := range conns {
		wg.Go(func() {
			for j := i; time.Since(start) < lasting; j += n {
				began := time.Now()
				if _, err := c.get(list[j%len(list)].path); err != nil {
					failed.Store(&err)
					return
				}
				times[i] = append(times[i], time.Since(began))
			}
		})
	}
	wg.Wait()
	if e := failed.Load(); e != nil {
		return 0, 0, *e
	}
	took := time.Since(start)
	var all []time.Duration
	for _, t := range times {
		all = append(all, t...)
	}
	return float64(len(all)) / took.Seconds(), quantile(all, 0.99), nil
}
