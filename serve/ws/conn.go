package ws

import (
	"net"
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
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	c.reading = false
	c.mu.Unlock()
	return n, err
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
