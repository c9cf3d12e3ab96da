package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strconv"
	"strings"
	"time"
)

// spent is where the time of a request went. The server's part begins when the request is sent and ends with the first byte of
// the answer; work is what the service says that it spent on the query itself, and is a part of it.
type spent struct {
	connect, send, server, total, work time.Duration
}

// httpClient asks over HTTP.
type httpClient struct {
	url    string
	client *http.Client
	buf    bytes.Buffer
}

// newHTTPClient returns a client for one goroutine at a time. It keeps its connection unless fresh is set.
func newHTTPClient(url string, fresh bool) *httpClient {
	t := &http.Transport{DisableKeepAlives: fresh, MaxIdleConnsPerHost: 1, DisableCompression: true}
	return &httpClient{url: url, client: &http.Client{Transport: t}}
}

func (c *httpClient) close() { c.client.CloseIdleConnections() }

// get asks one question. The answer is valid until the next.
func (c *httpClient) get(path string) ([]byte, spent, error) {
	r, err := http.NewRequest(http.MethodGet, c.url+path, nil)
	if err != nil {
		return nil, spent{}, err
	}
	return c.do(r)
}

// batch asks many in one request.
func (c *httpClient) batch(list []question) ([]byte, spent, error) {
	r, err := http.NewRequest(http.MethodPost, c.url+"/batch/v1", strings.NewReader(listOf(list)))
	if err != nil {
		return nil, spent{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	return c.do(r)
}

// listOf writes questions as a JSON list.
func listOf(list []question) string {
	var b strings.Builder
	for i, q := range list {
		b.WriteByte("[,"[min(i, 1)])
		b.WriteString(q.line)
	}
	b.WriteByte(']')
	return b.String()
}

func (c *httpClient) do(r *http.Request) ([]byte, spent, error) {
	var dialled, connected, got, sent, first time.Time
	trace := &httptrace.ClientTrace{
		ConnectStart:         func(string, string) { dialled = time.Now() },
		ConnectDone:          func(string, string, error) { connected = time.Now() },
		GotConn:              func(httptrace.GotConnInfo) { got = time.Now() },
		WroteRequest:         func(httptrace.WroteRequestInfo) { sent = time.Now() },
		GotFirstResponseByte: func() { first = time.Now() },
	}
	start := time.Now()
	answer, err := c.client.Do(r.WithContext(httptrace.WithClientTrace(context.Background(), trace)))
	if err != nil {
		return nil, spent{}, err
	}
	defer answer.Body.Close()
	c.buf.Reset()
	if _, err := c.buf.ReadFrom(answer.Body); err != nil {
		return nil, spent{}, err
	}
	x := spent{total: time.Since(start), connect: connected.Sub(dialled), send: sent.Sub(got), server: first.Sub(sent), work: workOf(answer.Header.Get("Server-Timing"))}
	if answer.StatusCode != http.StatusOK {
		return nil, x, fmt.Errorf("%s: %s: %.200s", r.URL.Path, answer.Status, c.buf.Bytes())
	}
	return c.buf.Bytes(), x, nil
}

// workOf returns the time that the service says it took, in its words for that.
func workOf(timing string) time.Duration {
	_, text, _ := strings.Cut(timing, "dur=")
	ms, _ := strconv.ParseFloat(text, 64)
	return time.Duration(ms * float64(time.Millisecond))
}

// rawConn asks over one connection with as little as can be, so that the client takes little of the processors that it shares
// with the service.
type rawConn struct {
	c    net.Conn
	read func([]byte) (int, error)
	buf  []byte
}

func dialRaw(address string) (*rawConn, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &rawConn{c: c, read: c.Read, buf: make([]byte, 0, 64<<10)}, nil
}

// dialAwake returns a rawConn that asks the system again and again for the answer in place of sleeping until it is there.
func dialAwake(address string) (*rawConn, error) {
	c, err := dialRaw(address)
	if err != nil {
		return nil, err
	}
	c.read, err = pollingRead(c.c.(*net.TCPConn))
	return c, err
}

func (c *rawConn) close() { c.c.Close() }

// ask asks, and tells the time until the whole answer is there.
func (c *rawConn) ask(q question) (spent, error) {
	start := time.Now()
	_, err := c.get(q.path)
	x := spent{total: time.Since(start)}
	if _, rest, found := bytes.Cut(c.buf, []byte("\r\nServer-Timing: ")); found {
		timing, _, _ := bytes.Cut(rest, []byte("\r\n"))
		x.work = workOf(string(timing))
	}
	return x, err
}

// get asks and returns the length of the answer, which must be 200 and have a Content-Length.
func (c *rawConn) get(path string) (int, error) {
	c.buf = fmt.Appendf(c.buf[:0], "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", path)
	if _, err := c.c.Write(c.buf); err != nil {
		return 0, err
	}
	c.buf = c.buf[:0]
	for {
		if len(c.buf) == cap(c.buf) {
			c.buf = slices.Grow(c.buf, cap(c.buf))
		}
		n, err := c.read(c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
		if done, bad := whole(c.buf); done || bad != nil {
			return len(c.buf), bad
		}
		if err != nil {
			return 0, fmt.Errorf("after %d bytes of an answer: %w", len(c.buf), io.ErrUnexpectedEOF)
		}
	}
}

// whole reports whether b is an answer with all of its body.
func whole(b []byte) (bool, error) {
	head, body, found := bytes.Cut(b, []byte("\r\n\r\n"))
	if !found {
		return false, nil
	}
	if !bytes.HasPrefix(head, []byte("HTTP/1.1 200 ")) {
		return false, fmt.Errorf("the answer is %.100s", head)
	}
	_, rest, _ := bytes.Cut(head, []byte("\r\nContent-Length: "))
	number, _, _ := bytes.Cut(rest, []byte("\r\n"))
	n, err := strconv.Atoi(string(number))
	return len(body) >= n, err
}
