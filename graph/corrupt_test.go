package graph

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"graphbuild/encode"
	"graphbuild/geometry"
)

// useAll reads everything of a graph. A corrupt one may have millions of rows that are all alike: then some of them do.
func useAll(g *Graph) {
	const many = 5000
	if g.NumVertices() > many || g.NumEdges() > many || g.NumTrips() > many || g.NumShapes() > many || g.NumPatterns() > many {
		viewVertex(g.Vertex(VertexID(g.NumVertices() - 1)))
		viewEdge(g.Edge(0))
		return
	}
	for v := range g.Vertices() {
		viewVertex(v)
	}
	for e := range EdgeID(g.NumEdges()) {
		viewEdge(g.Edge(e))
	}
	for r := range g.NumRestrictions() {
		g.Restriction(RestrictionID(r))
	}
	for s := range g.NumStops() {
		x := g.Stop(StopID(s))
		_ = fmt.Sprint(x.ID(), x.Name(), x.Parent().Name(), x.Links(), x.Transfers(), x.Pathways(), x.Departures(20521))
	}
	for t := range g.NumTrips() {
		x := g.Trip(TripID(t))
		_ = fmt.Sprint(x.ID(), x.StopTimes(), x.Frequencies(), slices.Collect(x.Service().Days()))
	}
	for s := range g.NumShapes() {
		g.AppendShape(nil, ShapeID(s))
	}
	g.Snap(geometry.Point{Lon: 86100000, Lat: 461100000}, SnapOptions{MaxM: 5000, Limit: 50})
	g.VertexOfNode(1000)
	g.EdgesOfWay(5000)
	g.StopByID("a")
	g.Meta()
}

// TestCorruptFiles flips bits all over a file whose checksums nobody looks at: nothing may panic or run away. With the
// checksums each flip must be refused.
func TestCorruptFiles(t *testing.T) {
	data := written(t, randomTables(41, 80), WriteOptions{})
	step := 29 // all bytes take a minute
	if testing.Short() {
		step = 997
	}
	for i := 0; i < len(data); i += step {
		bad := slices.Clone(data)
		bad[i] ^= 1 << (i % 8)
		if g, err := Load(bad, Verify(encode.VerifyAll)); err == nil {
			t.Errorf("byte %d: a flipped bit is not noticed", i)
			g.Close()
		}
		useCorrupt(t, fmt.Sprintf("byte %d", i), bad)
	}
}

// TestDamagedBlockIsOneProblem: what follows from a damaged block is not told of.
func TestDamagedBlockIsOneProblem(t *testing.T) {
	data := written(t, randomTables(41, 80), WriteOptions{})
	good, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range good.File().Sections() {
		if s.Table == "" {
			continue
		}
		bad := slices.Clone(data)
		bad[s.Offset+s.Bytes/2] ^= 0x55
		g, err := Load(bad)
		if err != nil {
			continue // of the directory, or the list of types
		}
		var found []error
		g.Verify(func(err error) { found = append(found, err) })
		if len(found) != 1 || !strings.Contains(found[0].Error(), s.Table+"."+s.Column) {
			t.Errorf("%s.%s damaged: %v", s.Table, s.Column, found)
		}
	}
}

// TestTruncatedFiles cuts a file at every byte.
func TestTruncatedFiles(t *testing.T) {
	data := written(t, randomTables(42, 20), WriteOptions{})
	for n := range data {
		if _, err := Load(data[:n:n]); err == nil {
			t.Fatalf("a file cut from %d to %d bytes is opened", len(data), n)
		}
	}
}

func useCorrupt(t *testing.T, what string, data []byte) {
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%s: %v\n%s", what, r, debug.Stack())
		}
	}()
	for _, opts := range [][]Option{nil, {Expand()}} {
		g, err := Load(data, opts...)
		if err != nil {
			return
		}
		useAll(g)
		for range Check(g) {
		}
	}
}

// repairFooter makes the checksum in the footer of a file fit header and directory, so that a changed directory opens.
// The checksums of sections need no repair: nobody compares them here. Package encode tests with all repaired.
func repairFooter(data []byte) {
	const header, footer = 32, 32
	if len(data) < header+footer {
		return
	}
	at := binary.LittleEndian.Uint64(data[24:])
	foot := data[len(data)-footer:]
	if at < header || at > uint64(len(data)-footer) {
		return
	}
	sum := slices.Concat(data[:header], data[at:len(data)-footer], foot[:20])
	binary.LittleEndian.PutUint32(foot[20:], crc32.Checksum(sum, crc32.MakeTable(crc32.Castagnoli)))
}

// FuzzLoad reads whatever opens.
func FuzzLoad(f *testing.F) {
	f.Add(written(f, randomTables(43, 12), WriteOptions{}))
	f.Fuzz(func(_ *testing.T, data []byte) {
		data = slices.Clone(data)
		repairFooter(data)
		for _, opts := range [][]Option{nil, {Expand()}} {
			g, err := Load(data, opts...)
			if err != nil {
				return
			}
			useAll(g)
			for range Check(g) {
			}
		}
		if g, err := OpenReaderAt(bytes.NewReader(data), int64(len(data))); err == nil {
			useAll(g)
		}
	})
}
