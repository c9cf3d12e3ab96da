package encode

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// spread is a table with a column of every type, none of which packs well: sections of several blocks.
func spread(n int) *towns {
	r := rand.New(rand.NewPCG(1, 2))
	t := &towns{}
	var f, b, x, y []uint32
	var lat, lon []int32
	noise := make([]byte, 8*n)
	for i := range n {
		t.Population.Append(r.Uint32())
		t.Height.Append(int16(r.Uint32()))
		t.Founded.Append(int64(i%300) * int64(r.Uint32()))
		t.Name.Append(fmt.Sprintf("%x-%d", r.Uint64(), i))
		t.County.Append(fmt.Sprintf("County of %d and %d", r.IntN(n), r.IntN(n)))
		t.Roads.Append(uint16(r.Uint32()), uint16(r.Uint32()))
		t.Harbour.Append(r.IntN(2) == 0)
		f, b = append(f, uint32(r.IntN(9))), append(b, uint32(r.IntN(4)))
		x, y = append(x, r.Uint32()>>r.IntN(32)), append(y, r.Uint32()>>r.IntN(32))
		lat, lon = append(lat, int32(r.Uint32())), append(lon, int32(r.Uint32()))
		noise[i] = byte(r.Uint32())
	}
	t.Degrees.SetFrom(f, b, t.Harbour.slice())
	t.Records = NewRecords(x, f, y)
	t.Points = PointsOf(lat, lon)
	t.Blocks = NewCustomBlocks(BlockLayout{Rows: n, BlockRows: 16, Contexts: 1}, func(w *BlockWriter, block int) {
		for i := block * 16; i < min(n, block*16+16); i++ {
			w.Put(0, uint64(i))
			w.Bits(uint64(y[i]), 32)
		}
	})
	t.Notes, t.Index = BlobOf(noise), BlobOf(noise)
	return t
}

// slice returns all rows.
func (c *Bits) slice() (v []bool) {
	for i := range c.Len() {
		v = append(v, c.At(i))
	}
	return v
}

const spreadRows = 25_000

