package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/fileio"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// bigTables are streets enough for a file of some megabytes.
func bigTables() *graph.Tables {
	t := new(graph.Tables)
	random := uint32(1)
	next := func() int32 {
		random = random*1664525 + 1013904223
		return int32(random >> 12)
	}
	const n = 400_000
	t.Pairs.InnerStart = []uint32{0}
	for i := range graph.VertexID(n) {
		t.Vertices.Point = append(t.Vertices.Point, geometry.Point{Lon: next(), Lat: next()})
		t.Vertices.NodeID.Append(int64(next())*1000 + int64(i))
		if i == 0 {
			continue
		}
		t.Pairs.From, t.Pairs.To = append(t.Pairs.From, i-1), append(t.Pairs.To, i)
		t.Pairs.LengthDM, t.Pairs.Facts = append(t.Pairs.LengthDM, uint32(next())), append(t.Pairs.Facts, 0)
		t.Pairs.Way.Append(0)
		t.Pairs.Reversed, t.Pairs.InnerStart = append(t.Pairs.Reversed, false), append(t.Pairs.InnerStart, 0)
	}
	t.Ways.ID.Append(1)
	t.Ways.Name.Append("")
	t.Facts = make([]facts.Edge, 1)
	for m := range t.Components.Of {
		t.Components.Of[m] = make([]uint32, n)
	}
	return t
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.ReaderAt
	n int
}

func (r *countingReader) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, at)
	r.n += n
	return n, err
}

// TestSummaryReadsLittle: the summary needs the directory and the statistics alone, whatever the size of the file.
func TestSummaryReadsLittle(t *testing.T) {
	var file bytes.Buffer
	if _, err := graph.Write(&file, bigTables(), graph.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if file.Len() < 4<<20 {
		t.Fatalf("the file has %d bytes: too small for the test to tell", file.Len())
	}
	r := &countingReader{ReaderAt: bytes.NewReader(file.Bytes())}
	start := time.Now()
	g, err := graph.OpenReaderAt(r, int64(file.Len()), graph.Verify(encode.VerifyTouch))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := summaryOfGraph(g).print(&session{ctx: context.Background(), out: &out}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d bytes read, in %v", r.n, file.Len(), time.Since(start))
	if r.n >= 64<<10 || !strings.Contains(out.String(), "length of a street") {
		t.Errorf("%d bytes read, want under 64 KB; %s", r.n, out.String())
	}
}

// TestInspectByHTTP looks into a file on a server, and counts what that sends.
func TestInspectByHTTP(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.graph")
	err := fileio.WriteAside(context.Background(), path, func(w io.Writer) error {
		_, err := graph.Write(w, bigTables(), graph.WriteOptions{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sent := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		http.ServeContent(&countingWriter{w, &sent}, q, "", time.Time{}, bytes.NewReader(data))
	}))
	defer server.Close()
	local, far := inspected(t, path), inspected(t, server.URL+"/big.graph")
	if far != local {
		t.Errorf("by HTTP %s\nelse %s", far, local)
	}
	t.Logf("%d of %d bytes sent", sent, len(data))
	if sent >= 64<<10 {
		t.Errorf("%d of %d bytes sent for the summary, want under 64 KB", sent, len(data))
	}
	if text := inspected(t, server.URL+"/big.graph", "--vertex", "200000"); !strings.Contains(text, `"vertex":200000`) {
		t.Error(text)
	}
}

// countingWriter counts the bytes of answers.
type countingWriter struct {
	http.ResponseWriter
	n *int
}

func (w *countingWriter) Write(p []byte) (int, error) {
	*w.n += len(p)
	return w.ResponseWriter.Write(p)
}

// inspected returns the output of inspect --json.
func inspected(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	s := &session{ctx: context.Background(), out: &out, err: &errs}
	if status := run(s, append([]string{"inspect", "--json"}, args...)); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	return out.String()
}
