package main

import (
	"fmt"
	"time"
)

// The clients that ask for what HTTP adds. The lean one does little by itself, so that it takes little of the processors that it
// shares with the service. The awake one is lean and never sleeps, so that the system has no processor to wake when the answer is
// there. Waking one takes longer than all that HTTP does, is not of HTTP, and a machine with something to do is spared it.
var httpClients = []struct {
	name string
	dial func(*service) (way, error)
}{
	{"awake client", func(s *service) (way, error) { return dialAwake(s.address()) }},
	{"lean client", (*service).lean},
	{"http.Client", func(s *service) (way, error) { return single{newHTTPClient(s.url, false)}, nil }},
}

// trial is one way to ask one server, one question after another.
type trial struct {
	name string
	list []question
	way  way
	took []spent
}

// rounds is how often the trials of HTTP take turns, so that the machine is the same for all of them.
const rounds = 10

// http prints what HTTP adds to a query: the time of a request without what the service says the query took. It is judged by the
// awake client, beside a bare handler of net/http, and beside a socket without any HTTP.
func (b *bench) http() error {
	trials, stop, err := b.httpTrials()
	defer stop()
	if err != nil {
		return err
	}
	for round := range rounds {
		for _, t := range trials {
			if err := t.run(round, b.o.requests/rounds); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	b.printHTTP(trials)
	return nil
}

// httpTrials starts the servers and connects the clients. stop ends all that was begun, also where there is an error.
func (b *bench) httpTrials() (trials []*trial, stop func(), err error) {
	var ends []func()
	stop = func() {
		for _, end := range ends {
			end()
		}
	}
	servers := map[string]*service{"service": b.service}
	for name := range floors {
		s, err := startFloor(name)
		if err != nil {
			return nil, stop, err
		}
		ends = append(ends, func() { s.stop() })
		servers[name] = s
	}
	busy, err := b.busy(b.asked.short)
	if err != nil {
		return nil, stop, err
	}
	for _, x := range []struct {
		name, server string
		list         []question
	}{
		{"a bare handler", floorHTTP, b.asked.vertices},
		{"a vertex look-up", "service", b.asked.vertices},
		{"a socket that computes as long as a short route", floorSocket, busy},
		{"a bare handler that does", floorHTTP, busy},
		{"a short route", "service", b.asked.short},
	} {
		for _, c := range httpClients {
			w, err := c.dial(servers[x.server])
			if err != nil {
				return nil, stop, err
			}
			ends = append(ends, w.close)
			trials = append(trials, &trial{name: x.name + ", " + c.name, list: x.list, way: w})
		}
	}
	return trials, stop, nil
}

// busy returns a question for a floor that computes as long as the service does for questions.
func (b *bench) busy(list []question) ([]question, error) {
	w := single{newHTTPClient(b.service.url, false)}
	defer w.close()
	t := &trial{list: list, way: w}
	err := t.run(0, 300)
	work := middle(column(t.took, func(x spent) time.Duration { return x.work }))
	return []question{{path: fmt.Sprintf("/?us=%d", work.Microseconds())}}, err
}

// run asks n questions of a round, and before them some that do not count.
func (t *trial) run(round, n int) error {
	const unCounted = 20
	for i := range unCounted + n {
		x, err := t.way.ask(t.list[(round*n+i)%len(t.list)])
		if err != nil {
			return err
		}
		if i >= unCounted {
			t.took = append(t.took, x)
		}
	}
	return nil
}

// adds returns what HTTP added to each query.
func (t *trial) adds() []time.Duration {
	return column(t.took, func(x spent) time.Duration { return x.total - x.work })
}

func (b *bench) printHTTP(trials []*trial) {
	fmt.Printf("\nWhat HTTP adds to a query, one after another, ms: median (p99)\n| | total | of it the query | HTTP adds |\n|---|---|---|---|\n")
	for _, t := range trials {
		total, work, adds := column(t.took, func(x spent) time.Duration { return x.total }), column(t.took, func(x spent) time.Duration { return x.work }), t.adds()
		fmt.Printf("| %s | %s (%s) | %s (%s) | %s (%s) |\n", t.name, ms(middle(total)), ms(quantile(total, 0.99)),
			ms(middle(work)), ms(quantile(work, 0.99)), ms(middle(adds)), ms(quantile(adds, 0.99)))
	}
	short := trials[len(trials)-len(httpClients)]
	b.check(maxHTTPMS, "ms that HTTP adds", middle(short.adds()).Seconds()*1000, false)
}
