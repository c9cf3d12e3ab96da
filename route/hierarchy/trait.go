package hierarchy

// Trait is what one may want to know of a path beside its cost, without its arcs.
type Trait struct {
	First, Last uint32 // labels of its ends
	Length      uint32
	Unsound     bool // two of its arcs, one after the other, do not go together
}

// Traits has the traits of the paths that the arcs of a hierarchy stand for, with which those of whole paths are put
// together. It is immutable.
type Traits struct {
	g     *Graph
	arcs  [2][]Trait // by direction and arc
	joins func(before, after uint32) bool
}

// NewTraits returns the traits of a hierarchy of a network whose arcs have lengths, and in which not every arc joins every
// other: joins tells. It takes 16 bytes an arc.
func NewTraits(g *Graph, length func(label uint32) uint32, joins func(before, after uint32) bool) *Traits {
	t := &Traits{g: g, joins: joins}
	ups, downs := g.NumArcs()
	t.arcs[up], t.arcs[down] = make([]Trait, ups), make([]Trait, downs)
	for x := range g.n { // of lower ranks first: arcs consist of such
		for d := range t.arcs {
			first, end := g.arcsOf(x, direction(d))
			for i := first; i < end; i++ {
				a := g.arcAt(x, i, direction(d))
				if a.via&shortcut == 0 {
					t.arcs[d][i] = Trait{First: a.via, Last: a.via, Length: length(a.via)}
					continue
				}
				tail, head := x, a.head
				if direction(d) == down {
					tail, head = head, tail
				}
				t.arcs[d][i] = t.halves(a.via&^shortcut, tail, head)
			}
		}
	}
	return t
}

// halves returns the trait of the path from tail to head by a lower rank.
func (t *Traits) halves(via, tail, head uint32) Trait {
	if via < min(tail, head) {
		before, ok := t.g.find(via, tail, down)
		after, also := t.g.find(via, head, up)
		if ok && also {
			return t.join(t.arcs[down][before], t.arcs[up][after])
		}
	}
	return Trait{Unsound: true} // the file is corrupt
}

// join returns the trait of a path and another.
func (t *Traits) join(a, b Trait) Trait {
	return Trait{a.First, b.Last, a.Length + b.Length, a.Unsound || b.Unsound || !t.joins(a.Last, b.First)}
}
