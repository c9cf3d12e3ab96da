package graph

import (
	"cmp"
	"slices"
	"sync"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// Snap is a place on an edge pair near a point.
type Snap struct {
	Pair      PairID
	OffsetM   float64 // along the geometry of the pair, from its From vertex
	DistanceM float64 // from the point
	Point     geometry.Point
}

// SnapOptions say what to snap to. The zero value finds the nearest pair within 200 m that any mode may use.
type SnapOptions struct {
	MaxM  float64     // how far to look; 0: DefaultSnapM
	Modes facts.Modes // pairs that one of these modes may use, in one direction at least; 0: any mode
	// Accept is asked for each direction of a pair that such a mode may use, and with Modes 0 also where no mode may; nil
	// accepts all. The pair is taken when one is accepted.
	Accept func(EdgeID) bool
	Limit  int // results; 0: 1
}

// DefaultSnapM is how far Snap looks when it is not told, in metres.
const DefaultSnapM = 200

// Snap returns the places on edge pairs that are nearest to p, nearest first, equally near ones by pair, each pair once.
func (g *Graph) Snap(p geometry.Point, o SnapOptions) []Snap {
	g.live()
	s := snapper{g: g, p: p, o: o, limit: max(o.Limit, 1), boundM: o.MaxM}
	if s.boundM == 0 {
		s.boundM = DefaultSnapM
	}
	if s.o.Modes == 0 && s.o.Accept == nil {
		s.o.Modes = facts.AllModes
	}
	x := g.index.open(g)
	x.Near(p, s.boundM, func(leaf int, _ float64) float64 {
		s.leaf(leaf)
		return s.boundM
	})
	return s.found
}

// snapIndex is the spatial index over leaves of pairsPerLeaf consecutive pairs.
type snapIndex struct {
	once sync.Once
	tree geometry.Index
}

// pairsPerLeaf is the number of pairs of a leaf of the index, and of a block of geometry, so that one decoding serves
// a leaf.
const pairsPerLeaf = 64

// snapper is one search for near pairs.
type snapper struct {
	g      *Graph
	p      geometry.Point
	o      SnapOptions
	limit  int
	boundM float64          // nothing further away is of interest
	found  []Snap           // sorted
	line   []geometry.Point // reused
}

// leaf looks at all pairs of a leaf.
func (s *snapper) leaf(leaf int) {
	c := s.g.pairsAt(leaf)
	c.line = s.line
	for p := c.next; int(p) < min((leaf+1)*pairsPerLeaf, s.g.street.pairs); p++ {
		line := c.read()
		if !s.accepts(p, c.facts) {
			continue
		}
		if at := geometry.Project(s.p, line); at.DistanceM <= s.boundM {
			s.add(Snap{p, at.AlongM, at.DistanceM, at.Point})
		}
	}
	s.line = c.line
}

// accepts reports whether the options allow the pair.
func (s *snapper) accepts(p PairID, f FactsID) bool {
	for d, m := range s.g.FactsAt(f).Modes {
		if (s.o.Modes == 0 || m&s.o.Modes != 0) && (s.o.Accept == nil || s.o.Accept(EdgeID(2*p)+EdgeID(d))) {
			return true
		}
	}
	return false
}

// add inserts a place and lowers the bound when there are enough.
func (s *snapper) add(x Snap) {
	i, _ := slices.BinarySearchFunc(s.found, x, func(a, b Snap) int {
		return cmp.Or(cmp.Compare(a.DistanceM, b.DistanceM), cmp.Compare(a.Pair, b.Pair))
	})
	s.found = slices.Insert(s.found, i, x)
	if len(s.found) > s.limit {
		s.found = s.found[:s.limit]
	}
	if len(s.found) == s.limit {
		s.boundM = s.found[s.limit-1].DistanceM
	}
}

// leafBoxes returns the boxes of the leaves of the index.
func (g *Graph) leafBoxes() []geometry.Box {
	boxes := make([]geometry.Box, leavesOf(g.street.pairs))
	if g.street.stored == nil {
		g.tables.leafBoxes(boxes)
		return boxes
	}
	for i := range boxes {
		boxes[i] = geometry.EmptyBox()
		c := g.pairsAt(i)
		for int(c.next) < min((i+1)*pairsPerLeaf, g.street.pairs) {
			boxes[i].AddLine(c.read())
		}
	}
	return boxes
}

// leafBoxes fills in the boxes of tables in memory.
func (t *Tables) leafBoxes(boxes []geometry.Box) {
	p := &t.Pairs
	for i := range boxes {
		first, end := i*pairsPerLeaf, min((i+1)*pairsPerLeaf, len(p.From))
		b := geometry.EmptyBox()
		for k := first; k < end; k++ {
			b.Add(t.Vertices.Point[p.From[k]])
			b.AddLine(p.Inner[p.InnerStart[k]:p.InnerStart[k+1]])
			b.Add(t.Vertices.Point[p.To[k]])
		}
		boxes[i] = b
	}
}

// leavesOf returns the number of leaves of an index over pairs.
func leavesOf(pairs int) int { return (pairs + pairsPerLeaf - 1) / pairsPerLeaf }

// open returns the index: that of the file, or one made when first asked for, when it is missing or not sound.
func (x *snapIndex) open(g *Graph) geometry.Index {
	x.once.Do(func() {
		if s := g.street.stored; s != nil {
			tree, err := s.index.Tree.Bytes()
			if err == nil {
				x.tree, err = geometry.OpenIndex(tree, leavesOf(g.street.pairs))
			}
			if err == nil {
				return
			}
		}
		boxes := g.leafBoxes()
		x.tree, _ = geometry.OpenIndex(geometry.BuildIndex(boxes), len(boxes)) // what we built is sound
	})
	return x.tree
}
