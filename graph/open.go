package graph

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"graphbuild/encode"
)

// options are the options of opening.
type options struct {
	file   encode.Options
	expand bool
	own    []encode.Table
}

// Option is an option of Open, Load and OpenReaderAt.
type Option func(*options)

// Verify says when checksums are compared: encode.VerifyNone, VerifyTouch or VerifyAll.
func Verify(v encode.Verify) Option { return func(o *options) { o.file.Verify = v } }

// Expand unpacks what searches touch into slices, 28 bytes a vertex and 24 a pair, for the last bit of speed. Opening then
// takes time by the size of the graph.
func Expand() Option { return func(o *options) { o.expand = true } }

// Own reads tables that the caller wrote with WriteOptions.Own into the structs at their Row. A file that does not have
// them leaves them empty; a table that is there and not asked for is skipped, and listed by Graph.File().Unknown. Tables that
// are Attachers learn the graph that they were read with.
func Own(tables ...encode.Table) Option { return func(o *options) { o.own = append(o.own, tables...) } }

// Open maps a graph file, or unpacks one that was compressed with zstd. It reads the directory alone: a millisecond,
// whatever the size. Reading what somebody cuts off a mapped file faults: see WatchFaults.
func Open(path string, opts ...Option) (*Graph, error) {
	o := optionsOf(opts)
	f, err := encode.Open(path, o.file)
	if err != nil {
		return nil, err
	}
	g, err := graphOf(f, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

// Load is Open for a file in memory, which the graph keeps and which must not change.
func Load(data []byte, opts ...Option) (*Graph, error) {
	o := optionsOf(opts)
	f, err := encode.Load(data, o.file)
	if err != nil {
		return nil, err
	}
	return graphOf(f, o)
}

// OpenReaderAt is Open for a file of size bytes behind a reader, which is asked for what is touched, in blocks of 16 KiB. It is slower a
// row than a file that is mapped: a search over all of a graph reads all of its hot columns.
func OpenReaderAt(r io.ReaderAt, size int64, opts ...Option) (*Graph, error) {
	o := optionsOf(opts)
	f, err := encode.OpenReaderAt(r, size, o.file)
	if err != nil {
		return nil, err
	}
	return graphOf(f, o)
}

func optionsOf(opts []Option) options {
	var o options
	for _, set := range opts {
		set(&o)
	}
	return o
}

// graphOf returns the graph in a file, which it closes on failure.
func graphOf(f *encode.File, o options) (*Graph, error) {
	t, s, err := decode(f, o.own)
	if err == nil {
		err = s.check()
	}
	if err == nil {
		err = t.checkNumbers(s.vertices.Degree.Len(), s.pairs.Record.Len())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	g := &Graph{street: packedStreets(s), file: f}
	g.meta = sync.OnceValue(s.readMeta)
	if o.expand {
		g.street.expand()
	}
	err = t.attach(g)
	if err == nil {
		err = g.attachOwn(o.own)
	}
	if err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

// decode returns the tables of a file, detached, and fills those of the caller.
func decode(f *encode.File, own []encode.Table) (*Tables, *stored, error) {
	t, s := new(Tables), new(stored)
	schema, err := schemaWith(tablesOf(t, s), own)
	if err != nil {
		return nil, nil, err
	}
	if err := f.Decode(schema); err != nil {
		return nil, nil, err
	}
	if err := schema.CheckRows(); err != nil {
		return nil, nil, fmt.Errorf("graph: %w", err)
	}
	return t, s, nil
}

// check compares the numbers of rows that the directory states, without reading the columns.
func (s *stored) check() error {
	vertices, pairs := s.vertices.Degree.Len(), s.pairs.Record.Len()
	for _, c := range []struct {
		name      string
		rows, due int
	}{
		{"vertices.point", s.vertices.Point.Len(), vertices},
		{"pairs.ref", s.pairs.Ref.Len(), pairs},
		{"pairs.geometry", s.pairs.Inner.Len(), pairs},
		{"pairs.way", s.pairs.Way.Len(), pairs},
	} {
		if c.rows != c.due {
			return fmt.Errorf("graph: column %s has %d rows, want %d", c.name, c.rows, c.due)
		}
	}
	return nil
}

// readMeta reads the JSON section; it is empty when that cannot be read.
func (s *stored) readMeta() Meta {
	var m Meta
	text, err := s.meta.JSON.Bytes()
	if err != nil || json.Unmarshal(text, &m) != nil {
		return Meta{}
	}
	return m
}

// Format returns the version of the file format, zeros for a graph in memory.
func (g *Graph) Format() (major, minor int) {
	if g.file == nil {
		return 0, 0
	}
	return g.file.Version()
}

// FileBytes returns the length of the file, unpacked, 0 for a graph in memory.
func (g *Graph) FileBytes() int64 {
	if g.file == nil {
		return 0
	}
	return g.file.Size()
}

// Err returns the first error that reading a section met after opening, nil when there was none. A section that cannot be
// read, or whose checksum is wrong where Verify asks for it, reads as if it were empty.
func (g *Graph) Err() error {
	if g.file == nil {
		return nil
	}
	return g.file.Err()
}

// Verify checks all of the file, checksums and padding included, and where these are right every invariant of the graph: the
// numbers in a block that is damaged break many, which say no more. It calls problem for each one that is broken and returns the first.
func (g *Graph) Verify(problem func(error)) error {
	return g.VerifyProgress(problem, func(VerifyPart, int64, int64) {})
}

// VerifyPart is a part of the work of Verify.
type VerifyPart int

// The parts of Verify, in their order.
const (
	VerifyChecksums  VerifyPart = iota // counted in bytes
	VerifyInvariants                   // counted in kinds of invariants
)

// VerifyProgress is Verify, and tells how far each part of it is.
func (g *Graph) VerifyProgress(problem func(error), progress func(part VerifyPart, done, total int64)) error {
	g.mustBeOpen()
	var first error
	report := func(err error) {
		if first == nil {
			first = err
		}
		problem(err)
	}
	if g.file != nil {
		total := g.FileBytes()
		if err := g.file.VerifyProgress(report, func(done int64) { progress(VerifyChecksums, done, total) }); err != nil && first == nil {
			report(err)
		}
	}
	if first != nil {
		return first
	}
	for p := range check(g, func(done int) { progress(VerifyInvariants, int64(done), int64(len(checks))) }) {
		report(p)
	}
	return first
}
