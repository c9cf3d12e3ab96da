package build

import (
	"cmp"
	"context"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"graphbuild/facts"
	"graphbuild/graph"
)

// fillComponents numbers, for each routed mode, the strongly connected components of the street vertices by falling size.
// Closed directions are obeyed, and vertices that the mode may not pass; turn restrictions are not. Such a vertex belongs
// to the largest component beside it.
//
// Memory: 28 bytes a vertex and 8 a one-way edge, for each mode that is worked on.
func (r *run) fillComponents(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(r.workers)
	islands := make([][]island, len(r.tables.Components.Of))
	for mode := range r.tables.Components.Of {
		group.Go(func() error {
			of := components(&r.tables, facts.Mode(mode))
			r.tables.Components.Of[mode], islands[mode] = of, islandsOf(&r.tables, facts.Mode(mode), of)
			return context.Cause(ctx)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	r.reportIslands(islands)
	return nil
}

// connector finds the components of one mode. Streets open both ways join their ends at once (a union of sets); only the
// one-way edges between such sets need a search for cycles, and they are few.
type connector struct {
	tables  *graph.Tables
	mode    facts.Mode
	blocked []bool // vertices that the mode may not pass; nil if there are none
	sets    sets
	touched []bool // vertices with an edge of the mode
	through bool   // count only edges that are not limited to those who have business there
}

func components(t *graph.Tables, mode facts.Mode) []uint32 {
	n := len(t.Vertices.Point)
	c := connector{tables: t, mode: mode, sets: newSets(n), touched: make([]bool, n), blocked: blockedVertices(t, mode)}
	from, to := c.joinTwoWay()
	c.joinCycles(from, to)
	return c.number()
}

func blockedVertices(t *graph.Tables, mode facts.Mode) []bool {
	var blocked []bool
	for i := range t.Access.Vertex.Len() {
		if t.Access.Pass.At(i).Has(mode) {
			continue
		}
		if blocked == nil {
			blocked = make([]bool, len(t.Vertices.Point))
		}
		blocked[t.Access.Vertex.At(i)] = true
	}
	return blocked
}

func (c *connector) isBlocked(v graph.VertexID) bool { return c.blocked != nil && c.blocked[v] }

func (c *connector) isOpen(f *facts.Edge, d facts.Direction) bool {
	return f.Modes[d].Has(c.mode) && !(c.through && f.Limited[d][c.mode] != facts.Unlimited)
}

// joinTwoWay joins the ends of streets open both ways and returns the one-way edges.
func (c *connector) joinTwoWay() (from, to []uint32) {
	p := &c.tables.Pairs
	for pair := range p.From {
		a, b := p.From[pair], p.To[pair]
		f := &c.tables.Facts[p.Facts[pair]]
		forward, backward := c.isOpen(f, facts.Forward), c.isOpen(f, facts.Backward)
		if !forward && !backward {
			continue
		}
		c.touched[a], c.touched[b] = true, true
		switch {
		case c.isBlocked(a) || c.isBlocked(b):
		case forward && backward:
			c.sets.join(uint32(a), uint32(b))
		case forward:
			from, to = append(from, uint32(a)), append(to, uint32(b))
		default:
			from, to = append(from, uint32(b)), append(to, uint32(a))
		}
	}
	return from, to
}

// joinCycles joins the sets that one-way edges lead round in.
func (c *connector) joinCycles(from, to []uint32) {
	g := c.contract(from, to)
	for v := range g.set {
		if g.index[v] == 0 {
			g.visit(uint32(v), func(a, b uint32) { c.sets.join(g.set[a], g.set[b]) })
		}
	}
}

// contract makes a graph of the sets that one-way edges touch.
func (c *connector) contract(from, to []uint32) *oneWays {
	g := &oneWays{}
	for _, ends := range [][]uint32{from, to} {
		for i, v := range ends {
			ends[i] = c.sets.find(v)
		}
		g.set = append(g.set, ends...)
	}
	slices.Sort(g.set)
	g.set = slices.Compact(g.set)
	g.start = make([]uint32, len(g.set)+1)
	g.index, g.low = make([]uint32, len(g.set)), make([]uint32, len(g.set))
	row := func(set uint32) uint32 {
		i, _ := slices.BinarySearch(g.set, set)
		return uint32(i)
	}
	for i := range from {
		from[i], to[i] = row(from[i]), row(to[i])
		g.start[from[i]+1]++
	}
	for i := range g.set {
		g.start[i+1] += g.start[i]
	}
	g.to = make([]uint32, len(to))
	next := slices.Clone(g.start)
	for i, f := range from {
		g.to[next[f]] = to[i]
		next[f]++
	}
	return g
}

// oneWays is a directed graph whose vertices are sets, with the state of Tarjan's algorithm: R. Tarjan, Depth-first search
// and linear graph algorithms, 1972. It has a stack of its own, as a street can be a million edges long.
type oneWays struct {
	set       []uint32 // a vertex of each set
	start, to []uint32 // edges out of i: to[start[i]:start[i+1]]
	index     []uint32 // order of discovery from 1; 0 is not yet
	low       []uint32 // smallest index within reach; done once the component is complete
	stack     []uint32
	calls     []frame
	last      uint32
}

const done = math.MaxUint32

// frame is a vertex that is being visited and its next edge.
type frame struct{ v, next uint32 }

// visit finds the components within reach of v and calls join for the members of each.
func (g *oneWays) visit(v uint32, join func(a, b uint32)) {
	g.enter(v)
	for len(g.calls) > 0 {
		top := &g.calls[len(g.calls)-1]
		if top.next < g.start[top.v+1] {
			to := g.to[top.next]
			top.next++
			if g.index[to] == 0 {
				g.enter(to)
			} else if g.low[to] != done {
				g.low[top.v] = min(g.low[top.v], g.index[to])
			}
			continue
		}
		g.leave(top.v, join)
	}
}

func (g *oneWays) enter(v uint32) {
	g.last++
	g.index[v], g.low[v] = g.last, g.last
	g.stack = append(g.stack, v)
	g.calls = append(g.calls, frame{v, g.start[v]})
}

func (g *oneWays) leave(v uint32, join func(a, b uint32)) {
	low := g.low[v]
	if low == g.index[v] {
		for {
			w := g.stack[len(g.stack)-1]
			g.stack = g.stack[:len(g.stack)-1]
			g.low[w] = done
			if w == v {
				break
			}
			join(v, w)
		}
	}
	g.calls = g.calls[:len(g.calls)-1]
	if n := len(g.calls); n > 0 {
		parent := g.calls[n-1].v
		g.low[parent] = min(g.low[parent], low)
	}
}

// number gives the sets numbers by falling size, ties by their first vertex.
func (c *connector) number() []uint32 {
	c.adoptBlocked()
	size := make([]uint32, len(c.touched))
	var roots []uint32 // by first vertex
	of := make([]uint32, len(c.touched))
	for v, touched := range c.touched {
		if !touched {
			of[v] = graph.NoComponent
			continue
		}
		of[v] = c.sets.find(uint32(v))
		if size[of[v]] == 0 {
			roots = append(roots, of[v])
		}
		size[of[v]]++
	}
	slices.SortStableFunc(roots, func(a, b uint32) int { return cmp.Compare(size[b], size[a]) })
	for i, root := range roots {
		size[root] = uint32(i)
	}
	for v := range of {
		if of[v] != graph.NoComponent {
			of[v] = size[of[v]]
		}
	}
	return of
}

// adoptBlocked puts each vertex that the mode may not pass into the largest set beside it.
func (c *connector) adoptBlocked() {
	if c.blocked == nil {
		return
	}
	p := &c.tables.Pairs
	best := map[uint32]uint32{}
	for pair := range p.From {
		modes := c.tables.Facts[p.Facts[pair]].Modes
		if !(modes[0] | modes[1]).Has(c.mode) {
			continue
		}
		a, b := p.From[pair], p.To[pair]
		if c.isBlocked(b) {
			a, b = b, a
		}
		if !c.isBlocked(a) || c.isBlocked(b) {
			continue
		}
		root := c.sets.find(uint32(b))
		if old, ok := best[uint32(a)]; !ok || c.sets.size(root) > c.sets.size(old) {
			best[uint32(a)] = root
		}
	}
	for v := range c.blocked {
		if root, ok := best[uint32(v)]; ok {
			c.sets.join(uint32(v), root)
		}
	}
}

// sets are disjoint sets of vertices, joined by size. A negative number is a root and minus its size, another a parent.
type sets struct{ parent []int32 }

func newSets(n int) sets {
	s := sets{make([]int32, n)}
	for i := range s.parent {
		s.parent[i] = -1
	}
	return s
}

func (s *sets) find(v uint32) uint32 {
	for s.parent[v] >= 0 {
		up := uint32(s.parent[v])
		if s.parent[up] >= 0 {
			s.parent[v] = s.parent[up] // halves the path
		}
		v = up
	}
	return v
}

func (s *sets) size(root uint32) int32 { return -s.parent[root] }

func (s *sets) join(a, b uint32) {
	a, b = s.find(a), s.find(b)
	if a == b {
		return
	}
	if s.parent[a] > s.parent[b] {
		a, b = b, a
	}
	s.parent[a] += s.parent[b]
	s.parent[b] = int32(a)
}

// FillComponents numbers the components of the street vertices of tables that were changed, in the way of a build.
func FillComponents(t *graph.Tables) {
	for mode := range t.Components.Of {
		t.Components.Of[mode] = components(t, facts.Mode(mode))
	}
}
