package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"
)

// client is one of many that ask at once.
type client struct {
	*stressed
	random *rand.Rand
	http   *httpClient
}

func (c *client) close() { c.http.close() }

func (c *client) pick(list []question) question { return list[c.random.IntN(len(list))] }

// sense asks what has an answer, and looks at it.
func (c *client) sense() {
	q := c.asked
	switch c.random.IntN(10) {
	case 0, 1, 2:
		c.get(c.pick(q.short).path, `"code":"Ok"`)
	case 3:
		c.get(c.pick(q.long).path, `"code":"Ok"`)
	case 4:
		c.get(c.pick(q.nearest).path, `"code":"Ok"`)
	case 5:
		c.get(c.pick(q.tables).path, `"code":"Ok"`)
	case 6:
		c.get(c.pick(q.vertices).path, `"status":"ok"`)
	case 7:
		c.batch(c.some(20))
	case 8:
		c.sockets()
	case 9:
		c.get([]string{"/info", "/healthz", "/graphs", "/metrics", "/tiles.json", "/"}[c.random.IntN(6)], "")
	}
}

// some returns n questions of several kinds.
func (c *client) some(n int) (list []question) {
	for range n {
		kinds := [][]question{c.asked.vertices, c.asked.short, c.asked.nearest}
		list = append(list, c.pick(kinds[c.random.IntN(len(kinds))]))
	}
	return list
}

// get asks, and expects a text in the answer.
func (c *client) get(path, part string) {
	text, _, err := c.http.get(path)
	c.judge(path, text, err, part, 1)
}

func (c *client) batch(list []question) {
	text, _, err := c.http.batch(list)
	c.judge("/batch/v1", text, err, `"status":"ok"`, len(list))
}

// sockets asks for several lists over a WebSocket of its own.
func (c *client) sockets() {
	w, err := dialSocket(strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		c.fault("a WebSocket: %v", err)
		return
	}
	defer w.close()
	for range 1 + c.random.IntN(5) {
		text, err := w.list(c.some(20))
		if c.judge("/ws/v1", text, err, `"status":"ok"`, 20); err != nil {
			return
		}
	}
}

// judge counts the answers, or a fault where one is not what it should be.
func (c *client) judge(what string, text []byte, err error, part string, n int) {
	kind, _, _ := strings.Cut(strings.TrimPrefix(what, "/"), "/")
	switch {
	case err != nil:
		c.fault("%s: %.100v", kind, err)
	case part != "" && bytes.Count(text, []byte(part)) < n:
		c.fault("%s: %d of %d answers with %s: %.200s", kind, bytes.Count(text, []byte(part)), n, part, text)
	default:
		c.sound.Add(int64(n))
	}
}

// nonsense sends what nobody should send. It must be refused, by a status under 500 or by the end of the connection.
func (c *client) nonsense() {
	long := strings.Repeat("9", 1+c.random.IntN(200_000))
	requests := []string{
		"GET /route/v1/car/1,2;3 HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /route/v1/car/181,91;0,0 HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /route/v1/plane/0,0;0,0 HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /table/v1/car/" + long + " HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /vertex/v1/4294967296 HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /tiles/99/-1/" + long[:min(len(long), 500)] + ".mvt HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET /graphs/other/info HTTP/1.1\r\nHost: a\r\n\r\n",
		"PUT /batch/v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n[]",
		"POST /batch/v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n[{\"from\":",
		"POST /batch/v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n[",
		"POST /batch/v1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
		"GET /ws/v1 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
		"\x16\x03\x01" + long[:min(len(long), 100)] + "\r\n\r\n",
	}
	switch n := c.random.IntN(len(requests) + 2); {
	case n < len(requests):
		c.raw(requests[n], true)
	case n == len(requests):
		whole := "GET " + c.pick(c.asked.long).path + " HTTP/1.1\r\nHost: a\r\n\r\n"
		c.raw(whole[:c.random.IntN(len(whole))], false) // half of a request, then nothing
	default:
		c.leave()
	}
}

// raw sends bytes and, where it waits, reads the status of the answer.
func (c *client) raw(sent string, wait bool) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		c.fault("a connection: %v", err)
		return
	}
	defer conn.Close()
	io.WriteString(conn, sent) // the service may have closed it already
	if !wait {
		c.refused.Add(1)
		return
	}
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil {
		r.Body.Close()
		if r.StatusCode < 400 || r.StatusCode >= 500 {
			c.fault("%.40q: status %d", sent, r.StatusCode)
			return
		}
	}
	c.refused.Add(1)
}

// leave asks and goes away.
func (c *client) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(c.random.IntN(3000))*time.Microsecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+c.pick(c.asked.long).path, nil)
	if err != nil {
		c.fault("%v", err)
		return
	}
	if answer, err := c.http.client.Do(r); err == nil {
		answer.Body.Close()
	}
	c.refused.Add(1)
}
