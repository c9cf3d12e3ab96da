package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"graphbuild/report"
)

// stressed is a service that is asked by many clients while its file is swapped.
type stressed struct {
	url     string
	file    string   // that it serves
	files   []string // that take turns there
	asked   *questions
	o       options
	sound   atomic.Int64 // queries answered
	refused atomic.Int64 // requests refused
	swaps   atomic.Int64
	mu      sync.Mutex
	faults  map[string]int
}

// stressProgram runs the program on a copy of the first file, and asks it for a time.
func stressProgram(files []string, asked *questions, o options) error {
	if len(files) < 2 {
		return errors.New("-stress: expected two files that take turns")
	}
	dir, err := os.MkdirTemp("", "servebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s := &stressed{file: filepath.Join(dir, "live.graph"), files: files, asked: asked, o: o}
	if err := s.put(0); err != nil {
		return err
	}
	p, err := start(o.program, s.file)
	if err != nil {
		return err
	}
	defer p.stop()
	s.url = p.url
	memory := newWatched(func() int64 { return p.memory("RssAnon") }, o.stress)
	err = s.run(os.Stdout)
	fmt.Printf("memory of its own: %s after warm-up, %s at the end\n", report.Bytes(memory.early()), report.Bytes(memory.late()))
	return errors.Join(err, memory.stop())
}

// run asks for the time of the options, and returns what went wrong.
func (s *stressed) run(out io.Writer) error {
	if err := s.ready(); err != nil {
		return err
	}
	before, err := s.goroutines()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.o.stress)
	defer cancel()
	var clients sync.WaitGroup
	for i := range s.o.clients {
		clients.Go(func() { s.client(ctx, uint64(i)) })
	}
	err = s.swap(ctx)
	clients.Wait()
	http.DefaultClient.CloseIdleConnections() // of the swaps
	after, e := s.settled(before)
	fmt.Fprintf(out, "%s with %d clients: %d sound queries answered, %d bad requests refused, %d swaps; goroutines %d before, %d after\n",
		s.o.stress, s.o.clients, s.sound.Load(), s.refused.Load(), s.swaps.Load(), before, after)
	err = errors.Join(err, e)
	for what, n := range s.faults {
		err = errors.Join(err, fmt.Errorf("%d times: %s", n, what))
	}
	if after > before {
		err = errors.Join(err, fmt.Errorf("%d goroutines before, %d after", before, after))
	}
	return err
}

// fault counts something that must not be.
func (s *stressed) fault(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faults == nil {
		s.faults = map[string]int{}
	}
	if text := fmt.Sprintf(format, args...); len(s.faults) < 20 || s.faults[text] > 0 {
		s.faults[text]++
	}
}

// put puts a copy of one of the files in the place of the one that is served, by renaming.
func (s *stressed) put(i int) error {
	data, err := os.ReadFile(s.files[i%len(s.files)])
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.file+".new", data, 0o666); err != nil {
		return err
	}
	return os.Rename(s.file+".new", s.file)
}

// swap swaps the file until ctx is done.
func (s *stressed) swap(ctx context.Context) error {
	for i := 1; ; i++ {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(s.o.swapEvery):
		}
		if err := s.put(i); err != nil {
			return err
		}
		r, err := http.Post(s.url+"/reload", "", nil)
		if err != nil {
			return err
		}
		text, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != http.StatusOK || !strings.Contains(string(text), "swapped") {
			s.fault("a swap: %s %s", r.Status, text)
			continue
		}
		s.swaps.Add(1)
	}
}

// client asks one thing after another until ctx is done.
func (s *stressed) client(ctx context.Context, seed uint64) {
	c := &client{stressed: s, random: rand.New(rand.NewPCG(seed, 1)), http: newHTTPClient(s.url, false)}
	defer c.close()
	for ctx.Err() == nil {
		if c.random.IntN(4) == 0 {
			c.nonsense()
			continue
		}
		c.sense()
	}
}

// goroutines asks the service how many it has.
func (s *stressed) goroutines() (n int, err error) {
	c := newHTTPClient(s.url, true)
	defer c.close()
	text, _, err := c.get("/metrics")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "go_goroutines %d", &n); err == nil {
			return n, nil
		}
	}
	return 0, errors.New("/metrics does not tell the goroutines")
}

// ready waits until the service has checked the file.
func (s *stressed) ready() (err error) {
	c := newHTTPClient(s.url, true)
	defer c.close()
	for range 600 {
		if _, _, err = c.get("/readyz"); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// settled waits until there are no more goroutines than before, for some seconds: those of connections end after their client.
func (s *stressed) settled(before int) (n int, err error) {
	for range 100 {
		if n, err = s.goroutines(); err != nil || n <= before {
			return n, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return n, nil
}
