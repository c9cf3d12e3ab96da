//go:build unix

package main

import (
	"io"
	"net"
	"syscall"
	"time"
)

// cpuTime returns the processor time of this process, 0 where the system does not tell.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// pollingRead returns how to read a connection without sleeping: it asks the system until there is something. Where a system does
// not offer that, it is an ordinary read.
func pollingRead(c *net.TCPConn) (func([]byte) (int, error), error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, err
	}
	return func(b []byte) (n int, err error) {
		for {
			if failed := raw.Read(func(fd uintptr) bool { n, err = syscall.Read(int(fd), b); return true }); failed != nil {
				return 0, failed
			}
			switch {
			case err == syscall.EAGAIN || err == syscall.EINTR:
				continue
			case err != nil:
				return 0, err
			case n == 0:
				return 0, io.EOF
			}
			return n, nil
		}
	}, nil
}
