package serve

import (
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// packers are what answers are compressed with, made when they are first needed.
type packers struct {
	zstd    func() *zstd.Encoder // of whole answers
	gzip    sync.Pool            // of packer
	streams sync.Pool            // of packer, by zstd
}

// packer compresses a stream.
type packer interface {
	io.WriteCloser
	Flush() error
	Reset(w io.Writer)
}

// Windows bound the memory of a client, and ours: there may be many streams.
const (
	zstdWindowBytes   = 512 << 10
	streamWindowBytes = 64 << 10
)

func newPackers() packers {
	return packers{
		zstd:    sync.OnceValue(func() *zstd.Encoder { return newZstd(zstdWindowBytes) }),
		gzip:    sync.Pool{New: func() any { return newGzip() }},
		streams: sync.Pool{New: func() any { return newZstd(streamWindowBytes, zstd.WithEncoderConcurrency(1)) }},
	}
}

// pool returns the pool of the packers of a coding.
func (p *packers) pool(coding string) *sync.Pool {
	if coding == "zstd" {
		return &p.streams
	}
	return &p.gzip
}

func newZstd(windowBytes int, more ...zstd.EOption) *zstd.Encoder {
	o := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(windowBytes), zstd.WithLowerEncoderMem(true)}
	e, err := zstd.NewWriter(nil, append(o, more...)...)
	if err != nil {
		panic(err) // the options are wrong
	}
	return e
}

func newGzip() *gzip.Writer {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is wrong
	}
	return w
}

// Write appends, so that a buffer is an io.Writer.
func (b *buffer) Write(p []byte) (int, error) {
	b.b = append(b.b, p...)
	return len(p), nil
}

// sendPacked sends b compressed, unless the client does not take that.
func (c *call) sendPacked(b []byte, status int) bool {
	coding := codingFor(c.request.Header["Accept-Encoding"])
	if coding == "" {
		return false
	}
	p := &c.server.packers
	out := c.server.buffers.Get().(*buffer)
	out.b = out.b[:0]
	if coding == "zstd" {
		out.b = p.zstd().EncodeAll(b, out.b)
	} else {
		w := p.gzip.Get().(packer)
		w.Reset(out)
		w.Write(b) // out takes all
		w.Close()
		p.gzip.Put(w)
	}
	c.set("Content-Encoding", coding)
	c.sendWhole(out.b, status)
	c.server.keep(out)
	return true
}

// keep gives a buffer back.
func (s *Server) keep(b *buffer) {
	if cap(b.b) <= maxKeptBytes {
		s.buffers.Put(b)
	}
}

// codingFor returns the coding that a client likes best of those that there are: zstd before gzip where it says nothing else, ""
// for none. See RFC 9110, section 12.5.3.
func codingFor(lists []string) string {
	accepted := map[string]float64{}
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			name, q := qualityOf(item)
			accepted[name] = q
		}
	}
	best, bestQ := "", accepted["identity"]
	for _, name := range []string{"gzip", "zstd"} {
		q, ok := accepted[name]
		if !ok {
			q = accepted["*"]
		}
		if q > 0 && q >= bestQ {
			best, bestQ = name, q
		}
	}
	return best
}

// qualityOf splits an item such as "gzip;q=0.5"; a weight that is none counts as 0.
func qualityOf(item string) (name string, q float64) {
	name, weight, found := strings.Cut(item, ";")
	name = strings.ToLower(strings.TrimSpace(name))
	if !found {
		return name, 1
	}
	key, value, _ := strings.Cut(weight, "=")
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !strings.EqualFold(strings.TrimSpace(key), "q") || !(q >= 0 && q <= 1) {
		return name, 0
	}
	return name, q
}
