package gtfs

import "math"

// Level is a row of levels.txt.
type Level struct {
	ID    string
	Name  string
	Index int32 // hundredths of a level; 0 is the ground
	Line  int
}

func (r *reader) readLevels() error {
	t, err := r.open("levels.txt", "level_id")
	if t == nil {
		return err
	}
	key, name, index := t.column("level_id"), t.column("level_name"), t.column("level_index")
	t.keyed("level", key)
	for t.next() {
		s, ok := id(t, key, r.levels)
		if !ok {
			continue
		}
		r.levels[s] = LevelIndex(len(r.feed.Levels))
		r.feed.Levels = append(r.feed.Levels, Level{ID: s, Name: t.text(name), Index: levelIndex(t, index), Line: t.s.line})
	}
	return t.close()
}

func levelIndex(t *table, c column) int32 {
	v, ok := parseFloat(t.bytes(c))
	if !ok || math.Abs(v) > 1000 {
		t.repair("gtfs_bad_number", c, "is not a level from -1000 to 1000", "read as 0")
		return 0
	}
	return int32(math.Round(v * 100))
}
