//go:build !unix

package main

import "time"

// cpuTime returns the processor time of this process, 0 where the system does not tell.
func cpuTime() time.Duration { return 0 }
