package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"time"
)

// allStartups measures the start on each file.
func (b *bench) allStartups() error {
	for _, path := range append([]string{b.path}, b.others...) {
		asked, err := readQuestions(path, 1)
		if err == nil {
			err = b.startups(path, asked.short[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// startups starts the service again and again, and measures the time from exec to the end of the first answer, on a connection of
// its own.
func (b *bench) startups(path string, q question) error {
	const runs = 15
	var up, answered []time.Duration
	for range runs {
		s, err := start(b.o.program, path)
		if err != nil {
			return err
		}
		up = append(up, time.Since(s.started))
		if err := firstAnswer(s.url + q.path); err != nil {
			return err
		}
		answered = append(answered, time.Since(s.started))
		if err := s.stop(); err != nil {
			return err
		}
	}
	fmt.Printf("\nStart on %s, %d runs: from exec until it listens %s ms (least %s), until the first route is answered %s ms (least %s)\n",
		filepath.Base(path), runs, ms(middle(up)), ms(slices.Min(up)), ms(middle(answered)), ms(slices.Min(answered)))
	b.check(maxStartMS, "ms from exec to the first answer, in the middle", middle(answered).Seconds()*1000, false)
	return nil
}

// firstAnswer asks on a connection of its own.
func firstAnswer(url string) error {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Get(url)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s: %.200s", url, r.Status, text)
	}
	return err
}
