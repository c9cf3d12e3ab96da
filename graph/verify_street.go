package graph

import (
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// checkDegrees checks that the pairs of all vertices follow each other and are all pairs.
func checkDegrees(c *checker) {
	s := &c.g.street
	var start, back uint32
	for v := range VertexID(s.vertices) {
		first, end := s.starting(v)
		if first != start {
			c.problem(int(v), "pairs start at %d, want %d", first, start)
		}
		start = end
		first, end = s.ending(v)
		if first != back {
			c.problem(int(v), "references start at %d, want %d", first, back)
		}
		back = end
	}
	if int(start) != s.pairs || int(back) != s.pairs {
		c.problem(s.vertices, "%d pairs and %d references, want %d", start, back, s.pairs)
	}
}

func checkPoints(c *checker) {
	for v := range VertexID(c.g.street.vertices) {
		if p := c.g.street.point(v); !p.Valid() {
			c.problem(int(v), "position %v is not on earth", p)
		}
	}
}

// checkNodes checks that no two vertices stand for one OSM node.
func checkNodes(c *checker) {
	ids := slices.Clone(c.g.nodeColumn().Slice())
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] && ids[i] != NoNode {
			c.problem(i, "node %d stands for two vertices", ids[i])
		}
	}
}

func checkAccess(c *checker) {
	a := &c.g.tables.Access
	for i := range a.Vertex.Len() {
		v := a.Vertex.At(i)
		if i > 0 && v <= a.Vertex.At(i-1) {
			c.problem(i, "vertex %d after %d", v, a.Vertex.At(i-1))
		}
		if c.below(i, "vertex", int(v), c.g.street.vertices) && !c.g.street.special(v) {
			c.problem(i, "vertex %d is not marked special", v)
		}
		if VertexTypeName(a.Type.At(i)) == "" {
			c.problem(i, "type %d is not registered", a.Type.At(i))
		}
		c.modes(i, a.Pass.At(i))
	}
}

// modes checks that a set of modes has no other than those that there are.
func (c *checker) modes(row int, s facts.Modes) {
	if others := s &^ facts.AllModes; others != 0 {
		c.problem(row, "modes %#b, which are none, in %#b", others, s)
	}
}

func checkFacts(c *checker) {
	for i := range c.g.NumFacts() {
		for _, s := range c.g.FactsAt(FactsID(i)).Modes {
			c.modes(i, s)
		}
	}
}

// checkPairs checks the ends and facts of pairs, and their order.
func checkPairs(c *checker) {
	s := &c.g.street
	for v := range VertexID(s.vertices) {
		first, end := s.starting(v)
		last := v
		for p := first; p < end; p++ {
			to, f, _ := s.pairAt(PairID(p), v)
			c.below(int(p), "end", int(to), s.vertices)
			c.below(int(p), "facts", int(f), c.g.NumFacts())
			if to < last {
				c.problem(int(p), "ends at %d, the pair before at %d", to, last)
			}
			last = to
		}
	}
}

// checkBack checks that adjacency is symmetric: every pair has one reference, at the vertex where it ends.
func checkBack(c *checker) {
	s := &c.g.street
	seen := make([]bool, s.pairs)
	for v := range VertexID(s.vertices) {
		first, end := s.ending(v)
		for i := first; i < end; i++ {
			p, from := s.refAt(i, v)
			if int(p) >= s.pairs || int(from) >= s.vertices {
				c.problem(int(i), "reference of vertex %d to pair %d of vertex %d", v, p, from)
				continue
			}
			start, stop := s.starting(from)
			if to, _, _ := s.pairAt(p, from); to != v || uint32(p) < start || uint32(p) >= stop || seen[p] {
				c.problem(int(i), "reference of vertex %d to pair %d from %d to %d", v, p, from, to)
			}
			seen[p] = true
		}
	}
}

func checkWays(c *checker) {
	ways := c.g.tables.Ways.Name.Len()
	for p, w := range c.g.wayColumn().Slice() {
		c.belowOr(p, "way", uint32(w), ways)
	}
}

