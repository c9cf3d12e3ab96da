package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// The servers that the service is set beside, by the names of -floor. Each writes 400 bytes. Asked for /?us=N it computes for so
// many microseconds before, as a query does, and says so: a client that waits longer is farther asleep, and takes longer to wake.
var floors = map[string]func(net.Listener) error{
	floorHTTP:   serveBare,
	floorSocket: serveSocket,
}

const (
	floorHTTP   = "http"   // a handler of net/http, which is what there is without a service
	floorSocket = "socket" // no HTTP at all: bytes are read and bytes are written, which is what there is without net/http
)

// serveFloor serves one of the floors on an address that it prints.
func serveFloor(name string) error {
	serve, ok := floors[name]
	if !ok {
		return fmt.Errorf("-floor: there is none named %q", name)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", l.Addr())
	return serve(l)
}

// startFloor runs serveFloor in a process of its own, as the service is.
func startFloor(name string) (*service, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return launch(exec.Command(self, "-floor", name))
}

// floorBody is the answer of the floors.
var floorBody = make([]byte, 400)

func serveBare(l net.Listener) error {
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Server-Timing"] = []string{computed([]byte(r.URL.RawQuery))}
		w.Write(floorBody)
	}))
}

func serveSocket(l net.Listener) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go answerSocket(c)
	}
}

// answerSocket answers on a connection whose requests come in one piece each, as those of rawConn do.
func answerSocket(c net.Conn) {
	defer c.Close()
	request, out := make([]byte, 4096), []byte(nil)
	for {
		n, err := c.Read(request)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				fmt.Fprintln(os.Stderr, "floor:", err)
			}
			return
		}
		line, _, _ := bytes.Cut(request[:n], []byte(" HTTP/"))
		_, query, _ := bytes.Cut(line, []byte("?"))
		out = fmt.Appendf(out[:0], "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nServer-Timing: %s\r\n\r\n", len(floorBody), computed(query))
		c.Write(append(out, floorBody...)) // an error is the next one that is read
	}
}

// computed computes for as long as the text us=N says, and returns how long it did in the words of Server-Timing.
func computed(query []byte) string {
	start := time.Now()
	us, _ := strconv.Atoi(string(bytes.TrimPrefix(query, []byte("us="))))
	for time.Since(start) < time.Duration(us)*time.Microsecond {
	}
	return "work;dur=" + ms(time.Since(start))
}
