package serve

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
)

// street builds the graph of one street of n pieces in a folder of its own, and returns the path of the file.
func street(t testing.TB, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("<osm version='0.6'>")
	for i := range n + 1 {
		fmt.Fprintf(&b, "<node id='%d' lat='50' lon='%.3f'/>", i+1, 8+float64(i)/1000)
	}
	for i := range n {
		fmt.Fprintf(&b, "<way id='%d'><nd ref='%d'/><nd ref='%d'/><tag k='highway' v='residential'/></way>", i+1, i+1, i+2)
	}
	b.WriteString("</osm>")
	dir := t.TempDir()
	in, out := filepath.Join(dir, "street.osm"), filepath.Join(dir, "street.graph")
	if err := os.WriteFile(in, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := build.Run(context.Background(), build.Config{Inputs: []build.Input{{Path: in}}, Output: out}); err != nil {
		t.Fatal(err)
	}
	return out
}

// put puts a copy of a file in the place of another by renaming.
func put(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to+".new", data, 0o666)
	}
	if err == nil {
		err = os.Rename(to+".new", to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// newTestServer returns a server of a street with the routes of probe.
func newTestServer(t testing.TB, o Options, gate *graphs.Gate) *Server {
	t.Helper()
	return serverOf(t, street(t, 2), o, gate)
}

func serverOf(t testing.TB, path string, o Options, gate *graphs.Gate) *Server {
	t.Helper()
	set := graphs.NewSet(gate)
	t.Cleanup(set.Close)
	if err := set.Open("street", graphs.File(path)); err != nil {
		t.Fatal(err)
	}
	return New(set, append(Routes(streets.Options{}), probes()...), o)
}

// probes are routes that do what the tests ask for.
func probes() []answer.Route {
	return []answer.Route{
		{Pattern: "GET /probe/{what}", Name: "probe", Handler: probe},
		{Pattern: "GET /kept/{what}", Name: "kept", Handler: probe, FromGraph: true},
		{Pattern: "POST /echo", Name: "echo", Handler: echo},
		{Pattern: "POST /lines", Name: "lines", Stream: lines},
		{Pattern: "POST /torn", Name: "torn", Stream: torn, Compress: true},
		{Pattern: "POST /abort", Name: "abort", Stream: func(http.ResponseWriter, *http.Request, graphs.Source) error { panic(http.ErrAbortHandler) }},
	}
}

func probe(ctx context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
	switch r.PathValue("what") {
	case "pairs":
		return answer.JSON(g.File.NumPairs()), nil
	case "read":
		return answer.JSON(g.File.PointOf(0).Lat), nil
	case "wait":
		<-ctx.Done()
		return nil, fmt.Errorf("searching: %w", ctx.Err())
	case "panic":
		panic("on purpose")
	case "big":
		return answer.JSON(strings.Repeat("long ", 1000)), nil
	case "nothing":
		return answer.Bytes{Type: "application/x-tile"}, nil
	case "plain":
		return answer.Bytes{Type: "text/plain", Data: []byte("plain")}, nil
	case "path":
		return nil, fmt.Errorf("open /secret/place.graph: permission denied")
	case "refused":
		return nil, answer.Errorf(answer.CodeQuery, "refused")
	}
	return answer.JSON("ok"), nil
}

func echo(_ context.Context, _ *graphs.Graph, r *http.Request) (answer.Body, error) {
	b, err := io.ReadAll(r.Body)
	return answer.Bytes{Type: "text/plain", Data: b}, err
}

// lines answers each read of the body with the number of pairs, having read a point.
func lines(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error {
	b := make([]byte, 100)
	for {
		if _, err := r.Body.Read(b); err != nil {
			return nil
		}
		g, release, err := graphs()
		if err != nil {
			return err
		}
		g.File.PointOf(0)
		fmt.Fprintln(w, g.File.NumPairs())
		release()
		http.NewResponseController(w).Flush()
	}
}

// torn panics when some of its answer is sent.
func torn(w http.ResponseWriter, _ *http.Request, _ graphs.Source) error {
	io.WriteString(w, strings.Repeat("begun ", 1000))
	http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// ask answers a request without a connection. Headers are as in "Name: value".
func ask(s http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// serveOn serves on a port of its own until the test ends, and returns the address as host:port.
func serveOn(t testing.TB, s *Server) (address string, stop func()) {
	t.Helper()
	l := listen(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, l) }()
	stopped := false
	stop = func() {
		if cancel(); stopped {
			return
		}
		stopped = true
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Error("the service does not end")
		}
	}
	t.Cleanup(stop)
	return l.Addr().String(), stop
}

// busy returns how many requests are under way.
func busy(s *Server) (n int) {
	for line := range strings.Lines(ask(s, "GET", "/metrics", "").Body.String()) {
		if _, err := fmt.Sscanf(line, "graphbuild_requests_in_flight %d", &n); err == nil {
			return n - 1 // this one is another
		}
	}
	return -1
}

func textLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }
