package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
)

func listen(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestRequests(t *testing.T) {
	s := newTestServer(t, Options{Limits: answer.Limits{BodyBytes: 10, Time: 20 * time.Millisecond}}, graphs.NewGate(1, 1))
	for _, test := range []struct {
		method, path, body string
		headers            []string
		status             int
		part               string // of the answer
	}{
		{"GET", "/probe/pairs", "", nil, 200, "2\n"},
		{"GET", "/graphs/street/probe/pairs", "", nil, 200, "2\n"},
		{"GET", "/graphs/other/probe/pairs", "", nil, 404, `{"code":"NotFound","message":"no graph has this name"}`},
		{"GET", "/graphs/street/", "", nil, 302, `href="/#graph=street"`},
		{"GET", "/graphs/other/", "", nil, 404, `{"code":"NotFound","message":"no graph has this name"}`},
		{"HEAD", "/probe/pairs", "", nil, 200, ""},
		{"GET", "/nothing", "", nil, 404, `{"code":"NotFound",`},
		{"GET", "/graphs/street/nothing", "", nil, 404, `{"code":"NotFound",`},
		{"DELETE", "/probe/pairs", "", nil, 405, `{"code":"MethodNotAllowed","message":"expected one of the methods GET, HEAD"}`},
		{"GET", "/echo", "", nil, 405, `{"code":"MethodNotAllowed","message":"expected the method POST"}`},
		{"POST", "/echo", "0123456789", nil, 200, "0123456789"},
		{"POST", "/echo", "01234567890", nil, 413, `{"code":"BodyTooLarge","message":"the body has more than 10 bytes"}`},
		{"POST", "/echo", "0", []string{"Content-Encoding: gzip"}, 415, `{"code":"UnsupportedEncoding",`},
		{"POST", "/echo", "", nil, 204, ""},
		{"GET", "/probe/nothing", "", nil, 204, ""},
		{"GET", "/probe/refused", "", nil, 400, `{"code":"InvalidQuery","message":"refused"}`},
		{"GET", "/probe/path", "", nil, 500, `{"code":"InternalError","message":"internal error"}`},
		{"GET", "/probe/panic", "", nil, 500, `{"code":"InternalError","message":"internal error"}`},
		{"GET", "/probe/wait", "", nil, 504, `{"code":"Timeout",`},
		{"GET", "/healthz", "", nil, 200, `{"status":"ok"}`},
		{"GET", "/readyz", "", nil, 503, `{"status":"checking",`},
		{"GET", "/graphs", "", nil, 200, `{"graphs":[{"name":"street","state":"checking",`},
		{"GET", "/info", "", nil, 200, `"vertices":{"total":3,`},
		{"GET", "/metrics", "", nil, 200, `graphbuild_panics_total 1`},
		{"GET", "/metrics", "", nil, 200, `graphbuild_requests_total{code="504",route="probe"} 1`},
		{"GET", "/metrics", "", nil, 200, `graphbuild_graph_vertices{graph="street"} 3`},
		{"POST", "/lines", "x", nil, 200, "2\n"},
		{"POST", "/graphs/other/lines", "x", nil, 404, `"NotFound"`},
		{"GET", "//probe//pairs", "", nil, 307, `{"code":"Redirected","message":"expected the address /probe/pairs"}`},
	} {
		w := ask(s, test.method, test.path, test.body, test.headers...)
		got := w.Body.String()
		if w.Code != test.status || !strings.Contains(got, test.part) {
			t.Errorf("%s %s: got %d %s, expected %d %s", test.method, test.path, w.Code, got, test.status, test.part)
		}
		if w.Code >= 400 && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %s: the error is no JSON: %s", test.method, test.path, got)
		}
	}
}

func TestTooBusy(t *testing.T) {
	gate := graphs.NewGate(1, 0)
	s := newTestServer(t, Options{}, gate)
	leave, err := gate.Enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w := ask(s, "GET", "/probe/pairs", "")
	if w.Code != 503 || !strings.Contains(w.Body.String(), `"TooBusy"`) || w.Header().Get("Retry-After") != "1" {
		t.Errorf("got %d %v %s", w.Code, w.Header(), w.Body)
	}
	leave()
	if w := ask(s, "GET", "/probe/pairs", ""); w.Code != 200 {
		t.Errorf("with a free place: got %d", w.Code)
	}
}

