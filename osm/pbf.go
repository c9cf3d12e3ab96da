package osm

import (
	"fmt"
	"io"
	"path/filepath"
	"sync"

	"graphbuild/report"
)

// pbfFile is an opened PBF file: the places of its blobs, and what is known of them so far.
type pbfFile struct {
	name   string // base name, for issues
	data   io.ReaderAt
	size   int64
	limit  int64
	report *report.Report
	h      Header
	frames []frame
	pool   sync.Pool // of *pbfDecoder

	progress
}

func (f *pbfFile) issue(i report.Issue) {
	i.File = f.name
	f.report.Add(i)
}

// pbfDecoder has all memory that it takes to read, unpack and decode one blob.
type pbfDecoder struct {
	packed   []byte
	unpacker unpacker
	block    Block
	decode   primitive
}

func (f *pbfFile) take() *pbfDecoder {
	if d, ok := f.pool.Get().(*pbfDecoder); ok {
		return d
	}
	return &pbfDecoder{unpacker: unpacker{limit: f.limit}}
}

func (f *pbfFile) give(d *pbfDecoder) { f.pool.Put(d) }

// read returns the content of the blob at a place, valid until the next call.
func (d *pbfDecoder) read(f *pbfFile, offset int64, n int) ([]byte, error) {
	d.packed = grown(d.packed[:0], n)
	if _, err := f.data.ReadAt(d.packed, offset); err != nil {
		return nil, fmt.Errorf("read %d bytes: %w", n, err)
	}
	return d.unpacker.unpack(d.packed)
}

// readBlock decodes the wanted kinds of block i, and returns which kinds it holds. Where the head of a block shows that it
// holds dense nodes alone, which nobody wants, the rest is not unpacked.
func (d *pbfDecoder) readBlock(f *pbfFile, i int, want Kinds) (Kinds, error) {
	fr := &f.frames[i]
	d.unpacker.enough = nil
	if want&Nodes == 0 && !fr.known {
		d.unpacker.enough = onlyDense
	}
	raw, err := d.read(f, fr.offset, int(fr.bytes))
	if err == errEnough {
		d.block.reset()
		return Nodes, nil
	}
	if err == nil {
		d.decode.block, d.decode.want = &d.block, want
		err = d.decode.decode(raw)
		d.block.Seq = i
	}
	if err != nil {
		return 0, fmt.Errorf("block %d at byte %d: %w", i, fr.offset, err)
	}
	return d.decode.found, nil
}

// pbfTask is one block to be read.
type pbfTask struct {
	file  *pbfFile
	index int
	want  Kinds
	found Kinds
	d     *pbfDecoder
}

// load returns no block where it holds nothing that is wanted.
func (t *pbfTask) load() (*Block, error) {
	t.d = t.file.take()
	var err error
	t.found, err = t.d.readBlock(t.file, t.index, t.want)
	if t.found&t.want == 0 {
		return nil, err
	}
	return &t.d.block, err
}

func (t *pbfTask) release() {
	if t.d != nil {
		t.file.give(t.d)
		t.d = nil
	}
}

// pbfScan is one pass over a PBF file.
type pbfScan struct {
	file    *pbfFile
	want    Kinds
	plan    []int32 // blocks to be read, in file order
	highest Kinds   // highest kind seen so far
	second  bool    // whether the blocks left out at first are being read
}

func (f *pbfFile) scan(want Kinds) (scan, error) {
	s := &pbfScan{file: f, want: want}
	return s, s.choose()
}

func (s *pbfScan) feed(emit func(task) bool) {
	s.planned()
	for _, i := range s.plan {
		if !emit(&pbfTask{file: s.file, index: int(i), want: s.want}) {
			return
		}
	}
}

// settle notes what a block holds, and checks the header's claim of order by it.
func (s *pbfScan) settle(t task) error {
	p := t.(*pbfTask)
	fr := &s.file.frames[p.index]
	fr.known, fr.kinds = true, p.found
	s.file.progress.done.Add(int64(fr.bytes))
	if wrong := fr.skipped & p.found; wrong != 0 {
		s.misordered(p.index, p.found)
		return fmt.Errorf("block %d at byte %d holds %v: %w", p.index, fr.offset, wrong, ErrMisordered)
	}
	if s.file.h.Sorted && p.found.lowest() < s.highest && p.found != 0 {
		s.misordered(p.index, p.found)
	}
	s.highest = max(s.highest, p.found.highest())
	return nil
}

// misordered gives up the header's claim of order, and what earlier scans took for granted by it: they are begun anew.
func (s *pbfScan) misordered(i int, found Kinds) {
	s.file.h.Sorted = false
	for k := range s.file.frames {
		s.file.frames[k].skipped = 0
	}
	s.file.issue(report.Issue{Code: "osm_order_claim", Severity: report.Warning, Action: "read as unsorted data",
		Message: fmt.Sprintf("the header says Sort.Type_then_ID, but block %d at byte %d holds %v, out of order", i, s.file.frames[i].offset, found)})
}

// finish returns whether blocks that were left out must be read after all.
func (s *pbfScan) finish() (more bool, err error) {
	f := s.file
	noWays := s.want&Ways != 0 && f.held()&Ways == 0
	if (!f.h.Sorted || noWays) && !s.second {
		s.second = true
		if s.plan = s.unread(); len(s.plan) > 0 {
			return true, nil
		}
	}
	if noWays {
		return false, fmt.Errorf("after %d bytes: %w", f.size, ErrNoWays)
	}
	for i := range f.frames {
		if !f.frames[i].known {
			f.frames[i].skipped |= s.want
		}
	}
	return false, nil
}

// unread lists the blocks of which nobody knows what they hold.
func (s *pbfScan) unread() []int32 {
	var out []int32
	for i, fr := range s.file.frames {
		if !fr.known {
			out = append(out, int32(i))
		}
	}
	return out
}

func openPBF(f *File, size int64) (reader, error) {
	p := &pbfFile{
		name: filepath.Base(f.path), data: f.plain, size: size, limit: f.o.MaxBlobBytes, report: f.o.Report,
		h: Header{Format: PBF},
	}
	return p, p.index()
}

func (f *pbfFile) header() Header { return f.h }
