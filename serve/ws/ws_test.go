package ws_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"graphbuild/build"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/ws"
)

// town builds a map of so many streets in a row, and returns the path of the file.
func town(t testing.TB, streets string) string {
	t.Helper()
	m := asciimap.Draw(t, 100, strings.Join(strings.Split(streets, ""), "---"))
	for i := range len(streets) - 1 {
		m.Way(streets[i:i+2], "highway=residential", "name=Main <Street>")
	}
	return graphtest.File(t, build.Config{Inputs: graphtest.Inputs(m.File())})
}

// client is a client of the service: what a program in Go needs.
type client struct {
	testing.TB
	*websocket.Conn
	ctx context.Context
}

func dial(t testing.TB, s *servetest.Service, o *websocket.DialOptions) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, s.URL+"/ws/v1", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(1 << 26)
	return &client{t, conn, ctx}
}

func (c *client) send(kind websocket.MessageType, text string) {
	c.Helper()
	if err := c.Write(c.ctx, kind, []byte(text)); err != nil {
		c.Fatal(err)
	}
}

func (c *client) receive() string {
	c.Helper()
	_, text, err := c.Read(c.ctx)
	if err != nil {
		c.Fatal(err)
	}
	return string(text)
}

// ask sends a message and returns the answer without times.
func (c *client) ask(text string) string {
	c.Helper()
	c.send(websocket.MessageText, text)
	return timeless(c, c.receive())
}

// timeless takes the times out of an answer, each of which must be more than nothing.
func timeless(t testing.TB, text string) string {
	t.Helper()
	return regexp.MustCompile(`,"time_us":[0-9.e-]+`).ReplaceAllStringFunc(text, func(s string) string {
		var us float64
		if err := json.Unmarshal([]byte(s[len(`,"time_us":`):]), &us); err != nil || us <= 0 {
			t.Errorf("%s: %v", s, err)
		}
		return ""
	})
}

const noEdge = `there is no edge 99: they are numbered from 0 to 3, those open to nobody too"`

func TestMessages(t *testing.T) {
	s := servetest.File(t, town(t, "ABC"), serve.Options{})
	c := dial(t, s, &websocket.DialOptions{Subprotocols: []string{"other", ws.Subprotocol}})
	if c.Subprotocol() != ws.Subprotocol {
		t.Errorf("subprotocol %q", c.Subprotocol())
	}
	_, vertex := s.Get("/node/v1/65")
	vertexA := strings.Trim(vertex, "{}\n")
	number := regexp.MustCompile(`"vertex":(\d+)`).FindStringSubmatch(vertexA)[1]
	for _, x := range []struct{ message, want string }{
		{`{"kind":"vertex","vertex":` + number + `}`, `{` + vertexA + `}`},
		{` {"id":"v","kind":"vertex","node":65}`, `{"id":"v",` + vertexA + `}`},
		{`[{"kind":"vertex","id":` + number + `},{"kind":"edge","id":99}]`, `{"answers":[{"id":` + number + `,` + vertexA + `},{"id":99,"status":"not_found","error":"` + noEdge + `}]}`},
		{`{"id":[7],"queries":[{"kind":"edge","edge":99}]}`, `{"id":[7],"answers":[{"status":"not_found","error":"query 1: ` + noEdge + `}]}`},
		{`{"id":8,"queries":[]}`, `{"id":8,"answers":[]}`},
		{`{"kind":"\"queries\"x"}`, `{"status":"bad_request","error":"query 1: kind \"\\\"queries\\\"x\": expected route, table, isochrone, nearest, vertex, edge or stop"}`},
		{`{"id":9,"queries":5}`, `{"id":9,"status":"error","code":"InvalidQuery","error":"expected a list of queries: [...]"}`},
		{`[1,`, `{"status":"error","code":"InvalidQuery","error":"byte 3: the list has no end: expected a query or ]"}`},
		{``, `{"status":"bad_request","error":"query 1: query is not as it should be: unexpected end of JSON input"}`},
		{`["x"]`, `{"answers":[{"status":"bad_request","error":"query 1: expected an object, found string"}]}`},
		{`[` + strings.Repeat(`{},`, 10_000) + `{}]`, `{"status":"error","code":"TooBig","error":"a list of 10001 queries: expected at most 10000"}`},
	} {
		if got := c.ask(x.message); got != x.want {
			t.Errorf("%.60s: %s, expected %s", x.message, got, x.want)
		}
	}
}

