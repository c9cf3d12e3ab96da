package ws

import (
	"errors"
	"net"
	"os"
	"sync"
	"time"
)

// lazyConn keeps what is written until somebody is to wait for more input, so that the answers to messages that came together go
// out together: a write of the system takes longer than most look-ups.
type lazyConn struct {
	net.Conn
	mu      sync.Mutex
	pending []byte
	reading bool
	ahead   []byte // what was read by watch, of the goroutine that reads
}

// maxPending is how much is kept.
const maxPending = 32 << 10

// Read sends what is pending, and waits for input. What is written meanwhile is not kept.
func (c *lazyConn) Read(p []byte) (int, error) {
	c.mu.Lock()
	err := c.flush()
	c.reading = true
	c.mu.Unlock()
	if err != nil {
		return 0, err
	}
	n, err := c.read(p)
	c.mu.Lock()
	c.reading = false
	c.mu.Unlock()
	return n, err
}

// read reads what was read ahead, else from the client.
func (c *lazyConn) read(p []byte) (int, error) {
	if len(c.ahead) == 0 {
		return c.Conn.Read(p)
	}
	n := copy(p, c.ahead)
	if c.ahead = c.ahead[n:]; len(c.ahead) == 0 {
		c.ahead = nil
	}
	return n, nil
}

// Answers that take longer than watchAfter are watched, as long as the client has not sent maxAhead bytes meanwhile.
const (
	watchAfter = 50 * time.Millisecond
	maxAhead   = 16 << 10
)

// watch calls gone when the client is, until stop is called. Nobody may read between.
func (c *lazyConn) watch(gone func()) (stop func()) {
	done := make(chan struct{})
	begin := time.AfterFunc(watchAfter, func() {
		defer close(done)
		c.readAhead(gone)
	})
	return func() {
		if begin.Stop() {
			return
		}
		c.Conn.SetReadDeadline(time.Unix(1, 0)) // ends readAhead
		<-done
		c.Conn.SetReadDeadline(time.Time{})
	}
}

// readAhead reads and keeps what the client sends: only one who reads learns that it is gone.
func (c *lazyConn) readAhead(gone func()) {
	buf := make([]byte, maxAhead)
	for n := copy(buf, c.ahead); n < len(buf); {
		more, err := c.Conn.Read(buf[n:])
		if n += more; n > 0 {
			c.ahead = buf[:n]
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return
		}
		if err != nil {
			gone()
			return
		}
	}
}

// Write keeps p, or sends it.
func (c *lazyConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reading && len(c.pending)+len(p) <= maxPending {
		c.pending = append(c.pending, p...)
		return len(p), nil
	}
	if err := c.flush(); err != nil {
		return 0, err
	}
	return c.send(p)
}

// Close sends what is pending.
func (c *lazyConn) Close() error {
	c.mu.Lock()
	c.flush()
	c.mu.Unlock()
	return c.Conn.Close()
}

// flush sends what is pending; the lock is held.
func (c *lazyConn) flush() error {
	if len(c.pending) == 0 {
		return nil
	}
	_, err := c.send(c.pending)
	c.pending = nil // an idle connection keeps no memory
	return err
}

func (c *lazyConn) send(p []byte) (int, error) {
	c.Conn.SetWriteDeadline(time.Now().Add(writeWithin))
	return c.Conn.Write(p)
}
