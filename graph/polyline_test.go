package graph

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"graphbuild/encode"
	"graphbuild/geometry"
)

// anyPoint draws points near the place where all lines are, on the coarse grid, and at the ends of the world.
func anyPoint() *rapid.Generator[geometry.Point] {
	near := rapid.Int32Range(-50_000, 50_000)
	return rapid.Custom(func(t *rapid.T) geometry.Point {
		p := geometry.Point{Lon: 1_799_990_000 - near.Draw(t, "lon"), Lat: 461_000_000 + near.Draw(t, "lat")}
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return geometry.Point{Lon: -1_800_000_000, Lat: 900_000_000}
		case 1:
			return geometry.Point{Lon: math.MinInt32, Lat: math.MaxInt32}
		case 2, 3, 4, 5:
			return geometry.Point{Lon: p.Lon / coarse * coarse, Lat: p.Lat / coarse * coarse}
		}
		return p
	})
}

// TestLinesAreLossless: whatever the points, also impossible ones, they come back.
func TestLinesAreLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SliceOfN(anyPoint(), 2, 8), 1, 6).Draw(t, "lines")
		layout := encode.BlockLayout{Rows: len(lines), BlockRows: 2, Contexts: polylineContexts}
		ends := func(line []geometry.Point) lineEnds { return lineEnds{line[0], line[len(line)-1]} }
		c := encode.NewCustomBlocks(layout, func(w *encode.BlockWriter, block int) {
			for _, line := range lines[2*block : min(2*block+2, len(lines))] {
				putLine(w, ends(line), line[1:len(line)-1])
			}
		})
		for i := 0; i < len(lines); i += 2 {
			r := c.Reader(i / 2)
			for _, line := range lines[i:min(i+2, len(lines))] {
				if got := getLine(&r, ends(line), nil); !slices.Equal(got, line[1:len(line)-1]) {
					t.Fatalf("%v comes back as %v", line[1:len(line)-1], got)
				}
			}
		}
	})
}

func TestRoundCoarse(t *testing.T) {
	for _, c := range []struct{ v, want int32 }{{0, 0}, {4, 0}, {5, 1}, {14, 1}, {15, 2}, {-4, 0}, {-5, -1}, {-15, -2}} {
		if got := roundCoarse(c.v); got != c.want {
			t.Errorf("%d is %d, want %d", c.v, got, c.want)
		}
	}
}

// TestLongestLine: a line that readers would take for damage is not written; one that has as many points as they believe in is.
func TestLongestLine(t *testing.T) {
	for _, n := range []int{maxInner + 2, maxInner + 3} {
		tables := randomTables(1, 20)
		s := &tables.Shapes
		s.Feed.Append(0)
		s.ID.Append("long")
		for i := range int32(n) {
			s.Point = append(s.Point, geometry.Point{Lon: i * i, Lat: -i})
		}
		s.Start = append(s.Start, uint32(len(s.Point)))
		var out bytes.Buffer
		_, err := Write(&out, tables, WriteOptions{})
		if n > maxInner+2 {
			if err == nil || !strings.Contains(err.Error(), "has 1048579 points, at most 1048578 expected") {
				t.Errorf("%d points: %v", n, err)
			}
			continue
		}
		g, err := Load(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if got := len(g.AppendShape(nil, ShapeID(g.NumShapes()-1))); got != n {
			t.Errorf("%d points come back as %d", n, got)
		}
	}
}
