package report

import (
	"runtime"
	"syscall"
	"time"
)

// processUsage takes what Go has asked the system for as the peak, since the standard library cannot ask for the real one.
func processUsage() usage {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u := usage{peakRSS: int64(m.Sys)}
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return u
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &exited, &kernel, &user); err == nil {
		u.cpu = ticks(kernel) + ticks(user)
	}
	return u
}

// ticks returns a time span, which Windows counts in units of 100 ns.
func ticks(f syscall.Filetime) time.Duration {
	return time.Duration(int64(f.HighDateTime)<<32|int64(f.LowDateTime)) * 100
}
