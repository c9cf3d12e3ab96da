package remote

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// served returns a file of n bytes on a server, and its content. wrap may change how the server answers.
func served(t *testing.T, n int, wrap func(http.Handler) http.Handler) (string, []byte) {
	t.Helper()
	data := make([]byte, n)
	r := rand.NewChaCha8([32]byte{1})
	r.Read(data)
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("ETag", `"1"`)
		http.ServeContent(w, q, "", time.Time{}, bytes.NewReader(data))
	})
	if wrap != nil {
		h = wrap(h)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL + "/a.graph", data
}

func TestReadAt(t *testing.T) {
	url, data := served(t, 5*blockBytes+77, nil)
	f, err := Open(context.Background(), url)
	if err != nil || f.Size() != int64(len(data)) {
		t.Fatal(err)
	}
	if err := iotest.TestReader(io.NewSectionReader(f, 0, f.Size()), data); err != nil {
		t.Error(err)
	}
	if f.BytesRead() != f.Size() {
		t.Errorf("%d bytes read of %d: each block once", f.BytesRead(), f.Size())
	}
	b := make([]byte, 10)
	if n, err := f.ReadAt(b, f.Size()-4); n != 4 || err != io.EOF || !bytes.Equal(b[:4], data[len(data)-4:]) {
		t.Errorf("at the end: %d, %v", n, err)
	}
	if _, err := f.ReadAt(b, -1); err == nil {
		t.Error("before the beginning: no error")
	}
}

func TestReadsWhatIsAskedForAlone(t *testing.T) {
	url, data := served(t, 1000*blockBytes, nil)
	f, err := Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 3*blockBytes)
	at := int64(500*blockBytes + 5)
	if _, err := f.ReadAt(b, at); err != nil || !bytes.Equal(b, data[at:at+int64(len(b))]) {
		t.Fatal(err)
	}
	if n := f.BytesRead(); n != 5*blockBytes {
		t.Errorf("%d bytes read, want %d", n, 5*blockBytes)
	}
}

// TestServers: what servers do, and what they are told to have done.
func TestServers(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		text   string
	}{
		"missing": {http.NotFound, "404 Not Found"},
		"whole":   {func(w http.ResponseWriter, q *http.Request) { w.Write(make([]byte, 100)) }, "does not answer range requests"},
		"empty": {func(w http.ResponseWriter, q *http.Request) {
			http.ServeContent(w, q, "", time.Time{}, strings.NewReader(""))
		}, ""},
		"other part": {func(w http.ResponseWriter, q *http.Request) {
			w.Header().Set("Content-Range", "bytes 5-9/10")
			w.WriteHeader(http.StatusPartialContent)
		}, "bytes from 0 on were asked for"},
		"short": {func(w http.ResponseWriter, q *http.Request) {
			w.Header().Set("Content-Range", "bytes 0-9/10")
			w.WriteHeader(http.StatusPartialContent)
			w.Write([]byte("abc"))
		}, "the server sent 3"},
	} {
		url, _ := served(t, 1, func(http.Handler) http.Handler { return c.answer })
		f := &File{ctx: context.Background(), client: http.DefaultClient, url: url, size: -1, blocks: map[int64][]byte{}}
		if _, err := f.fetch(0, 10); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTriesAgain: a server may fail now and then, but must not change the file.
func TestTriesAgain(t *testing.T) {
	var calls atomic.Int32
	url, data := served(t, 3*blockBytes, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			switch calls.Add(1) {
			case 2:
				http.Error(w, "busy", http.StatusServiceUnavailable)
			case 4:
				w.Header().Set("Content-Range", "bytes 16384-24575/99999")
				w.WriteHeader(http.StatusPartialContent)
			default:
				h.ServeHTTP(w, q)
			}
		})
	})
	f, err := Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	f.pause = time.Microsecond
	b := make([]byte, 100)
	if _, err := f.ReadAt(b, blockBytes); err != nil || !bytes.Equal(b, data[blockBytes:blockBytes+100]) {
		t.Error(err)
	}
	if _, err := f.ReadAt(b, 2*blockBytes); err == nil || !strings.Contains(err.Error(), "changed while it is read") {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	url, _ := served(t, 10, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, url); err == nil {
		t.Error("no error")
	}
}

func TestContentRange(t *testing.T) {
	for _, text := range []string{"", "bytes */10", "bytes 0-9/*", "bytes 9", "0-9/10", "bytes 10-12/10", "bytes -1-9/10"} {
		if _, _, ok := parseContentRange(text); ok {
			t.Errorf("%q is read", text)
		}
	}
}

// TestSecretsOfReads: nor does an error of a later read show them, be it of an address that the server sends.
func TestSecretsOfReads(t *testing.T) {
	for name, later := range map[string]http.HandlerFunc{
		"missing": http.NotFound,
		"moved": func(w http.ResponseWriter, q *http.Request) {
			w.Header().Set("Location", "http://[::1/x?key=secret")
			w.WriteHeader(http.StatusFound)
		},
	} {
		var calls atomic.Int32
		address, _ := served(t, 3*blockBytes, func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				if calls.Add(1) > 1 {
					h = later
				}
				h.ServeHTTP(w, q)
			})
		})
		f, err := Open(t.Context(), strings.Replace(address, "http://", "http://user:secret@", 1)+"?key=secret")
		if err != nil {
			t.Fatal(err)
		}
		f.pause = time.Microsecond
		if _, err := f.ReadAt(make([]byte, 1), 2*blockBytes); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got error %v, expected one without the secret", name, err)
		}
	}
}

// TestSlowBlock: what is at hand is read while a request for something else is under way, and a block that two want is fetched
// once.
func TestSlowBlock(t *testing.T) {
	asked, answer := make(chan struct{}, 9), make(chan struct{})
	slow := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			if !strings.HasPrefix(q.Header.Get("Range"), "bytes=0-") {
				asked <- struct{}{}
				<-answer
			}
			h.ServeHTTP(w, q)
		})
	}
	url, data := served(t, 20*blockBytes, slow)
	f, err := Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	defer all.Wait()
	read := func(at int64) {
		b := make([]byte, 100)
		if _, err := f.ReadAt(b, at); err != nil || !bytes.Equal(b, data[at:at+100]) {
			t.Errorf("at %d: %v", at, err)
		}
	}
	for range 3 {
		all.Go(func() { read(10 * blockBytes) })
	}
	<-asked
	atHand := make(chan struct{})
	go func() { read(7); close(atHand) }()
	select {
	case <-atHand:
	case <-time.After(time.Minute):
		t.Error("a block that is at hand waits for another one")
	}
	close(answer)
	all.Wait()
	if n := f.BytesRead(); n != 2*blockBytes {
		t.Errorf("%d bytes read, want %d", n, 2*blockBytes)
	}
}
