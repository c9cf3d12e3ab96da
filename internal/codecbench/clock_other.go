//go:build !linux

package main

import "time"

var began = time.Now()

// threadTime returns the time that has passed: not all systems tell that of a thread.
func threadTime() time.Duration { return time.Since(began) }
