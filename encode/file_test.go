package encode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// towns is a table with a column of every type.
type towns struct {
	Population Col[uint32]  `col:"population,unit=people,hot"`
	Height     Col[int16]   `col:"height,unit=m"`
	Founded    Col[int64]   `col:"founded,unit=days after 1970-01-01"`
	Name       Strings      `col:"name,sorted"`
	County     Strings      `col:"county"`
	Roads      List[uint16] `col:"roads,hot"`
	Harbour    Bits         `col:"harbour"`
	Degrees    Degrees      `col:"degrees,hot"`
	Records    Records      `col:"records,hot"`
	Points     Points       `col:"points,hot"`
	Blocks     CustomBlocks `col:"blocks"`
	Notes      Blob         `col:"notes"`
	Index      Blob         `col:"index,hot"`
}

type rivers struct {
	Length Col[uint64] `col:"length,unit=m"`
}

func townsOf(n int) *towns {
	t := &towns{Notes: BlobOf([]byte(strings.Repeat("built by hand; ", 20))), Index: BlobOf([]byte{1, 2, 3})}
	var f, b, x, y []uint32
	var lat, lon []int32
	var flags []bool
	for i := range n {
		t.Population.Append(uint32(i*i%977 + 1000))
		t.Height.Append(int16(i%50 - 20))
		t.Founded.Append(int64(-100000 + i*37))
		t.Name.Append(fmt.Sprintf("New %s %d", []string{"Castle", "Port", "London"}[i%3], i/2))
		t.County.Append([]string{"Kent", "Sussex", ""}[i*i%3])
		t.Roads.Append(make([]uint16, i%4)...)
		t.Harbour.Append(i%7 == 0)
		f, b = append(f, uint32(i%9)), append(b, uint32(i%3))
		x, y = append(x, uint32(i%100)), append(y, uint32(i*i))
		lat, lon = append(lat, int32(390000000+i*1000)), append(lon, int32(-755000000-i*777))
		flags = append(flags, i%5 == 0)
	}
	t.Degrees.SetFrom(f, b, flags)
	t.Records = NewRecords(x, y, f)
	t.Points = PointsOf(lat, lon)
	t.Blocks = NewCustomBlocks(BlockLayout{Rows: n, BlockRows: 16, Contexts: 1}, func(w *BlockWriter, block int) {
		for i := block * 16; i < min(n, block*16+16); i++ {
			w.Put(0, uint64(i))
		}
	})
	return t
}

func schemaOf(t testing.TB, a *towns, b *rivers) *Schema {
	s, err := NewSchema(Table{1, "towns", 1, true, a}, Table{2, "rivers", 3, false, b})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t testing.TB, n int) []byte {
	var out bytes.Buffer
	info, err := schemaOf(t, townsOf(n), &rivers{Length: ColOf([]uint64{5, 6, 1 << 60})}).Write(&out)
	if err != nil {
		t.Fatal(err)
	}
	if info.Bytes != int64(out.Len()) {
		t.Fatalf("%d bytes told, %d written", info.Bytes, out.Len())
	}
	return out.Bytes()
}

