package tiles

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/paulmach/orb/maptile"

	"graphbuild/serve/answer"
)

func TestParsePath(t *testing.T) {
	for _, c := range []struct {
		z, x, y string
		want    maptile.Tile
		err     string // part of the message
	}{
		{"0", "0", "0.mvt", maptile.Tile{}, ""},
		{"14", "4750", "6240.mvt", maptile.Tile{Z: 14, X: 4750, Y: 6240}, ""},
		{"20", "1048575", "1048575.mvt", maptile.Tile{Z: 20, X: 1<<20 - 1, Y: 1<<20 - 1}, ""},
		{"21", "0", "0.mvt", maptile.Tile{}, `zoom "21": expected a number from 0 to 20`},
		{"1", "2", "0.mvt", maptile.Tile{}, `column "2": expected a number from 0 to 1`},
		{"1", "0", "2.mvt", maptile.Tile{}, `row "2": expected a number from 0 to 1`},
		{"1", "0", "0", maptile.Tile{}, "expected .mvt"},
		{"1", "0", "0.png", maptile.Tile{}, "expected .mvt"},
		{"1", "0", ".mvt", maptile.Tile{}, `row ""`},
		{"-1", "0", "0.mvt", maptile.Tile{}, "zoom"},
		{"+1", "0", "0.mvt", maptile.Tile{}, "zoom"},
		{"01", "0", "0.mvt", maptile.Tile{}, "zoom"},
		{"1", "1.0", "0.mvt", maptile.Tile{}, "column"},
		{"1", strings.Repeat("9", 1000), "0.mvt", maptile.Tile{}, "column"},
		{"1", "0x1", "0.mvt", maptile.Tile{}, "column"},
	} {
		got, err := ParsePath(c.z, c.x, c.y)
		if c.err == "" {
			if err != nil || got != c.want {
				t.Errorf("%s/%s/%s: %v %v, want %v", c.z, c.x, c.y, got, err, c.want)
			}
			continue
		}
		var e *answer.Error
		if !errors.As(err, &e) || e.Status != http.StatusBadRequest || !strings.Contains(e.Message, c.err) || len(e.Message) > 200 {
			t.Errorf("%s/%s/%.20s: %v, want %q", c.z, c.x, c.y, err, c.err)
		}
	}
}

// FuzzParsePath: a path is a tile with exactly this address, or an error for the client.
func FuzzParsePath(f *testing.F) {
	for _, s := range []string{"0/0/0.mvt", "20/1048575/0.mvt", "1/2/3.mvt", "1/+1/0.mvt", "3/07/7.mvt", "//.mvt", "1/1/1.mvt.mvt"} {
		parts := strings.Split(s, "/")
		f.Add(parts[0], parts[1], parts[2])
	}
	f.Fuzz(func(t *testing.T, z, x, y string) {
		tile, err := ParsePath(z, x, y)
		var e *answer.Error
		switch {
		case err != nil && (!errors.As(err, &e) || e.Status != http.StatusBadRequest):
			t.Fatalf("error %v", err)
		case err == nil && (tile.Z > MaxZoom || !tile.Valid()):
			t.Fatalf("tile %v", tile)
		case err == nil && address(tile) != z+"/"+x+"/"+y:
			t.Fatalf("tile %v has the address %s/%s/%s", tile, z, x, y)
		}
	})
}
