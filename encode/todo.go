package encode

import "io"

type (
	ints        struct{ rows int }
	listView    struct{ values ints }
	stringsView struct{}
	blobView    struct {
		bytes []byte
		err   error
	}
	bitsView    struct{}
	degreesView struct{}
	recordsView struct{ fields int }
	pointsView  struct{}
	blocksView  struct{ blockRows int }
	section     struct {
		file *File
		rows int
	}
)

func (v *ints) at(i uint64) uint64                               { panic("todo") }
func (v *ints) safeRows() int                                    { panic("todo") }
func appendInts[T Integer](buf []T, v *ints) []T                 { panic("todo") }
func (v *listView) bounds(i int) (int, int)                      { panic("todo") }
func (v *listView) value(k int) uint64                           { panic("todo") }
func (v *stringsView) at(i int) string                           { panic("todo") }
func (v *bitsView) at(i int) bool                                { panic("todo") }
func (v *bitsView) rankBefore(i int) int                         { panic("todo") }
func newDegrees(f, b []uint32, flags []bool) *degreesView        { panic("todo") }
func (v *degreesView) at(i int) (a, b, c, d uint32)              { panic("todo") }
func (v *degreesView) forward(i int) (a, b uint32)               { panic("todo") }
func (v *degreesView) backward(i int) (a, b uint32)              { panic("todo") }
func (v *degreesView) flag(i int) bool                           { panic("todo") }
func newRecords(fields [][]uint32) *recordsView                  { panic("todo") }
func (v *recordsView) at2(i int) (a, b uint32)                   { panic("todo") }
func (v *recordsView) at3(i int) (a, b, c uint32)                { panic("todo") }
func (v *recordsView) field(i, f int) uint32                     { panic("todo") }
func newPoints(lat, lon []int32) *pointsView                     { panic("todo") }
func (v *pointsView) at(i int) (int32, int32)                    { panic("todo") }
func newBlocks(BlockLayout, func(*BlockWriter, int)) *blocksView { panic("todo") }
func (v *blocksView) reader(block int) BlockReader               { panic("todo") }
func rankOf(word []uint64, rank []uint32, i int) int             { panic("todo") }
func (c *Bits) ones() uint32                                     { return 0 }

// BlockWriter writes one block of a CustomBlocks column.
type BlockWriter struct{}

// Put writes v with the table of a context: short where v is of a frequent size there.
func (w *BlockWriter) Put(context int, v uint64) { panic("todo") }

// PutSigned writes v, small for values near 0.
func (w *BlockWriter) PutSigned(context int, v int64) { w.Put(context, Zigzag(v)) }

// Bits writes the low n bits of v, n <= 56.
func (w *BlockWriter) Bits(v uint64, n uint) { panic("todo") }

// BlockReader reads what a BlockWriter wrote. It is a value for one goroutine. After the end, and where the bytes are
// corrupt, it reads zeros or any numbers, and never fails.
type BlockReader struct{}

// Get returns the next number, written by Put with the same context.
func (r *BlockReader) Get(context int) uint64 { panic("todo") }

// GetSigned returns the next number, written by PutSigned.
func (r *BlockReader) GetSigned(context int) int64 { return Unzigzag(r.Get(context)) }

// Bits returns the next n bits, n <= 56.
func (r *BlockReader) Bits(n uint) uint64 { panic("todo") }

// Overrun reports whether more was read than the section holds.
func (r *BlockReader) Overrun() bool { panic("todo") }

// BlockCache keeps decoded blocks, by number, for many goroutines without locks. The zero value is not usable.
type BlockCache[T any] struct{}

// NewBlockCache returns a cache of a number of slots, rounded up to a power of two.
func NewBlockCache[T any](slots int) *BlockCache[T] { panic("todo") }

// Get returns a block from the cache, or what decode returns, which it keeps. The result must not be changed.
func (c *BlockCache[T]) Get(block int, decode func(block int) *T) *T { panic("todo") }

