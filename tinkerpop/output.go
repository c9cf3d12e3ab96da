package tinkerpop

import "io"

// outputBytes is when an output hands its bytes on. A row may make it longer.
const outputBytes = 64 << 10

// firstOutputBytes is what an output begins with: most answers of a server are short.
const firstOutputBytes = 1 << 10

// output collects bytes and hands them on in pieces.
type output struct {
	w   io.Writer
	buf []byte
	err error
}

func newOutput(w io.Writer) *output {
	return &output{w: w, buf: make([]byte, 0, firstOutputBytes)}
}

// row ends a row and reports whether writing should go on.
func (o *output) row() bool {
	if len(o.buf) >= outputBytes {
		o.flush()
	}
	return o.err == nil
}

func (o *output) flush() {
	if o.err == nil && len(o.buf) > 0 {
		_, o.err = o.w.Write(o.buf)
	}
	o.buf = o.buf[:0]
}

// end hands on what is left and returns the first error.
func (o *output) end() error {
	o.flush()
	return o.err
}

// stars writes each vertex of a source with its edges, properties by key and edges by label, and ends.
func (o *output) stars(s Source, write func(*Star)) error {
	for star := range s.Stars() {
		byLabel(star.In)
		byLabel(star.Out)
		byKey(star.Vertex.Properties)
		write(star)
		if !o.row() {
			break
		}
	}
	return o.end()
}

func (o *output) text(s string) { o.buf = append(o.buf, s...) }
