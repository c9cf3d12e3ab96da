package route

import (
	"math/bits"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route/hierarchy"
)

// core is the network that the hierarchy of a mode is made of: the street vertices, joined by the edges without limited
// access. A vertex does not know by which edge one came. Where the rules for turns ask for that, at turn restrictions and
// barriers, it has copies, one for each state of these rules. So the core keeps all rules but two: it turns back
// where it has no copies, and it has no limited edges. See hierarchy_query.go for how answers become exact.
//
// Turning back helps only to get round a turn restriction, by going past it, back, and on from the other side. So there are
// copies along the edges that lead away from each turn restriction too, that many that going round a block is mostly quicker
// than turning where they end.
type core struct {
	network
	copies []entry          // node NumStreetVertices+i is copies[i]
	heads  []graph.VertexID // where the edges of copies end
	number map[entry]uint32 // node of each copy
	away   bitSet           // edges that lead away from a turn restriction
}

// network is the streets of a mode with the rules for turns.
type network struct {
	g *graph.Graph
	m *modeData
}

// awayEdges is how many edges in a row that lead away from a turn restriction have copies. With none, one pair of places in
// a hundred has a way that turns back, for cars on Delaware, with 5 one in a thousand; they make the hierarchy a fifth larger.
const awayEdges = 5

// entry is a state of the rules for turns at the end of an edge.
type entry struct {
	edge graph.EdgeID
	node turnID
}

// newCore finds the copies: some kilobytes for each restriction, 100 bytes for each edge into a barrier.
func newCore(g *graph.Graph, m *modeData) *core {
	c := &core{network: network{g, m}, number: map[entry]uint32{}}
	c.findAway()
	var arcs []graph.Arc
	for v := range graph.VertexID(g.NumStreetVertices()) {
		if !g.IsSpecial(v) {
			continue
		}
		arcs = g.AppendArcsIn(arcs[:0], v)
		for _, a := range arcs {
			if m.paceOf(a) != 0 {
				c.nodeOf(v, entry{a.Edge, m.turns.first.at(a.Edge)})
			}
		}
	}
	for w, word := range c.away {
		for ; word != 0; word &= word - 1 {
			e := graph.EdgeID(64*w + bits.TrailingZeros64(word))
			c.nodeOf(g.Edge(e).To().ID(), entry{e, m.turns.first.at(e)})
		}
	}
	for i := 0; i < len(c.copies); i++ { // grows on the way
		arcs = c.follow(arcs[:0], c.heads[i], c.copies[i])
		for _, a := range arcs {
			c.nodeOf(a.To, c.after(c.copies[i], a.Edge))
		}
	}
	return c
}

// findAway finds the edges that lead away from turn restrictions.
func (c *core) findAway() {
	c.away = newBitSet(c.g.NumStreetEdges())
	var arcs, last, next []graph.Arc
	leave := func(v graph.VertexID) {
		arcs = c.g.AppendArcs(arcs[:0], v)
		for _, a := range arcs {
			if p := c.m.paceOf(a); p == 0 || p&limited != 0 || c.leadsAway(a.Edge) || len(last) > 0 && c.leadsAway(a.Edge^1) {
				continue
			}
			c.away.add(uint32(a.Edge))
			next = append(next, a)
		}
	}
	for i := range c.m.turns.nodes {
		if c.m.turns.rules(turnID(i)) {
			leave(c.g.Edge(c.m.turns.nodes[i].edge).To().ID())
		}
	}
	for n := 1; n < awayEdges; n++ {
		last, next = next, last[:0]
		for _, a := range last {
			leave(a.To)
		}
	}
}

func (c *core) leadsAway(e graph.EdgeID) bool { return c.away.has(uint32(e)) }

// after returns the state of the rules after one more edge.
func (c network) after(x entry, e graph.EdgeID) entry { return entry{e, c.m.turns.next(x.node, e)} }

// blocked reports whether the mode may not pass a vertex.
func (c network) blocked(v graph.VertexID) bool {
	return !c.m.mayPass(c.g, v)
}

// isPlain reports whether a state at a vertex is that of the vertex itself.
func (c *core) isPlain(v graph.VertexID, x entry) bool {
	return x.node == 0 && !c.leadsAway(x.edge) && !c.blocked(v)
}

// nodeOf returns the node for a state at the vertex where its edge ends.
func (c *core) nodeOf(v graph.VertexID, x entry) uint32 {
	if c.isPlain(v, x) {
		return uint32(v)
	}
	n, ok := c.number[x]
	if !ok {
		n = uint32(c.g.NumStreetVertices() + len(c.copies))
		c.number[x] = n
		c.copies, c.heads = append(c.copies, x), append(c.heads, v)
	}
	return n
}

// numNodes returns the number of nodes.
func (c *core) numNodes() int { return c.g.NumStreetVertices() + len(c.copies) }

