package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
)

// Hierarchy is a contraction hierarchy for one mode, made by package route for the costs of its router; see package
// route/hierarchy. Its nodes are the street vertices and then copies of some, in an order that route derives from the
// graph. All columns but Rank are by rank. It is empty where the build was not asked for it.
type Hierarchy struct {
	// Costs tells the costs that the arcs have: those of another version of the router have another number.
	Costs  encode.Col[uint64] `col:"costs"`
	Rank   encode.Col[uint32] `col:"rank,hot"`
	Degree encode.Degrees     `col:"degree,hot"`
	Parent encode.Col[uint32] `col:"parent,unit=ranks,hot"` // how far above; 0 none
	// Up and Down are arcs to and from higher ranks: how far above, the cost, and twice the edge, or twice how far below
	// the rank in between lies plus 1.
	Up   encode.Records `col:"up,unit=ranks; ms; via,hot"`
	Down encode.Records `col:"down,unit=ranks; ms; via,hot"`
}

// Hierarchy returns the contraction hierarchy for Walk, Bike or Car, nil where the file has none.
func (g *Graph) Hierarchy(m facts.Mode) *Hierarchy {
	g.live()
	if m > facts.Car || g.tables.Hierarchies[m].Rank.Len() == 0 {
		return nil
	}
	return &g.tables.Hierarchies[m]
}