// Zigzag maps integers near 0 to small unsigned ones: 0, -1, 1, -2 to 0, 1, 2, 3.
func Zigzag(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// Unzigzag undoes Zigzag.
func Unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// Number returns the number of row i in the dictionary: equal strings have equal numbers.
func (c *Strings) Number(i int) int { panic("todo") }

// NumDistinct returns the size of the dictionary.
func (c *Strings) NumDistinct() int { panic("todo") }

// Distinct returns entry n of the dictionary, in increasing order of the strings where the column is tagged "sorted".
func (c *Strings) Distinct(n int) string { panic("todo") }

// Find returns the number in the dictionary of s, in O(log n) where the column is tagged "sorted".
func (c *Strings) Find(s string) (number int, ok bool) { panic("todo") }

// Prefix returns the range [first, end) of dictionary numbers of the strings that begin with p. The column must be
// tagged "sorted"; else the range is empty.
func (c *Strings) Prefix(p string) (first, end int) { panic("todo") }

// Schema is a checked list of tables.
type Schema struct{}

// NewSchema checks the tables: numbers and names used twice, tags that cannot be read, are errors.
func NewSchema(tables ...Table) (*Schema, error) { panic("todo") }

// Tables describes the tables in the order of their numbers.
func (s *Schema) Tables() []TableInfo { panic("todo") }

// WriteInfo is what Write wrote.
type WriteInfo struct {
	Bytes    int64
	Sections []Section
}

// Write writes all tables of the schema that have rows. Equal rows give equal bytes.
func (s *Schema) Write(w io.Writer) (WriteInfo, error) { panic("todo") }

// Section is one stretch of the file: a column, or a part of the container.
type Section struct {
	Table, Column string // names; of a part of the container Table is empty
	Type          string
	Encoding      string
	Offset, Bytes int64
	Rows          int
	CRC           uint32
}

// Verify says when checksums are compared.
type Verify uint8

const (
	VerifyNone  Verify = iota // only by File.Verify; the directory is always checked
	VerifyTouch               // each section when it is first touched
	VerifyAll                 // all at open
)

// Options are the options of opening. The zero value works.
type Options struct {
	Verify Verify
	// MaxUnpackedBytes bounds the memory for a file in zstd transport packing; 0 is 16 GiB.
	MaxUnpackedBytes int64
}

// File is an open file of tables, safe for many goroutines. Close must not run while others read; after it views read
// as empty or panic with ErrClosed.
type File struct{}

func (f *File) fail(err error) {}

// Open maps a file. A file packed as a whole with zstd is unpacked to memory.
func Open(path string, o Options) (*File, error) { panic("todo") }

// Load reads from memory, which it keeps and which must not change.
func Load(data []byte, o Options) (*File, error) { panic("todo") }

// OpenReaderAt reads only the sections that are touched, each as a whole, when they are first touched.
func OpenReaderAt(r io.ReaderAt, size int64, o Options) (*File, error) { panic("todo") }

// Decode sets the columns of all tables of s to views of the file. Columns and tables that the file does not hold become
// empty. A critical table of the file that s does not have, and a table of another version, are errors.
func (f *File) Decode(s *Schema) error { panic("todo") }

// Sections lists the parts of the file in the order of their offsets.
func (f *File) Sections() []Section { panic("todo") }

// Tables describes the tables in the file, as it tells itself, also those that no schema knows.
func (f *File) Tables() ([]TableInfo, error) { panic("todo") }

// Unknown lists the optional tables that the last Decode skipped.
func (f *File) Unknown() []TableInfo { panic("todo") }

// Version returns the version of the container.
func (f *File) Version() (major, minor int) { panic("todo") }

// Size returns the length of the (unpacked) file.
func (f *File) Size() int64 { panic("todo") }

// Verify checks every checksum, all padding, and the structure of every section. It calls report for each problem, and
// returns the first.
func (f *File) Verify(report func(error)) error { panic("todo") }

// Err returns the first error that reading a section met after opening, or nil.
func (f *File) Err() error { panic("todo") }

// Close releases the file.
func (f *File) Close() error { panic("todo") }