func TestWaitingEndsAtTheDeadline(t *testing.T) {
	gate := graphs.NewGate(1, 1)
	s := newTestServer(t, Options{Limits: answer.Limits{Time: time.Millisecond}}, gate)
	leave, _ := gate.Enter(t.Context())
	defer leave()
	if w := ask(s, "GET", "/probe/pairs", ""); w.Code != 504 || gate.Waiting() != 0 {
		t.Errorf("got %d, and %d wait", w.Code, gate.Waiting())
	}
}

func TestCompression(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	want := ask(s, "GET", "/probe/big", "").Body.String()
	for _, test := range []struct{ accept, coding string }{
		{"", ""},
		{"gzip", "gzip"},
		{"gzip, deflate, br, zstd", "zstd"},
		{"gzip;q=1.0, zstd;q=0.5", "gzip"},
		{"GZIP;Q=0.5", "gzip"},
		{"gzip;q=0", ""},
		{"*", "zstd"},
		{"*;q=0.5, zstd;q=0", "gzip"},
		{"identity, gzip;q=0.5", ""},
		{"identity;q=0.5, gzip;q=0.8", "gzip"},
		{"gzip;q=2", ""},
		{"gzip;level=9", ""},
		{"br", ""},
	} {
		w := ask(s, "GET", "/probe/big", "", "Accept-Encoding: "+test.accept)
		got := w.Header().Get("Content-Encoding")
		if got != test.coding || w.Header().Get("Vary") != "Accept-Encoding" || w.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) {
			t.Errorf("%q: got %q, expected %q; headers %v", test.accept, got, test.coding, w.Header())
		}
		if text := unpacked(t, got, w.Body); text != want {
			t.Errorf("%q: the answer is another one: %.40s", test.accept, text)
		}
	}
	if w := ask(s, "GET", "/probe/pairs", "", "Accept-Encoding: gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Error("a short answer is compressed")
	}
}

