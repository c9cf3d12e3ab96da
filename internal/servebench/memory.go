package main

import (
	"fmt"
	"os"
	"time"

	"graphbuild/report"
)

// memory tells what a service takes that has been checked and is asked by 20 clients at once, most and afterwards, and what two
// of them on one file share.
func (b *bench) memory() error {
	info, err := os.Stat(b.path)
	if err != nil {
		return err
	}
	s, err := start(b.o.program, b.path, "--verify")
	if err != nil {
		return err
	}
	defer s.stop()
	fmt.Printf("\nMemory of a service on a file of %s, asked by %d clients at once where nothing else is said\n| | most | then | of it its own | of the file and the program, which processes share |\n|---|---|---|---|---|\n", report.Bytes(info.Size()), together)
	all := s.memory("VmRSS")
	s.printMemory("at the start, checked", all)
	for _, load := range []struct {
		name string
		list []question
		open func() (way, error)
		// How many questions are asked, and by how many clients.
		n, clients int
	}{
		{"short routes", b.asked.short, s.single, b.o.requests, together},
		{"long routes", b.asked.long, s.single, b.o.requests / 2, together},
		{"tables 10 x 10", b.asked.tables, s.single, b.o.requests / 10, together},
		{"batches of 100 short routes", b.asked.short, s.batches, b.o.requests / 10, together},
		{"batches of 100 long routes", b.asked.long, s.batches, together, together},
		{"short routes by WebSocket", b.asked.short, s.socket, b.o.requests, together},
		{"short routes by 1000 clients", b.asked.short, s.lean, 2 * b.o.requests, 1000},
	} {
		most, err := s.mostWhile(func() error { _, _, err := askAll(load.list, load.n, load.clients, load.open); return err })
		if err != nil {
			return fmt.Errorf("%s: %w", load.name, err)
		}
		s.printMemory(load.name, most)
		if load.clients == together {
			all = max(all, most)
		}
	}
	b.check(maxOverMB, "MB resident over the length of the file", float64(all-info.Size())/1e6, false)
	b.service.printMemory("the service of the parts before", b.service.memory("VmHWM"))
	fmt.Printf("\nThe most of %d clients is the file and %s.\n", together, report.Bytes(all-info.Size()))
	return nil
}

func (s *service) lean() (way, error) { return dialRaw(s.address()) }

func (s *service) single() (way, error) { return single{newHTTPClient(s.url, false)}, nil }

func (s *service) socket() (way, error) { return dialSocket(s.address()) }

func (s *service) batches() (way, error) { return hundred{newHTTPClient(s.url, false)}, nil }

// hundred asks a question a hundred times in one request.
type hundred struct{ *httpClient }

func (h hundred) ask(q question) (spent, error) {
	list := make([]question, 100)
	for i := range list {
		list[i] = q
	}
	_, x, err := h.batch(list)
	return x, err
}

// mostWhile returns the most memory that the service took at some moment while something is done.
func (s *service) mostWhile(do func() error) (most int64, err error) {
	done := make(chan error, 1)
	go func() { done <- do() }()
	for {
		most = max(most, s.memory("VmRSS"))
		select {
		case err := <-done:
			return max(most, s.memory("VmRSS")), err
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (s *service) printMemory(name string, most int64) {
	rss, own := s.memory("VmRSS"), s.memory("RssAnon")
	fmt.Printf("| %s | %s | %s | %s | %s |\n", name, report.Bytes(most), report.Bytes(rss), report.Bytes(own), report.Bytes(rss-own))
}
