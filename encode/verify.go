package encode

import (
	"cmp"
	"fmt"
	"slices"
)

// Verify checks every checksum, all padding, and that each section is what its type says. It calls report, which may be
// nil, for each problem, and returns the first. It may run while others read.
func (f *File) Verify(report func(error)) error { return f.VerifyProgress(report, nil) }

// VerifyProgress is Verify, and calls progress, which may be nil, with the bytes that were checked so far.
func (f *File) VerifyProgress(report func(error), progress func(done int64)) error {
	var first error
	problem := func(err error) {
		if first == nil {
			first = err
		}
		if report != nil {
			report(err)
		}
	}
	var all []*section
	for k := range f.tables {
		for i := range f.tables[k].columns {
			all = append(all, &f.tables[k].columns[i])
		}
	}
	slices.SortStableFunc(all, func(a, b *section) int { return cmp.Compare(a.offset, b.offset) })
	at := int64(headerBytes)
	for _, s := range all {
		if err := f.checkGap(at, s.offset); err != nil {
			problem(err)
		}
		s.check(problem)
		at = max(at, s.offset+s.bytes+sumsLength(s.bytes))
		if progress != nil {
			progress(at)
		}
	}
	if err := f.checkGap(at, f.directory); err != nil {
		problem(err)
	}
	return first
}

// checkGap checks the bytes between two sections: zeros, and fewer than the largest alignment.
func (f *File) checkGap(from, to int64) error {
	if to < from {
		return &CorruptError{"section", to, fmt.Errorf("it overlaps the one before by %d bytes", from-to)}
	}
	if to-from >= hotAlign {
		return &CorruptError{"padding", from, fmt.Errorf("%d bytes belong to no section", to-from)}
	}
	b, err := f.read(from, to-from)
	if err != nil {
		return err
	}
	for k, x := range b {
		if x != 0 {
			return &CorruptError{"padding", from + int64(k), fmt.Errorf("%02x, 0 expected", x)}
		}
	}
	return nil
}

// check compares the checksums of a section and, where they fit, opens it as its type says.
func (s *section) check(problem func(error)) {
	g, err := newGuard(s, true, problem)
	if err != nil {
		problem(s.corrupt(err))
		return
	}
	defer g.close()
	if !g.all() {
		return
	}
	if err := openAny(s, &parser{b: g.body}); err != nil {
		problem(s.corrupt(err))
	}
}

// openAny opens a section of any type, to see whether it can be.
func openAny(s *section, p *parser) (err error) {
	switch s.typ & 0xf0 {
	case typeInts:
		_, err = openInts(s.enc, s.rows, p)
		return err
	case typeList:
		_, err = openList(s.rows, p)
		return err
	}
	switch s.typ {
	case typeStrings:
		_, err = openStrings(s.enc, s.rows, p)
	case typeBits:
		_, err = openBits(s.enc, s.rows, p)
	case typeDegrees:
		_, err = openDegrees(s.rows, p)
	case typeRecords:
		_, err = openRecords(s.rows, p)
	case typePoints:
		_, err = openPoints(s.rows, p)
	case typeBlocks:
		_, err = openBlocks(s.rows, p)
	case typeBlob:
		_, err = openBlob(s.enc, p)
	}
	return err
}
