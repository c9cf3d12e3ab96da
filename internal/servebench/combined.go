package main

import (
	"fmt"
	"runtime"
	"time"
)

// combined prints what many queries take apart and in one request, and how much of what transport costs is gone then: that is the
// time without what the queries take by themselves, in this process, one after another as they are asked apart, or on all
// processors as in a batch.
func (b *bench) combined() error {
	in, err := openInside(b.path)
	if err != nil {
		return err
	}
	defer in.close()
	for _, kind := range []struct {
		name string
		list []question
	}{{"vertex look-ups", b.asked.vertices}, {"short routes", b.asked.short}} {
		fmt.Printf("\n%s, ms (least of several)\n| queries | HTTP apart | of it the queries | HTTP combined | of it the queries | gain | of transport gone "+
			"| WebSocket apart | pipelined | combined | gain |\n|---|---|---|---|---|---|---|---|---|---|---|\n", kind.name)
		for _, n := range []int{1, 2, 5, 10, 100, 1000} {
			c := &combination{bench: b, inside: in}
			for i := range n {
				c.list = append(c.list, kind.list[i%len(kind.list)])
			}
			if err := c.measure(); err != nil {
				return fmt.Errorf("%d %s: %w", n, kind.name, err)
			}
			c.print()
			switch {
			case n < 1000:
			case kind.name == "vertex look-ups":
				b.check(minGain, "1,000 look-ups apart against combined", c.gain(), true)
			default:
				b.check(minGone, "part of the cost of transport that is gone for 1,000 short routes", c.gone(), true)
			}
		}
	}
	return nil
}

// combination is some questions in all ways to ask them together.
type combination struct {
	*bench
	inside *inside
	list   []question
	took   [numTogether]time.Duration
}

// Ways to ask many questions.
const (
	httpApart = iota
	insideSerial
	httpCombined
	insideParallel
	socketApart
	socketPipelined
	socketCombined
	numTogether
)

// measure takes turns between the ways, as the machine may have other work.
func (c *combination) measure() error {
	h := newHTTPClient(c.service.url, false)
	defer h.close()
	s, err := dialSocket(c.service.address())
	if err != nil {
		return err
	}
	defer s.close()
	ways := [numTogether]func() error{
		httpApart:       func() error { return c.apart(single{h}) },
		insideSerial:    func() error { c.inside.requests(c.list); return nil },
		httpCombined:    func() error { _, _, err := h.batch(c.list); return err },
		insideParallel:  func() error { return c.inside.queries(c.list, runtime.GOMAXPROCS(0)) },
		socketApart:     func() error { return c.apart(s) },
		socketPipelined: func() error { return s.pipelined(c.list) },
		socketCombined:  func() error { _, err := s.list(c.list); return err },
	}
	for round := range max(5, min(50, 2000/len(c.list))) {
		for i, do := range ways {
			took, err := least(do, 1)
			if err != nil {
				return err
			}
			if round == 0 || took < c.took[i] {
				c.took[i] = took
			}
		}
	}
	return nil
}

func (c *combination) apart(w way) error {
	for _, q := range c.list {
		if _, err := w.ask(q); err != nil {
			return err
		}
	}
	return nil
}

func (c *combination) gain() float64 {
	return c.took[httpApart].Seconds() / c.took[httpCombined].Seconds()
}

// gone returns which part of the cost of transport a batch spares.
func (c *combination) gone() float64 {
	apart, remains := c.took[httpApart]-c.took[insideSerial], c.took[httpCombined]-c.took[insideParallel]
	return 1 - remains.Seconds()/max(apart.Seconds(), 1e-9)
}

func (c *combination) print() {
	fmt.Printf("| %d ", len(c.list))
	for i, d := range c.took {
		if i == socketApart {
			fmt.Printf("| %.1f | %.2f ", c.gain(), c.gone())
		}
		fmt.Printf("| %s ", ms(d))
	}
	fmt.Printf("| %.1f |\n", c.took[socketApart].Seconds()/c.took[socketCombined].Seconds())
}

// least returns the least time of some runs.
func least(do func() error, runs int) (time.Duration, error) {
	best := time.Duration(1<<63 - 1)
	for range runs {
		start := time.Now()
		if err := do(); err != nil {
			return 0, err
		}
		best = min(best, time.Since(start))
	}
	return best, nil
}
