package hierarchy

import (
	"fmt"

	"graphbuild/encode"
)

// Graph is a hierarchy for one set of costs: the arcs that searches climb. It is immutable, and is either in memory or
// read in place from a file. Nodes are called by rank.
type Graph struct {
	n        uint32
	rank     []uint32 // of nodes; in memory only, like what follows
	parent   []uint32
	up, down arcList
	stored   *views
}

// arcList has, for each rank, its arcs to higher ones, or from them.
type arcList struct {
	first []uint32
	arcs  []upArc
}

// upArc is an arc between a rank and a higher one, head.
type upArc struct {
	head, cost uint32
	via        uint32 // see metric
}

// Columns are a hierarchy as it is stored. The rank of each node; for each rank, how many arcs up and down it has and how
// far above it its parent is, 0 for a root; and the arcs as records of the fields head - rank, cost, and via: twice the
// label, or twice how far below the rank the node in between lies, plus 1.
type Columns struct {
	Rank     encode.Col[uint32]
	Degree   encode.Degrees
	Parent   encode.Col[uint32]
	Up, Down encode.Records
}

// views are Columns, set up for searches.
type views struct {
	rank, parent *encode.Col[uint32]
	degree       *encode.DegreesView
	up, down     *encode.RecordsView
	ups, downs   uint32 // numbers of arcs
}

// Columns returns the stored form of a graph in memory.
func (g *Graph) Columns() Columns {
	ups, downs, parents := make([]uint32, g.n), make([]uint32, g.n), make([]uint32, g.n)
	for x := range g.n {
		ups[x], downs[x] = g.up.first[x+1]-g.up.first[x], g.down.first[x+1]-g.down.first[x]
		if p := g.parent[x]; p != none {
			parents[x] = p - x
		}
	}
	c := Columns{Rank: encode.ColOf(g.rank), Parent: encode.ColOf(parents), Up: g.up.records(), Down: g.down.records()}
	c.Degree.SetFrom(ups, downs, make([]bool, g.n))
	return c
}

func (l *arcList) records() encode.Records {
	n := len(l.arcs)
	gap, cost, via := make([]uint32, n), make([]uint32, n), make([]uint32, n)
	for x := range uint32(len(l.first) - 1) {
		for i := l.first[x]; i < l.first[x+1]; i++ {
			a := l.arcs[i]
			gap[i], cost[i], via[i] = a.head-x, a.cost, 2*a.via
			if a.via&shortcut != 0 {
				via[i] = 2*(x-a.via&^shortcut) + 1
			}
		}
	}
	return encode.NewRecords(gap, cost, via)
}

// OpenGraph returns the hierarchy in columns, which it reads in place. It compares their lengths; numbers that make no
// sense give wrong ways and never a panic.
func OpenGraph(c *Columns) (*Graph, error) {
	n := c.Degree.Len()
	if c.Rank.Len() != n || c.Parent.Len() != n {
		return nil, fmt.Errorf("hierarchy: %d ranks, %d degrees and %d parents: expected as many of each", c.Rank.Len(), n, c.Parent.Len())
	}
	g := &Graph{n: uint32(n), stored: &views{rank: &c.Rank, parent: &c.Parent}}
	s := g.stored
	s.ups, s.downs = uint32(c.Up.Len()), uint32(c.Down.Len())
	if n > 0 {
		s.degree, s.up, s.down = c.Degree.View(), c.Up.View(), c.Down.View()
	}
	return g, nil
}

// Expand returns the hierarchy in memory: 16 bytes a node and 12 an arc, for the last bit of speed.
func (g *Graph) Expand() *Graph {
	if g.stored == nil {
		return g
	}
	ranks, ok := g.ranks()
	if !ok {
		return g
	}
	out := &Graph{n: g.n, rank: ranks, parent: make([]uint32, g.n)}
	out.up.first, out.down.first = make([]uint32, g.n+1), make([]uint32, g.n+1)
	for x := range g.n {
		out.parent[x] = g.parentOf(x)
		out.up.arcs = g.appendArcs(out.up.arcs, x, up)
		out.down.arcs = g.appendArcs(out.down.arcs, x, down)
		out.up.first[x+1], out.down.first[x+1] = uint32(len(out.up.arcs)), uint32(len(out.down.arcs))
	}
	return out
}

