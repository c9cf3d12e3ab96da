// Package remote reads files on web servers in parts, by range requests (RFC 9110, section 14), so that a graph on a server
// can be looked into without fetching it.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// blockBytes is what is fetched at least: enough for the header, or for most of a directory.
	blockBytes = 8 << 10
	// maxCacheBytes bounds the blocks that are kept; when it is reached, all are dropped.
	maxCacheBytes = 64 << 20
	// tries is how often a request is sent, at most, while the server or the network fails.
	tries = 3
	// timeout is how long one request may take.
	timeout = time.Minute
)

// IsURL reports whether a path is an address of the web, its scheme in whatever case.
func IsURL(path string) bool {
	scheme, _, ok := strings.Cut(path, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// File is a file on a web server. It is an io.ReaderAt, safe for many goroutines, and keeps what it read.
type File struct {
	ctx    context.Context // of all reads: io.ReaderAt takes none
	client *http.Client
	url    string
	size   int64
	etag   string
	pause  time.Duration // before the second try

	read atomic.Int64

	mu     sync.Mutex // not held while a request is under way
	blocks map[int64][]byte
	cached int64
	coming map[int64]*arrival // by block
}

// arrival is a run of blocks that one request asks for; whoever wants one of them waits for it.
type arrival struct {
	first, last int64 // blocks, without the last
	done        chan struct{}
	bytes       []byte // when done
	err         error
}

// Open asks a server for the beginning of a file, which tells its size. It fails where the server does not answer range
// requests.
func Open(ctx context.Context, url string) (*File, error) {
	f := &File{ctx: ctx, client: &http.Client{Timeout: timeout}, url: url, size: -1, pause: 200 * time.Millisecond,
		blocks: map[int64][]byte{}, coming: map[int64]*arrival{}}
	b, err := f.fetch(0, blockBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Redacted(url), err)
	}
	f.keep(0, b)
	return f, nil
}

// Size returns the length of the file in bytes.
func (f *File) Size() int64 { return f.size }

// BytesRead returns how many bytes the server has sent.
func (f *File) BytesRead() int64 { return f.read.Load() }

// ReadAt reads from the blocks at hand and fetches those that are missing, neighbours in one request. What is at hand does not
// wait for what another goroutine fetches.
func (f *File) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, errors.New("remote: negative offset")
	}
	n := 0
	for n < len(p) && offset+int64(n) < f.size {
		at := offset + int64(n)
		block := at / blockBytes
		b, err := f.from(block, offset+int64(len(p)))
		if err != nil {
			return n, fmt.Errorf("%s: %w", Redacted(f.url), err)
		}
		n += copy(p[n:], b[at-block*blockBytes:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// from returns the bytes of a block, and of some that follow it; of those that it has to fetch all that begin before end.
func (f *File) from(block, end int64) ([]byte, error) {
	f.mu.Lock()
	if b, ok := f.blocks[block]; ok {
		f.mu.Unlock()
		return b, nil
	}
	a, ok := f.coming[block]
	if !ok {
		a = f.expect(block, end)
	}
	f.mu.Unlock()
	if ok {
		<-a.done
	} else {
		f.bring(a)
	}
	if a.err != nil {
		return nil, a.err
	}
	return a.bytes[(block-a.first)*blockBytes:], nil
}

// expect notes that blocks are about to come: from the given one on, as far as they are missing and begin before end. It must be
// called with the lock.
func (f *File) expect(block, end int64) *arrival {
	a := &arrival{first: block, last: block, done: make(chan struct{})}
	for a.last == block || a.last*blockBytes < min(end, f.size) && f.blocks[a.last] == nil && f.coming[a.last] == nil {
		f.coming[a.last] = a
		a.last++
	}
	return a
}

// bring fetches what is expected.
func (f *File) bring(a *arrival) {
	defer close(a.done)
	a.err = errors.New("the request ended without an answer") // where fetch panics
	defer f.arrived(a)
	from := a.first * blockBytes
	a.bytes, a.err = f.fetch(from, min(a.last*blockBytes, f.size)-from)
}

// arrived keeps what came and expects it no longer.
func (f *File) arrived(a *arrival) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if a.err == nil {
		f.keep(a.first, a.bytes)
	}
	for block := a.first; block < a.last; block++ {
		delete(f.coming, block)
	}
}

// keep puts bytes into the cache, block by block. It must be called with the lock, or before others have the file.
func (f *File) keep(block int64, b []byte) {
	if f.cached+int64(len(b)) > maxCacheBytes {
		f.blocks, f.cached = map[int64][]byte{}, 0
	}
	for ; len(b) > 0 && f.cached < maxCacheBytes; block++ {
		n := min(len(b), blockBytes)
		f.blocks[block] = b[:n]
		f.cached += int64(n)
		b = b[n:]
	}
}

// fetch requests n bytes at an offset: fewer only where the size is not known yet. It tries again where that may help.
func (f *File) fetch(offset, n int64) ([]byte, error) {
	pause := f.pause
	for try := 1; ; try++ {
		b, again, err := f.request(offset, n)
		if err == nil || !again || try == tries {
			return b, err
		}
		select {
		case <-f.ctx.Done():
			return nil, context.Cause(f.ctx)
		case <-time.After(pause):
			pause *= 4
		}
	}
}

// request sends one request; again tells whether another may help.
func (f *File) request(offset, n int64) (b []byte, again bool, err error) {
	q, err := http.NewRequestWithContext(f.ctx, http.MethodGet, f.url, nil)
	if err != nil {
		return nil, false, bare(err)
	}
	q.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, offset+n-1))
	q.Header.Set("Accept-Encoding", "identity")
	a, err := f.client.Do(q)
	if err != nil {
		return nil, true, bare(err)
	}
	defer a.Body.Close()
	if err := f.check(a, offset); err != nil {
		return nil, a.StatusCode >= 500, err
	}
	want := min(n, f.size-offset)
	b, err = io.ReadAll(io.LimitReader(a.Body, want))
	f.read.Add(int64(len(b)))
	if err == nil && int64(len(b)) < want {
		err = fmt.Errorf("%d bytes at %d: the server sent %d", want, offset, len(b))
	}
	return b, true, err
}

