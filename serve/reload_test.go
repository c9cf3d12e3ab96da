package serve

import (
	"errors"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"graphbuild/graph"
	"graphbuild/remote"
	"graphbuild/serve/graphs"
)

// TestSwapUnderLoad asks while files are swapped: every answer is that of one of them, and none fails.
func TestSwapUnderLoad(t *testing.T) {
	files := []string{street(t, 2), street(t, 3)}
	path := t.TempDir() + "/live.graph"
	put(t, files[0], path)
	s := serverOf(t, path, Options{}, nil)
	var stop atomic.Bool
	var workers sync.WaitGroup
	var asked atomic.Int64
	for range 4 {
		workers.Go(func() {
			for !stop.Load() {
				w := ask(s, "GET", "/probe/pairs", "")
				if got := w.Body.String(); w.Code != 200 || got != "2\n" && got != "3\n" {
					t.Errorf("got %d %s", w.Code, got)
				}
				asked.Add(1)
			}
		})
	}
	for i := range 30 {
		put(t, files[(i+1)%2], path)
		if got, err := s.Reload("street"); err != nil || got["street"] != swapDone {
			t.Errorf("swap %d: got %v, %v", i, got, err)
		}
	}
	stop.Store(true)
	workers.Wait()
	if asked.Load() < 30 {
		t.Errorf("only %d requests", asked.Load())
	}
}

