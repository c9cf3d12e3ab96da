package osm

import "sync/atomic"

// progress is how far the running scan is, in bytes of the unpacked file.
type progress struct{ done, total atomic.Int64 }

func (p *progress) start(total int64) {
	p.done.Store(0)
	p.total.Store(total)
}

func (p *progress) read() (done, total int64) { return p.done.Load(), p.total.Load() }

// Progress returns how many bytes the running scan has delivered, or the last one had, and how many it has to read: for a
// PBF file those of the blocks that are needed. It may be called from anywhere.
func (f *File) Progress() (done, total int64) { return f.reader.read() }

// Holds reports whether the scans so far have met objects of all the kinds.
func (f *File) Holds(k Kinds) bool { return k&^f.reader.held() == 0 }

func (f *pbfFile) held() (k Kinds) {
	for i := range f.frames {
		k |= f.frames[i].kinds
	}
	return k
}

func (f *xmlFile) held() Kinds { return f.met }

// planned starts the progress of a round.
func (s *pbfScan) planned() {
	total := int64(0)
	for _, i := range s.plan {
		total += int64(s.file.frames[i].bytes)
	}
	s.file.progress.start(total)
}
