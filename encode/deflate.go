package encode

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"
)

// deflater packs bytes with DEFLATE, which is as small as zstd on sections of some KB, and readers in any language have
// it. One is used again for many frames: its tables are large.
type deflater struct {
	out bytes.Buffer
	w   *flate.Writer
}

func newDeflater() *deflater {
	w, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic("encode: flate level: " + err.Error())
	}
	return &deflater{w: w}
}

// compress returns b packed, in bytes that the next call overwrites.
func (d *deflater) compress(b []byte) []byte {
	d.out.Reset()
	d.w.Reset(&d.out)
	d.w.Write(b) // a buffer takes everything
	d.w.Close()
	return d.out.Bytes()
}

// decompress unpacks bytes that must be n. It allocates as bytes come out, whatever n claims.
func decompress(b []byte, n int) ([]byte, error) {
	r := flate.NewReader(bytes.NewReader(b))
	var out bytes.Buffer
	if _, err := io.Copy(&out, io.LimitReader(r, int64(n)+1)); err != nil {
		return nil, fmt.Errorf("deflate: %w", err)
	}
	if out.Len() != n {
		return nil, fmt.Errorf("deflate: %d bytes unpacked, %d expected", out.Len(), n)
	}
	return out.Bytes(), nil
}
