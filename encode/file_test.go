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

// endless is a reader of a file of any length: a header, and zeros.
type endless struct{ head []byte }

func (e endless) ReadAt(p []byte, off int64) (int, error) {
	clear(p)
	if off < int64(len(e.head)) {
		copy(p, e.head[off:])
	}
	return len(p), nil
}

// TestEndlessDirectory has a server that claims a file of terabytes, all of it directory.
func TestEndlessDirectory(t *testing.T) {
	const size = 1 << 46
	_, err := OpenReaderAt(endless{header(size, headerBytes)}, size, Options{})
	if c := (*CorruptError)(nil); !errors.As(err, &c) || c.Section != "header" {
		t.Errorf("error %v", err)
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
