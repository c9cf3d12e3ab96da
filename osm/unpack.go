package osm

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func fileSize(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func sniffFile(f *os.File) (Format, error) {
	head := make([]byte, sniffBytes)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return 0, err
	}
	return Sniff(head[:n]), nil
}

// unpackGiven copies what the wrapper holds into a temporary file.
func (f *File) unpackGiven(outer Format) (*os.File, error) {
	size, err := fileSize(f.given)
	if err != nil {
		return nil, err
	}
	packed := bufio.NewReaderSize(io.NewSectionReader(f.given, 0, size), 1<<20)
	in, err := unpackingReader(packed, outer)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", outer, err)
	}
	defer in.Close()
	return f.spool(in, outer.String())
}

// maxZstdFileWindow allows what zstd --long=27 writes, the most that zstd unpacks unasked.
const maxZstdFileWindow = 128 << 20

func unpackingReader(in io.Reader, outer Format) (io.ReadCloser, error) {
	switch outer {
	case Gzip:
		return gzip.NewReader(in)
	case Bzip2:
		return io.NopCloser(bzip2.NewReader(in)), nil
	}
	z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdFileWindow))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// spool copies in, which what names in errors, to a temporary file without a name. It looks at the first bytes before: what
// is no OSM file is not copied, least of all if it never ends.
func (f *File) spool(in io.Reader, what string) (*os.File, error) {
	head, end := readHead(in) // what ends or fails so early is judged when it has been copied
	if format := Sniff(head); end == nil && !format.readable() {
		return nil, fmt.Errorf("%s: %w", what, foreign(format))
	}
	out, err := os.CreateTemp(f.o.TempDir, "graphbuild-osm-*")
	if err != nil {
		return nil, err
	}
	os.Remove(out.Name()) // some systems refuse that for an open file: closeTemp removes it there
	most := f.o.MaxUnpackedBytes
	if err := copyBounded(out, io.MultiReader(bytes.NewReader(head), &restReader{in, end}), most); err != nil {
		closeTemp(out, true)
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return out, nil
}

// readHead reads the first sniffBytes bytes, or fewer and the error that ends them.
func readHead(in io.Reader) (head []byte, err error) {
	head = make([]byte, sniffBytes)
	n := 0
	for n < len(head) && err == nil {
		var more int
		more, err = in.Read(head[n:])
		n += more
	}
	return head[:n], err
}

// restReader reads on from in, unless it has ended with err: not every reader says the same again.
type restReader struct {
	in  io.Reader
	err error
}

func (r *restReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	return r.in.Read(p)
}

func copyBounded(out *os.File, in io.Reader, most int64) error {
	w := &spoolWriter{out: out}
	n, err := io.CopyBuffer(w, io.LimitReader(in, most+1), make([]byte, 1<<18))
	switch {
	case w.err != nil:
		return fmt.Errorf("cannot write a copy of more than %d bytes to a temporary file: %w; choose another folder for temporary files", n, w.err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("ends after %d bytes of content: %w", n, ErrTruncated)
	case err != nil:
		return fmt.Errorf("damaged after %d bytes of content: %w", n, err)
	case n > most:
		return fmt.Errorf("more than %d bytes of content, which is the limit", most)
	}
	return nil
}

// spoolWriter remembers errors of writing, so that they can be told from those of reading.
type spoolWriter struct {
	out *os.File
	err error
}

func (w *spoolWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	w.err = err
	return n, err
}

func closeTemp(f *os.File, temporary bool) error {
	err := f.Close()
	if temporary {
		os.Remove(f.Name()) // gone already on most systems
	}
	return err
}
