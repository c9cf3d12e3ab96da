package serve

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
)

// quick has short times for clients that are slow.
func quick() Options {
	const short = 100 * time.Millisecond
	return Options{HeaderTimeout: short, BodyTimeout: short, IdleTimeout: short, WriteTimeout: short, Drain: 5 * time.Second}
}

// TestHalfRequests sends what is half, and nothing more: it gets 408 or is cut off, and the service goes on.
func TestHalfRequests(t *testing.T) {
	s := newTestServer(t, quick(), nil)
	address, _ := serveOn(t, s)
	for _, test := range []struct{ name, sent, status string }{ // "" for no status at all
		{"nothing", "", ""},
		{"half a header", "GET /probe/pairs HTTP/1.1\r\nHost: a\r\n", ""},
		{"half a body", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc", "408"},
		{"half a chunk", "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "408"},
		{"good", "GET /probe/pairs HTTP/1.1\r\nHost: a\r\n\r\n", "200"},
	} {
		got := statusOf(t, address, test.sent)
		for tries := 1; got == "" && test.status != "" && tries < 50; tries++ { // this machine may be too slow for such short times
			got = statusOf(t, address, test.sent)
		}
		if got != test.status {
			t.Errorf("%s: got %q, expected %q", test.name, got, test.status)
		}
	}
}

// TestBadClients sends what is malformed or huge: it gets 4xx, and the service goes on.
func TestBadClients(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	address, _ := serveOn(t, s)
	long := strings.Repeat("x", 200_000)
	for _, test := range []struct{ name, sent, status string }{
		{"no HTTP", "hello\r\n\r\n", "400"},
		{"bytes of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "400"},
		{"a huge header", "GET / HTTP/1.1\r\nHost: a\r\nX: " + long + "\r\n\r\n", "431"},
		{"a huge path", "GET /" + long + " HTTP/1.1\r\nHost: a\r\n\r\n", "431"},
		{"a bad chunk", "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab", "400"},
		{"two lengths", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"},
		{"a length beyond numbers", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\nab", "400"},
		{"a huge length", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999\r\n\r\nab", "413"},
		{"no host", "GET /probe/pairs HTTP/1.1\r\n\r\n", "400"},
		{"a bad escape", "GET /probe/%zz HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
		{"an odd method", "BREW /probe/pairs HTTP/1.1\r\nHost: a\r\n\r\n", "405"},
		{"a newer version", "GET /probe/pairs HTTP/7.0\r\nHost: a\r\n\r\n", "505"},
		{"a path as long as 1000 positions with hints", "GET /probe/" + long[:80_000] + " HTTP/1.1\r\nHost: a\r\n\r\n", "200"},
		{"good", "GET /probe/pairs HTTP/1.1\r\nHost: a\r\n\r\n", "200"},
	} {
		if got := statusOf(t, address, test.sent); got != test.status {
			t.Errorf("%s: got %q, expected %q", test.name, got, test.status)
		}
	}
	if w := ask(s, "GET", "/metrics", ""); strings.Contains(w.Body.String(), `code="500"`) {
		t.Error("a request was answered by 500")
	}
}

// statusOf sends bytes and returns the status of the answer, "" where the connection is closed without one.
func statusOf(t *testing.T, address, sent string) string {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	io.WriteString(c, sent) // the service may have closed it already
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil && err != io.EOF && !strings.Contains(err.Error(), "reset") {
		t.Fatal(err)
	}
	if fields := strings.Fields(line); len(fields) > 1 {
		return fields[1]
	}
	return ""
}

// TestEndIsGraceful ends the service while a request is under way, which gets its answer.
func TestEndIsGraceful(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	address, stop := serveOn(t, s)
	in, out := io.Pipe()
	answered := make(chan string)
	go func() {
		r, err := http.Post("http://"+address+"/echo", "text/plain", in)
		if err != nil {
			answered <- err.Error()
			return
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		answered <- string(b)
	}()
	out.Write([]byte("first, ")) // returns when the client has taken it
	waitFor(t, func() bool { return busy(s) == 1 })
	ended := make(chan bool)
	go func() { stop(); close(ended) }()
	<-s.ending
	out.Write([]byte("last"))
	out.Close()
	if got := <-answered; got != "first, last" {
		t.Errorf("got %q", got)
	}
	<-ended
	if w := ask(s, "GET", "/readyz", ""); w.Code != 503 || !strings.Contains(w.Body.String(), `"ending"`) {
		t.Errorf("ready after the end: %d %s", w.Code, w.Body)
	}
}

// TestEndCutsOff ends the service while a request hangs.
func TestEndCutsOff(t *testing.T) {
	s := newTestServer(t, Options{Drain: 50 * time.Millisecond}, nil)
	address, stop := serveOn(t, s)
	failed := make(chan error)
	go func() {
		r, err := http.Get("http://" + address + "/probe/wait")
		if err == nil {
			r.Body.Close()
		}
		failed <- err
	}()
	waitFor(t, func() bool { return busy(s) == 1 })
	stop()
	<-failed
}

// TestClientThatGoesAway leaves no search behind.
func TestClientThatGoesAway(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	address, _ := serveOn(t, s)
	statusOf(t, address, "GET /healthz HTTP/1.0\r\n\r\n") // it is up
	time.Sleep(10 * time.Millisecond)                     // and that connection is gone
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, "GET", "http://"+address+"/probe/wait", nil)
	done := make(chan struct{})
	go func() { http.DefaultClient.Do(r); close(done) }()
	waitFor(t, func() bool { return busy(s) == 1 })
	cancel()
	<-done
	waitFor(t, func() bool { return busy(s) == 0 })
	http.DefaultClient.CloseIdleConnections()
	waitFor(t, func() bool { return runtime.NumGoroutine() <= before })
	if w := ask(s, "GET", "/metrics", ""); !strings.Contains(w.Body.String(), `graphbuild_requests_total{code="499",route="probe"} 1`) {
		t.Error("the request is not counted as one whose client went away")
	}
}

// TestAnswersGoOutBeforeTheyAreNoted has the log wait until the client has its answer, short or compressed.
func TestAnswersGoOutBeforeTheyAreNoted(t *testing.T) {
	log := waitingLog{slog.DiscardHandler, make(chan bool), make(chan bool)}
	s := newTestServer(t, Options{Log: slog.New(log), Access: true}, nil)
	address, _ := serveOn(t, s)
	for _, path := range []string{"/probe/pairs", "/probe/big", "/probe/refused"} {
		r, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
		r.Body.Close()
		<-log.begun
		log.goOn <- true
	}
}

// waitingLog has each line wait.
type waitingLog struct {
	slog.Handler
	begun, goOn chan bool
}

func (waitingLog) Enabled(context.Context, slog.Level) bool { return true }

func (l waitingLog) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "request" {
		l.begun <- true
		<-l.goOn
	}
	return nil
}

// TestStreamWhoseClientIsGone answers nothing, which is no success.
func TestStreamWhoseClientIsGone(t *testing.T) {
	var log strings.Builder
	s := newTestServer(t, Options{Log: textLog(&log), Access: true}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "POST", "/lines", nil))
	func() {
		defer func() { recover() }() // it is cut off
		ask(s, "POST", "/abort", "")
	}()
	for _, want := range []string{"route=lines graph=street status=499", "route=abort graph=street status=499"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("expected %q in %s", want, &log)
		}
	}
}

func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for range 60_000 {
		if ok() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("it does not come about")
}

// FuzzRequest sends any request to all routes: never 5xx.
func FuzzRequest(f *testing.F) {
	f.Add([]byte("GET /info HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip;q=0.5, *\r\nIf-None-Match: W/\"a\"\r\n\r\n"))
	f.Add([]byte("GET /graph HTTP/1.1\r\nHost: a\r\nRange: bytes=0-7,9-\r\n\r\n"))
	f.Add([]byte("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"))
	f.Add([]byte("GET /route/v1/car/8.0,50.0;8.002,50.0?steps=true&annotations=true&radiuses=5;10 HTTP/1.1\r\nHost: a\r\n\r\n"))
	f.Add([]byte("GET /table/v1/foot/8.0,50.0;8.002,50.0?sources=0&annotations=duration,distance HTTP/1.1\r\nHost: a\r\n\r\n"))
	f.Add([]byte("GET /nearest/v1/bike/8.0,50.0?number=3 HTTP/1.1\r\nHost: a\r\n\r\n"))
	f.Add([]byte("GET /tiles/14/8555/5500.mvt HTTP/1.1\r\nHost: a\r\n\r\n"))
	for _, body := range []string{
		`[{"id":1,"from":[8,50],"to":[8.002,50],"mode":"walk"}]`,
		`{"sources":[{"lat":50,"lon":8}],"targets":[{"lat":50,"lon":8.002}],"costing":"auto"}`,
	} {
		for _, path := range []string{"/batch/v1", "/sources_to_targets", "/plan/v1", "/isochrone"} {
			f.Add(fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body))
		}
	}
	s := newTestServer(f, quick(), nil)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(data)))
		if err != nil || strings.Contains(r.URL.Path, "/probe") || strings.Contains(r.URL.Path, "/kept") {
			return
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
	})
}
