//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package report

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

func processUsage() usage {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return usage{}
	}
	peak := int64(r.Maxrss)
	if runtime.GOOS != "darwin" {
		peak <<= 10 // kilobytes, but on macOS
	}
	// After an exec, Linux has the peak of the parent in Maxrss.
	if high, ok := highWaterMark(); ok {
		peak = high
	}
	return usage{cpu: time.Duration(r.Utime.Nano() + r.Stime.Nano()), peakRSS: peak}
}

// highWaterMark returns VmHWM of Linux, in bytes.
func highWaterMark() (int64, bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, ok := bytes.Cut(status, []byte("VmHWM:"))
	if !ok {
		return 0, false
	}
	number, _, _ := bytes.Cut(bytes.TrimLeft(rest, " \t"), []byte(" kB"))
	kilobytes, err := strconv.ParseInt(string(number), 10, 64)
	return kilobytes << 10, err == nil
}
