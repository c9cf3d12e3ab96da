package export

import (
	"context"
	"testing"
)

// counter counts the bytes that are written to it.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// BenchmarkExport writes the whole of Delaware in each format. MB/cpu-s is by the processor time of the whole program,
// the collector of garbage included.
func BenchmarkExport(b *testing.B) {
	g := delaware(b)
	for _, f := range Formats() {
		b.Run(f, func(b *testing.B) {
			b.ReportAllocs()
			var c counter
			start := cpuTime()
			for b.Loop() {
				c.n = 0
				if err := Write(context.Background(), &c, g, Options{Format: Format(f)}); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(c.n)
			if used := cpuTime() - start; used > 0 {
				b.ReportMetric(float64(c.n)*float64(b.N)/1e6/used.Seconds(), "MB/cpu-s")
			}
		})
	}
}
