//go:build !unix

package main

import (
	"net"
	"time"
)

// cpuTime returns the processor time of this process, 0 where the system does not tell.
func cpuTime() time.Duration { return 0 }

// pollingRead returns how to read a connection without sleeping: it asks the system until there is something. Where a system does
// not offer that, it is an ordinary read.
func pollingRead(c *net.TCPConn) (func([]byte) (int, error), error) { return c.Read, nil }
