package graph

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"graphbuild/encode"
	"graphbuild/geometry"
)

// TestUnpack: the tables of a file, written again, give the same file.
func TestUnpack(t *testing.T) {
	data := written(t, randomTables(17, 200), WriteOptions{})
	for name, opts := range map[string][]Option{"packed": nil, "expanded": {Expand()}} {
		g, err := Load(data, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if again := written(t, g.Unpack(), WriteOptions{}); !bytes.Equal(again, data) {
			t.Errorf("%s: other bytes", name)
		}
	}
}

// TestEmpty: a graph without streets, and one without anything.
func TestEmpty(t *testing.T) {
	g, err := Load(written(t, new(Tables), WriteOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	if g.NumVertices() != 0 || g.NumEdges() != 0 || g.Snap(geometry.Point{}, SnapOptions{}) != nil {
		t.Error("an empty graph is not empty")
	}
	for p := range Check(g) {
		t.Error(p)
	}
}

func TestManyReaders(t *testing.T) {
	g, err := Load(written(t, randomTables(18, 100), WriteOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { useAll(g) })
	}
	group.Wait()
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.ReaderAt
	n int
}

func (r *countingReader) ReadAt(p []byte, off int64) (int, error) {
	r.n += len(p)
	return r.ReaderAt.ReadAt(p, off)
}

// TestOpenReaderAt: only what is touched is read.
func TestOpenReaderAt(t *testing.T) {
	data := written(t, randomTables(19, 2000), WriteOptions{})
	r := &countingReader{ReaderAt: bytes.NewReader(data)}
	g, err := OpenReaderAt(r, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if r.n > 4096 {
		t.Errorf("opening read %d of %d bytes", r.n, len(data))
	}
	g.Meta()
	if r.n > 8192 {
		t.Errorf("opening and the statistics read %d of %d bytes", r.n, len(data))
	}
	useAll(g)
	for p := range Check(g) {
		t.Error(p)
	}
}

// TestOneEdgeReadsFewBlocks: an edge of a large graph costs the blocks that it lies in.
func TestOneEdgeReadsFewBlocks(t *testing.T) {
	const vertices = 40_000
	data := written(t, randomTables(22, vertices), WriteOptions{})
	plain, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	r := &countingReader{ReaderAt: bytes.NewReader(data)}
	g, err := OpenReaderAt(r, int64(len(data)), Verify(encode.VerifyTouch))
	if err != nil {
		t.Fatal(err)
	}
	opened := r.n
	v := VertexID(vertices / 2)
	if want, got := plain.AppendArcs(nil, v), g.AppendArcs(nil, v); !slices.Equal(want, got) || len(want) == 0 {
		t.Errorf("arcs %v, want %v", got, want)
	}
	if g.PointOf(v) != plain.PointOf(v) {
		t.Errorf("position %v, want %v", g.PointOf(v), plain.PointOf(v))
	}
	if read := r.n - opened; read > 12*16<<10 {
		t.Errorf("the edges of a vertex cost %d of %d bytes", read, len(data))
	}
	for v := range VertexID(vertices) {
		if want, got := plain.AppendArcs(nil, v), g.AppendArcs(nil, v); !slices.Equal(want, got) {
			t.Fatalf("arcs of %d are %v, want %v", v, got, want)
		}
	}
	for e := EdgeID(0); int(e) < g.NumStreetEdges(); e += 131 {
		want, got := plain.Edge(e), g.Edge(e)
		if want.Name() != got.Name() || !slices.Equal(want.AppendGeometry(nil), got.AppendGeometry(nil)) {
			t.Fatalf("edge %d differs", e)
		}
	}
	if err := g.Err(); err != nil {
		t.Error(err)
	}
	testExpandedBehindReader(t, data, plain)
}

// testExpandedBehindReader: slices made of blocks behind a reader are those made of bytes in memory.
func testExpandedBehindReader(t *testing.T, data []byte, plain *Graph) {
	t.Helper()
	g, err := OpenReaderAt(bytes.NewReader(data), int64(len(data)), Verify(encode.VerifyTouch), Expand())
	if err != nil {
		t.Fatal(err)
	}
	for v := range VertexID(g.NumStreetVertices()) {
		if want, got := plain.AppendArcs(nil, v), g.AppendArcs(nil, v); !slices.Equal(want, got) || plain.PointOf(v) != g.PointOf(v) {
			t.Fatalf("arcs of %d are %v, want %v", v, got, want)
		}
	}
}

// TestTransport opens a file that was compressed as a whole.
func TestTransport(t *testing.T) {
	data := written(t, randomTables(20, 100), WriteOptions{})
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.graph.zst")
	if err := os.WriteFile(path, enc.EncodeAll(data, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	useAll(g)
}

// TestContentHash: provenance and issues do not count, everything else does.
func TestContentHash(t *testing.T) {
	hash := func(change func(*Tables)) string {
		tables := randomTables(23, 60)
		change(tables)
		g, err := Load(written(t, tables, WriteOptions{}))
		if err != nil {
			t.Fatal(err)
		}
		return g.ContentHash()
	}
	want := hash(func(*Tables) {})
	if got := hash(func(t *Tables) { t.Meta.Builder = "other"; t.addIssue() }); got != want {
		t.Error("provenance or issues change the hash")
	}
	for name, change := range map[string]func(*Tables){
		"name": func(t *Tables) { t.Ways.Name.Append("x"); t.Ways.ID.Append(1) }, "length": func(t *Tables) { t.Pairs.LengthDM[3]++ },
		"point": func(t *Tables) { t.Vertices.Point[4].Lat++ }, "time": func(t *Tables) { t.Trips.StartS.Slice()[0]++ },
	} {
		if hash(change) == want {
			t.Errorf("another %s gives the same hash", name)
		}
	}
}

func (t *Tables) addIssue() {
	i := &t.Issues
	i.Code.Append("way_without_nodes")
	i.Severity.Append(1)
	i.Message.Append("way 7 has one node")
	i.Object.Append("way/7")
	i.File.Append("a.osm")
	i.Line.Append(12)
	i.Lon.Append(NoCoordinate)
	i.Lat.Append(NoCoordinate)
	i.Action.Append("left out")
}

func TestIssues(t *testing.T) {
	tables := randomTables(24, 20)
	tables.addIssue()
	for name, g := range graphs(t, tables) {
		want := Issue{"way_without_nodes", "way 7 has one node", "way/7", "a.osm", "left out", 1, 12, NoCoordinate, NoCoordinate}
		if g.NumIssues() != 1 || g.Issue(0) != want || g.Issue(1) != (Issue{}) {
			t.Errorf("%s: %+v", name, g.Issue(0))
		}
	}
}

// TestVerify reports checksums and invariants alike.
func TestVerify(t *testing.T) {
	tables := randomTables(25, 40)
	tables.Stops.Parent.Slice()[0] = 77
	data := written(t, tables, WriteOptions{})
	g, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	if err := g.Verify(func(error) { count++ }); count != 1 || err == nil || err.Error() != "stops row 0: parent is 77 of 12" {
		t.Errorf("%d problems, the first is %v", count, err)
	}
	major, _ := g.Format()
	if major != 1 || g.FileBytes() != int64(len(data)) || len(g.Sections()) < 50 {
		t.Errorf("version %d, %d bytes, %d sections", major, g.FileBytes(), len(g.Sections()))
	}
}

// TestVerifyProgress tells of both parts, each from little to nearly all.
func TestVerifyProgress(t *testing.T) {
	data := written(t, randomTables(25, 40), WriteOptions{})
	g, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	var last [2]int64
	var calls [2]int
	err = g.VerifyProgress(func(error) {}, func(part VerifyPart, done, total int64) {
		if done < last[part] || done > total || part == VerifyChecksums && (calls[VerifyInvariants] > 0 || total != int64(len(data))) {
			t.Errorf("part %d: %d of %d after %d", part, done, total, last[part])
		}
		last[part] = done
		calls[part]++
	})
	if err != nil || calls[VerifyChecksums] < 50 || last[VerifyChecksums] < int64(len(data))/2 || calls[VerifyInvariants] != len(checks) {
		t.Errorf("%v; %v calls, the last %v of %d bytes", err, calls, last, len(data))
	}
}

// noise is an attribute of pairs that a service adds.
type noise struct {
	DB encode.Col[uint8] `col:"level,unit=dB,hot"`
}

func TestOwnTables(t *testing.T) {
	tables := randomTables(26, 30)
	n := new(noise)
	for p := range tables.Pairs.From {
		n.DB.Append(uint8(40 + p%30))
	}
	own := func(n *noise) encode.Table {
		return encode.Table{Number: encode.FirstUserTable, Name: "noise", Version: 1, Row: n}
	}
	data := written(t, tables, WriteOptions{Own: []encode.Table{own(n)}})
	back := new(noise)
	g, err := Load(data, Own(own(back)))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(back.DB.Slice(), n.DB.Slice()) || back.DB.Len() != g.NumPairs() {
		t.Error("the table comes back otherwise")
	}
	g, err = Load(data)
	if err != nil {
		t.Fatal(err)
	}
	if u := g.File().Unknown(); len(u) != 1 || u[0].Name != "noise" {
		t.Errorf("skipped tables: %v", u)
	}
	clash := encode.Table{Number: 4, Name: "mine", Version: 1, Row: new(noise)}
	if _, err := Write(discard{}, tables, WriteOptions{Own: []encode.Table{clash}}); err == nil {
		t.Error("a number that is taken is given out again")
	}
}

// TestFormatAfterClose: what was read at opening is told after closing too.
func TestFormatAfterClose(t *testing.T) {
	g, err := Load(written(t, randomTables(41, 20), WriteOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	g.Close()
	if major, minor := g.Format(); major != encode.VersionMajor || minor != encode.VersionMinor {
		t.Errorf("version %d.%d", major, minor)
	}
}