func unpacked(t *testing.T, coding string, r io.Reader) string {
	t.Helper()
	var err error
	switch coding {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestETag(t *testing.T) {
	s := newTestServer(t, Options{Version: "1"}, nil)
	tag := ask(s, "GET", "/kept/pairs", "").Header().Get("ETag")
	if !strings.HasPrefix(tag, `W/"`) || !strings.HasSuffix(tag, `"`) {
		t.Fatalf("got the tag %s", tag)
	}
	for _, test := range []struct {
		path, tags string
		status     int
	}{
		{"/kept/pairs", tag, 304},
		{"/kept/pairs", `"other", ` + strings.TrimPrefix(tag, "W/"), 304},
		{"/kept/pairs", "*", 304},
		{"/kept/pairs", `"other"`, 200},
		{"/kept/refused", tag, 400},
		{"/kept/refused", "*", 400},
		{"/probe/pairs", tag, 200}, // does not follow from the graph alone
	} {
		if w := ask(s, "GET", test.path, "", "If-None-Match: "+test.tags); w.Code != test.status || (w.Code == 304) != (w.Body.Len() == 0) {
			t.Errorf("%s with %s: got %d %s, expected %d", test.path, test.tags, w.Code, w.Body, test.status)
		}
	}
	if w := ask(s, "GET", "/kept/refused", ""); w.Header().Get("ETag") != "" {
		t.Error("an error has a tag")
	}
	other := ask(s, "GET", "/kept/pairs?x=1", "").Header().Get("ETag")
	if other == tag || other == "" {
		t.Errorf("another address has the tag %s", other)
	}
}

// TestTagsTellWhatChangesAnswers: what clients keep of a service is not that of one which answers otherwise.
func TestTagsTellWhatChangesAnswers(t *testing.T) {
	path := street(t, 2)
	tagOf := func(version string, o streets.Options, address string) string {
		set := graphs.NewSet(nil)
		t.Cleanup(set.Close)
		if err := set.Open("street", graphs.File(path)); err != nil {
			t.Fatal(err)
		}
		return ask(New(set, Routes(o), Options{Version: version}), "GET", address, "").Header().Get("ETag")
	}
	const nearest = "/nearest/v1/car/8,50"
	tag := tagOf("1", streets.Options{}, nearest)
	if again := tagOf("1", streets.Options{}, nearest); again != tag || tag == "" {
		t.Errorf("the tags of two services alike are %q and %q", tag, again)
	}
	if tagOf("2", streets.Options{}, nearest) == tag || tagOf("1", streets.Options{LeftHand: true}, nearest) == tag {
		t.Error("another program, or another side of the road, has the same tag")
	}
	if tagOf("1", streets.Options{}, "/vertex/v1/0") != tagOf("1", streets.Options{LeftHand: true}, "/vertex/v1/0") {
		t.Error("what does not follow from the side of the road has another tag")
	}
}

// TestWhatTheClientHasIsNotSearchedAnew asks with a tag while nobody gets a place for work.
func TestWhatTheClientHasIsNotSearchedAnew(t *testing.T) {
	gate := graphs.NewGate(1, 0)
	s := newTestServer(t, Options{Version: "1"}, gate)
	tag := ask(s, "GET", "/kept/pairs", "").Header().Get("ETag")
	leave, err := gate.Enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	for _, test := range []struct {
		tags   string
		status int
	}{{tag, 304}, {"*", 503}, {`"other"`, 503}} {
		w := ask(s, "GET", "/kept/pairs", "", "If-None-Match: "+test.tags)
		if w.Code != test.status || w.Code == 304 && w.Header().Get("ETag") != tag {
			t.Errorf("%s: got %d %v, expected %d", test.tags, w.Code, w.Header(), test.status)
		}
	}
}

func TestOrigins(t *testing.T) {
	for _, test := range []struct {
		origins       []string
		origin, allow string
	}{
		{[]string{"*"}, "https://a.example", "*"},
		{[]string{"https://a.example"}, "https://a.example", "https://a.example"},
		{[]string{"https://a.example"}, "https://b.example", ""},
		{nil, "https://a.example", ""},
	} {
		s := newTestServer(t, Options{Origins: test.origins}, nil)
		w := ask(s, "GET", "/probe/pairs", "", "Origin: "+test.origin)
		if got := w.Header().Get("Access-Control-Allow-Origin"); got != test.allow {
			t.Errorf("%v asked from %s: got %q, expected %q", test.origins, test.origin, got, test.allow)
		}
		w = ask(s, "OPTIONS", "/echo", "", "Origin: "+test.origin, "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: content-type")
		methods := w.Header().Get("Access-Control-Allow-Methods")
		if w.Code != 204 || w.Header().Get("Allow") != "POST" || (methods == "POST") != (test.allow != "") {
			t.Errorf("%v: OPTIONS: got %d %v", test.origins, w.Code, w.Header())
		}
	}
}

func TestNoPathInAnswersNorInLinesOfRequests(t *testing.T) {
	var lines bytes.Buffer
	path := street(t, 1)
	s := serverOf(t, path, Options{Log: textLog(&lines), Access: true}, nil)
	put(t, "server.go", path) // no graph
	for _, p := range []string{"/info", "/graphs", "/readyz", "/metrics", "/probe/path", "/reload"} {
		method := "GET"
		if p == "/reload" {
			method = "POST"
		}
		w := ask(s, method, p, "")
		if strings.Contains(w.Body.String(), "/secret") || strings.Contains(w.Body.String(), path) || strings.Contains(fmt.Sprint(w.Header()), path) {
			t.Errorf("%s names a file: %s", p, w.Body)
		}
	}
	for line := range strings.Lines(lines.String()) {
		if strings.Contains(line, "msg=request") && (strings.Contains(line, path) || strings.Contains(line, "secret")) {
			t.Errorf("the line of a request names a file: %s", line)
		}
	}
	if !strings.Contains(lines.String(), "route=probe graph=street status=500") {
		t.Errorf("no line of a request in %s", &lines)
	}
}

func TestStreamsTakeTheNewGraph(t *testing.T) {
	path := street(t, 2)
	s := serverOf(t, path, Options{}, nil)
	address, _ := serveOn(t, s)
	in, out := io.Pipe()
	go func() {
		out.Write([]byte("a"))
	}()
	r, err := http.Post("http://"+address+"/lines", "text/plain", in)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b := make([]byte, 2)
	if _, err := io.ReadFull(r.Body, b); err != nil || string(b) != "2\n" {
		t.Fatalf("got %q, %v", b, err)
	}
	put(t, street(t, 3), path)
	if _, err := s.Reload(""); err != nil {
		t.Fatal(err)
	}
	out.Write([]byte("b"))
	if _, err := io.ReadFull(r.Body, b); err != nil || string(b) != "3\n" {
		t.Fatalf("got %q, %v", b, err)
	}
	out.Close()
}
