//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package report

import "runtime"

// processUsage knows no CPU time, and takes what Go has asked the system for as the peak.
func processUsage() usage {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{peakRSS: int64(m.Sys)}
}
