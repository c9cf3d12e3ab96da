package serve

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// TestBatchesAreCompressed compares the answers with and without, one after another, as packers are used again.
func TestBatchesAreCompressed(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	query := `{"from":[8,50],"to":[8.002,50]}`
	for _, test := range []struct {
		kind, body string
		packed     bool
	}{
		{"application/json", "[" + query + strings.Repeat(","+query, 99) + "]", true},
		{"application/json", "[" + query + strings.Repeat(","+query, 999) + "]", true},
		{"application/json", "[]", false},
		{"application/x-ndjson", strings.Repeat(query+"\n", 1000), true},
		{"application/x-ndjson", query, true},
		{"application/x-ndjson", "\n", false},
	} {
		want := ask(s, "POST", "/batch/v1", test.body, "Content-Type: "+test.kind)
		if want.Code != 200 || want.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s of %d bytes: %d %v", test.kind, len(test.body), want.Code, want.Header())
		}
		for _, coding := range []string{"gzip", "zstd", "gzip"} {
			w := ask(s, "POST", "/batch/v1", test.body, "Content-Type: "+test.kind, "Accept-Encoding: "+coding)
			got := w.Header().Get("Content-Encoding")
			if (got == coding) != test.packed || got != "" && w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s of %d bytes by %s: %v", test.kind, len(test.body), coding, w.Header())
			}
			if n := w.Body.Len(); len(test.body) > 1000 && n > want.Body.Len()/5 {
				t.Errorf("%s of %d bytes by %s: %d bytes in place of %d", test.kind, len(test.body), coding, n, want.Body.Len())
			}
			if text := unpacked(t, got, w.Body); text != want.Body.String() {
				t.Errorf("%s of %d bytes by %s: the answer is another one: %.100s", test.kind, len(test.body), coding, text)
			}
		}
	}
	if w := ask(s, "POST", "/batch/v1", "{}", "Accept-Encoding: gzip"); w.Code != 400 || w.Header().Get("Content-Encoding") != "" || !strings.Contains(w.Body.String(), "InvalidQuery") {
		t.Errorf("an error: %d %v %s", w.Code, w.Header(), w.Body)
	}
}

// TestCompressedLinesComeAtOnce asks line by line: each answer is there before the next line is sent.
func TestCompressedLinesComeAtOnce(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	address, _ := serveOn(t, s)
	for coding, open := range map[string]func(io.Reader) (io.Reader, error){
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r, zstd.WithDecoderConcurrency(1)) },
	} {
		in, out := io.Pipe()
		r, _ := http.NewRequest("POST", "http://"+address+"/batch/v1", in)
		r.Header.Set("Content-Type", linesType)
		r.Header.Set("Accept-Encoding", coding)
		go io.WriteString(out, "{\"kind\":\"vertex\",\"id\":0}\n")
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := open(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		answers := bufio.NewReader(plain)
		for i := range 3 {
			if line, err := answers.ReadString('\n'); err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,"status":"ok"`, i)) {
				t.Fatalf("%s: line %d: %q, %v", coding, i, line, err)
			}
			if i < 2 {
				fmt.Fprintf(out, "{\"kind\":\"vertex\",\"id\":%d}\n", i+1)
			}
		}
		out.Close()
		if rest, err := io.ReadAll(answers); err != nil || len(rest) > 0 {
			t.Errorf("%s: the end is %q, %v", coding, rest, err)
		}
		w.Body.Close()
	}
}

// TestACompressedAnswerThatIsCutOffHasNoEnd has a handler panic behind some of its answer.
func TestACompressedAnswerThatIsCutOffHasNoEnd(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	w := httptest.NewRecorder()
	func() {
		defer func() { recover() }()
		r := httptest.NewRequest("POST", "/torn", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		s.ServeHTTP(w, r)
	}()
	in, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(in); err != io.ErrUnexpectedEOF {
		t.Errorf("got %v", err)
	}
}
