package encode

// column is what every type of column does. A new type is one file with these methods, and a number in kind.go.
type column interface {
	typ() columnType
	Len() int
	// encode returns the column's bytes and how they are encoded.
	encode(*encoder) (Encoding, []byte)
	// decode makes the column a view of a section, or empty where s is nil.
	decode(s *section)
}

// encoder is how a column is to be written, and what the columns of a file share while they are.
type encoder struct {
	hot, sorted bool
	packed      *deflater
}

// deflater returns the one that all columns use: making one takes longer than most sections.
func (e *encoder) deflater() *deflater {
	if e.packed == nil {
		e.packed = newDeflater()
	}
	return e.packed
}

func (c *Col[T]) typ() columnType { return typeInts | integerType[T]() }

func (c *Col[T]) encode(e *encoder) (Encoding, []byte) {
	b := encodeInts(words(c.Slice()), intsOptions{hot: e.hot, signed: isSigned[T]()})
	return b.enc, b.body
}

func (c *Col[T]) decode(s *section) { c.slice, c.view = nil, later(s, viewInts) }

func viewInts(s *section) (*ints, error) {
	p, err := s.parser()
	if err != nil {
		return &ints{rows: s.rows}, err
	}
	v, err := openInts(s.enc, s.rows, &p)
	return &v, err
}

func (c *List[T]) typ() columnType { return typeList | integerType[T]() }

func (c *List[T]) encode(e *encoder) (Encoding, []byte) {
	if c.view != nil {
		c = c.copy()
	}
	return encodeList(c, e.hot)
}

// copy returns the rows of a view as slices.
func (c *List[T]) copy() *List[T] {
	var r List[T]
	var buf []T
	for i := range c.Len() {
		buf = c.AppendRow(buf[:0], i)
		r.Append(buf...)
	}
	return &r
}

func (c *List[T]) decode(s *section) { *c = List[T]{view: later(s, viewList)} }

func viewList(s *section) (*listView, error) {
	p, err := s.parser()
	if err != nil {
		return &listView{}, err
	}
	return openList(s.rows, &p)
}

func (c *Bits) typ() columnType { return typeBits }

func (c *Bits) encode(e *encoder) (Encoding, []byte) {
	if c.view == nil {
		return encodeBits(c, e.hot)
	}
	var r Bits
	for i := range c.Len() {
		r.Append(c.At(i))
	}
	return encodeBits(&r, e.hot)
}

func (c *Bits) decode(s *section) { *c = Bits{view: later(s, viewBits)} }

func viewBits(s *section) (*bitsView, error) {
	p, err := s.parser()
	if err != nil {
		return &bitsView{rows: s.rows}, err
	}
	return openBits(s.enc, s.rows, &p)
}

func (c *Blob) typ() columnType { return typeBlob }

// Len returns 1, or 0 for a blob of no bytes.
func (c *Blob) Len() int {
	if c.view != nil {
		return c.view.rows()
	}
	return min(len(c.bytes), 1)
}

func (c *Blob) encode(e *encoder) (Encoding, []byte) {
	b, _ := c.Bytes()
	return e.blob(b)
}

func (c *Blob) decode(s *section) { *c = Blob{view: later(s, viewBlob)} }

func viewBlob(s *section) (*blobView, error) {
	p, err := s.parser()
	if err != nil {
		return &blobView{err: err}, err
	}
	return openBlob(s.enc, &p)
}

func (c *Degrees) typ() columnType { return typeDegrees }

func (c *Degrees) encode(*encoder) (Encoding, []byte) { return EncodingNone, c.enc.get().whole.bytes() }

func (c *Degrees) decode(s *section) { c.enc = later(s, viewDegrees) }

func viewDegrees(s *section) (*DegreesView, error) {
	p, err := s.parser()
	if err != nil {
		return &DegreesView{}, err
	}
	return openDegrees(s.rows, &p)
}

func (c *Records) typ() columnType { return typeRecords }

func (c *Records) encode(*encoder) (Encoding, []byte) { return EncodingNone, c.enc.get().whole.bytes() }

func (c *Records) decode(s *section) { c.enc = later(s, viewRecords) }

func viewRecords(s *section) (*RecordsView, error) {
	p, err := s.parser()
	if err != nil {
		return &RecordsView{}, err
	}
	return openRecords(s.rows, &p)
}

func (c *Points) typ() columnType { return typePoints }

func (c *Points) encode(*encoder) (Encoding, []byte) { return EncodingNone, c.enc.get().whole.bytes() }

func (c *Points) decode(s *section) { c.enc = later(s, viewPoints) }

func viewPoints(s *section) (*PointsView, error) {
	p, err := s.parser()
	if err != nil {
		return &PointsView{}, err
	}
	return openPoints(s.rows, &p)
}

func (c *CustomBlocks) typ() columnType { return typeBlocks }

func (c *CustomBlocks) encode(*encoder) (Encoding, []byte) {
	return EncodingNone, c.enc.get().whole.bytes()
}

func (c *CustomBlocks) decode(s *section) { c.enc = later(s, viewBlocks) }

func viewBlocks(s *section) (*blocksView, error) {
	p, err := s.parser()
	if err != nil {
		return &blocksView{blockRows: 1}, err
	}
	return openBlocks(s.rows, &p)
}

func (c *Strings) typ() columnType { return typeStrings }

func (c *Strings) encode(e *encoder) (Encoding, []byte) { return e.strings(c) }

func (c *Strings) decode(s *section) { *c = Strings{view: later(s, viewStrings)} }

func viewStrings(s *section) (*stringsView, error) {
	p, err := s.parser()
	if err != nil {
		return &stringsView{rows: s.rows}, err
	}
	return openStrings(s.enc, s.rows, &p)
}
