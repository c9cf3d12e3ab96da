//go:build !linux

package route

import "time"

var clockStart = time.Now()

// threadTime returns the time that has passed.
func threadTime() time.Duration { return time.Since(clockStart) }
