//go:build unix

package export

import (
	"syscall"
	"time"
)

// cpuTime is the processor time of the program so far, which other programs disturb less than the wall clock.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
