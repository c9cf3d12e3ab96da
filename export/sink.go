package export

import (
	"context"
	"io"
)

// sinkBytes is when a sink hands its bytes on. A row may make it a little longer.
const sinkBytes = 64 << 10

// sink collects bytes and hands them on in pieces. It is for one goroutine.
type sink struct {
	ctx context.Context
	w   io.Writer
	buf []byte
	err error
}

func newSink(ctx context.Context, w io.Writer) *sink {
	return &sink{ctx: ctx, w: w, buf: make([]byte, 0, sinkBytes+sinkBytes/4)}
}

// text adds a string.
func (s *sink) text(t string) { s.buf = append(s.buf, t...) }

// row ends a row: it hands the bytes on when there are many, and reports whether writing should go on.
func (s *sink) row() bool {
	if len(s.buf) < sinkBytes {
		return s.err == nil
	}
	s.flush()
	return s.err == nil
}

// Write hands bytes on, for writers that collect them themselves.
func (s *sink) Write(p []byte) (int, error) {
	s.flush()
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

func (s *sink) flush() {
	if s.err == nil {
		s.err = context.Cause(s.ctx)
	}
	if s.err == nil && len(s.buf) > 0 {
		_, s.err = s.w.Write(s.buf)
	}
	s.buf = s.buf[:0]
}

// end hands on what is left and returns the first error.
func (s *sink) end() error {
	s.flush()
	return s.err
}