func checkDurations(c *checker) {
	pair, seconds := c.g.durations()
	if pair.Len() != seconds.Len() {
		c.problem(0, "%d pairs with %d durations", pair.Len(), seconds.Len())
	}
	for i := range pair.Len() {
		c.below(i, "pair with duration", int(pair.At(i)), c.g.street.pairs)
		if i > 0 && pair.At(i) <= pair.At(i-1) {
			c.problem(i, "pair %d after %d", pair.At(i), pair.At(i-1))
		}
	}
}

// checkLengths checks that the length of each pair is that of its line, which snapping relies on; that of a line beyond once round the
// Earth is this. Tables in memory may have any.
func checkLengths(c *checker) {
	s := &c.g.street
	if s.stored == nil {
		return
	}
	const aroundDM = 2 * math.Pi * geometry.EarthRadiusM * 10
	for leaf := range leavesOf(s.pairs) {
		x := c.g.pairsAt(leaf)
		for p := int(x.next); p < min((leaf+1)*pairsPerLeaf, s.pairs); p++ {
			dm := min(geometry.Length(x.read())*10, aroundDM)
			if math.Abs(dm-float64(x.lengthDM)) > 1 {
				c.problem(p, "%d dm, its line is %.1f dm long", x.lengthDM, dm)
			}
		}
	}
}

// checkIndex checks that the leaves of the spatial index hold the geometry of their pairs, which is on earth.
func checkIndex(c *checker) {
	boxes := c.g.leafBoxes()
	for i, b := range boxes {
		const half, quarter = 180e7, 90e7
		if b.S < -quarter || b.N > quarter || b.W < -half || b.E > half {
			c.problem(i, "geometry of pairs from %d on is not on earth", i*pairsPerLeaf)
		}
	}
	if len(boxes) == 0 {
		return
	}
	if err := c.g.index.open(c.g).Check(func(leaf int) geometry.Box { return boxes[leaf] }); err != nil {
		c.problem(0, "%v", err)
	}
}

// checkRestrictions checks that the edges of turn restrictions touch and that searches find them.
func checkRestrictions(c *checker) {
	var last EdgeID
	for i := range c.g.NumRestrictions() {
		r := c.g.Restriction(RestrictionID(i))
		if r.From < last {
			c.problem(i, "from edge %d after %d", r.From, last)
		}
		last = r.From
		c.modes(i, r.Modes)
		c.checkChain(i, append(append([]EdgeID{r.From}, r.Via...), r.To))
	}
}

// checkChain checks that edges follow each other, over special vertices.
func (c *checker) checkChain(row int, edges []EdgeID) {
	for k, e := range edges {
		if !c.below(row, "edge", int(e), c.g.NumStreetEdges()) || k == 0 {
			continue
		}
		if int(edges[k-1]) >= c.g.NumStreetEdges() {
			continue
		}
		at, next := c.g.Edge(edges[k-1]).To(), c.g.Edge(e).From()
		if at != next {
			c.problem(row, "edge %d ends at vertex %d, edge %d begins at %d", edges[k-1], at.ID(), e, next.ID())
		} else if !c.g.IsSpecial(at.ID()) {
			c.problem(row, "vertex %d is not marked special", at.ID())
		}
	}
}

func checkConditions(c *checker) {
	t := &c.g.tables.Conditions
	for i := range t.Way.Len() {
		c.below(i, "way", int(t.Way.At(i)), c.g.tables.Ways.Name.Len())
		c.below(i, "mode", int(t.Mode.At(i)), int(facts.NumModes))
		if i > 0 && t.Way.At(i) < t.Way.At(i-1) {
			c.problem(i, "way %d after %d", t.Way.At(i), t.Way.At(i-1))
		}
	}
}

// checkComponents checks that components are numbered without gaps, by falling size.
func checkComponents(c *checker) {
	for m := range facts.Car + 1 {
		var size []int
		for v := range VertexID(c.g.street.vertices) {
			id := c.g.component(v, m)
			if id == NoComponent || !c.below(int(v), "component", int(id), c.g.street.vertices) {
				continue
			}
			for len(size) <= int(id) {
				size = append(size, 0)
			}
			size[id]++
		}
		for i, n := range size {
			if n == 0 || i > 0 && n > size[i-1] {
				c.problem(i, "component of %s has %d vertices", ModeName(m), n)
			}
		}
	}
}
