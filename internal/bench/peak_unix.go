//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// peakBytes returns the most memory that a process that has ended had resident.
func peakBytes(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(used.Maxrss)
	}
	return int64(used.Maxrss) << 10
}

// ownCPU returns the CPU time, user and system, that this process has taken.
func ownCPU() (time.Duration, bool) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, false
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), true
}