func TestManyMessagesMayBeUnderWay(t *testing.T) {
	s := servetest.File(t, town(t, "ABC"), serve.Options{})
	c := dial(t, s, nil)
	const n = 3000
	go func() {
		for i := range n {
			c.send(websocket.MessageText, fmt.Sprintf(`{"id":%d,"queries":[{"kind":"vertex","id":%d},{"kind":"edge","id":%d}%s]}`, i, i%3, i%4, strings.Repeat(`,{"id":1}`, i%20)))
		}
	}()
	for i := range n {
		got := c.receive()
		if head := fmt.Sprintf(`{"id":%d,"answers":[{"id":%d,"status":"ok"`, i, i%3); !strings.HasPrefix(got, head) {
			t.Fatalf("answer %d: %.100s", i, got)
		}
		if bad := strings.Count(got, "bad_request"); bad != i%20 {
			t.Fatalf("answer %d: %d of %d queries are wrong", i, bad, i%20)
		}
	}
}

func TestBinaryMessages(t *testing.T) {
	s := servetest.File(t, town(t, "ABC"), serve.Options{})
	c := dial(t, s, nil)
	list := "\x03" + "\x02\x02\x00" + "\x02\x03\x63" + "\x0b\x00" + `{"id":"x"}` // vertex 0, edge 99, JSON
	c.send(websocket.MessageBinary, "\x01\x00\xac\x02"+list)                     // of id 300
	got := []byte(c.receive())
	if string(got[:5]) != "\x01\x01\xac\x02\x03" {
		t.Fatalf("begins with % x", got[:5])
	}
	got = got[5:]
	for i, status := range []byte{0, 4, 3} {
		length, n := binary.Uvarint(got)
		answer := got[n : n+int(length)]
		got = got[n+int(length):]
		took, _ := binary.Uvarint(answer[1:])
		if answer[0] != status || took == 0 {
			t.Errorf("answer %d: status %d, expected %d; %d ns", i, answer[0], status, took)
		}
	}
	if took, n := binary.Uvarint(got); took == 0 || n != len(got) {
		t.Errorf("the message took %d ns, %d bytes", took, len(got)-n)
	}
	for _, x := range []struct{ message, want string }{
		{"", "expected a message that begins with bytes 1 0"},
		{"\x02\x00", "expected a message that begins"},
		{"\x01\x00", "the message has no id"},
		{"\x01\x00\x05", "a list of 0 queries in 0 bytes"},
		{"\x01\x00\x05\x03\x00", "a list of 3 queries in 2 bytes"},
		{"\x01\x00\x05\x01\x09x", "query 1 of the list is cut off"},
		{"\x01\x00\x05\x01\x00x", "1 bytes behind the list"},
	} {
		c.send(websocket.MessageBinary, x.message)
		if got := c.receive(); !strings.HasPrefix(got, "\x01\x02") || !strings.Contains(got, x.want) {
			t.Errorf("%q: %q, expected %s", x.message, got, x.want)
		}
	}
}

func TestHandshake(t *testing.T) {
	s := servetest.File(t, town(t, "AB"), serve.Options{Origins: []string{"https://good.example"}})
	if status, body := s.Get("/ws/v1"); status != http.StatusUpgradeRequired || !strings.Contains(body, "UpgradeRequired") {
		t.Errorf("without a handshake: %d %s", status, body)
	}
	for origin, want := range map[string]int{"https://good.example": 101, "https://bad.example": 403, "": 101, s.URL: 101} {
		o := &websocket.DialOptions{HTTPHeader: http.Header{}}
		if origin != "" {
			o.HTTPHeader.Set("Origin", origin)
		}
		conn, r, err := websocket.Dial(t.Context(), s.URL+"/ws/v1", o)
		if r == nil || r.StatusCode != want {
			t.Errorf("origin %q: %v, expected %d", origin, err, want)
		}
		if conn != nil {
			conn.CloseNow()
		}
	}
}

