package osm

import (
	"os"
	"time"

	"graphbuild/geometry"
	"graphbuild/report"
)

// Options say how to open a file. The zero value works.
type Options struct {
	// Workers is how many blocks are decoded and processed at once; 0 is one for each processor.
	Workers int
	// Report takes the issues found in the data; nil drops them.
	Report *report.Report
	// TempDir holds unpacked copies of packed inputs and of stdin; "" is the system's folder for temporary files.
	TempDir string
	// MaxBlobBytes bounds a PBF blob, packed and inflated; 0 is 32 MiB, the limit of the format.
	MaxBlobBytes int64
	// MaxUnpackedBytes bounds the unpacked copy of a packed input; 0 is 1 TiB.
	MaxUnpackedBytes int64
}

// Header is what a file says of itself. All of it is optional, and none of it is checked but Sorted, while scanning.
type Header struct {
	Format    Format       // PBF or XML, whatever it was wrapped in
	HasBox    bool         // whether Box is given
	Box       geometry.Box // the area that the file claims to cover
	Timestamp time.Time    // how recent the data are, in UTC; zero where not given
	Generator string       // the program that wrote the file
	Sorted    bool         // the file claims nodes, ways, relations in this order, each by id (Sort.Type_then_ID)
	History   bool         // the file may hold several versions of an object, and deleted ones
}

// File is an opened OSM file. Scan it as often as needed, one scan at a time.
type File struct {
	name string
	o    Options
	h    Header
	data *os.File
	size int64
}

// Open opens an OSM file, PBF or XML, plain or wrapped in gzip, bzip2 or zstd. The path "-" is stdin.
func Open(path string, o Options) (*File, error) { panic("todo") }

// Header returns what the file says of itself.
func (f *File) Header() Header { return f.h }

// Size returns the length of the file as given, in bytes.
func (f *File) Size() int64 { panic("todo") }

// SHA256 returns the hash of the file as given: packed, if it is packed.
func (f *File) SHA256() ([32]byte, error) { panic("todo") }

// Close releases the file. Blocks are not valid after it.
func (f *File) Close() error { panic("todo") }
