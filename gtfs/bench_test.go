package gtfs

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"graphbuild/internal/shared"
)

// portoAlegre is stop_times.txt of a feed with 130,000 stop times, most without a time.
func portoAlegre(b *testing.B) []byte {
	b.Helper()
	z, err := zip.OpenReader(shared.Path(b, "data/gtfs/porto-alegre-eptc.zip"))
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

// BenchmarkSplitter cuts CSV into fields and does nothing with them.
func BenchmarkSplitter(b *testing.B) {
	data := portoAlegre(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s := newSplitter(bytes.NewReader(data))
		s.detectLineEnd()
		for s.scan() {
		}
		if err := s.failed(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStopTimes reads stop_times.txt from memory into columns, sorted; the other tables have been read.
func BenchmarkStopTimes(b *testing.B) {
	data := portoAlegre(b)
	f, err := Open(shared.Path(b, "data/gtfs/porto-alegre-eptc.zip"), "poa", Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	r := readerOf(f, map[string]entry{"stop_times.txt": {open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}})
	for b.Loop() {
		f.StopTimes = StopTimes{}
		if err := r.readStopTimes(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(f.StopTimes.Stop))*float64(b.N)/b.Elapsed().Seconds(), "stop_times/s")
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

// BenchmarkOpen reads the whole feed from its zip.
func BenchmarkOpen(b *testing.B) {
	path := shared.Path(b, "data/gtfs/porto-alegre-eptc.zip")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(path, "poa", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