func compareTowns(t testing.TB, got, want *towns) {
	t.Helper()
	if got.Population.Len() != want.Population.Len() {
		t.Fatalf("%d rows, %d expected", got.Population.Len(), want.Population.Len())
	}
	rank := 0
	for i := range want.Population.Len() {
		same := got.Population.At(i) == want.Population.At(i) && got.Height.At(i) == want.Height.At(i) &&
			got.Founded.At(i) == want.Founded.At(i) && got.Name.At(i) == want.Name.At(i) && got.County.At(i) == want.County.At(i) &&
			got.Harbour.At(i) == want.Harbour.At(i) && got.Harbour.Rank(i) == rank
		if !same || fmt.Sprint(got.Roads.AppendRow(nil, i)) != fmt.Sprint(want.Roads.AppendRow(nil, i)) {
			t.Fatalf("row %d differs", i)
		}
		if got.Harbour.At(i) {
			rank++
		}
		a, b, c, d := got.Degrees.At(i)
		e, f, g, h := want.Degrees.At(i)
		if [4]uint32{a, b, c, d} != [4]uint32{e, f, g, h} || got.Degrees.Flag(i) != want.Degrees.Flag(i) {
			t.Fatalf("degrees of row %d differ", i)
		}
		a, b, c = got.Records.At3(i)
		e, f, g = want.Records.At3(i)
		if [3]uint32{a, b, c} != [3]uint32{e, f, g} {
			t.Fatalf("record %d differs", i)
		}
		p, q := got.Points.At(i)
		if r, s := want.Points.At(i); p != r || q != s {
			t.Fatalf("point %d differs", i)
		}
		if r := got.Blocks.Reader(i / 16); i%16 == 0 && r.Get(0) != uint64(i) {
			t.Fatalf("block %d differs", i/16)
		}
	}
	for _, blob := range [][2]*Blob{{&got.Notes, &want.Notes}, {&got.Index, &want.Index}} {
		a, err := blob[0].Bytes()
		if b, _ := blob[1].Bytes(); err != nil || !bytes.Equal(a, b) {
			t.Fatalf("blob is %q (%v), %q expected", a, err, b)
		}
	}
}

