package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// serveFloor serves what net/http cannot do faster: a handler that writes 400 bytes. With ?us=N it computes for so many
// microseconds before, as a query does, and says so: a client that waits longer is farther asleep, and takes longer to wake.
func serveFloor() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", l.Addr())
	text := make([]byte, 400)
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		if us, err := strconv.Atoi(strings.TrimPrefix(r.URL.RawQuery, "us=")); err == nil {
			for time.Since(start) < time.Duration(us)*time.Microsecond {
			}
			w.Header()["Server-Timing"] = []string{"work;dur=" + ms(time.Since(start))}
		}
		w.Write(text)
	}))
}

// busy returns a question for a handler that computes as long as the service does for questions.
func (b *bench) busy(list []question) ([]question, error) {
	w := single{newHTTPClient(b.service.url, false)}
	defer w.close()
	t := &trial{list: list, way: w}
	err := t.run(0, 300)
	work := middle(column(t.took, func(x spent) time.Duration { return x.work }))
	return []question{{path: fmt.Sprintf("/?us=%d", work.Microseconds())}}, err
}

// startFloor runs serveFloor in a process of its own, as the service is.
func startFloor() (*service, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return launch(exec.Command(self, "-floor"))
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

// http prints what HTTP adds to a query: the time of a request without what the service says the query took. It is judged by a
// client that does little by itself, beside a bare handler of net/http, which is what there is without a service.
func (b *bench) http() error {
	floor, err := startFloor()
	if err != nil {
		return err
	}
	defer floor.stop()
	busy, err := b.busy(b.asked.short)
	if err != nil {
		return err
	}
	var trials []*trial
	for _, x := range []struct {
		name    string
		service *service
		list    []question
	}{
		{"bare handler", floor, b.asked.vertices},
		{"vertex look-up", b.service, b.asked.vertices},
		{"bare handler that computes as long as a short route", floor, busy},
		{"short route", b.service, b.asked.short},
	} {
		lean, err := dialRaw(x.service.address())
		if err != nil {
			return err
		}
		defer lean.close()
		client := single{newHTTPClient(x.service.url, false)}
		defer client.close()
		trials = append(trials, &trial{name: x.name + ", lean client", list: x.list, way: lean}, &trial{name: x.name + ", http.Client", list: x.list, way: client})
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

func (b *bench) printHTTP(trials []*trial) {
	fmt.Printf("\nWhat HTTP adds to a query, one after another, ms: median (p99)\n| | total | of it the query | HTTP adds | by the floor |\n|---|---|---|---|---|\n")
	added := func(t *trial) []time.Duration {
		return column(t.took, func(x spent) time.Duration { return x.total - x.work })
	}
	for i, t := range trials {
		total, work, adds := column(t.took, func(x spent) time.Duration { return x.total }), column(t.took, func(x spent) time.Duration { return x.work }), added(t)
		floor := middle(added(trials[i/4*4+i%2]))
		fmt.Printf("| %s | %s (%s) | %s (%s) | %s (%s) | %.2f |\n", t.name, ms(middle(total)), ms(quantile(total, 0.99)),
			ms(middle(work)), ms(quantile(work, 0.99)), ms(middle(adds)), ms(quantile(adds, 0.99)), middle(adds).Seconds()/floor.Seconds())
	}
	short := trials[len(trials)-2]
	b.check(maxHTTPMS, "ms that HTTP adds", middle(added(short)).Seconds()*1000, false)
}
