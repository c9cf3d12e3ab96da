package main

import (
	"fmt"
	"time"
)

// combined prints what many queries take apart and in one request.
func (b *bench) combined() error {
	for _, kind := range []struct {
		name string
		list []question
	}{{"vertex look-ups", b.asked.vertices}, {"short routes", b.asked.short}} {
		fmt.Printf("\n%s, ms (least of several)\n| queries | HTTP apart | HTTP combined | gain | WebSocket apart | pipelined | combined | gain |\n|---|---|---|---|---|---|---|---|\n", kind.name)
		for _, n := range []int{1, 2, 5, 10, 100, 1000} {
			if err := b.combinedOf(kind.name, kind.list, n); err != nil {
				return fmt.Errorf("%d %s: %w", n, kind.name, err)
			}
		}
	}
	return nil
}

func (b *bench) combinedOf(name string, all []question, n int) error {
	var list []question
	for i := range n {
		list = append(list, all[i%len(all)])
	}
	h := newHTTPClient(b.service.url, false)
	defer h.close()
	s, err := dialSocket(b.service.address())
	if err != nil {
		return err
	}
	defer s.close()
	apart := func(w way) func() error {
		return func() error {
			for _, q := range list {
				if _, err := w.ask(q); err != nil {
					return err
				}
			}
			return nil
		}
	}
	var took [5]time.Duration
	for i, do := range []func() error{
		apart(single{h}),
		func() error { _, _, err := h.batch(list); return err },
		apart(s),
		func() error { return s.pipelined(list) },
		func() error { _, err := s.list(list); return err },
	} {
		if took[i], err = least(do, max(3, min(50, 2000/n))); err != nil {
			return err
		}
	}
	gain, socketGain := took[0].Seconds()/took[1].Seconds(), took[2].Seconds()/took[4].Seconds()
	fmt.Printf("| %d | %s | %s | %.1f | %s | %s | %s | %.1f |\n", n, ms(took[0]), ms(took[1]), gain, ms(took[2]), ms(took[3]), ms(took[4]), socketGain)
	if n == 1000 && name == "vertex look-ups" {
		b.check(minGain, "1,000 look-ups apart against combined", gain, true)
	}
	return nil
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
