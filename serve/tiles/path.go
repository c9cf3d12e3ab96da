package tiles

import (
	"strconv"
	"strings"

	"github.com/paulmach/orb/maptile"

	"graphbuild/serve/answer"
)

// MaxZoom is the highest zoom of tiles: at 20 a tile is some 30 m wide.
const MaxZoom = 20

// ParsePath returns the tile of the parts of a path: z, x, and y with its ending, "7.mvt". The numbers are decimal without
// sign and leading zeros, so that a tile has one address.
func ParsePath(z, x, y string) (maptile.Tile, error) {
	row, ok := strings.CutSuffix(y, ".mvt")
	if !ok {
		return maptile.Tile{}, answer.Errorf(answer.CodeQuery, "tile %q: expected .mvt at the end", y)
	}
	zoom, err := number("zoom", z, MaxZoom)
	if err != nil {
		return maptile.Tile{}, err
	}
	last := uint32(1)<<zoom - 1
	t := maptile.Tile{Z: maptile.Zoom(zoom)}
	if t.X, err = number("column", x, last); err != nil {
		return maptile.Tile{}, err
	}
	t.Y, err = number("row", row, last)
	return t, err
}

// number reads one part.
func number(what, s string, last uint32) (uint32, error) {
	v, err := strconv.ParseUint(s, 10, 32)
	if err != nil || v > uint64(last) || strconv.FormatUint(v, 10) != s {
		return 0, answer.Errorf(answer.CodeQuery, "tile: %s %.20q: expected a number from 0 to %d", what, s, last)
	}
	return uint32(v), nil
}
