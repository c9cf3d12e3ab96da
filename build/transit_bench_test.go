//go:build unix

package build

import (
	"context"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/internal/shared"
)

// cpuTime is the processor time of this process, which other work on the machine does not change much.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchFeed is GRAPHBUILD_BENCH_FEED, by default a feed with 130,000 stop times.
func benchFeed(b *testing.B) string {
	if path := os.Getenv("GRAPHBUILD_BENCH_FEED"); path != "" {
		return path
	}
	return shared.Path(b, "data/gtfs/porto-alegre-eptc.zip")
}

// BenchmarkTransit reads a feed from its zip and builds its tables.
func BenchmarkTransit(b *testing.B) {
	path := benchFeed(b)
	b.ReportAllocs()
	var read, built time.Duration
	rows := 0
	for b.Loop() {
		start := cpuTime()
		f, err := gtfs.Open(path, "x", gtfs.Options{})
		if err != nil {
			b.Fatal(err)
		}
		rows = len(f.StopTimes.Stop)
		read += cpuTime() - start
		start = cpuTime()
		var out graph.Tables
		if err := addTransit(context.Background(), []*gtfs.Feed{f}, &out, nil); err != nil {
			b.Fatal(err)
		}
		built += cpuTime() - start
	}
	n := float64(b.N)
	b.ReportMetric(read.Seconds()/n, "cpu-s/read")
	b.ReportMetric(built.Seconds()/n, "cpu-s/build")
	b.ReportMetric(float64(rows), "stop_times")
}

// BenchmarkStopTimesHeld reports the bytes on the heap that a feed takes, for each stop time.
func BenchmarkStopTimesHeld(b *testing.B) {
	path := benchFeed(b)
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		f, err := gtfs.Open(path, "x", gtfs.Options{})
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		st := &f.StopTimes
		columns := 4*(cap(st.Stop)+cap(st.Sequence)+cap(st.ArrivalS)+cap(st.DepartureS)+cap(st.Line)+cap(st.ShapeDist)+cap(st.Start)) + cap(st.Flags)
		b.ReportMetric(float64(columns)/float64(len(st.Stop)), "columns-B/stop_time")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(st.Stop)), "feed-B/stop_time")
		runtime.KeepAlive(f)
	}
}
