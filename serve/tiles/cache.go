package tiles

import (
	"container/list"
	"context"
	"sync"

	"github.com/paulmach/orb/maptile"
)

// Tiles up to cachedZoom are kept once they are made, as they read much of the graph; at most so many bytes of them.
const (
	cachedZoom  = 11
	cachedBytes = 8 << 20
)

// cache keeps the far tiles that were last asked for. It may be used by many goroutines.
type cache struct {
	source *Source

	mu    sync.Mutex // guards the rest
	bytes int
	order *list.List // of *kept, that which was used last in front
	tiles map[maptile.Tile]*list.Element
}

// kept is a tile that is done.
type kept struct {
	tile maptile.Tile
	data []byte
}

func newCache(s *Source) *cache {
	return &cache{source: s, order: list.New(), tiles: map[maptile.Tile]*list.Element{}}
}

// tile returns a tile, which must not be changed.
func (c *cache) tile(ctx context.Context, t maptile.Tile) ([]byte, error) {
	if t.Z > cachedZoom {
		return c.source.Tile(ctx, t)
	}
	if data, ok := c.get(t); ok {
		return data, nil
	}
	data, err := c.source.Tile(ctx, t)
	if err == nil {
		c.put(t, data)
	}
	return data, err
}

func (c *cache) get(t maptile.Tile) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.tiles[t]
	if e == nil {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*kept).data, true
}

// put keeps a tile and forgets those that were used longest ago. An entry counts 100 bytes more than its data.
func (c *cache) put(t maptile.Tile, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tiles[t] != nil || len(data) > cachedBytes/4 {
		return
	}
	c.tiles[t] = c.order.PushFront(&kept{t, data})
	c.bytes += len(data) + 100
	for c.bytes > cachedBytes {
		last := c.order.Remove(c.order.Back()).(*kept)
		delete(c.tiles, last.tile)
		c.bytes -= len(last.data) + 100
	}
}
