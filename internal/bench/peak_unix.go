//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"os"
	"runtime"
	"syscall"
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
