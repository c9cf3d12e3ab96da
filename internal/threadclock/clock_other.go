//go:build !linux

// Package threadclock tells the time that has passed: not all systems tell that of a thread.
package threadclock

import "time"

var began = time.Now()

// Now returns the time since the program began.
func Now() time.Duration { return time.Since(began) }
