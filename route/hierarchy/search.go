package hierarchy

// Search finds shortest paths, one after another. It keeps its memory: 20 bytes a node.
type Search struct {
	g     *Graph
	sides [2]climb
	Cost  uint32 // of the path found last
	top   uint32 // where its halves meet
	todo  []piece
	steps int // that unpacking may still take
	table table
	ahead ahead
}

// Seed is a node where a search may start, or end, and what it costs to be there.
type Seed struct {
	Node, Cost uint32
	Trait      // of the way there; for tables only
}

// climb is the half of a search from one end: up from the start, or backwards up from the target.
type climb struct {
	direction direction
	left      []uint32 // by rank: Inf less the cost, so that memory as it comes from the system says that the search did not come
	came      []link   // by rank, where it came
	visited   []uint32 // ranks whose cost is set
	heap      []uint32 // ranks to go on from
	seeds     []Seed
}

// link is the arc by which a search came to a rank.
type link struct {
	from uint32 // the lower rank; none at a seed
	arc  uint32 // or the number of the seed
}

// NewSearch returns a search of a graph, for one goroutine at a time.
func NewSearch(g *Graph) *Search {
	s := &Search{g: g}
	for d := range s.sides {
		s.sides[d] = climb{direction: direction(d), left: make([]uint32, g.n), came: make([]link, g.n)}
	}
	return s
}

// Find looks for the path of the least cost from a seed to a seed that costs less than the bound, and reports whether
// there is one. See Cost, Ends and AppendPath.
func (s *Search) Find(from, to []Seed, bound uint32) bool {
	f, b := &s.sides[up], &s.sides[down]
	s.Cost, s.top = bound, none
	f.start(s.g, from)
	b.start(s.g, to)
	for {
		x := min(f.lowest(), b.lowest())
		if x == none {
			break
		}
		if f.lowest() == b.lowest() {
			if there, back := f.cost(x), b.cost(x); there < s.Cost && back < s.Cost-there {
				s.Cost, s.top = there+back, x
			}
		}
		for d := range s.sides {
			if c := &s.sides[d]; c.lowest() == x {
				c.next(s.g)
				c.relax(s.g, x, s.Cost)
			}
		}
	}
	return s.top != none
}

// start forgets the search before and begins at the seeds.
func (c *climb) start(g *Graph, seeds []Seed) {
	for _, x := range c.visited {
		c.left[x] = 0
	}
	c.visited, c.heap = c.visited[:0], c.heap[:0]
	c.seeds = seeds
	for i, seed := range seeds {
		x, ok := g.RankOf(seed.Node)
		if !ok || seed.Cost >= c.cost(x) {
			continue
		}
		c.set(x, Inf-seed.Cost)
		c.came[x] = link{none, uint32(i)}
		c.push(x)
	}
}

// cost returns the cost of a rank: Inf where the search did not come.
func (c *climb) cost(x uint32) uint32 { return Inf - c.left[x] }

// set lowers the cost of a rank, which is given as what is left of Inf.
func (c *climb) set(x, left uint32) {
	if c.left[x] == 0 {
		c.visited = append(c.visited, x)
	}
	c.left[x] = left
}

// lowest returns the lowest rank to go on from; none at the end.
func (c *climb) lowest() uint32 {
	if len(c.heap) == 0 {
		return none
	}
	return c.heap[0]
}

// next returns the lowest rank to go on from, and goes on to its parent; none at the end.
func (c *climb) next(g *Graph) uint32 {
	if len(c.heap) == 1 { // the way to the root is a single one, mostly
		x := c.heap[0]
		if c.heap[0] = g.parentOf(x); c.heap[0] == none {
			c.heap = c.heap[:0]
		}
		return x
	}
	if len(c.heap) == 0 {
		return none
	}
	x := c.heap[0]
	for len(c.heap) > 0 && c.heap[0] == x {
		c.pop()
	}
	if p := g.parentOf(x); p != none {
		c.push(p)
	}
	return x
}

// relax lowers the costs of what a rank leads to.
func (c *climb) relax(g *Graph, x, bound uint32) {
	own, left := c.cost(x), c.left[x]
	if own >= bound {
		return
	}
	first, end := g.arcsOf(x, c.direction)
	if g.stored != nil {
		view := g.stored.arcs(c.direction)
		for i := first; i < end; i++ {
			gap, cost, _ := view.At3(int(i))
			if head := x + gap; head > x && head < g.n && cost < bound-own && left-cost > c.left[head] {
				c.set(head, left-cost)
				c.came[head] = link{x, i}
			}
		}
		return
	}
	for i := first; i < end; i++ {
		a := g.arcAt(x, i, c.direction)
		if a.cost < bound-own && left-a.cost > c.left[a.head] {
			c.set(a.head, left-a.cost)
			c.came[a.head] = link{x, i}
		}
	}
}

func (c *climb) push(x uint32) {
	c.heap = append(c.heap, x)
	h := c.heap
	i := len(h) - 1
	for ; i > 0 && h[(i-1)/2] > x; i = (i - 1) / 2 {
		h[i] = h[(i-1)/2]
	}
	h[i] = x
}

func (c *climb) pop() {
	h := c.heap
	x := h[len(h)-1]
	h = h[:len(h)-1]
	c.heap = h
	i := 0
	for 2*i+1 < len(h) {
		child := 2*i + 1
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if h[child] >= x {
			break
		}
		h[i] = h[child]
		i = child
	}
	if len(h) > 0 {
		h[i] = x
	}
}