// TestHandshakesThatAreNone answers as all else is answered, in JSON.
func TestHandshakesThatAreNone(t *testing.T) {
	s := servetest.Sample(t, serve.Options{})
	for _, c := range []struct {
		connection, upgrade, version, key string
		status                            int
		text                              string
	}{
		{"Upgrade", "", "13", "AAAAAAAAAAAAAAAAAAAAAA==", http.StatusUpgradeRequired, "Upgrade: websocket"},
		{"keep-alive", "websocket", "13", "AAAAAAAAAAAAAAAAAAAAAA==", http.StatusUpgradeRequired, "Connection: Upgrade"},
		{"Upgrade", "websocket", "8", "AAAAAAAAAAAAAAAAAAAAAA==", http.StatusUpgradeRequired, "expected 13, found \\\"8\\\""},
		{"Upgrade", "websocket", "13", "", http.StatusBadRequest, "Sec-WebSocket-Key"},
		{"Upgrade", "websocket", "13", "AAAA", http.StatusBadRequest, "of 16 bytes"},
		{"keep-alive, upgrade", "WebSocket", "13", "AAAAAAAAAAAAAAAAAAAAAA==", http.StatusSwitchingProtocols, ""},
	} {
		q, err := http.NewRequest(http.MethodGet, s.URL+"/ws/v1", nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Connection": c.connection, "Upgrade": c.upgrade, "Sec-WebSocket-Version": c.version, "Sec-WebSocket-Key": c.key} {
			q.Header.Set(name, value)
		}
		r, err := s.Client.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		var body []byte
		if c.text != "" {
			body, _ = io.ReadAll(r.Body)
		}
		r.Body.Close()
		if isJSON := strings.HasPrefix(string(body), `{"code":`); r.StatusCode != c.status || isJSON != (c.text != "") || !strings.Contains(string(body), c.text) {
			t.Errorf("%+v: got %d %s", c, r.StatusCode, body)
		}
	}
}

func TestHugeMessageEndsTheConnection(t *testing.T) {
	s := servetest.File(t, town(t, "AB"), serve.Options{})
	c := dial(t, s, nil)
	c.send(websocket.MessageText, strings.Repeat(" ", ws.MaxMessageBytes+10))
	_, _, err := c.Read(c.ctx)
	if websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("ended with %v", err)
	}
}

func TestEndOfTheServiceSaysGoodbye(t *testing.T) {
	s := servetest.File(t, town(t, "AB"), serve.Options{})
	c := dial(t, s, nil)
	c.ask(`{}`)
	done := make(chan error, 1)
	go func() {
		_, _, err := c.Read(c.ctx)
		done <- err
	}()
	s.Stop()
	if err := <-done; websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("ended with %v", err)
	}
}

func TestIdleConnectionsTakeTheNewGraphAndKeepNothing(t *testing.T) {
	path, second := town(t, "AB"), town(t, "ABC")
	s := servetest.File(t, path, serve.Options{})
	before := runtime.NumGoroutine()
	var list []*client
	for range 20 {
		c := dial(t, s, nil)
		c.ask(`{"kind":"vertex","vertex":0}`)
		list = append(list, c)
	}
	g, release, err := s.Set.Acquire("")
	if err != nil {
		t.Fatal(err)
	}
	if n := g.File.NumStreetVertices(); n != 2 {
		t.Fatalf("%d vertices", n)
	}
	if err := os.Rename(second, path); err != nil {
		t.Fatal(err)
	}
	if changed, err := s.Set.Replace(""); err != nil || !changed {
		t.Fatal(changed, err)
	}
	release()
	func() { // the last user, which this was, closed it: no connection did keep it
		defer func() {
			if recover() == nil {
				t.Error("an idle connection keeps the old graph open")
			}
		}()
		g.File.Vertex(0).Point()
	}()
	for _, c := range list {
		if got := c.ask(`{"kind":"vertex","vertex":2}`); !strings.Contains(got, `"vertex":2`) {
			t.Errorf("not the new graph: %s", got)
		}
		c.CloseNow()
	}
	for range 6000 {
		if runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", runtime.NumGoroutine(), before)
}
