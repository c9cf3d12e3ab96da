//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package main

import (
	"os"
	"time"
)

// peakBytes is 0: the system does not tell by way of the standard library.
func peakBytes(*os.ProcessState) int64 { return 0 }

// ownCPU is not known, likewise.
func ownCPU() (time.Duration, bool) { return 0, false }