// appendArcs appends the arcs of a rank in one direction.
func (g *Graph) appendArcs(list []upArc, x uint32, d direction) []upArc {
	first, end := g.arcsOf(x, d)
	for i := first; i < end; i++ {
		if a := g.arcAt(x, i, d); a.head > x && a.head < g.n {
			list = append(list, a)
		}
	}
	return list
}

// NumNodes returns the number of nodes.
func (g *Graph) NumNodes() int { return int(g.n) }

// NumArcs returns the numbers of arcs up and down.
func (g *Graph) NumArcs() (up, down int) {
	if g.stored != nil {
		return int(g.stored.ups), int(g.stored.downs)
	}
	return len(g.up.arcs), len(g.down.arcs)
}

// arcsPerNode is how many arcs a node may have to go by in the mean, those of the network counted as nodes: streets have 1 to 3,
// with the worst order of some thousand of nodes more than this, and of millions more than there is memory for.
const arcsPerNode = 32

// Anew returns the hierarchy of the same nodes in the same order for other arcs. False where a corrupt file has ranks that are none:
// one is given twice, or more arcs arise than by any good order.
func (g *Graph) Anew(arcs []Arc) (*Graph, bool) {
	ranks, ok := g.ranks()
	if !ok {
		return nil, false
	}
	t, ok := topologyWithin(ranks, arcs, arcsPerNode*(len(ranks)+len(arcs)))
	if !ok {
		return nil, false
	}
	return t.Customize(arcs), true
}

// ranks returns the rank of each node: what NewTopology wants. False where a corrupt file gives a rank twice.
func (g *Graph) ranks() ([]uint32, bool) {
	if g.stored == nil {
		return g.rank, true
	}
	ranks := g.stored.rank.Slice()
	seen := make([]bool, g.n)
	for _, r := range ranks {
		if r >= g.n || seen[r] {
			return nil, false
		}
		seen[r] = true
	}
	return ranks, true
}

// RankOf returns the rank of a node, false where there is no such node.
func (g *Graph) RankOf(node uint32) (uint32, bool) {
	if node >= g.n {
		return none, false
	}
	if g.stored == nil {
		return g.rank[node], true
	}
	r := g.stored.rank.At(int(node))
	return r, r < g.n
}

// direction says which arcs of a rank: those up from it, or those down to it.
type direction uint8

const (
	up direction = iota
	down
)

// parentOf returns the parent of a rank, which is higher; none at a root.
func (g *Graph) parentOf(x uint32) uint32 {
	if g.stored == nil {
		return g.parent[x]
	}
	if p := x + g.stored.parent.At(int(x)); p > x && p < g.n {
		return p
	}
	return none
}

// arcsOf returns the range of the arcs of a rank.
func (g *Graph) arcsOf(x uint32, d direction) (first, end uint32) {
	switch {
	case g.stored != nil && d == up:
		first, n := g.stored.degree.Forward(int(x))
		return within(first, n, g.stored.ups)
	case g.stored != nil:
		first, n := g.stored.degree.Backward(int(x))
		return within(first, n, g.stored.downs)
	case d == up:
		return g.up.first[x], g.up.first[x+1]
	}
	return g.down.first[x], g.down.first[x+1]
}

// within returns a range that does not go beyond the arcs, whatever a corrupt file says.
func within(first, n, all uint32) (uint32, uint32) {
	first = min(first, all)
	return first, first + min(n, all-first)
}

// arcAt returns arc i, which is of rank x. Its head is above x but for files that are corrupt, where it may be no rank.
func (g *Graph) arcAt(x, i uint32, d direction) upArc {
	if g.stored == nil {
		if d == up {
			return g.up.arcs[i]
		}
		return g.down.arcs[i]
	}
	gap, cost, via := g.stored.arcs(d).At3(int(i))
	return upArc{x + gap, cost, viaOf(x, via)}
}

// arcs returns the arcs in one direction.
func (s *views) arcs(d direction) *encode.RecordsView {
	if d == up {
		return s.up
	}
	return s.down
}

// viaOf returns the via of an arc of x that is stored like this.
func viaOf(x, stored uint32) uint32 {
	if stored%2 == 1 {
		return shortcut | (x - stored/2)
	}
	return stored / 2
}
