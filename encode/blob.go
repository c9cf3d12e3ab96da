package encode

import (
	"encoding/binary"
	"fmt"
)

// Blob is a column of one row: bytes without structure. A hot blob is stored as it is and read in place; another is
// compressed where that makes it smaller.
type Blob struct {
	bytes []byte
	view  *lazy[blobView]
}

// BlobOf returns a blob that holds b. It keeps b.
func BlobOf(b []byte) Blob { return Blob{bytes: b} }

// Bytes returns the content, which must not be changed and is valid until the File is closed. The error tells of
// a section that cannot be read.
func (c *Blob) Bytes() ([]byte, error) {
	if c.view == nil {
		return c.bytes, nil
	}
	v := c.view.get()
	return v.bytes, v.err
}

// blobView is a view of a Blob.
type blobView struct {
	bytes []byte
	err   error
}

// blob compresses b where it may and where that makes it smaller.
func (e *encoder) blob(b []byte) (Encoding, []byte) {
	if e.hot {
		return EncodingNone, b
	}
	z := e.deflater().compress(b)
	if head := binary.AppendUvarint(nil, uint64(len(b))); len(head)+len(z) < len(b) {
		return EncodingDeflate, append(head, z...)
	}
	return EncodingNone, b
}

func openBlob(enc Encoding, p *parser) (*blobView, error) {
	v := &blobView{}
	switch enc {
	case EncodingNone:
		v.bytes = p.text(p.left())
	case EncodingDeflate:
		v.bytes = p.inflate(maxBlob)
	default:
		p.fail(fmt.Errorf("%v is no encoding of a blob", enc))
	}
	v.err = p.err
	return v, p.err
}

// maxBlob is the largest length of a compressed blob. Larger ones are better stored as they are and read in place.
const maxBlob = 1 << 28

// inflate reads the length of unpacked bytes and unpacks the rest.
func (p *parser) inflate(limit uint64) []byte {
	n := p.count(limit, "unpacked bytes")
	packed := p.text(p.left())
	if p.err != nil {
		return nil
	}
	out, err := decompress(packed, n)
	if err != nil {
		p.fail(err)
	}
	return out
}
