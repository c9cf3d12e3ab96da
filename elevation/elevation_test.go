package elevation

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"graphbuild/geometry"
)

// grid makes the bytes of a tile from a height for each row and column.
func grid(size int, height func(row, column int) int) []byte {
	b := make([]byte, 0, 2*size*size)
	for row := range size {
		for column := range size {
			h := uint16(int16(height(row, column)))
			b = append(b, byte(h>>8), byte(h))
		}
	}
	return b
}

// slope rises by a metre a column from west to east: 1200 m a degree.
func slope(_, column int) int { return column }

func folderOf(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func openFolder(t *testing.T, files map[string][]byte) *Model {
	t.Helper()
	m, err := Open(folderOf(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func at(t testing.TB, lon, lat float64) geometry.Point {
	t.Helper()
	p, err := geometry.FromDegrees(lon, lat)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHeights(t *testing.T) {
	rows := grid(1201, func(row, _ int) int { return -row })
	m := openFolder(t, map[string][]byte{
		"N39W076.hgt":             grid(1201, slope),
		"n00e000.hgt":             grid(3601, slope),
		"S01W180.hgt.gz":          gzipped(t, rows),
		"N40E008.SRTMGL1.hgt.zip": zipped(t, "N40E008.hgt", rows),
		"N41E008.zip":             zipped(t, "N41E008.HGT", rows),
		"readme.txt":              nil,
	})
	for _, r := range []struct {
		lon, lat, want float64
	}{
		{-76, 39.5, 0},
		{-75.5, 39.5, 600},
		{-75.99963, 39.1, 0.444},
		{0.5, 0.5, 1800},
		{-180, -0.5, -600},
		{180, -0.5, -600},
		{-179.2, -1, -1200},
		{8.3, 40.25, -900},
		{8.3, 41.999, -1.2},
	} {
		got, ok := m.NewSampler().At(at(t, r.lon, r.lat))
		if !ok || math.Abs(got-r.want) > 0.01 {
			t.Errorf("at %v,%v: %v, %v, want %v", r.lat, r.lon, got, ok, r.want)
		}
	}
	if h, ok := m.NewSampler().At(at(t, 9.5, 50)); ok {
		t.Errorf("a place in no tile is %v m high", h)
	}
	if got := m.Digest(); !strings.Contains(got, "N50E009:missing") || strings.Count(got, " ") != 5 {
		t.Errorf("digest %q", got)
	}
	if again := DigestAgain(m.folder, m.Digest()); again != m.Digest() {
		t.Errorf("digest %q, again %q", m.Digest(), again)
	}
}

func TestVoids(t *testing.T) {
	m := openFolder(t, map[string][]byte{"N00E000.hgt": grid(1201, func(row, column int) int {
		if column >= 600 {
			return void
		}
		return 50
	})})
	s := m.NewSampler()
	if h, ok := s.At(at(t, 0.4996, 0.5)); !ok || h != 50 {
		t.Errorf("beside a void: %v, %v, want 50", h, ok)
	}
	if h, ok := s.At(at(t, 0.6, 0.5)); ok {
		t.Errorf("in a void: %v", h)
	}
	if _, ok := s.Along([]geometry.Point{at(t, 0.4, 0.5), at(t, 0.6, 0.5)}); ok {
		t.Error("a line into a void has a climb")
	}
	gap := openFolder(t, map[string][]byte{"N00E000.hgt": grid(1201, func(row, column int) int {
		if column > 590 && column < 610 {
			return void
		}
		return column
	})})
	c, ok := gap.NewSampler().Along([]geometry.Point{at(t, 0.4, 0.5), at(t, 0.6, 0.5)})
	if !ok || math.Abs(c.UpM-240) > 0.5 || c.DownM > 0.5 {
		t.Errorf("across a void: %+v, %v, want 240 m up", c, ok)
	}
}

func TestAlong(t *testing.T) {
	hill := func(_, column int) int { return 600 - max(column-600, 600-column) } // 600 m in the middle
	bumps := func(row, column int) int { return 100 + 3*((row+column)%2) }
	m := openFolder(t, map[string][]byte{
		"N00E000.hgt": grid(1201, slope), "N00E001.hgt": grid(1201, hill), "N00E002.hgt": grid(3601, bumps),
	})
	line := func(degrees ...float64) (l []geometry.Point) {
		for i := 0; i < len(degrees); i += 2 {
			l = append(l, at(t, degrees[i], degrees[i+1]))
		}
		return l
	}
	for _, r := range []struct {
		name     string
		line     []geometry.Point
		up, down float64
		within   float64
	}{
		{"up", line(0.1, 0.5, 0.2, 0.5), 120, 0, 0.1},
		{"down", line(0.2, 0.5, 0.1, 0.5), 0, 120, 0.1},
		{"level", line(0.2, 0.5, 0.2, 0.6), 0, 0, 0.01},
		{"there and back", line(0.1, 0.5, 0.2, 0.5, 0.1, 0.5), 120, 120, 1.5},
		{"over a hill", line(1.4, 0.5, 1.6, 0.5), 120, 120, 1.5},
		{"a point", line(0.1, 0.5), 0, 0, 0},
		{"twice the same point", line(0.1, 0.5, 0.1, 0.5), 0, 0, 0},
		{"short", line(0.1, 0.5, 0.1001, 0.5), 0.12, 0, 0.01},
		{"bumps", line(2.1, 0.5, 2.2, 0.5), 0, 0, 60},
	} {
		c, ok := m.NewSampler().Along(r.line)
		if !ok || math.Abs(c.UpM-r.up) > r.within || math.Abs(c.DownM-r.down) > r.within {
			t.Errorf("%s: %+v, %v, want %v up, %v down", r.name, c, ok, r.up, r.down)
		}
	}
	if c := Straight(100, 70); c != (Climb{0, 30}) {
		t.Errorf("from 100 m to 70 m: %+v", c)
	}
}

// TestAlongFits: what is cut in two climbs as much as the whole, as the heights at ends are not smoothed.
func TestAlongFits(t *testing.T) {
	m := openFolder(t, map[string][]byte{"N00E000.hgt": grid(1201, func(row, column int) int { return (row*7 + column*13) % 40 })})
	s := m.NewSampler()
	a, b, c := at(t, 0.1, 0.2), at(t, 0.13, 0.21), at(t, 0.11, 0.24)
	whole, _ := s.Along([]geometry.Point{a, b, c})
	first, _ := s.Along([]geometry.Point{a, b})
	second, _ := s.Along([]geometry.Point{b, c})
	net := func(c Climb) float64 { return c.UpM - c.DownM }
	if d := net(whole) - net(first) - net(second); math.Abs(d) > 1e-6 {
		t.Errorf("the parts end %v m off", d)
	}
	back, _ := s.Along([]geometry.Point{b, a})
	if math.Abs(back.UpM-first.DownM) > 0.5 || math.Abs(back.DownM-first.UpM) > 0.5 {
		t.Errorf("there %+v, back %+v", first, back)
	}
}

func TestOpenErrors(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there opens")
	}
	if _, err := Open(folderOf(t, map[string][]byte{"N39W76.hgt": nil, "X39W076.hgt": nil, "N39W076.tif": nil, "N39W0x6.hgt": nil})); err == nil || !strings.Contains(err.Error(), "no tile such as N39W076.hgt") {
		t.Errorf("a folder without tiles: %v", err)
	}
}

func TestDamagedTiles(t *testing.T) {
	whole := grid(1201, slope)
	files := map[string][]byte{
		"N00E000.hgt":    whole[:len(whole)-2],
		"N00E001.hgt":    nil,
		"N00E002.hgt.gz": gzipped(t, whole)[:100],
		"N00E003.hgt.gz": whole,
		"N00E004.zip":    whole,
		"N00E005.zip":    zipped(t, "readme.txt", whole),
		"N00E006.hgt":    append(grid(3601, slope), 0, 0),
		"N00E007.zip":    zipped(t, "N00E007.hgt", whole)[:2000],
	}
	m := openFolder(t, files)
	for i := range len(files) {
		if h, ok := m.NewSampler().At(at(t, float64(i)+0.5, 0.5)); ok {
			t.Errorf("tile %d: %v m", i, h)
		}
	}
	for _, tile := range m.Used() {
		if tile.Err == nil || tile.Missing || !strings.Contains(tile.Err.Error(), tile.Name) {
			t.Errorf("tile %s: missing %v, error %v", tile.Name, tile.Missing, tile.Err)
		}
	}
	if d := m.Digest(); strings.Count(d, "unreadable") != len(files) {
		t.Error(d)
	}
}

// TestManyTiles goes round more tiles than are held, on several goroutines.
func TestManyTiles(t *testing.T) {
	data := gzipped(t, grid(1201, slope))
	files := map[string][]byte{}
	for i := range maxTiles + 4 {
		files[corner{10, int32(i)}.String()+".hgt.gz"] = data
	}
	m := openFolder(t, files)
	var group sync.WaitGroup
	for worker := range 3 {
		group.Go(func() {
			s := m.NewSampler()
			for i := range maxTiles + 4 {
				k := (i + 7*worker) % (maxTiles + 4)
				if h, ok := s.At(geometry.Point{Lon: int32(k)*e7 + e7/2, Lat: 10*e7 + 5}); !ok || h != 600 {
					t.Errorf("tile %d: %v, %v", k, h, ok)
				}
			}
		})
	}
	group.Wait()
	if len(m.held) > maxTiles {
		t.Errorf("%d tiles are held", len(m.held))
	}
	names := strings.Fields(m.Digest())
	if len(names) != maxTiles+4 || !slices.IsSorted(names) {
		t.Errorf("%d tiles were used: %v", len(names), names)
	}
}

func TestCornerNames(t *testing.T) {
	for name, p := range map[string]geometry.Point{
		"N39W076": {Lon: -75_0000001, Lat: 39_0000000}, "S01E000": {Lon: 0, Lat: -1}, "S90W180": {Lon: -180_0000000, Lat: -90_0000000},
		"N00W001": {Lon: -1, Lat: 0},
	} {
		c := cornerOf(p)
		if c.String() != name {
			t.Errorf("%v lies in %s, want %s", p, c, name)
		}
		if back, ok := parseCorner(name); !ok || back != c {
			t.Errorf("%s reads back as %v, %v", name, back, ok)
		}
	}
}
