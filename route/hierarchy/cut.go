package hierarchy

import (
	"cmp"
	"slices"

	"graphbuild/geometry"
)

// part is a network of nodes numbered from 0: the neighbours of v are to[first[v]:first[v+1]].
type part struct {
	first, to []uint32
	position  []geometry.Point
}

func (p *part) of(v uint32) []uint32 { return p.to[p.first[v]:p.first[v+1]] }

// separates is the side of the nodes between the sides 0 and 1.
const separates = 2

// share of the nodes that stand at either end of a direction: neither side of a cut is smaller, what separates counted in.
const share = 0.25

// cutter finds the smallest sets of nodes that separate the ends of a part, in the direction that needs the fewest. It is
// a maximum flow of paths that share no node, found one by one. A state of the search is twice the node, plus 1 where the
// search may leave the node.
type cutter struct {
	part
	sorted     []uint32
	key        []int64
	ends       []uint8  // 1: where paths start, 2: where they end
	prev, next []uint32 // of the path through a node; none: it begins or ends there
	used       []bool   // a path runs through the node
	came       []uint32 // by state: where the search came from, itself at the start; none: it did not come here
	queue      []uint32
	best       []uint8
}

// cut returns the side of each node, valid until the next cut.
func (c *cutter) cut(p part) []uint8 {
	n := len(p.position)
	c.part = p
	c.ends, c.prev, c.next = resize(c.ends, n), resize(c.prev, n), resize(c.next, n)
	c.used, c.came, c.best = resize(c.used, n), resize(c.came, 2*n), resize(c.best, n)
	c.key, c.sorted = resize(c.key, n), resize(c.sorted, n)
	fewest := n + 1
	for direction := range 4 {
		c.line(direction)
		if paths, ok := c.flow(fewest); ok {
			fewest = paths
			c.keep()
		}
	}
	return c.best
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// line sorts the nodes in one of four directions and sets the ends.
func (c *cutter) line(direction int) {
	for v, p := range c.position {
		x, y := int64(p.Lon), int64(p.Lat)
		c.key[v] = [...]int64{x, y, x + y, x - y}[direction]
		c.sorted[v] = uint32(v)
		c.ends[v] = 0
	}
	slices.SortFunc(c.sorted, func(a, b uint32) int { return cmp.Or(cmp.Compare(c.key[a], c.key[b]), cmp.Compare(a, b)) })
	k := max(1, int(share*float64(len(c.sorted))))
	for i := range k {
		c.ends[c.sorted[i]] = 1
		c.ends[c.sorted[len(c.sorted)-1-i]] = 2
	}
}

// flow finds as many paths as there are; false when they are not fewer than the bound.
func (c *cutter) flow(bound int) (int, bool) {
	clear(c.used)
	for paths := 0; paths < bound; paths++ {
		last, ok := c.search()
		if !ok {
			return paths, true
		}
		c.add(last)
	}
	return 0, false
}

// search looks for one more path, and returns the state at its end.
func (c *cutter) search() (uint32, bool) {
	for i := range c.came {
		c.came[i] = none
	}
	c.queue = c.queue[:0]
	k := max(1, int(share*float64(len(c.sorted))))
	for _, v := range c.sorted[:k] {
		c.visit(2*v, 2*v)
	}
	for i := 0; i < len(c.queue); i++ {
		s := c.queue[i]
		v := s / 2
		switch {
		case s%2 == 1 && c.ends[v] == 2:
			return s, true
		case s%2 == 1:
			for _, w := range c.of(v) {
				c.visit(2*w, s)
			}
			if c.used[v] {
				c.visit(2*v, s)
			}
		case !c.used[v]:
			c.visit(s+1, s)
		case c.prev[v] != none:
			c.visit(2*c.prev[v]+1, s)
		}
	}
	return 0, false
}

func (c *cutter) visit(s, from uint32) {
	if c.came[s] == none {
		c.came[s] = from
		c.queue = append(c.queue, s)
	}
}

// add lays the path to a state, taking away the stretches of others that it runs against.
func (c *cutter) add(last uint32) {
	way := c.queue[:0]
	for s := last; ; s = c.came[s] {
		way = append(way, s)
		if c.came[s] == s {
			break
		}
	}
	slices.Reverse(way)
	c.prev[way[0]/2] = none
	for i := 1; i < len(way); i++ {
		a, b := way[i-1], way[i]
		switch v, w := a/2, b/2; {
		case v == w:
			c.used[v] = a%2 == 0
		case a%2 == 1:
			c.next[v], c.prev[w] = w, v
		}
	}
	c.next[last/2] = none
}

// keep remembers the sides after a search that found no path: what it can leave, what it could only enter, the rest.
func (c *cutter) keep() {
	for v := range c.best {
		switch {
		case c.came[2*v+1] != none:
			c.best[v] = 0
		case c.came[2*v] != none:
			c.best[v] = separates
		default:
			c.best[v] = 1
		}
	}
}
