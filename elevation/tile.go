package elevation

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"

	"graphbuild/geometry"
)

// void is a height that is not known.
const void = -32768

// e7 is a degree in the units of geometry.Point.
const e7 = 10_000_000

// corner is the south-western corner of a tile, in degrees.
type corner struct {
	lat, lon int32
}

// cornerOf returns the tile that a point lies in; its longitude is below 180 degrees. A point on a border lies in the tile to the north and east of it.
func cornerOf(p geometry.Point) corner {
	return corner{floorDegrees(p.Lat), floorDegrees(p.Lon)}
}

func floorDegrees(x int32) int32 {
	d := x / e7
	if x%e7 < 0 {
		d--
	}
	return d
}

// String returns the name of the tile, "N39W076".
func (c corner) String() string {
	ns, lat, ew, lon := "N", c.lat, "E", c.lon
	if lat < 0 {
		ns, lat = "S", -lat
	}
	if lon < 0 {
		ew, lon = "W", -lon
	}
	return fmt.Sprintf("%s%02d%s%03d", ns, lat, ew, lon)
}

// nameBytes is the length of the name of a tile.
const nameBytes = len("N39W076")

// tile is the grid of one tile, size by size heights as they lie in the file.
type tile struct {
	size int
	grid []byte
	crc  uint32 // of the grid
}

// height returns the height of a grid point; row 0 is the northern border.
func (t *tile) height(row, column int) int16 {
	at := 2 * (row*t.size + column)
	return int16(uint16(t.grid[at])<<8 | uint16(t.grid[at+1]))
}

// at returns the height in metres between the four grid points around a point, by bilinear interpolation. Voids among the
// four do not count; false where all that count are voids.
func (t *tile) at(c corner, p geometry.Point) (float64, bool) {
	cells := float64(t.size - 1)
	x := float64(int64(p.Lon)-int64(c.lon)*e7) / e7 * cells
	y := float64(int64(c.lat+1)*e7-int64(p.Lat)) / e7 * cells
	x, y = min(max(x, 0), cells), min(max(y, 0), cells)
	column, row := min(int(x), t.size-2), min(int(y), t.size-2)
	fx, fy := x-float64(column), y-float64(row)
	sum, weights := 0.0, 0.0
	for i, w := range [4]float64{(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy} {
		if h := t.height(row+i/2, column+i%2); h != void {
			sum, weights = sum+float64(w*float64(h)), weights+w
		}
	}
	if weights < 1e-9 {
		return 0, false
	}
	return sum / weights, true
}

// sizes are the numbers of grid points along a side that there are: 3 and 1 seconds of arc.
var sizes = [...]int{1201, 3601}

// maxTileBytes is the length of the largest tile.
const maxTileBytes = 2 * 3601 * 3601

// readTile reads and unpacks a tile.
func readTile(path string) (*tile, error) {
	grid, err := readGrid(path)
	var file *os.PathError
	if errors.As(err, &file) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, n := range sizes {
		if len(grid) == 2*n*n {
			return &tile{n, grid, crc32.Checksum(grid, crc32.MakeTable(crc32.Castagnoli))}, nil
		}
	}
	return nil, fmt.Errorf("%s: %d bytes of heights, expected %d or %d", path, len(grid), 2*1201*1201, maxTileBytes)
}

// readGrid returns the bytes of a tile, at most one more than the largest tile has.
func readGrid(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	switch strings.ToLower(filepath.Ext(path)) {
	case ".gz":
		packed, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		return readAll(packed)
	case ".zip":
		return readZip(f)
	}
	return readAll(f)
}

func readAll(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, maxTileBytes+1)) }

// readZip reads the file in an archive whose name ends in .hgt.
func readZip(f *os.File) ([]byte, error) {
	packed, err := io.ReadAll(io.LimitReader(f, 2*maxTileBytes))
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, err
	}
	for _, entry := range archive.File {
		if !strings.EqualFold(filepath.Ext(entry.Name), ".hgt") {
			continue
		}
		r, err := entry.Open()
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return readAll(r)
	}
	return nil, errors.New("no .hgt in the archive")
}
