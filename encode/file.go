package encode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Verify says when checksums are compared.
type Verify uint8

const (
	VerifyNone  Verify = iota // only by File.Verify; header, directory and footer are always checked
	VerifyTouch               // each block of 16 KiB when it is first touched
	VerifyAll                 // all at open
)

// Options are the options of opening. The zero value works.
type Options struct {
	Verify Verify
	// MaxUnpackedBytes bounds the memory for a file that is packed as a whole with zstd; 0 is 16 GiB.
	MaxUnpackedBytes int64
	guardAll         bool // also small sections, so that tests with small files get there
}

// File is an open file of tables, safe for many goroutines. Close must not run while others read; after it, touching
// a view panics with ErrClosed.
type File struct {
	data      []byte      // the whole file where it is in memory or mapped
	reader    io.ReaderAt // else
	size      int64
	directory int64 // offset
	minor     int   // version
	options   Options
	tables    []dirTable
	unknown   []TableInfo
	release   func() error

	mu     sync.Mutex // guards the rest, and setting up views
	views  []dropper
	guards []*guard // of the views
	closed bool
	errMu  sync.Mutex
	err    error
}

// Open maps a file. One that is packed as a whole with zstd is unpacked to memory. Errors are ErrMagic, ErrVersion,
// ErrTruncated or a CorruptError, with the path.
func Open(path string, o Options) (*File, error) {
	data, release, err := mapFile(path)
	if err != nil {
		return nil, err
	}
	if isZstd(data) {
		packed := data
		data, err = unpackFile(packed, o.MaxUnpackedBytes)
		err = errors.Join(err, release())
		release = func() error { return nil }
	}
	if err == nil {
		var f *File
		if f, err = Load(data, o); err == nil {
			f.release = release
			return f, nil
		}
	}
	release()
	return nil, fmt.Errorf("%s: %w", path, err)
}

// isZstd reports whether b begins with a frame of zstd.
func isZstd(b []byte) bool { return len(b) >= 4 && string(b[:4]) == "\x28\xb5\x2f\xfd" }

// unpackFile unpacks a whole file, to at most limit bytes.
func unpackFile(packed []byte, limit int64) ([]byte, error) {
	if limit <= 0 {
		limit = 16 << 30
	}
	d, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderMaxWindow(1<<30))
	if err != nil {
		return nil, fmt.Errorf("zstd: %w", err)
	}
	defer d.Close()
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(d, limit+1))
	if err != nil {
		return nil, fmt.Errorf("zstd: %w", err)
	}
	if n > limit {
		return nil, fmt.Errorf("zstd: more than %d bytes unpacked", limit)
	}
	return out.Bytes(), nil
}

// Load reads from memory, which it keeps and which must not change. It needs no alignment.
func Load(data []byte, o Options) (*File, error) {
	return opened(&File{data: data, size: int64(len(data)), options: o})
}

// OpenReaderAt reads what is touched, when it is first touched: small sections as a whole, of others the blocks of 16 KiB in which
// rows lie.
func OpenReaderAt(r io.ReaderAt, size int64, o Options) (*File, error) {
	return opened(&File{reader: r, size: size, options: o})
}

// opened opens f, or returns none.
func opened(f *File) (*File, error) {
	if err := f.open(); err != nil {
		return nil, err
	}
	return f, nil
}

// open reads header, footer and directory, in that order, so that the first thing wrong is the one that is told.
func (f *File) open() error {
	if f.size < headerBytes+footerBytes {
		if f.size == 0 {
			return fmt.Errorf("%w: the file is empty", ErrMagic)
		}
		head, err := f.read(0, min(f.size, 8))
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(magic[:], head) {
			return fmt.Errorf("%w: %d bytes that begin with % x", ErrMagic, f.size, head)
		}
		return fmt.Errorf("%w: the file has %d bytes, at least %d expected", ErrTruncated, f.size, headerBytes+footerBytes)
	}
	head, err := f.read(0, headerBytes)
	if err != nil {
		return err
	}
	if f.directory, err = checkHeader(head, f.size); err != nil {
		return err
	}
	f.minor = int(binary.LittleEndian.Uint16(head[10:]))
	end, err := f.read(f.directory, f.size-f.directory)
	if err != nil {
		return err
	}
	return f.openDirectory(head, end)
}

func (f *File) openDirectory(head, end []byte) error {
	directory, err := checkFooter(head, end, f.directory)
	if err != nil {
		return err
	}
	if f.tables, err = parseDirectory(f, directory, f.directory); err != nil {
		return &CorruptError{"directory", f.directory, err}
	}
	if f.options.Verify == VerifyAll {
		return f.Verify(nil)
	}
	return nil
}

