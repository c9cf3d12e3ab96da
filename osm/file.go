package osm

import (
	"errors"
	"fmt"
	"io"
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
	path   string
	o      Options
	given  *os.File // the file as given, or a copy of stdin
	plain  *os.File // unpacked; the same as given where that is not packed
	reader reader
}

// reader is an opened file of one format.
type reader interface {
	header() Header
	scan(want Kinds) (scan, error)
	held() Kinds // what scans have met so far
	read() (done, total int64)
}

// Open opens an OSM file, PBF or XML, plain or wrapped in gzip, bzip2 or zstd; the path "-" is stdin. What the file is
// shows in its content, never in its name. Stdin and the content of wrappers are copied once into a file in TempDir that
// has no name any more, where the system can do that.
//
// The places of all blobs of a PBF file are read, which finds a file that is cut off, except where the cut is between two
// blobs: see ErrNoWays. Errors name the file, the byte or line, what was expected and found, and what to do. They wrap
// ErrForeign for a file that is no OSM data, and ErrTruncated for one that ends too early.
func Open(path string, o Options) (*File, error) {
	f := &File{path: path, o: o.filled()}
	if err := f.open(); err != nil {
		f.Close()
		return nil, f.wrap(err)
	}
	return f, nil
}

func (o Options) filled() Options {
	if o.MaxBlobBytes <= 0 {
		o.MaxBlobBytes = 32 << 20
	}
	o.MaxBlobBytes = min(o.MaxBlobBytes, 1<<30)
	if o.MaxUnpackedBytes <= 0 {
		o.MaxUnpackedBytes = 1 << 40
	}
	return o
}

// wrap names the file, unless the error does so already.
func (f *File) wrap(err error) error {
	if _, named := err.(*os.PathError); named {
		return fmt.Errorf("osm: %w", err)
	}
	return fmt.Errorf("osm: %s: %w", f.path, err)
}

func (f *File) open() error {
	if err := f.acquire(); err != nil {
		return err
	}
	format, err := sniffFile(f.given)
	if err != nil {
		return err
	}
	f.plain = f.given
	if format.packed() {
		if format, err = f.unwrap(format); err != nil {
			return err
		}
	}
	size, err := fileSize(f.plain)
	if err != nil {
		return err
	}
	switch format {
	case PBF:
		f.reader, err = openPBF(f, size)
	case XML:
		f.reader, err = openXML(f, size)
	default:
		err = foreign(format)
	}
	return err
}

// unwrap unpacks the file into a temporary one, and returns what is in there.
func (f *File) unwrap(outer Format) (Format, error) {
	var err error
	if f.plain, err = f.unpackGiven(outer); err != nil {
		f.plain = nil
		return 0, err
	}
	inner, err := sniffFile(f.plain)
	if err == nil && (inner.packed() || inner == Empty) {
		err = fmt.Errorf("%v in %v: %w", inner, outer, ErrForeign)
	}
	return inner, err
}

// acquire opens the file as given, or copies stdin.
func (f *File) acquire() error {
	var err error
	if f.path == "-" {
		f.given, err = f.spool(os.Stdin, "stdin")
		return err
	}
	if f.given, err = os.Open(f.path); err != nil {
		return err
	}
	info, err := f.given.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return errors.New("a folder, expected a file")
	}
	if !info.Mode().IsRegular() { // a pipe, which cannot be read twice
		pipe := f.given
		defer pipe.Close()
		f.given, err = f.spool(pipe, "the pipe")
	}
	return err
}

// foreign is the error for a file that we cannot read, with advice.
func foreign(found Format) error {
	advice := map[Format]string{
		Empty: "the file is empty; fetch it again",
		HTML:  "most likely the error page of a server; fetch the file again",
		Zip:   "unzip it, or give it as a GTFS feed",
		O5M:   "convert it: osmconvert FILE -o=FILE.osm.pbf",
		XZ:    "unpack it with xz -d",
		UTF16: "convert it: iconv -f UTF-16 -t UTF-8",
		JSON:  "ask the server for XML: [out:xml]",
	}[found]
	if advice == "" {
		return fmt.Errorf("found %v: %w", found, ErrForeign)
	}
	return fmt.Errorf("found %v: %w (%s)", found, ErrForeign, advice)
}

// Header returns what the file says of itself. Sorted turns false when a scan finds that it is not so.
func (f *File) Header() Header { return f.reader.header() }

// Size returns the length of the file as given, in bytes: packed, if it is packed.
func (f *File) Size() int64 {
	n, err := fileSize(f.given)
	if err != nil {
		return 0
	}
	return n
}

// Given returns a reader of the file as given: packed, if it is packed. It may be read beside a scan, up to Close.
func (f *File) Given() io.Reader { return io.NewSectionReader(f.given, 0, f.Size()) }

// Close releases the file and its temporary copies. It must not be called during a scan.
func (f *File) Close() error {
	var errs []error
	for _, one := range []*os.File{f.plain, f.given} {
		if one != nil {
			errs = append(errs, closeTemp(one, one != f.given || f.path == "-"))
		}
		if f.plain == f.given {
			break
		}
	}
	f.plain, f.given = nil, nil
	return errors.Join(errs...)
}
