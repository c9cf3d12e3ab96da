package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
)

// Hierarchy is a contraction hierarchy for one mode, made by package route for the costs of its router; see package
// route/hierarchy. Its nodes are the street vertices and then copies of some, in an order that route derives from the
// graph. All columns but Rank and those of copies are by rank. It is empty where the build was not asked for it.
type Hierarchy struct {
	// Costs tells the costs that the arcs have: those of another version of the router have another number.
	Costs encode.Col[uint64] `col:"costs,own"`
	// of each node, in the order in which nodes are taken out; the street vertices are nodes 0, 1, 2 ..., copies of some follow
	Rank   encode.Col[uint32] `col:"rank,hot"`
	Degree encode.Degrees     `col:"degree,hot"`            // by rank: arcs of up and of down; flag: not used
	Parent encode.Col[uint32] `col:"parent,unit=ranks,hot"` // how far above; 0 none
	// Up are arcs to higher ranks: how far above, the cost, and twice the edge, or twice how far below the rank in between lies
	// plus 1.
	Up   encode.Records `col:"up,unit=ranks; ms; via,hot,own"`
	Down encode.Records `col:"down,unit=ranks; ms; via,hot,own"` // likewise arcs from higher ranks
	// the vertex each copy stands for, ascending; older files have no rows, and the router then scans the graph
	CopyVertex encode.Col[VertexID] `col:"copy_vertex,hot,own"`
	CopyEdge   encode.Col[uint32]   `col:"copy_edge,hot,own"` // the edge by which one comes
	// inside a via: the number, from 1, of the From and Via edges travelled so far, among all that begin restrictions of the mode without
	// a condition, in their order; else 0
	CopyRun    encode.Col[uint32] `col:"copy_run,hot,own"`
	CopyNumber encode.Col[uint32] `col:"copy_number,hot,own"` // the number of its node, less that of vertices
}

// Hierarchy returns the contraction hierarchy for Walk, Bike or Car, nil where the file has none.
func (g *Graph) Hierarchy(m facts.Mode) *Hierarchy {
	g.mustBeOpen()
	if m > facts.Car || g.tables.Hierarchies[m].Rank.Len() == 0 {
		return nil
	}
	return &g.tables.Hierarchies[m]
}

// checkHierarchies checks that each hierarchy ranks every node once, and that arcs lead up to ranks and stand for edges, or
// for two other arcs.
func checkHierarchies(c *checker) {
	for m := range c.g.tables.Hierarchies {
		t := &c.g.tables.Hierarchies[m]
		c.table = facts.Mode(m).String() + "_hierarchy"
		n := t.Rank.Len()
		if n == 0 {
			continue
		}
		seen := make([]bool, n)
		for i := range n {
			if r := t.Rank.At(i); c.below(i, "rank", int(r), n) && seen[r] {
				c.problem(i, "rank %d is given twice", r)
			} else if int(r) < n {
				seen[r] = true
			}
			c.below(i, "parent", i+int(t.Parent.At(i)), n)
		}
		c.checkCopies(facts.Mode(m))
		for x := range n {
			firstUp, ups, firstDown, downs := t.Degree.At(x)
			c.checkArcs(t, arcRange{arcs: &t.Up, up: true, rank: x, first: int(firstUp), n: int(ups)})
			c.checkArcs(t, arcRange{arcs: &t.Down, rank: x, first: int(firstDown), n: int(downs)})
		}
	}
}

// checkCopies checks that each node that is no vertex is named once, with a vertex, an edge and a run that no other has.
func (c *checker) checkCopies(m facts.Mode) {
	t := &c.g.tables.Hierarchies[m]
	n := t.Rank.Len() - c.g.NumStreetVertices()
	if rows := t.CopyVertex.Len(); rows == 0 {
		return // of a file made before
	} else if rows != n || t.CopyEdge.Len() != n || t.CopyRun.Len() != n || t.CopyNumber.Len() != n {
		c.problem(0, "%d, %d, %d and %d rows tell copies, expected %d", rows, t.CopyEdge.Len(), t.CopyRun.Len(), t.CopyNumber.Len(), n)
		return
	}
	seen := make([]bool, n)
	for i := range n {
		if i > 0 && t.CopyVertex.At(i) < t.CopyVertex.At(i-1) {
			c.problem(i, "the vertex of a copy is lower than the one before")
		}
		if k := t.CopyNumber.At(i); c.below(i, "copy", int(k), n) && seen[k] {
			c.problem(i, "copy %d is named twice", k)
		} else if int(k) < n {
			seen[k] = true
		}
	}
	c.checkCopyStates(t, c.g.runsInVias(m))
}

