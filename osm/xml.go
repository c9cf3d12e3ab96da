package osm

import (
	"io"
	"path/filepath"
	"sync"

	"graphbuild/report"
)

// xmlFile is an opened XML file: .osm of the API, Overpass and JOSM, .osh with history, and .osc with changes.
type xmlFile struct {
	name     string // base name, for issues
	data     io.ReaderAt
	size     int64
	report   *report.Report
	h        Header
	reported Kinds // kinds whose issues were reported by an earlier scan
	scanned  bool  // whether there was an earlier scan, which noted the stretches
	parts    []stretch
	met      Kinds // of objects that scans came by
	pool     sync.Pool

	progress
}

func openXML(f *File, size int64) (reader, error) {
	x := &xmlFile{name: filepath.Base(f.path), data: f.plain, size: size, report: f.o.Report, h: Header{Format: XML}}
	p := newXMLParser(x, 0)
	p.head = true
	return x, p.run()
}

func (f *xmlFile) header() Header { return f.h }

func (f *xmlFile) scan(want Kinds) (scan, error) {
	f.progress.start(f.size)
	return &xmlScan{file: f, want: want}, nil
}

// xmlScan is one pass over an XML file: one goroutine parses, workers process its batches.
type xmlScan struct {
	file      *xmlFile
	want      Kinds
	stretches []stretch
	met       Kinds
}

func (s *xmlScan) feed(emit func(task) bool) {
	p := newXMLParser(s.file, s.want)
	p.emit, p.known = emit, s.file.parts
	defer func() { s.stretches, s.met = p.stretches, p.met }()
	if err := p.run(); err != nil && err != errStopped {
		emit(failedTask{err})
	}
}

func (s *xmlScan) settle(task) error { return nil }

func (s *xmlScan) finish() (bool, error) {
	s.file.reported |= s.want
	s.file.met |= s.met
	if !s.file.scanned {
		s.file.parts, s.file.scanned = s.stretches, true
	}
	return false, nil
}

// failedTask carries an error of the parser to its place in the order of blocks.
type failedTask struct{ err error }

func (t failedTask) load() (*Block, error) { return nil, t.err }
func (t failedTask) release()              {}

// xmlBatch is a block on its way through a scan.
type xmlBatch struct {
	file    *xmlFile
	block   Block
	strings interner
	end     int64 // place in the file behind it
}

func (f *xmlFile) take() *xmlBatch {
	b, ok := f.pool.Get().(*xmlBatch)
	if !ok {
		b = &xmlBatch{file: f}
	}
	b.block.reset()
	b.strings.reset()
	return b
}

func (b *xmlBatch) load() (*Block, error) {
	b.file.progress.done.Store(b.end)
	return &b.block, nil
}

func (b *xmlBatch) release() { b.file.pool.Put(b) }

// finish makes the block ready for workers.
func (b *xmlBatch) finish(seq int) {
	b.block.Seq = seq
	b.block.Strings = b.strings.table(b.block.Strings[:0])
	b.block.finish()
}

func (b *xmlBatch) objects() int {
	return b.block.Nodes.Len() + b.block.Ways.Len() + b.block.Relations.Len()
}

// full reports whether the batch should go: blocks of a PBF file have about as many objects.
func (b *xmlBatch) full() bool {
	return b.objects() >= 8000 || len(b.block.Ways.Ref)+len(b.block.Relations.MemberRef) >= 1<<17 || len(b.strings.bytes) >= 1<<20
}