// firstRead is how many bytes are read at once at most of a reader that has not shown as many.
const firstRead = 1 << 20

// read returns n bytes of the file, which are within it. Behind a reader it takes memory as they come in: more than a first piece
// only after as many.
func (f *File) read(offset, n int64) ([]byte, error) {
	if f.reader == nil {
		return f.data[offset : offset+n : offset+n], nil
	}
	b := make([]byte, 0, min(n, firstRead))
	for int64(len(b)) < n {
		had := len(b)
		more := int(min(n-int64(had), int64(max(had, firstRead))))
		b = slices.Grow(b, more)[:had+more]
		if err := f.readInto(b[had:], offset+int64(had)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// fill fills b, in pieces, so that what a reader keeps of one does not depend on what the file claims. Of a file in memory b is a part.
func (f *File) fill(b []byte, offset int64) error {
	for f.reader != nil && len(b) > 0 {
		n := min(len(b), firstRead)
		if err := f.readInto(b[:n], offset); err != nil {
			return err
		}
		b, offset = b[n:], offset+int64(n)
	}
	return nil
}

// readInto fills b from a reader.
func (f *File) readInto(b []byte, offset int64) error {
	if n, err := f.reader.ReadAt(b, offset); n < len(b) {
		return fmt.Errorf("reading %d bytes at %d: %w", len(b), offset, err)
	}
	return nil
}

// compares reports whether checksums are compared when sections are touched. What was checked in memory stays so.
func (f *File) compares() bool {
	return f.options.Verify == VerifyTouch || f.options.Verify == VerifyAll && f.reader != nil
}

// parser returns a parser of the bytes of a section for a view, which has them until the file is closed. It must be called with
// the lock of the file.
func (s *section) parser() (parser, error) {
	p, err := s.open()
	if p.g != nil {
		s.file.guards = append(s.file.guards, p.g)
	}
	return p, err
}

// open returns a parser of the bytes of a section, guarded where they are many and not simply there: the caller closes the guard.
func (s *section) open() (parser, error) {
	f := s.file
	if (s.bytes > sumBlock || f.options.guardAll) && (f.reader != nil || f.compares()) {
		g, err := newGuard(s, f.compares(), f.fail)
		if err != nil {
			return parser{}, err
		}
		return parser{b: g.body, g: g}, nil
	}
	b, err := f.read(s.offset, s.bytes+slack) // the footer follows at least
	if err == nil && f.compares() {
		err = s.checkSum(b[:s.bytes])
	}
	return parser{b: b}, err
}

// checkSum checks a section of one checksum.
func (s *section) checkSum(b []byte) error {
	if c := checksum(b); c != s.crc {
		return fmt.Errorf("the checksum is %08x, %08x expected", c, s.crc)
	}
	return nil
}

// name says which section it is: as the schema calls it, else as the file does, else by numbers.
func (s *section) name() string {
	switch {
	case s.table.number == tableContainer:
		return "list of types"
	case s.title != "":
		return s.table.name + "." + s.title
	}
	infos, err := s.file.Tables()
	if err != nil {
		return fmt.Sprintf("table %d column %d", s.table.number, s.number)
	}
	info := infoOf(infos, s.table.number)
	return info.Name + "." + info.column(s.number)
}

// corruptAt tells of damage at a byte of the file.
func (s *section) corruptAt(at int64, err error) error { return &CorruptError{s.name(), at, err} }

// corrupt tells of damage of the section, unless the error does already.
func (s *section) corrupt(err error) error {
	if c := (*CorruptError)(nil); errors.As(err, &c) {
		return err
	}
	return s.corruptAt(s.offset, err)
}

// fail keeps the first error of a view.
func (f *File) fail(err error) {
	f.errMu.Lock()
	defer f.errMu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

// Err returns the first error that touching a section met, or nil. The columns of such a section read as zeros.
func (f *File) Err() error {
	f.errMu.Lock()
	defer f.errMu.Unlock()
	return f.err
}

// Version returns the version of the container.
func (f *File) Version() (major, minor int) { return VersionMajor, f.minor }

// Size returns the length of the file, unpacked.
func (f *File) Size() int64 { return f.size }

// Close releases the file. Columns that were decoded from it panic with ErrClosed when they are touched after; strings and
// slices of values that were got before stay good, the bytes of blobs do not.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	f.closed = true
	for _, v := range f.views {
		v.drop()
	}
	var err error
	for _, g := range f.guards {
		err = errors.Join(err, g.close())
	}
	f.views, f.guards, f.data = nil, nil, nil
	if f.release != nil {
		err = errors.Join(err, f.release())
	}
	return err
}
