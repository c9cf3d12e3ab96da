package osm

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"graphbuild/report"

	"github.com/google/go-cmp/cmp"
)

var smallObjects = []string{
	"node/1 v0 10,10", "node/2 v0 20,20", "node/3 v0 30,30", `way/7 v0 highway="path" [1 2 3]`, `relation/9 v0 type="route" ( w1= )`,
}

func TestCodecs(t *testing.T) {
	for _, c := range []codec{codecRaw, codecZlib, codecLZMA, codecLZ4, codecZstd} {
		t.Run(codecNames[c], func(t *testing.T) {
			w := pbfWriter{codec: c}
			w.header("OsmSchema-V0.6", "DenseNodes")
			ids := make([]int64, 2000) // so that it can be packed at all
			var want []string
			for i := range ids {
				ids[i] = int64(i)
				want = append(want, fmt.Sprintf("node/%d v0 %d,%d", i, i*10, i*10))
			}
			w.data(nodeBlock(ids...))
			w.data(wayBlock(7, ids...))
			got := dump(t, write(t, "x.osm.pbf", w.out), Options{})
			if diff := cmp.Diff(want, got[:len(want)]); diff != "" || len(got) != len(want)+1 {
				t.Error(len(got), diff)
			}
		})
	}
}

// TestTruncatedEverywhere cuts a small file at every byte. A cut is an error of Open or Scan, except where it is between
// two blobs and a way came before: nothing tells that from a whole file.
func TestTruncatedEverywhere(t *testing.T) {
	for _, c := range []codec{codecRaw, codecZlib} {
		data := smallPBF(c)
		var seams []int
		w := frameWalk{in: bytes.NewReader(data), size: int64(len(data)), limit: 1 << 20}
		for {
			_, more, err := w.next()
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				break
			}
			seams = append(seams, int(w.at))
		}
		if len(seams) != 4 || seams[3] != len(data) {
			t.Fatal("seams", seams)
		}
		for n := range data {
			err := readAll(t, data[:n])
			if n == seams[2] { // after the way
				if err != nil {
					t.Errorf("cut at %d: %v", n, err)
				}
				continue
			}
			if err == nil {
				t.Errorf("cut at %d of %d: no error", n, len(data))
			}
			if n > 20 && !errors.Is(err, ErrTruncated) && !errors.Is(err, ErrNoWays) {
				t.Errorf("cut at %d: %v, expected one that says truncated, or no ways", n, err)
			}
		}
	}
}

func readAll(t testing.TB, data []byte) error {
	_, err := readAllFrom(t, data, Options{})
	return err
}

func readAllFrom(t testing.TB, data []byte, o Options) ([]string, error) {
	t.Helper()
	f, err := Open(write(t, "x.osm.pbf", data), o)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return dumpFile(f, Nodes|Ways|Relations)
}

// TestBadPBF has files that must be refused, and what the error must say.
func TestBadPBF(t *testing.T) {
	dense := func(ids, lats, lons []int64) []byte { return append(stringTable(""), denseGroup(ids, lats, lons)...) }
	cases := map[string]struct {
		write func(w *pbfWriter)
		want  string
	}{
		"feature":        {func(w *pbfWriter) { w.header("OsmSchema-V0.6", "Teleport") }, `requires the feature "Teleport"`},
		"latitudes":      {func(w *pbfWriter) { w.data(dense([]int64{1, 2}, []int64{1}, []int64{1, 2})) }, "block 0 at byte 50: group 0 of 1: dense nodes: 2 ids but 1 latitudes"},
		"string of way":  {func(w *pbfWriter) { w.data(append(stringTable(""), wayGroup(5, []uint64{0}, []uint64{9}, 1)...)) }, "way/5: values: string 9 of a table of 1"},
		"keys, values":   {func(w *pbfWriter) { w.data(append(stringTable(""), wayGroup(5, []uint64{0, 0}, []uint64{0}, 1)...)) }, "way/5: 2 keys but 1 values"},
		"granularity":    {func(w *pbfWriter) { w.data(append(nodeBlock(1), varintField(17, 0)...)) }, "granularity 0"},
		"negative size":  {func(w *pbfWriter) { w.frame(append(bytesField(1, []byte("OSMData")), varintField(3, 1<<64-5)...), nil) }, "of -5 bytes, expected 0 to 33554432"},
		"huge size":      {func(w *pbfWriter) { w.frame(append(bytesField(1, []byte("OSMData")), varintField(3, 1<<40)...), nil) }, "of 1099511627776 bytes"},
		"header length":  {func(w *pbfWriter) { w.out = append(w.out, 9, 9, 9, 9) }, "BlobHeader of 151587081 bytes, expected 1 to 65536"},
		"no blob data":   {func(w *pbfWriter) { w.rawBlob("OSMData", varintField(2, 5)) }, "blob without data"},
		"unknown codec":  {func(w *pbfWriter) { w.rawBlob("OSMData", bytesField(9, []byte("x"))) }, "unknown way (field 9)"},
		"claimed size":   {func(w *pbfWriter) { w.rawBlob("OSMData", zlibBlob(nodeBlock(1), 1<<30)) }, "raw_size claims 1073741824 bytes, the limit is 33554432"},
		"unlikely size":  {func(w *pbfWriter) { w.rawBlob("OSMData", zlibBlob(nodeBlock(1), 30<<20)) }, "more than can be packed"},
		"size too small": {func(w *pbfWriter) { w.rawBlob("OSMData", zlibBlob(nodeBlock(1), 3)) }, "more than the 3 bytes of raw_size"},
		"size too large": {func(w *pbfWriter) { w.rawBlob("OSMData", zlibBlob(nodeBlock(1), 300)) }, "raw_size says 300"},
		"deep varint":    {func(w *pbfWriter) { w.data([]byte("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")) }, "damaged number"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var w pbfWriter
			w.header("OsmSchema-V0.6")
			c.write(&w)
			err := readAll(t, w.out)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "x.osm.pbf") {
				t.Errorf("got %v, expected %q", err, c.want)
			}
		})
	}
}

