package elevation

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"graphbuild/geometry"
)

// Model is a folder of tiles. It may be used by many goroutines at once.
//
// Memory: 3 or 26 MB a tile; at most maxTiles are held, besides those that a Sampler is at.
type Model struct {
	folder string
	files  map[string]string // file names by the name of the tile

	mutex sync.Mutex
	held  []*slot          // the last used one last
	used  map[corner]*slot // all that were asked for
}

// maxTiles is how many tiles are held in memory.
const maxTiles = 16

// slot is a tile that was asked for. Without a tile and an error it is missing.
type slot struct {
	corner corner
	load   sync.Mutex
	tile   *tile // nil: missing, not to be read, or let go
	known  bool  // was read once
	crc    uint32
	err    error
}

// Open lists the tiles of a folder. It fails where the folder cannot be read or has no tile at all.
func Open(folder string) (*Model, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("elevation: %w", err)
	}
	m := &Model{folder: folder, files: map[string]string{}, used: map[corner]*slot{}}
	for _, e := range entries { // sorted: N39W076.hgt comes before its packed forms
		if name, ok := tileName(e.Name()); ok && m.files[name] == "" {
			m.files[name] = e.Name()
		}
	}
	if len(m.files) == 0 {
		return nil, fmt.Errorf("elevation: folder %s: no tile such as N39W076.hgt", folder)
	}
	return m, nil
}

// tileName returns the name of the tile in a file.
func tileName(file string) (string, bool) {
	if len(file) < nameBytes {
		return "", false
	}
	name, rest := strings.ToUpper(file[:nameBytes]), strings.ToLower(file[nameBytes:])
	if _, ok := parseCorner(name); !ok {
		return "", false
	}
	switch {
	case rest == ".hgt", rest == ".hgt.gz", rest == ".zip", strings.HasPrefix(rest, ".") && strings.HasSuffix(rest, ".hgt.zip"):
		return name, true
	}
	return "", false
}

// parseCorner reads the name of a tile.
func parseCorner(name string) (corner, bool) {
	var ns, ew byte
	var c corner
	if n, err := fmt.Sscanf(name, "%c%2d%c%3d", &ns, &c.lat, &ew, &c.lon); n != 4 || err != nil {
		return c, false
	}
	if ns == 'S' {
		c.lat = -c.lat
	}
	if ew == 'W' {
		c.lon = -c.lon
	}
	return c, c.String() == name
}

// slotOf returns the slot of a tile, with its tile loaded where there is one.
func (m *Model) slotOf(c corner) (*slot, *tile) {
	m.mutex.Lock()
	s := m.used[c]
	if s == nil {
		s = &slot{corner: c}
		m.used[c] = s
	}
	m.mutex.Unlock()
	s.load.Lock()
	defer s.load.Unlock()
	if s.tile == nil && m.files[c.String()] != "" && s.err == nil {
		s.tile, s.err = readTile(filepath.Join(m.folder, m.files[c.String()]))
		if s.err == nil {
			s.known, s.crc = true, s.tile.crc
		}
	}
	t := s.tile
	if t != nil {
		m.hold(s)
	}
	return s, t
}

// hold notes that a tile was used, and lets go of the one that was not for the longest time.
func (m *Model) hold(s *slot) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if i := slices.Index(m.held, s); i >= 0 {
		m.held = slices.Delete(m.held, i, i+1)
	}
	m.held = append(m.held, s)
	if len(m.held) <= maxTiles {
		return
	}
	if old := m.held[0]; old.load.TryLock() { // else it is in use again
		old.tile = nil
		old.load.Unlock()
	}
	m.held = m.held[1:]
}

// Tile tells what became of a tile that was asked for.
type Tile struct {
	Name string // N39W076
	CRC  uint32 // of its heights
	// Missing is set where the folder has no such tile, Err where it has one that cannot be read.
	Missing bool
	Err     error
}

// Used lists the tiles that were asked for, by name.
func (m *Model) Used() []Tile {
	m.mutex.Lock()
	slots := slices.Collect(maps.Values(m.used))
	m.mutex.Unlock()
	var list []Tile
	for _, s := range slots {
		s.load.Lock()
		list = append(list, Tile{s.corner.String(), s.crc, !s.known && s.err == nil, s.err})
		s.load.Unlock()
	}
	slices.SortFunc(list, func(a, b Tile) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Digest tells in one line which tiles were used and what was in them: "N39W075:0a1b2c3d N39W076:missing".
func (m *Model) Digest() string {
	var parts []string
	for _, t := range m.Used() {
		state := fmt.Sprintf("%08x", t.CRC)
		switch {
		case t.Missing:
			state = "missing"
		case t.Err != nil:
			state = "unreadable"
		}
		parts = append(parts, t.Name+":"+state)
	}
	return strings.Join(parts, " ")
}

// DigestAgain returns what Digest would for the tiles that an earlier digest names: the same where nothing has changed. It
// is empty where the folder cannot be read.
func DigestAgain(folder, digest string) string {
	m, err := Open(folder)
	if err != nil {
		return ""
	}
	for part := range strings.FieldsSeq(digest) {
		name, _, _ := strings.Cut(part, ":")
		if c, ok := parseCorner(name); ok {
			m.slotOf(c)
		}
	}
	return m.Digest()
}

// Sampler asks a Model for heights. Each goroutine has one of its own.
type Sampler struct {
	model  *Model
	corner corner
	tile   *tile
	ready  bool
	buffer []sample
}

// NewSampler returns a sampler of the model.
func (m *Model) NewSampler() *Sampler { return &Sampler{model: m} }

// At returns the height of a point in metres above sea; false where it is not known.
func (s *Sampler) At(p geometry.Point) (float64, bool) {
	if p.Lon == 180*e7 {
		p.Lon = -p.Lon // one meridian, and one tile
	}
	c := cornerOf(p)
	if !s.ready || s.corner != c {
		s.corner, s.ready = c, true
		_, s.tile = s.model.slotOf(c)
	}
	if s.tile == nil {
		return 0, false
	}
	return s.tile.at(c, p)
}