// check checks what the server says of its answer, and notes the size of the file, or that it is still the same file.
func (f *File) check(a *http.Response, offset int64) error {
	switch a.StatusCode {
	case http.StatusPartialContent:
	case http.StatusOK:
		return errors.New("the server sends whole files only: it does not answer range requests; download the file")
	case http.StatusRequestedRangeNotSatisfiable:
		return errors.New("the file is empty, or shorter than before")
	default:
		return fmt.Errorf("the server says %s", a.Status)
	}
	from, size, ok := parseContentRange(a.Header.Get("Content-Range"))
	if !ok || from != offset {
		return fmt.Errorf("bytes from %d on were asked for, the server sends %q", offset, a.Header.Get("Content-Range"))
	}
	etag := a.Header.Get("ETag")
	if f.size < 0 {
		f.size, f.etag = size, etag
	}
	if size != f.size || etag != f.etag {
		return errors.New("the file has changed while it is read")
	}
	return nil
}

// parseContentRange reads "bytes 0-99/1000".
func parseContentRange(text string) (from, size int64, ok bool) {
	text, ok = strings.CutPrefix(text, "bytes ")
	span, total, ok2 := strings.Cut(text, "/")
	first, _, ok3 := strings.Cut(span, "-")
	from, err1 := strconv.ParseInt(first, 10, 64)
	size, err2 := strconv.ParseInt(total, 10, 64)
	return from, size, ok && ok2 && ok3 && err1 == nil && err2 == nil && 0 <= from && from < size
}