func spreadFile(t testing.TB) []byte {
	var out bytes.Buffer
	if _, err := schemaOf(t, spread(spreadRows), &rivers{}).Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readers read row i of each column, as text.
var readers = map[string]func(a *towns, i int) string{
	"population": func(a *towns, i int) string { return fmt.Sprint(a.Population.At(i)) },
	"height":     func(a *towns, i int) string { return fmt.Sprint(a.Height.At(i)) },
	"founded":    func(a *towns, i int) string { return fmt.Sprint(a.Founded.At(i)) },
	"name":       func(a *towns, i int) string { return a.Name.At(i) },
	"county":     func(a *towns, i int) string { return a.County.At(i) },
	"roads":      func(a *towns, i int) string { return fmt.Sprint(a.Roads.AppendRow(nil, i)) },
	"harbour":    func(a *towns, i int) string { return fmt.Sprint(a.Harbour.At(i), a.Harbour.Rank(i)) },
	"degrees": func(a *towns, i int) string {
		f, n, b, m := a.Degrees.At(i)
		return fmt.Sprint(f, n, b, m, a.Degrees.Flag(i))
	},
	"records": func(a *towns, i int) string {
		x, y, z := a.Records.At3(i)
		return fmt.Sprint(x, y, z, a.Records.Field(i, 2))
	},
	"points": func(a *towns, i int) string { lat, lon := a.Points.At(i); return fmt.Sprint(lat, lon) },
	"blocks": func(a *towns, i int) string {
		r := a.Blocks.Reader(i / 16)
		return fmt.Sprint(r.Get(0), r.Bits(32))
	},
	"notes": func(a *towns, _ int) string { b, err := a.Notes.Bytes(); return fmt.Sprint(checksum(b), err) },
	"index": func(a *towns, _ int) string { b, err := a.Index.Bytes(); return fmt.Sprint(checksum(b), err) },
}

// spreadOf decodes a file of spread.
func spreadOf(t testing.TB, f *File) *towns {
	t.Helper()
	a := new(towns)
	if err := f.Decode(schemaOf(t, a, &rivers{})); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestTouchedBlocksAlone: behind a reader a row costs the blocks that it lies in, and what says where these are.
func TestTouchedBlocksAlone(t *testing.T) {
	data := spreadFile(t)
	plain, err := Load(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := spreadOf(t, plain)
	for column, read := range readers {
		for _, v := range []Verify{VerifyNone, VerifyTouch} {
			r := &countingReader{ReaderAt: bytes.NewReader(data)}
			f, err := OpenReaderAt(r, int64(len(data)), Options{Verify: v})
			if err != nil {
				t.Fatal(err)
			}
			got := spreadOf(t, f)
			opened := r.n
			i := spreadRows * 2 / 3
			if a, b := read(got, i), read(want, i); a != b {
				t.Errorf("%s: row %d is %s, %s expected", column, i, a, b)
			}
			all := int(sectionNamed(t, f, column).Bytes)
			switch touched := r.n - opened; {
			case column == "harbour" || column == "notes": // of fewer bytes: see TestTouchedBits
			case all < 3*sumBlock:
				t.Errorf("%s has %d bytes: too few for a test", column, all)
			case column == "index": // as a whole
			case touched > all/2 && touched > 6*sumBlock, column == "points" && touched > 3*sumBlock:
				t.Errorf("%s: a row costs %d of %d bytes", column, touched, all)
			}
			if err := f.Err(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestTouchedBits: of many bits those near the row are read.
func TestTouchedBits(t *testing.T) {
	type table struct {
		A Bits `col:"a,hot"`
	}
	var row, got table
	for i := range 800_000 {
		row.A.Append(i%3 == 0)
	}
	s, err := NewSchema(Table{1, "bits", 1, false, &row})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s.Write(&out)
	r := &countingReader{ReaderAt: bytes.NewReader(out.Bytes())}
	f, err := OpenReaderAt(r, int64(out.Len()), Options{Verify: VerifyTouch})
	if err != nil {
		t.Fatal(err)
	}
	s, _ = NewSchema(Table{1, "bits", 1, false, &got})
	if err := f.Decode(s); err != nil {
		t.Fatal(err)
	}
	if !got.A.At(600_000) || got.A.At(600_001) || got.A.Rank(600_000) != 200_000 || r.n > 3*sumBlock {
		t.Errorf("rank %d, %d of %d bytes read", got.A.Rank(600_000), r.n, out.Len())
	}
}

func sectionNamed(t testing.TB, f *File, column string) Section {
	t.Helper()
	all := f.Sections()
	i := slices.IndexFunc(all, func(s Section) bool { return s.Column == column })
	if i < 0 {
		t.Fatalf("no section %s", column)
	}
	return all[i]
}

// TestGuardedFileEqualsPlain reads all rows of each column, row by row and at once, behind guards.
func TestGuardedFileEqualsPlain(t *testing.T) {
	data := spreadFile(t)
	plain, _ := Load(data, Options{})
	want := spreadOf(t, plain)
	for name, open := range openings(t, data) {
		f, err := open(Options{Verify: VerifyTouch})
		if err != nil {
			t.Fatal(err)
		}
		got := spreadOf(t, f)
		for column, read := range readers {
			step := 7
			if testing.Short() {
				step = 61
			}
			if column == "notes" || column == "index" {
				step = spreadRows
			}
			for i := 0; i < spreadRows; i += step {
				if a, b := read(got, i), read(want, i); a != b {
					t.Fatalf("%s: %s row %d is %s, %s expected", name, column, i, a, b)
				}
			}
		}
		fresh := spreadOf(t, f)
		if !slices.Equal(fresh.Population.Slice(), want.Population.Slice()) || !slices.Equal(fresh.Founded.Slice(), want.Founded.Slice()) {
			t.Errorf("%s: slices differ", name)
		}
		var out bytes.Buffer
		if _, err := schemaOf(t, spreadOf(t, f), &rivers{}).Write(&out); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s: written again it differs (%v)", name, err)
		}
		if err := errors.Join(f.Err(), f.Close()); err != nil {
			t.Error(err)
		}
	}
}

// TestGuardedConcurrently reads all columns with several goroutines, which touch the same blocks first.
func TestGuardedConcurrently(t *testing.T) {
	data := spreadFile(t)
	plain, _ := Load(data, Options{})
	want := spreadOf(t, plain)
	f, err := OpenReaderAt(bytes.NewReader(data), int64(len(data)), Options{Verify: VerifyTouch})
	if err != nil {
		t.Fatal(err)
	}
	got := spreadOf(t, f)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for i := 0; i < spreadRows; i += 61 {
				for column, read := range readers {
					if column == "notes" || column == "index" {
						continue
					}
					if a, b := read(got, i), read(want, i); a != b {
						t.Errorf("%s row %d is %s, %s expected", column, i, a, b)
						return
					}
				}
			}
		})
	}
	all.Wait()
	if err := f.Err(); err != nil {
		t.Error(err)
	}
}

// TestBadBlock breaks one bit of each block of each section in turn: verifying names section and block, and so does touching
// it, by all ways to open; the rows of other blocks are as they were.
func TestBadBlock(t *testing.T) {
	data := spreadFile(t)
	plain, _ := Load(data, Options{})
	for _, s := range plain.Sections() {
		if s.Table == "" {
			continue
		}
		name := s.Table + "." + s.Column
		for at := s.Offset; at < s.Offset+s.Bytes+sumsLength(s.Bytes); at += sumBlock {
			bad := bytes.Clone(data)
			bad[at+(s.Bytes%977)%min(sumBlock, s.Offset+s.Bytes+sumsLength(s.Bytes)-at)] ^= 4
			block := at
			if bytes.Equal(bad[s.Offset:s.Offset+s.Bytes], data[s.Offset:s.Offset+s.Bytes]) {
				block = s.Offset + s.Bytes // the list of checksums
			}
			f, err := Load(bad, Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkCorrupt(t, f.Verify(nil), name, block)
			if at == s.Offset {
				touchBad(t, bad, name, block)
			}
		}
	}
}

func checkCorrupt(t *testing.T, err error, name string, at int64) {
	t.Helper()
	c := (*CorruptError)(nil)
	if !errors.As(err, &c) || c.Section != name || c.Offset != at {
		t.Errorf("error %v, expected damage of %s at %d", err, name, at)
	}
}

// touchBad reads all rows of a column of which a block is bad.
func touchBad(t *testing.T, data []byte, name string, at int64) {
	t.Helper()
	_, column, _ := strings.Cut(name, ".")
	for how, open := range openings(t, data) {
		f, err := open(Options{Verify: VerifyTouch})
		if err != nil {
			t.Fatal(err)
		}
		a := spreadOf(t, f)
		for i := 0; i < spreadRows; i += 64 {
			readers[column](a, i)
		}
		t.Run(how, func(t *testing.T) { checkCorrupt(t, f.Err(), name, at) })
		f.Close()
	}
}

// TestBadBlockReadsAsZeros: a bad block costs its own rows, not those of others.
func TestBadBlockReadsAsZeros(t *testing.T) {
	data := spreadFile(t)
	plain, _ := Load(data, Options{})
	want := spreadOf(t, plain)
	s := sectionNamed(t, plain, "points")
	bad := bytes.Clone(data)
	bad[s.Offset+s.Bytes/2] ^= 1
	for how, open := range openings(t, bad) {
		f, err := open(Options{Verify: VerifyTouch})
		if err != nil {
			t.Fatal(err)
		}
		got := spreadOf(t, f)
		lost := 0
		for i := range spreadRows {
			lat, lon := got.Points.At(i)
			a, b := want.Points.At(i)
			if lat != a || lon != b {
				lost++
				if lat != 0 || lon != 0 {
					t.Fatalf("%s: row %d is %d %d", how, i, lat, lon)
				}
			}
		}
		if lost == 0 || lost > 3*sumBlock/8 {
			t.Errorf("%s: %d rows lost", how, lost)
		}
		f.Close()
	}
}

// failingReader fails behind some byte.
type failingReader struct {
	*bytes.Reader
	from int64
}

func (r failingReader) ReadAt(b []byte, at int64) (int, error) {
	if at >= r.from && at < r.from+sumBlock {
		return 0, errors.New("gone")
	}
	return r.Reader.ReadAt(b, at)
}

// TestUnreadBlock: what cannot be read is told with section and place.
func TestUnreadBlock(t *testing.T) {
	data := spreadFile(t)
	plain, _ := Load(data, Options{})
	s := sectionNamed(t, plain, "points")
	f, err := OpenReaderAt(failingReader{bytes.NewReader(data), s.Offset + 2*sumBlock}, int64(len(data)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := spreadOf(t, f)
	for i := range spreadRows {
		a.Points.At(i)
	}
	checkCorrupt(t, f.Err(), "towns.points", s.Offset+2*sumBlock)
	if !strings.Contains(fmt.Sprint(f.Err()), "gone") {
		t.Error(f.Err())
	}
}

// TestSwappedSections: sections that change places are noticed, by name.
func TestSwappedSections(t *testing.T) {
	data := spreadFile(t)
	plain, _ := Load(data, Options{})
	a, b := sectionNamed(t, plain, "notes"), sectionNamed(t, plain, "index")
	for _, c := range plain.tables[1].columns {
		if c.offset == a.Offset || c.offset == b.Offset || c.bytes < 3*sumBlock {
			continue
		}
		n := min(a.Bytes, c.bytes)
		bad := bytes.Clone(data)
		copy(bad[a.Offset:a.Offset+n], data[c.offset:])
		copy(bad[c.offset:c.offset+n], data[a.Offset:])
		f, err := Load(bad, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		f.Verify(func(err error) {
			if c := (*CorruptError)(nil); errors.As(err, &c) {
				found = append(found, c.Section)
			}
		})
		for _, name := range []string{"towns.notes", c.name()} {
			if !slices.Contains(found, name) {
				t.Errorf("%s is not among %v", name, slices.Compact(found))
			}
		}
	}
}
