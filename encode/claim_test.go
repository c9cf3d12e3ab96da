package encode

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// claimingReader is a file of terabytes of which the beginning and the end are there.
type claimingReader struct {
	begin, end []byte
	size       int64
}

func (r claimingReader) ReadAt(b []byte, at int64) (int, error) {
	if from := r.size - int64(len(r.end)); at >= from {
		return bytes.NewReader(r.end).ReadAt(b, at-from)
	}
	n, err := bytes.NewReader(r.begin).ReadAt(b, at)
	if err == io.EOF {
		err = errors.New("gone")
	}
	return n, err
}

// claimingFile returns a file of spread whose column says that it goes on for so many bytes.
func claimingFile(t *testing.T, data []byte, column string, claimed int64) claimingReader {
	t.Helper()
	f, err := Load(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	end := f.directory + claimed + sumsLength(claimed)
	at := sectionNamed(t, f, column).Offset
	for k := range f.tables {
		for i := range f.tables[k].columns {
			if s := &f.tables[k].columns[i]; s.offset == at {
				s.bytes = claimed
			}
		}
	}
	end = (end + coldAlign - 1) / coldAlign * coldAlign
	directory := appendDirectory(nil, f.tables)
	size := end + int64(len(directory)) + footerBytes
	head := header(size, end)
	tail := append(bytes.Clone(directory), footer(head, directory, end)...)
	begin := append(bytes.Clone(head), data[headerBytes:f.directory]...)
	return claimingReader{padded(begin), tail, size}
}

// residentBytes returns the memory of the process that is in use, 0 where the system does not tell.
func residentBytes(t *testing.T) int64 {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// TestClaimedTerabytes: a section behind a reader takes memory by what was read, whatever length it claims, and tells what is
// not there.
func TestClaimedTerabytes(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("no such lengths on 32 bits")
	}
	data := spreadFile(t)
	for column, read := range readers {
		for _, v := range []Verify{VerifyNone, VerifyTouch, VerifyAll} {
			r := claimingFile(t, data, column, 4<<40)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			resident := residentBytes(t)
			f, err := OpenReaderAt(r, r.size, Options{Verify: v})
			if err == nil {
				a := spreadOf(t, f)
				for i := range 5 {
					read(a, spreadRows/5*i)
				}
				err = errors.Join(f.Verify(nil), f.Close())
			}
			runtime.ReadMemStats(&after)
			if c := (*CorruptError)(nil); !errors.As(err, &c) || c.Section != "towns."+column || !strings.Contains(err.Error(), "gone") {
				t.Errorf("%s, checked by %d: error %v, expected one that names the section", column, v, err)
			}
			took := after.TotalAlloc - before.TotalAlloc
			if grown := residentBytes(t) - resident; took > 64<<20 || grown > 64<<20 {
				t.Errorf("%s, checked by %d: %d bytes allocated, %d more resident", column, v, took, grown)
			}
		}
	}
}

// listReader is a file of which a part is zeros.
type listReader struct {
	claimingReader
	from, to int64
}

func (r listReader) ReadAt(b []byte, at int64) (int, error) {
	if at < r.from || at+int64(len(b)) > r.to {
		return r.claimingReader.ReadAt(b, at)
	}
	clear(b)
	return len(b), nil
}

// TestClaimedSums: a list of checksums that goes on and on takes memory by what came in, once.
func TestClaimedSums(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("no such lengths on 32 bits")
	}
	const claimed, came = 4 << 40, 96 << 20
	r := listReader{claimingReader: claimingFile(t, spreadFile(t), "population", claimed)}
	f, err := OpenReaderAt(&r, r.size, Options{Verify: VerifyTouch})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r.from = sectionNamed(t, f, "population").Offset + claimed
	r.to = r.from + came
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	resident := residentBytes(t)
	spreadOf(t, f).Population.At(0)
	grown := residentBytes(t) - resident
	runtime.ReadMemStats(&after)
	if err := f.Err(); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Error(err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > came/4 || grown > came+came/4 {
		t.Errorf("%d bytes of %d that came: %d bytes allocated, %d more resident", came, claimed/sumBlock*sumBytes, took, grown)
	}
}

// TestSectionOfNoBytes: a section behind a reader may be said to have no bytes, so that there are no blocks of it.
func TestSectionOfNoBytes(t *testing.T) {
	data := written(t, 10)
	f, err := OpenReaderAt(bytes.NewReader(data), int64(len(data)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := f.tables[1].columns[0]
	s.bytes, s.crc = 0, checksum(nil)
	g, err := newGuard(&s, true, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	if !g.all() {
		t.Error("what is not there is not sound")
	}
	if err := g.close(); err != nil {
		t.Error(err)
	}
}