// checkCopyStates checks that each copy is of the vertex where its edge ends, and that its run, one of the given ones by number,
// ends with that edge.
func (c *checker) checkCopyStates(t *Hierarchy, runs map[uint32]EdgeID) {
	type state struct {
		edge EdgeID
		run  uint32
	}
	seen := map[state]bool{}
	for i := range t.CopyVertex.Len() {
		v, x := t.CopyVertex.At(i), state{EdgeID(t.CopyEdge.At(i)), t.CopyRun.At(i)}
		inside := c.below(i, "vertex of a copy", int(v), c.g.NumStreetVertices())
		if !c.below(i, "edge of a copy", int(x.edge), c.g.NumStreetEdges()) {
			continue
		}
		if head := c.g.Edge(x.edge).To().ID(); inside && head != v {
			c.problem(i, "a copy of vertex %d is for edge %d, which ends at %d", v, x.edge, head)
		}
		if last, ok := runs[x.run]; x.run != 0 && (!ok || last != x.edge) {
			c.problem(i, "run %d of a copy does not end with its edge %d", x.run, x.edge)
		}
		if seen[x] {
			c.problem(i, "edge %d with run %d has two copies", x.edge, x.run)
		}
		seen[x] = true
	}
}

// runsInVias returns the last edge of each run of From and Via edges that ends inside a via, by number; see Hierarchy.CopyRun.
func (g *Graph) runsInVias(m facts.Mode) map[uint32]EdgeID {
	type step struct {
		before uint32 // the run without its last edge; 0: none
		last   EdgeID
	}
	numbers, inVia := map[step]uint32{}, map[uint32]EdgeID{}
	for _, r := range g.Restrictions() {
		if !r.Modes.Has(m) || !r.HoldsWithoutTime() {
			continue
		}
		at := uint32(0)
		for i := -1; i < len(r.Via); i++ {
			x := step{at, r.From}
			if i >= 0 {
				x.last = r.Via[i]
			}
			if at = numbers[x]; at != 0 {
				continue
			}
			at = uint32(len(numbers)) + 1
			numbers[x] = at
			if i >= 0 {
				inVia[at] = x.last
			}
		}
	}
	return inVia
}

// arcRange are the arcs of a rank in one direction.
type arcRange struct {
	arcs           *encode.Records
	up             bool
	rank, first, n int
}

func (c *checker) checkArcs(t *Hierarchy, r arcRange) {
	for i := r.first; i < r.first+r.n; i++ {
		if !c.below(r.rank, "arc", i, r.arcs.Len()) {
			return
		}
		gap, cost, via := r.arcs.At3(i)
		inside := c.below(r.rank, "head", r.rank+int(gap), t.Rank.Len())
		if via%2 == 0 {
			c.below(r.rank, "edge", int(via/2), c.g.NumStreetEdges())
		} else if via/2 == 0 || int(via/2) > r.rank {
			c.problem(r.rank, "arc %d goes by a rank %d lower", i, via/2)
		} else if inside {
			c.checkCost(t, r, i, uint64(cost))
		}
	}
}

// checkCost checks that an arc that stands for two others, down to a rank in between and up from it, costs as much as these.
func (c *checker) checkCost(t *Hierarchy, r arcRange, i int, cost uint64) {
	gap, _, via := r.arcs.At3(i)
	from, to := via/2, via/2+gap // above the rank in between
	if !r.up {
		from, to = to, from
	}
	firstUp, ups, firstDown, downs := t.Degree.At(r.rank - int(via/2))
	down, ok1 := costTo(&t.Down, int(firstDown), int(downs), from)
	up, ok2 := costTo(&t.Up, int(firstUp), int(ups), to)
	if !ok1 || !ok2 {
		c.problem(r.rank, "arc %d goes by a rank %d lower that does not join its ends", i, via/2)
	} else if cost != down+up {
		c.problem(r.rank, "arc %d costs %d ms, the two that it stands for %d", i, cost, down+up)
	}
}

// costTo returns the cost of the arc to, or from, a rank so far above among the n arcs of a rank from the first on; false where
// there is none.
func costTo(arcs *encode.Records, first, n int, gap uint32) (ms uint64, ok bool) {
	for i := first; i < min(first+n, arcs.Len()); i++ {
		if g, cost, _ := arcs.At3(i); g == gap {
			return uint64(cost), true
		}
	}
	return 0, false
}
