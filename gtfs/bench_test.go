//go:build unix

package gtfs

import (
	"archive/zip"
	"bytes"
	"io"
	"syscall"
	"testing"

	"graphbuild/internal/shared"
)

// benchFeeds are a feed with 130,000 short quoted stop times, most without a time, and one with 79,000 plain ones.
var benchFeeds = []string{"porto-alegre-eptc", "kuopio-finland"}

// stopTimesOf returns stop_times.txt.
func stopTimesOf(b *testing.B, feed string) []byte {
	b.Helper()
	z, err := zip.OpenReader(shared.Path(b, "data/gtfs/"+feed+".zip"))
	if err != nil {
		b.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("stop_times.txt")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		b.Fatal(err)
	}
	return data
}

// cpuSeconds is the processor time of this process, which other work on the machine does not change much.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// BenchmarkSplitter cuts CSV into fields and does nothing with them.
func BenchmarkSplitter(b *testing.B) {
	for _, feed := range benchFeeds {
		b.Run(feed, func(b *testing.B) {
			data := stopTimesOf(b, feed)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			start := cpuSeconds()
			for b.Loop() {
				s := newSplitter(bytes.NewReader(data))
				s.detectLineEnd()
				for s.scan() {
				}
				if err := s.failed(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(data))*float64(b.N)/1e6/(cpuSeconds()-start), "MB/cpu-s")
		})
	}
}

// BenchmarkStopTimes reads stop_times.txt from memory into columns, sorted; the other tables have been read.
func BenchmarkStopTimes(b *testing.B) {
	for _, feed := range benchFeeds {
		b.Run(feed, func(b *testing.B) {
			data := stopTimesOf(b, feed)
			f, err := Open(shared.Path(b, "data/gtfs/"+feed+".zip"), "x", Options{})
			if err != nil {
				b.Fatal(err)
			}
			benchStopTimes(b, f, data)
		})
	}
}

func benchStopTimes(b *testing.B, f *Feed, data []byte) {
	r := readerOf(f, map[string]entry{"stop_times.txt": {size: int64(len(data)), open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}})
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	start := cpuSeconds()
	for b.Loop() {
		f.StopTimes = StopTimes{}
		if err := r.readStopTimes(); err != nil {
			b.Fatal(err)
		}
	}
	cpu := cpuSeconds() - start
	b.ReportMetric(float64(len(f.StopTimes.Stop))*float64(b.N)/cpu, "stop_times/cpu-s")
	b.ReportMetric(float64(len(data))*float64(b.N)/1e6/cpu, "MB/cpu-s")
}

// BenchmarkOpen reads a whole feed from its zip.
func BenchmarkOpen(b *testing.B) {
	path := shared.Path(b, "data/gtfs/porto-alegre-eptc.zip")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(path, "x", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// readerOf returns a reader that has read all but the given files.
func readerOf(f *Feed, files map[string]entry) *reader {
	r := newReader(source{label: f.Label, name: f.Name, maxBytes: 1 << 62}, nil, "")
	r.feed, r.files = f, files
	for i := range f.Stops {
		r.stops[f.Stops[i].ID] = StopIndex(i)
	}
	for i := range f.Trips {
		r.trips[f.Trips[i].ID] = TripIndex(i)
	}
	return r
}
