package encode

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
