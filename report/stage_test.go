package report

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a time that passes when the test says so; the process uses twice as much CPU.
type clock struct {
	at time.Duration
}

func newTestReport(sink Sink) (*Report, *clock) {
	c := &clock{}
	r := New(Options{Sink: sink})
	r.now = func() time.Time { return time.Unix(0, 0).Add(c.at) }
	r.use = func() usage { return usage{cpu: 2 * c.at, peakRSS: 50_000_000 + int64(c.at/time.Second)*1_000_000} }
	return r, c
}

// run plays two stages, with progress every 50 ms.
func run(sink Sink) *Report {
	r, c := newTestReport(sink)
	s := r.Start("scan")
	for range 10 {
		c.at += 50 * time.Millisecond
		s.Progress(int64(c.at/time.Millisecond)*10_000, 7_800_000, "bytes")
	}
	c.at += 20 * time.Second
	s.Progress(7_000_000, 7_800_000, "bytes")
	s.End()
	s = r.Start("link")
	c.at += 11 * time.Second
	s.Progress(1234, 0, "stops")
	s.End()
	s.End()
	s.Progress(1, 2, "stops")
	return r
}

func TestStages(t *testing.T) {
	want := []StageTime{
		{"scan", 20500 * time.Millisecond, 41 * time.Second, 70_000_000, false},
		{"link", 11 * time.Second, 22 * time.Second, 81_000_000, false},
	}
	if diff := cmp.Diff(want, run(nil).Stages()); diff != "" {
		t.Error(diff)
	}
}

func TestLogSink(t *testing.T) {
	var got bytes.Buffer
	noTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	run(NewLogSink(slog.New(slog.NewTextHandler(&got, &slog.HandlerOptions{ReplaceAttr: noTime}))))
	want := `level=INFO msg=progress stage=scan done="89 %, 7.00 MB of 7.80 MB, 341 kB/s, 2.34 s left"
level=INFO msg="stage done" stage=scan wall="20.5 s" cpu="41.0 s" peak_rss="70.0 MB"
level=INFO msg=progress stage=link done="1,234 stops, 112 stops/s"
level=INFO msg="stage done" stage=link wall="11.0 s" cpu="22.0 s" peak_rss="81.0 MB"
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestTerminalSink(t *testing.T) {
	var got bytes.Buffer
	run(NewTerminalSink(&got))
	const clear, cut = "\r\x1b[K", "\x1b[?7l"
	want := clear + "scan           ..." +
		clear + cut + "scan           12 %, 1.00 MB of 7.80 MB, 10.0 MB/s, 680 ms left" + wrap +
		clear + cut + "scan           25 %, 2.00 MB of 7.80 MB, 10.0 MB/s, 580 ms left" + wrap +
		clear + cut + "scan           38 %, 3.00 MB of 7.80 MB, 10.0 MB/s, 480 ms left" + wrap +
		clear + cut + "scan           51 %, 4.00 MB of 7.80 MB, 10.0 MB/s, 380 ms left" + wrap +
		clear + cut + "scan           64 %, 5.00 MB of 7.80 MB, 10.0 MB/s, 280 ms left" + wrap +
		clear + cut + "scan           89 %, 7.00 MB of 7.80 MB, 341 kB/s, 2.34 s left" + wrap +
		clear + "scan             20.5 s  cpu   41.0 s  peak  70.0 MB\n" +
		clear + "link           ..." +
		clear + cut + "link           1,234 stops, 112 stops/s" + wrap +
		clear + "link             11.0 s  cpu   22.0 s  peak  81.0 MB\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestJSONSink(t *testing.T) {
	var got bytes.Buffer
	run(NewJSONSink(&got))
	want := `{"event":"start","stage":"scan"}
{"event":"progress","stage":"scan","done":7000000,"total":7800000,"unit":"bytes","elapsed_s":20.5,"left_s":2.342857142}
{"event":"end","stage":"scan","wall_s":20.5,"cpu_s":41,"peak_rss_bytes":70000000}
{"event":"start","stage":"link"}
{"event":"progress","stage":"link","done":1234,"unit":"stops","elapsed_s":11}
{"event":"end","stage":"link","wall_s":11,"cpu_s":22,"peak_rss_bytes":81000000}
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestProgressFromManyGoroutines(t *testing.T) {
	r := New(Options{Sink: NewJSONSink(io.Discard)})
	s := r.Start("scan")
	s.sinkGap = 0
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 1000 {
				s.Progress(int64(i), 1000, "blocks")
			}
		})
	}
	group.Wait()
	s.End()
}

func TestLeft(t *testing.T) {
	for _, p := range []Progress{
		{Done: 0, Total: 10, Elapsed: 1},
		{Done: 1, Total: 0, Elapsed: 1},
		{Done: 11, Total: 10, Elapsed: 1},
		{Done: 1, Total: 10},
	} {
		if left, ok := p.Left(); ok {
			t.Errorf("%+v: %v left", p, left)
		}
	}
}

func TestProcessUsage(t *testing.T) {
	before := processUsage()
	for start := time.Now(); time.Since(start) < 20*time.Millisecond; {
	}
	after := processUsage()
	if after.peakRSS < 1_000_000 {
		t.Errorf("peak of %d bytes", after.peakRSS)
	}
	if after.cpu < before.cpu {
		t.Errorf("CPU time went from %v to %v", before.cpu, after.cpu)
	}
}

func BenchmarkProgress(b *testing.B) {
	s := New(Options{Sink: NewJSONSink(io.Discard)}).Start("scan")
	for b.Loop() {
		s.Progress(1, 2, "blocks")
	}
}