// follow appends the edges out of v that the rules let follow a state there, limited ones too.
func (c network) follow(buf []graph.Arc, v graph.VertexID, x entry) []graph.Arc {
	n := len(buf)
	buf = c.g.AppendArcs(buf, v)
	deadEnd, open := true, buf[n:n]
	for _, a := range buf[n:] {
		if c.m.paceOf(a) != 0 {
			open = append(open, a)
			deadEnd = deadEnd && a.Edge == x.edge^1
		}
	}
	blocked := c.blocked(v)
	allowed := buf[n:n]
	for _, a := range open {
		if back := a.Edge == x.edge^1; back != blocked && (blocked || !deadEnd) || !c.m.turns.allows(x.node, a.Edge) {
			continue
		}
		allowed = append(allowed, a)
	}
	return buf[:n+len(allowed)]
}

// arcs returns the network.
func (c *core) arcs() []hierarchy.Arc {
	var list []hierarchy.Arc
	var out []graph.Arc
	add := func(tail uint32, v graph.VertexID, x entry) {
		for _, a := range out {
			p := c.m.paceOf(a)
			if p == 0 || p&limited != 0 {
				continue
			}
			list = append(list, hierarchy.Arc{
				Tail: tail, Head: c.nodeOf(a.To, c.after(x, a.Edge)), Label: uint32(a.Edge),
				Cost: uint32(min(c.m.rides[v]+c.m.ms(c.g, a, p), hierarchy.Inf)),
			})
		}
	}
	for v := range graph.VertexID(c.g.NumStreetVertices()) {
		if !c.blocked(v) {
			out = c.g.AppendArcs(out[:0], v)
			add(uint32(v), v, entry{})
		}
	}
	for i, x := range c.copies {
		out = c.follow(out[:0], c.heads[i], x)
		add(uint32(c.g.NumStreetVertices()+i), c.heads[i], x)
	}
	return list
}

// NewHierarchy makes the contraction hierarchy of a graph for the costs of the router for a mode: Walk, Bike or Car. It is
// what build --ch stores. It takes about 400 bytes a street vertex for the time being.
func NewHierarchy(g *graph.Graph, m facts.Mode) *graph.Hierarchy {
	d := NewRouter(g).mode(m)
	c := newCore(g, d)
	arcs := c.arcs()
	h := c.stored(hierarchy.NewTopology(hierarchy.Order(c.positions(), arcs), arcs).Customize(arcs))
	h.Costs.Append(d.costs(g))
	return h
}

// stored returns a hierarchy of the core as it is stored, but for the number of its costs.
func (c *core) stored(made *hierarchy.Graph) *graph.Hierarchy {
	columns := made.Columns()
	h := &graph.Hierarchy{Rank: columns.Rank, Degree: columns.Degree, Parent: columns.Parent, Up: columns.Up, Down: columns.Down}
	c.columns(h)
	return h
}

// columnsOf returns the columns that searches climb.
func columnsOf(h *graph.Hierarchy) *hierarchy.Columns {
	return &hierarchy.Columns{Rank: h.Rank, Degree: h.Degree, Parent: h.Parent, Up: h.Up, Down: h.Down}
}

// positions returns where the nodes lie.
func (c *core) positions() []geometry.Point {
	list := make([]geometry.Point, 0, c.numNodes())
	for v := range graph.VertexID(c.g.NumStreetVertices()) {
		list = append(list, c.g.PointOf(v))
	}
	for _, v := range c.heads {
		list = append(list, c.g.PointOf(v))
	}
	return list
}

// costs returns a number for the costs of a mode: another one, but for chance, where a pace is another. It does not depend
// on the order of the facts, nor on those that no edge has.
func (d *modeData) costs(g *graph.Graph) uint64 {
	used := map[facts.Edge]graph.FactsID{}
	for p := range graph.PairID(g.NumPairs()) {
		if f, ok := g.Edge(p.Edge(facts.Forward)).FactsID(); ok {
			used[*g.FactsAt(f)] = f
		}
	}
	return d.sumOf(used)
}

// hasCosts reports whether the number is that of costs, which takes a look at all edges only where some facts are those of none.
func (d *modeData) hasCosts(g *graph.Graph, number uint64) bool {
	all := map[facts.Edge]graph.FactsID{}
	for f := range graph.FactsID(g.NumFacts()) {
		all[*g.FactsAt(f)] = f
	}
	return d.sumOf(all) == number || d.costs(g) == number
}

func (d *modeData) sumOf(used map[facts.Edge]graph.FactsID) uint64 {
	sum := uint64(0)
	for _, f := range used {
		h := uint64(d.paceOf(graph.Arc{Facts: f}))<<32 | uint64(d.paceOf(graph.Arc{Edge: 1, Facts: f}))
		h = (h ^ h>>31) * 0x9e3779b97f4a7c15
		sum += (h ^ h>>29) * 0xbf58476d1ce4e5b9
	}
	return sum
}