// TestReloadWhileTheSetIsClosed has the set closed while a new file is checked: what still answers on the old one goes on.
func TestReloadWhileTheSetIsClosed(t *testing.T) {
	path, set, opened := street(t, 2), graphs.NewSet(nil), 0
	err := set.Open("street", func(name string) (*graphs.Graph, error) {
		if opened++; opened == 2 {
			set.Close()
		}
		return graphs.File(path)(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	g, release, err := set.Acquire("street")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	put(t, street(t, 3), path)
	if changed, err := set.Replace("street"); changed || !errors.Is(err, graphs.ErrUnknown) {
		t.Errorf("got %t, %v, expected %v", changed, err, graphs.ErrUnknown)
	}
	if err := g.File.Verify(func(error) {}); err != nil {
		t.Errorf("the graph in use was closed: %v", err)
	}
}

func TestOldGraphIsClosedWhenItsLastRequestEnds(t *testing.T) {
	path := street(t, 2)
	s := serverOf(t, path, Options{}, nil)
	g, release, err := s.set.Acquire("")
	if err != nil {
		t.Fatal(err)
	}
	put(t, street(t, 3), path)
	if _, err := s.Reload(""); err != nil {
		t.Fatal(err)
	}
	if g.File.NumPairs() != 2 {
		t.Error("the old graph is another one")
	}
	release()
	defer func() {
		if recover() != graph.ErrClosed {
			t.Error("the old graph is still open")
		}
	}()
	g.File.Meta()
}

func TestBadFileIsRefused(t *testing.T) {
	good, err := os.ReadFile(street(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte(nil), good...)
	flipped[len(flipped)/2] ^= 1
	for name, data := range map[string][]byte{"empty": nil, "no graph": []byte("no graph at all"), "cut": good[:len(good)/2], "flipped": flipped} {
		var log strings.Builder
		path := street(t, 2)
		s := serverOf(t, path, Options{Log: textLog(&log)}, nil)
		bad := t.TempDir() + "/bad"
		if err := os.WriteFile(bad, data, 0o666); err != nil {
			t.Fatal(err)
		}
		put(t, bad, path)
		if got, err := s.Reload(""); err == nil || got["street"] != swapRefused {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
		if w := ask(s, "GET", "/probe/pairs", ""); w.Code != 200 || w.Body.String() != "2\n" {
			t.Errorf("%s: the old graph answers %d %s", name, w.Code, w.Body)
		}
		if !strings.Contains(log.String(), "the new file is refused, the old graph goes on") {
			t.Errorf("%s: the log says %s", name, &log)
		}
	}
}

func TestReloadRequest(t *testing.T) {
	for _, test := range []struct {
		from, path string
		header     string
		remote     bool
		status     int
		text       string
	}{
		{"127.0.0.1:1000", "/reload", "", false, 200, `{"graphs":{"street":"unchanged"}}`},
		{"[::1]:1000", "/reload?name=street", "", false, 200, ""},
		{"127.0.0.1:1000", "/reload?name=other", "", false, 404, ""},
		{"192.0.2.1:1000", "/reload", "", false, 403, "--remote-reload"},
		{"192.0.2.1:1000", "/reload", "", true, 200, ""},
		{"127.0.0.1:1000", "/reload", "X-Forwarded-For: 192.0.2.1", false, 403, "expected none of the headers Forwarded, X-Forwarded-For"},
		{"127.0.0.1:1000", "/reload", "Origin: https://a.example", false, 403, "another origin"},
		{"127.0.0.1:1000", "/reload", "Sec-Fetch-Site: cross-site", true, 403, "another origin"},
	} {
		s := newTestServer(t, Options{RemoteReload: test.remote}, nil)
		r := httptest.NewRequest("POST", test.path, nil)
		r.RemoteAddr = test.from
		if name, value, ok := strings.Cut(test.header, ": "); ok {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.text) {
			t.Errorf("%+v: got %d %s", test, w.Code, w.Body)
		}
	}
}

// TestRefusedReloadSaysWhy names the graph and, to this machine, the cause.
func TestRefusedReloadSaysWhy(t *testing.T) {
	path := street(t, 2)
	s := serverOf(t, path, Options{RemoteReload: true}, nil)
	if err := os.WriteFile(path+".new", []byte("no graph"), 0o666); err != nil {
		t.Fatal(err)
	}
	put(t, path+".new", path)
	for from, why := range map[string]string{"127.0.0.1:1000": "goes on: street: ", "192.0.2.1:1000": "the log of the service says why"} {
		r := httptest.NewRequest("POST", "/reload", nil)
		r.RemoteAddr = from
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		body := w.Body.String()
		if w.Code != 409 || !strings.Contains(body, why) || !strings.Contains(body, `"graphs":{"street":"refused"}`) || strings.Contains(body, path) != (from == "127.0.0.1:1000") {
			t.Errorf("from %s: got %d %s", from, w.Code, body)
		}
	}
}

func TestReadyWhenChecked(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	g, release, _ := s.set.Acquire("")
	defer release()
	if err := g.Verify(); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "GET", "/readyz", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `{"status":"ready"`) {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// TestDamagedGraphAnswersNothing serves a file of which a byte is wrong: as soon as that is known, there is no answer in place of a
// wrong one, until a good file is there.
func TestDamagedGraphAnswersNothing(t *testing.T) {
	path := street(t, 3)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte(nil), data...)
	flipped[len(flipped)/2] ^= 1
	if err := os.WriteFile(path, flipped, 0o666); err != nil {
		t.Fatal(err)
	}
	s := serverOf(t, path, Options{}, nil)
	g, release, _ := s.set.Acquire("")
	if g.Verify() == nil {
		t.Fatal("the file is sound")
	}
	release()
	for _, p := range []string{"/probe/pairs", "/readyz"} {
		if w := ask(s, "GET", p, ""); w.Code != 503 {
			t.Errorf("%s: got %d %s", p, w.Code, w.Body)
		}
	}
	if err := os.WriteFile(path+".new", data, 0o666); err != nil {
		t.Fatal(err)
	}
	put(t, path+".new", path)
	if _, err := s.Reload(""); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "GET", "/probe/pairs", ""); w.Code != 200 {
		t.Errorf("after the swap: got %d %s", w.Code, w.Body)
	}
}

func TestFileInRanges(t *testing.T) {
	path := street(t, 2)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := serverOf(t, path, Options{}, nil)
	put(t, street(t, 3), path) // the file that is served is the one that was opened
	whole := ask(s, "GET", "/graph", "", "Accept-Encoding: gzip")
	if whole.Body.String() != string(data) || whole.Header().Get("Content-Encoding") != "" {
		t.Error("the file is another one")
	}
	tag := whole.Header().Get("ETag")
	for _, test := range []struct {
		headers []string
		status  int
		body    string
	}{
		{[]string{"Range: bytes=0-7"}, 206, string(data[:8])},
		{[]string{"Range: bytes=-4"}, 206, string(data[len(data)-4:])},
		{[]string{"Range: bytes=0-7", "If-Range: " + tag}, 206, string(data[:8])},
		{[]string{"Range: bytes=0-7", `If-Range: "other"`}, 200, string(data)},
		{[]string{"If-None-Match: " + tag}, 304, ""},
		{[]string{"Range: items=0-5"}, 200, string(data)},
		{[]string{"Range: Bytes=0-7"}, 206, string(data[:8])},
		{[]string{"Range: bytes=0-7,-0"}, 206, string(data[:8])},
		{[]string{"Range: bytes=-0"}, 416, ""},
		{[]string{"Range: bytes=7-0"}, 416, ""},
		{[]string{"Range: bytes=99999999-"}, 416, ""},
	} {
		w := ask(s, "GET", "/graphs/street/graph", "", test.headers...)
		if w.Code != test.status || w.Code != 416 && w.Body.String() != test.body {
			t.Errorf("%v: got %d and %d bytes, expected %d and %d", test.headers, w.Code, w.Body.Len(), test.status, len(test.body))
		}
		if w.Code == 416 && (!strings.HasPrefix(w.Body.String(), `{"code":"InvalidRange",`) || w.Header().Get("Content-Type") != "application/json") {
			t.Errorf("%v: got %v %s", test.headers, w.Header(), w.Body)
		}
	}
	address, _ := serveOn(t, s)
	f, err := remote.Open(t.Context(), "http://"+address+"/graph")
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.OpenReaderAt(f, f.Size())
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if g.NumPairs() != 2 {
		t.Errorf("got %d pairs", g.NumPairs())
	}
}
