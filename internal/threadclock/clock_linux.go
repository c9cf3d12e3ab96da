// Package threadclock tells the processor time of the thread, by which measurements of code on one goroutine are taken: other
// work on the machine does not lengthen it. A measurement locks its goroutine to its thread, or is short enough not to move.
package threadclock

import (
	"time"

	"golang.org/x/sys/unix"
)

// Now returns the processor time of the thread since it began; 0 where the system does not tell.
func Now() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
