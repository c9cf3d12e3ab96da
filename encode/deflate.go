package encode

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"
)

// compress packs b with DEFLATE. It is as small as zstd on sections of some KB, and readers in any language have it.
func compress(b []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		panic("encode: flate level: " + err.Error())
	}
	w.Write(b)
	w.Close()
	return out.Bytes()
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