func zlibBlob(content []byte, claimed int) []byte {
	return append(varintField(2, uint64(claimed)), bytesField(3, pack(codecZlib, content))...)
}

// TestBombs has blobs that inflate to much more than the limit, with and without a claim.
func TestBombs(t *testing.T) {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	for range 64 {
		z.Write(make([]byte, 1<<20))
	}
	z.Close()
	zeros := make([]byte, 64<<20)
	for name, blob := range map[string][]byte{
		"zlib":   bytesField(3, b.Bytes()),
		"zstd":   bytesField(7, pack(codecZstd, zeros)),
		"lzma":   bytesField(4, pack(codecLZMA, zeros)),
		"window": bytesField(7, []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x98, 0x01, 0x00, 0x00}),
	} {
		t.Run(name, func(t *testing.T) {
			var w pbfWriter
			w.header()
			w.rawBlob("OSMData", blob)
			bytesBefore := allocated()
			err := readAll(t, w.out)
			if err == nil || errors.Is(err, ErrNoWays) {
				t.Errorf("got %v, expected an error", err)
			}
			if n := allocated() - bytesBefore; n > 200<<20 {
				t.Errorf("%d MiB allocated", n>>20)
			}
		})
	}
}

// TestOrderClaims has files that claim to be sorted by type, truly or not, and checks that all is read.
func TestOrderClaims(t *testing.T) {
	n, w, r := nodeBlock(1, 2), wayBlock(7, 1, 2), relationBlock(9)
	cases := map[string][][]byte{
		"sorted":            {n, n, n, n, n, w, w, r},
		"reversed":          {r, w, w, n, n, n, n, n},
		"way in the middle": {n, n, w, n, n, n, n, n},
		"node at the end":   {n, n, n, n, w, w, r, n},
		"empty blocks":      {n, n, stringTable(""), stringTable(""), w, r},
		"way among many":    slices.Concat(slices.Repeat([][]byte{n}, 7), [][]byte{w}, slices.Repeat([][]byte{n}, 40), [][]byte{w, r}),
	}
	for name, blocks := range cases {
		t.Run(name, func(t *testing.T) {
			var p pbfWriter
			p.sortedHeader()
			for _, b := range blocks {
				p.data(b)
			}
			path := write(t, "x.osm.pbf", p.out)
			want := sorted(dump(t, path, Options{}))
			if diff := cmp.Diff(want, sorted(inTwoScans(t, path))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// inTwoScans reads ways and relations first and nodes then, as a builder does.
func inTwoScans(t *testing.T, path string) []string {
	t.Helper()
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for range 2 {
		ways, err := dumpFile(f, Ways|Relations)
		if errors.Is(err, ErrMisordered) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		nodes, err := dumpFile(f, Nodes)
		if errors.Is(err, ErrMisordered) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		return append(ways, nodes...)
	}
	t.Fatal("misordered twice")
	return nil
}

// TestSkipsNodeBlobs checks that a pass over ways leaves the blobs of nodes alone, where the header says that they are
// sorted: damage in the middle of them does not show.
func TestSkipsNodeBlobs(t *testing.T) {
	var w pbfWriter
	w.sortedHeader()
	for i := range int64(32) {
		if i == 3 {
			w.data([]byte("\xff"))
			continue
		}
		w.data(nodeBlock(i))
	}
	w.data(wayBlock(7, 1, 2))
	f, err := Open(write(t, "x.osm.pbf", w.out), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, err := dumpFile(f, Ways); err != nil || len(got) != 1 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := dumpFile(f, Nodes); err == nil {
		t.Error("no error for the damaged block")
	}
}

func TestIssuesOfPBF(t *testing.T) {
	cases := map[string]struct {
		write func(w *pbfWriter)
		code  string
	}{
		"no header":    {func(w *pbfWriter) {}, "osm_header_missing"},
		"late header":  {func(w *pbfWriter) { w.data(nodeBlock(1)); w.header() }, "osm_header_late"},
		"joined files": {func(w *pbfWriter) { w.sortedHeader(); w.data(nodeBlock(1)); w.data(wayBlock(1, 1)); w.sortedHeader() }, "osm_header_late"},
		"unknown blob": {func(w *pbfWriter) { w.header(); w.blob("FancyIndex", []byte("x")) }, "osm_unknown_blob"},
		"order":        {func(w *pbfWriter) { w.sortedHeader(); w.data(wayBlock(1, 1)) }, "osm_order_claim"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var w pbfWriter
			c.write(&w)
			w.data(nodeBlock(1, 2))
			w.data(wayBlock(7, 1, 2))
			r := report.New(report.Options{})
			if _, err := readAllFrom(t, w.out, Options{Report: r}); err != nil {
				t.Fatal(err)
			}
			if !hasIssue(r, c.code) {
				t.Errorf("issues %v, expected %s", r.Counts(), c.code)
			}
		})
	}
}

func hasIssue(r *report.Report, code string) bool {
	for _, i := range r.Issues() {
		if i.Code == code && i.File != "" && i.Message != "" && i.Action != "" {
			return true
		}
	}
	return false
}

func TestOnlyDense(t *testing.T) {
	block := nodeBlock(1, 2, 3)
	if !tellsDense(block, len(block)) {
		t.Error("a block of nodes is not recognised")
	}
	if withNumbers := append(block, varintField(17, 100)...); !tellsDense(withNumbers, 20) {
		t.Error("a block of nodes with its granularity at the end is not recognised")
	}
	for _, other := range [][]byte{
		wayBlock(1, 1, 2), append(block, wayGroup(1, []uint64{0}, []uint64{0}, 1, 2)...), nil, {1 << 3}, stringTable("x"),
	} {
		if tellsDense(other, len(other)) {
			t.Errorf("%q is taken for nodes alone", other)
		}
	}
}

// tellsDense shows onlyDense as much as it asks for, at most so many bytes.
func tellsDense(block []byte, most int) bool {
	for n := 0; ; {
		yes, more := onlyDense(block[:n], int64(len(block)))
		if yes || more == 0 {
			return yes
		}
		if more <= n || more > most {
			return false
		}
		n = more
	}
}

// TestUnpackedFields has repeated numbers that are not packed, or in several pieces, which protobuf allows.
func TestUnpackedFields(t *testing.T) {
	way := bytesField(3, varintField(1, 7), varintField(2, 1), packedField(3, 2), varintField(2, 1), varintField(3, 2),
		deltaField(8, 1), varintField(8, 2), varintField(8, 2))
	var w pbfWriter
	w.header()
	w.data(append(stringTable("", "highway", "path"), bytesField(2, way)...))
	got, err := readAllFrom(t, w.out, Options{})
	want := []string{`way/7 v0 highway="path" highway="path" [1 2 3]`}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// TestManyPieces reads a field in many pieces without copying all that came before at each of them.
func TestManyPieces(t *testing.T) {
	const pieces = 10_000
	field := varintField(8, 2)
	block := bytes.Repeat(field, pieces)
	var packed []byte
	allocs := testing.AllocsPerRun(1, func() {
		packed = nil
		for m := (message{rest: block}); m.next(); {
			packed = m.joined(packed)
		}
	})
	if len(packed) != pieces || allocs > 100 {
		t.Errorf("%d bytes of %d pieces with %v allocations", len(packed), pieces, allocs)
	}
	if !bytes.Equal(block, bytes.Repeat(field, pieces)) {
		t.Error("the block was changed")
	}
}

// TestPositions has coordinates at other scales, and out of range.
func TestPositions(t *testing.T) {
	cases := []struct {
		lat, lon int64
		numbers  []byte
		want     string
	}{
		{10, -10, nil, "-10,10"},
		{90e7, 180e7, nil, "1800000000,900000000"},
		{90e7 + 1, 0, nil, "nowhere"},
		{0, -180e7 - 1, nil, "nowhere"},
		{1 << 62, 0, nil, "nowhere"},
		{12345, -12350, varintField(17, 1), "-124,123"},
		{1, 1, append(varintField(17, 1000), varintField(19, 1<<64-2000)...), "10,-10"},
		{1 << 62, 0, varintField(17, 1000), "nowhere"},
	}
	for _, c := range cases {
		var w pbfWriter
		w.header()
		w.data(append(append(stringTable(""), denseGroup([]int64{1}, []int64{c.lat}, []int64{c.lon})...), c.numbers...))
		w.data(wayBlock(7, 1))
		got, err := readAllFrom(t, w.out, Options{})
		if err != nil || got[0] != "node/1 v0 "+c.want {
			t.Errorf("%d,%d: got %v, %v, expected %s", c.lat, c.lon, got, err, c.want)
		}
	}
}
