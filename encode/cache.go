package encode

import "sync/atomic"

// BlockCache keeps decoded blocks, by number, for many goroutines without locks. Two goroutines may decode the same block
// at once; both results are good.
type BlockCache[T any] struct {
	slot []atomic.Pointer[cachedBlock[T]]
}

type cachedBlock[T any] struct {
	block int
	value *T
}

// NewBlockCache returns a cache with a number of slots, rounded up to a power of two. A block has one slot that it can be
// in.
func NewBlockCache[T any](slots int) *BlockCache[T] {
	n := 1
	for n < slots {
		n *= 2
	}
	return &BlockCache[T]{slot: make([]atomic.Pointer[cachedBlock[T]], n)}
}

// cached returns a block that the cache holds, or nil.
func (c *BlockCache[T]) cached(block int) *T {
	if e := c.slot[uint(block)&uint(len(c.slot)-1)].Load(); e != nil && e.block == block {
		return e.value
	}
	return nil
}

// Get returns a block from the cache, else what decode returns, and keeps that. The result must not be changed.
func (c *BlockCache[T]) Get(block int, decode func(block int) *T) *T {
	if v := c.cached(block); v != nil {
		return v
	}
	v := decode(block)
	c.slot[uint(block)&uint(len(c.slot)-1)].Store(&cachedBlock[T]{block, v})
	return v
}
