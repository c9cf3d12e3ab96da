package osm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"graphbuild/report"
)

// frame is where a blob of data lies in a PBF file: 24 bytes for each blob are kept in memory.
type frame struct {
	offset  int64 // of the Blob message, after its BlobHeader
	bytes   int32 // of the Blob message
	known   bool  // whether kinds is what the blob holds
	kinds   Kinds
	skipped Kinds // kinds that an earlier scan wanted, and took for granted not to be in here
}

// Sentinels of this package; all errors that wrap them name the file, the place and what was found.
var (
	// ErrTruncated is returned where a file ends too early.
	ErrTruncated = errors.New("the file is cut off; fetch it again")
	// ErrForeign is returned by Open for a file that is neither PBF nor XML of OpenStreetMap.
	ErrForeign = errors.New("expected OpenStreetMap data as PBF or XML")
	// ErrNoWays is returned by Scan after all blocks of a PBF file, where ways were wanted and it has none. A file that
	// was cut off between two blocks looks the same as one that ends there, and this is how it shows.
	ErrNoWays = errors.New("no way in the file: it is cut off, or an extract without ways")
	// ErrMisordered is returned by Scan where the file says that its objects are sorted by type, but are not, and an
	// earlier scan went by that. The File now knows: the same scans, begun anew, read everything.
	ErrMisordered = errors.New("the header says Sort.Type_then_ID, but that is not so; scan again")
)

// frameWalk walks over the blobs of a PBF file.
type frameWalk struct {
	in    io.ReaderAt
	size  int64
	limit int64 // most bytes of a blob
	at    int64 // of the next blob's length
	blobs int   // how many came before it
	head  []byte
}

// blobHeader is a BlobHeader message with the place of its blob.
type blobHeader struct {
	kind   string
	offset int64
	bytes  int64
}

// next returns the next blob; false at the end of the file.
func (w *frameWalk) next() (blobHeader, bool, error) {
	if w.at == w.size {
		return blobHeader{}, false, nil
	}
	h, err := w.read()
	if err != nil {
		return h, false, fmt.Errorf("blob %d at byte %d: %w", w.blobs, w.at, err)
	}
	w.at = h.offset + h.bytes
	w.blobs++
	return h, true, nil
}

// usualHead is how much is read at first: the BlobHeaders of all writers we know fit.
const usualHead = 64

func (w *frameWalk) read() (blobHeader, error) {
	left := w.size - w.at
	if left < 4 {
		return blobHeader{}, fmt.Errorf("%d bytes are left, expected the length of a BlobHeader in 4: %w", left, ErrTruncated)
	}
	w.head = grown(w.head[:0], int(min(usualHead, left)))
	if _, err := w.in.ReadAt(w.head, w.at); err != nil {
		return blobHeader{}, err
	}
	n := int64(binary.BigEndian.Uint32(w.head))
	if n == 0 || n > maxBlobHeaderBytes {
		return blobHeader{}, fmt.Errorf("BlobHeader of %d bytes, expected 1 to %d: damaged, or no PBF from here on", n, maxBlobHeaderBytes)
	}
	if n > left-4 {
		return blobHeader{}, fmt.Errorf("BlobHeader of %d bytes, but %d are left: %w", n, left-4, ErrTruncated)
	}
	if n+4 > int64(len(w.head)) {
		w.head = grown(w.head[:0], int(n+4))
		if _, err := w.in.ReadAt(w.head, w.at); err != nil {
			return blobHeader{}, err
		}
	}
	return w.parse(w.head[4:4+n], w.at+4+n)
}

func (w *frameWalk) parse(b []byte, offset int64) (blobHeader, error) {
	h := blobHeader{offset: offset, bytes: -1}
	m := message{rest: b}
	for m.next() {
		switch {
		case m.num == 1 && m.wire == wireBytes:
			h.kind = string(m.data)
		case m.num == 3 && m.wire == wireVarint:
			h.bytes = int64(m.value)
		}
	}
	switch left := w.size - offset; {
	case m.err != nil:
		return h, fmt.Errorf("BlobHeader: %w", m.err)
	case h.kind == "":
		return h, errors.New("BlobHeader without a type: damaged, or no PBF from here on")
	case h.bytes < 0 || h.bytes > w.limit:
		return h, fmt.Errorf("%.40q of %d bytes, expected 0 to %d", h.kind, h.bytes, w.limit)
	case h.bytes > left:
		return h, fmt.Errorf("%.40q of %d bytes, but %d are left: %w", h.kind, h.bytes, left, ErrTruncated)
	}
	return h, nil
}

// index walks over the whole file: headers are read, blobs of data listed, others counted as issues.
func (f *pbfFile) index() error {
	w := frameWalk{in: f.data, size: f.size, limit: f.limit}
	headers := 0
	for {
		h, more, err := w.next()
		if err != nil || !more {
			f.noteHeaders(headers, err == nil)
			return err
		}
		switch h.kind {
		case "OSMHeader":
			if err := f.readHeader(h, headers == 0); err != nil {
				return fmt.Errorf("blob %d at byte %d: OSMHeader: %w", w.blobs-1, h.offset, err)
			}
			if headers++; len(f.frames) > 0 {
				f.lateHeader(h, headers)
			}
		case "OSMData":
			f.frames = append(f.frames, frame{offset: h.offset, bytes: int32(h.bytes)})
		default:
			f.issue(report.Issue{Code: "osm_unknown_blob", Severity: report.Info, Action: "blob skipped",
				Message: fmt.Sprintf("a blob of type %.40q at byte %d, expected OSMHeader or OSMData", h.kind, h.offset)})
		}
	}
}

func (f *pbfFile) noteHeaders(headers int, whole bool) {
	if headers > 0 || !whole {
		return
	}
	f.issue(report.Issue{Code: "osm_header_missing", Severity: report.Warning, Action: "read without it",
		Message: "the file has no OSMHeader, which should come first"})
}

// lateHeader notes a header that comes after data: where a first one came before, these are files joined end to end.
func (f *pbfFile) lateHeader(h blobHeader, headers int) {
	f.h.Sorted = false
	what := "the OSMHeader comes after data"
	if headers > 1 {
		what = "one more OSMHeader after data: files joined end to end"
	}
	f.issue(report.Issue{Code: "osm_header_late", Severity: report.Warning, Action: "read as unsorted data",
		Message: fmt.Sprintf("%s, at byte %d", what, h.offset)})
}