// openings are the ways to open a file.
func openings(t *testing.T, data []byte) map[string]func(Options) (*File, error) {
	path := filepath.Join(t.TempDir(), "towns.graph")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	e, _ := zstd.NewWriter(nil)
	if err := os.WriteFile(path+".zst", e.EncodeAll(data, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]func(Options) (*File, error){
		"map":      func(o Options) (*File, error) { return Open(path, o) },
		"zstd":     func(o Options) (*File, error) { return Open(path+".zst", o) },
		"memory":   func(o Options) (*File, error) { return Load(append([]byte{0}, data...)[1:], o) },
		"readerAt": func(o Options) (*File, error) { return OpenReaderAt(bytes.NewReader(data), int64(len(data)), o) },
	}
}

func TestFileRoundTrip(t *testing.T) {
	want := townsOf(300)
	for name, open := range openings(t, written(t, 300)) {
		for _, v := range []Verify{VerifyNone, VerifyTouch, VerifyAll} {
			t.Run(fmt.Sprint(name, v), func(t *testing.T) {
				f, err := open(Options{Verify: v})
				if err != nil {
					t.Fatal(err)
				}
				var got towns
				var r rivers
				if err := f.Decode(schemaOf(t, &got, &r)); err != nil {
					t.Fatal(err)
				}
				compareTowns(t, &got, want)
				if err := errors.Join(f.Verify(nil), f.Err(), f.Close()); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// TestRewrite writes the views of an opened file: the bytes are the same.
func TestRewrite(t *testing.T) {
	data := written(t, 200)
	f, err := Load(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var a towns
	var b rivers
	s := schemaOf(t, &a, &b)
	if err := f.Decode(s); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := s.Write(&out); err != nil || !bytes.Equal(out.Bytes(), data) {
		t.Fatalf("%d bytes (%v), %d expected", out.Len(), err, len(data))
	}
}

func TestConcurrentReaders(t *testing.T) {
	data, want := written(t, 300), townsOf(300)
	f, err := OpenReaderAt(bytes.NewReader(data), int64(len(data)), Options{Verify: VerifyTouch})
	if err != nil {
		t.Fatal(err)
	}
	var got towns
	if err := f.Decode(schemaOf(t, &got, &rivers{})); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { compareTowns(t, &got, want) })
	}
	all.Wait()
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.ReaderAt
	n int
}

func (c *countingReader) ReadAt(b []byte, at int64) (int, error) {
	c.n += len(b)
	return c.ReaderAt.ReadAt(b, at)
}

func TestReaderAtReadsWhatIsTouched(t *testing.T) {
	data := written(t, 3000)
	r := &countingReader{ReaderAt: bytes.NewReader(data)}
	f, err := OpenReaderAt(r, int64(len(data)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got towns
	if err := f.Decode(schemaOf(t, &got, &rivers{})); err != nil {
		t.Fatal(err)
	}
	opened := r.n
	if opened > 500 {
		t.Errorf("opening read %d bytes", opened)
	}
	got.Height.At(5)
	for _, s := range f.Sections() {
		if s.Column == "height" && r.n < opened+int(s.Bytes) {
			t.Errorf("reading a column of %d bytes read %d", s.Bytes, r.n-opened)
		}
	}
	if r.n > len(data)/4 {
		t.Errorf("%d of %d bytes read", r.n, len(data))
	}
}

func TestCutAnywhere(t *testing.T) {
	data := written(t, 20)
	for n := range len(data) {
		f, err := Load(data[:n:n], Options{})
		if err == nil {
			t.Fatalf("cut at %d: opened: %v", n, f.Sections())
		}
		if n > 8 && !errors.Is(err, ErrTruncated) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}

func TestFlipAnyBit(t *testing.T) {
	data := written(t, 20)
	for bit := range len(data) * 8 {
		data[bit/8] ^= 1 << (bit % 8)
		f, err := Load(data, Options{})
		if err == nil {
			err = f.Verify(nil)
			readAll(f)
		}
		if err == nil {
			t.Fatalf("bit %d of byte %d: no error", bit%8, bit/8)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

// readAll reads what it can of a file that may be corrupt.
func readAll(f *File) {
	var a towns
	s, _ := NewSchema(Table{1, "towns", 1, true, &a}, Table{2, "rivers", 3, false, &rivers{}})
	if f.Decode(s) != nil {
		return
	}
	for i := range min(a.Population.Len(), 300) {
		a.Population.At(i)
	}
	for i := range min(a.Height.Len(), 300) {
		a.Height.At(i)
	}
	for i := range min(a.Founded.Len(), 300) {
		a.Founded.At(i)
	}
	for i := range min(a.Name.Len(), 300) {
		a.Name.At(i)
	}
	a.Name.Find("New Port 3")
	a.Name.Prefix("New")
	for i := range min(a.County.Len(), 300) {
		a.County.At(i)
	}
	for i := range min(a.Roads.Len(), 300) {
		if _, n := a.Roads.Bounds(i); n < 1000 {
			a.Roads.AppendRow(nil, i)
		}
	}
	for i := range min(a.Harbour.Len(), 300) {
		a.Harbour.Rank(i)
		a.Harbour.At(i)
	}
	for i := range min(a.Degrees.Len(), 300) {
		a.Degrees.At(i)
		a.Degrees.Flag(i)
	}
	for i := range min(a.Records.Len(), 300) {
		a.Records.At3(i)
	}
	for i := range min(a.Points.Len(), 300) {
		a.Points.At(i)
	}
	for i := range min(a.Blocks.Len(), 300) {
		r := a.Blocks.Reader(i)
		r.Get(0)
		r.Bits(20)
	}
	a.Notes.Bytes()
	a.Index.Bytes()
}

// repair makes the checksums of a file fit its bytes, so that what is behind them is tested.
func repair(data []byte) {
	f := &File{data: data, size: int64(len(data))}
	at, err := checkHeader(data[:headerBytes], f.size)
	if err != nil {
		return
	}
	directory := data[at : len(data)-footerBytes]
	tables, err := parseDirectory(f, directory, at)
	if err != nil {
		return
	}
	for k := range tables {
		for i := range tables[k].columns {
			s := &tables[k].columns[i]
			s.crc = checksum(data[s.offset : s.offset+s.bytes])
		}
	}
	if fixed := appendDirectory(nil, tables); len(fixed) == len(directory) {
		copy(directory, fixed)
	}
	copy(data[len(data)-footerBytes:], footer(data[:headerBytes], directory, at))
}

// TestCorruptNeverPanics changes bytes and repairs the checksums: reading gives any values, but no panic.
func TestCorruptNeverPanics(t *testing.T) {
	data := written(t, 70)
	for k := range len(data) {
		for _, x := range []byte{0xff, 0x80, 0x01} {
			bad := bytes.Clone(data)
			bad[k] ^= x
			repair(bad)
			if f, err := Load(bad, Options{}); err == nil {
				readAll(f)
			}
		}
	}
}

func FuzzFile(f *testing.F) {
	f.Add(written(f, 10))
	f.Add(written(f, 70))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.Clone(data)
		if len(data) >= headerBytes+footerBytes {
			repair(data)
		}
		if f, err := Load(data, Options{}); err == nil {
			f.Verify(nil)
			readAll(f)
		}
	})
}

func TestUnknownTables(t *testing.T) {
	f, err := Load(written(t, 10), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var a towns
	s, _ := NewSchema(Table{1, "towns", 1, true, &a})
	if err := f.Decode(s); err != nil {
		t.Fatal(err)
	}
	if u := f.Unknown(); len(u) != 1 || u[0].Name != "rivers" {
		t.Errorf("unknown tables: %v", u)
	}
	s, _ = NewSchema(Table{2, "rivers", 3, false, &rivers{}})
	if err := f.Decode(s); !errors.Is(err, ErrUnknownTable) || !strings.Contains(err.Error(), "towns") {
		t.Errorf("critical table: %v", err)
	}
	s, _ = NewSchema(Table{1, "towns", 2, true, &a})
	if err := f.Decode(s); !errors.Is(err, ErrVersion) {
		t.Errorf("other version: %v", err)
	}
}

// TestUserTables shows that tables of services go by name: the number may differ.
func TestUserTables(t *testing.T) {
	type noise struct {
		Level Col[uint8] `col:"level,unit=dB"`
	}
	in := noise{ColOf([]uint8{50, 60})}
	s, err := NewSchema(Table{FirstUserTable, "acme noise", 1, false, &in})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s.Write(&out)
	f, err := Load(out.Bytes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got, other noise
	s, _ = NewSchema(Table{FirstUserTable, "other", 1, false, &other}, Table{FirstUserTable + 7, "acme noise", 1, false, &got})
	if err := f.Decode(s); err != nil || got.Level.Len() != 2 || got.Level.At(1) != 60 || other.Level.Len() != 0 {
		t.Errorf("%v, %d rows, %d of another table", err, got.Level.Len(), other.Level.Len())
	}
}

func TestSchemaErrors(t *testing.T) {
	type twice struct {
		A Col[uint8] `col:"a"`
		B Col[uint8] `col:"a"`
	}
	type wrong struct {
		A []int `col:"a"`
	}
	type odd struct {
		A Col[uint8] `col:"a,colour=red"`
	}
	for name, tables := range map[string][]Table{
		"number twice":  {{1, "a", 1, true, &rivers{}}, {1, "b", 1, true, &rivers{}}},
		"name twice":    {{1, "a", 1, true, &rivers{}}, {2, "a", 1, true, &rivers{}}},
		"number 0":      {{0, "a", 1, true, &rivers{}}},
		"no pointer":    {{1, "a", 1, true, rivers{}}},
		"column twice":  {{1, "a", 1, true, &twice{}}},
		"no column":     {{1, "a", 1, true, &wrong{}}},
		"unknown words": {{1, "a", 1, true, &odd{}}},
	} {
		if _, err := NewSchema(tables...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestNotAGraph(t *testing.T) {
	text := bytes.ReplaceAll(written(t, 10), []byte("\r\n"), []byte("\n"))
	newer := written(t, 10)
	newer[8] = 9
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"empty":        {nil, ErrMagic},
		"html":         {[]byte("<html>" + strings.Repeat(" ", 100)), ErrMagic},
		"copy as text": {text, ErrMagic},
		"newer":        {newer, ErrVersion},
		"longer":       {append(written(t, 10), 0), ErrTruncated},
	} {
		if _, err := Load(c.data, Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLateUse(t *testing.T) {
	for name, open := range openings(t, written(t, 100)) {
		f, err := open(Options{})
		if err != nil {
			t.Fatal(err)
		}
		var a towns
		f.Decode(schemaOf(t, &a, &rivers{}))
		a.Population.At(3)
		if err := errors.Join(f.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if r := recover(); r != ErrClosed {
					t.Errorf("%s: late use: %v", name, r)
				}
			}()
			a.Population.At(3)
		}()
	}
}

func TestDictionary(t *testing.T) {
	f, _ := Load(written(t, 300), Options{})
	var a towns
	f.Decode(schemaOf(t, &a, &rivers{}))
	first, end := a.Name.Prefix("New Port 1")
	for n := range a.Name.NumDistinct() {
		s := a.Name.Distinct(n)
		if in := n >= first && n < end; in != strings.HasPrefix(s, "New Port 1") {
			t.Errorf("%q in range: %v", s, in)
		}
		if k, ok := a.Name.Find(s); !ok || k != n {
			t.Errorf("%q found at %d, %v; %d expected", s, k, ok, n)
		}
	}
	if _, ok := a.Name.Find("Old"); ok {
		t.Error("found what is not there")
	}
	if a.Name.Distinct(a.Name.Number(17)) != a.Name.At(17) {
		t.Error("number of row 17")
	}
	if n, ok := a.County.Find("Kent"); !ok || a.County.Distinct(n) != "Kent" {
		t.Error("unsorted dictionary")
	}
}

func TestTextForms(t *testing.T) {
	var ids, words, same []string
	for i := range 1000 {
		ids = append(ids, fmt.Sprintf("%x-%d", i*7919%104729, i))
		words = append(words, fmt.Sprintf("%s %s Street", []string{"Old", "New", "Great"}[i%3], []string{"Oak", "Elm"}[i%2]), fmt.Sprint("Lane ", i))
		same = append(same, strings.Repeat("a", i))
	}
	for _, s := range [][]string{ids, words, same[:900], {"", "a", " ", "  b ", "\x00\xff"}, {strings.Repeat(" ", 5000), "x"}} {
		for form, body := range map[textForm][]byte{textPlain: frames(s, nil), textDeflate: frames(s, newDeflater()),
			textLetters: letters(s), textWords: phrases(s)} {
			if body == nil {
				continue
			}
			p := parser{b: padded(append([]byte{byte(form), byte(len(s) | 0x80), byte(len(s) >> 7)}, body...))}
			d := p.texts()
			if p.err != nil {
				t.Fatalf("form %d: %v", form, p.err)
			}
			for k, x := range s {
				if got := d.entry(uint64(k)); got != x {
					t.Fatalf("form %d: entry %d is %q, %q expected", form, k, got, x)
				}
			}
		}
	}
}

// TestOpenIsSmall bounds what opening allocates: the columns are set up when they are touched.
func TestOpenIsSmall(t *testing.T) {
	data := written(t, 3000)
	r := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f, err := Load(data, Options{})
			if err != nil {
				b.Fatal(err)
			}
			f.Decode(schemaOf(b, &towns{}, &rivers{}))
		}
	})
	if r.AllocedBytesPerOp() > 16<<10 {
		t.Errorf("opening allocates %d bytes", r.AllocedBytesPerOp())
	}
	t.Logf("open: %v, %d bytes, %d allocations", r.NsPerOp(), r.AllocedBytesPerOp(), r.AllocsPerOp())
}
