package graph

import "iter"

// ConditionalPairs yields the pairs of ways that have access rules for some times only, by id. See Edge.Conditional.
func (g *Graph) ConditionalPairs() iter.Seq[PairID] {
	return func(yield func(PairID) bool) {
		g.mustBeOpen()
		ways := map[WayID]bool{}
		for _, w := range g.tables.Conditions.Way.Slice() {
			ways[w] = true
		}
		if len(ways) == 0 {
			return
		}
		column := g.wayColumn()
		for p := range column.Len() {
			if ways[column.At(p)] && !yield(PairID(p)) {
				return
			}
		}
	}
}
