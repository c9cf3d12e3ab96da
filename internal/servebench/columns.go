package main

import (
	"fmt"
	"sync"
	"time"
)

// together is how many ask at once in the parallel figures.
const together = 20

// way is a way to ask a question; each goroutine has one of its own.
type way interface {
	ask(q question) (spent, error)
	close()
}

// single asks over HTTP.
type single struct{ *httpClient }

func (s single) ask(q question) (spent, error) { _, x, err := s.get(q.path); return x, err }

// ways are those of the tables.
func (b *bench) ways() []struct {
	name string
	open func() (way, error)
} {
	return []struct {
		name string
		open func() (way, error)
	}{
		{"HTTP", func() (way, error) { return single{newHTTPClient(b.service.url, false)}, nil }},
		{"HTTP, new connection each", func() (way, error) { return single{newHTTPClient(b.service.url, true)}, nil }},
		{"WebSocket", func() (way, error) { return dialSocket(b.service.address()) }},
	}
}

// columns prints the time of a query by its parts.
func (b *bench) columns() error {
	for _, kind := range []struct {
		name string
		list []question
	}{
		{"vertex look-up", b.asked.vertices}, {"short route", b.asked.short}, {"long route", b.asked.long}, {"table 10 x 10", b.asked.tables},
	} {
		fmt.Printf("\n%s, ms: average (p50, p99)\n| | connect | send | server | of it the query | total | requests/s |\n|---|---|---|---|---|---|---|\n", kind.name)
		for _, w := range b.ways() {
			for _, clients := range []int{1, together} {
				list, took, err := askAll(kind.list, b.o.requests, clients, w.open)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", kind.name, w.name, err)
				}
				printColumns(fmt.Sprintf("%s, %d at once", w.name, clients), list, took)
			}
		}
	}
	return nil
}

func printColumns(name string, list []spent, took time.Duration) {
	fmt.Printf("| %s ", name)
	for _, part := range []func(spent) time.Duration{
		func(x spent) time.Duration { return x.connect },
		func(x spent) time.Duration { return x.send },
		func(x spent) time.Duration { return x.server },
		func(x spent) time.Duration { return x.work },
		func(x spent) time.Duration { return x.total },
	} {
		c := column(list, part)
		fmt.Printf("| %s (%s, %s) ", ms(average(c)), ms(middle(c)), ms(quantile(c, 0.99)))
	}
	fmt.Printf("| %.0f |\n", float64(len(list))/took.Seconds())
}

// askAll asks n questions with a number of clients at once, after each of them has asked one that does not count.
func askAll(list []question, n, clients int, open func() (way, error)) ([]spent, time.Duration, error) {
	all := make([][]spent, clients)
	errs := make([]error, clients)
	var ready, done sync.WaitGroup
	begin := make(chan struct{})
	ready.Add(clients)
	for i := range clients {
		done.Go(func() {
			w, err := open()
			if err == nil {
				defer w.close()
				_, err = w.ask(list[i%len(list)])
			}
			ready.Done()
			<-begin
			for j := i; j < n && err == nil; j += clients {
				var x spent
				x, err = w.ask(list[j%len(list)])
				all[i] = append(all[i], x)
			}
			errs[i] = err
		})
	}
	ready.Wait()
	start := time.Now()
	close(begin)
	done.Wait()
	took := time.Since(start)
	var out []spent
	for i := range all {
		if errs[i] != nil {
			return nil, 0, errs[i]
		}
		out = append(out, all[i]...)
	}
	return out, took, nil
}
