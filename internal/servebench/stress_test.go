package main

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/serve"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
)

// TestStress is the stress test in this process, for the race detector: short, with few clients on small files.
func TestStress(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"a", "b"} {
		out := filepath.Join(dir, name+".graph")
		in := build.Input{Path: filepath.FromSlash("../../cmd/graphbuild/testdata/inputs/town.osm")}
		if _, err := build.Run(t.Context(), build.Config{Inputs: []build.Input{in}, Output: out, Lean: name == "b"}); err != nil {
			t.Fatal(err)
		}
		files = append(files, out)
	}
	asked, err := readQuestions(files[0], 20)
	if err != nil {
		t.Fatal(err)
	}
	s := &stressed{
		file: filepath.Join(dir, "live.graph"), files: files, asked: asked,
		o: options{stress: 2 * time.Second, swapEvery: 100 * time.Millisecond, clients: 8},
	}
	if err := s.put(0); err != nil {
		t.Fatal(err)
	}
	end := s.inProcess(t)
	if err := s.run(os.Stderr); err != nil {
		t.Error(err)
	}
	end()
	if s.swaps.Load() == 0 || s.sound.Load() == 0 || s.refused.Load() == 0 {
		t.Errorf("%d swaps, %d answers, %d refused: expected some of each", s.swaps.Load(), s.sound.Load(), s.refused.Load())
	}
}

// inProcess serves the file in this process, and returns what ends that.
func (s *stressed) inProcess(t *testing.T) (end func()) {
	gate := graphs.NewGate(2, 100)
	set := graphs.NewSet(gate)
	if err := set.Open("live", graphs.File(s.file)); err != nil {
		t.Fatal(err)
	}
	g, release, err := set.Acquire("")
	if err == nil {
		err = g.Verify()
	}
	if err != nil {
		t.Fatal(err)
	}
	release()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + l.Addr().String()
	const short = 500 * time.Millisecond
	o := serve.Options{HeaderTimeout: short, BodyTimeout: short, WriteTimeout: 30 * time.Second}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- serve.New(set, serve.Routes(streets.Options{}), o).Serve(ctx, l) }()
	return func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		set.Close()
	}
}
