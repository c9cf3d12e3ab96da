package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
)

// WalkTransfers are walks between stops by the streets and pathways of the graph, made by the build: for each stop those
// that are of use to a rider who gets off there. Sorted by From, then To. A row of Transfers for the same stops goes first.
type WalkTransfers struct {
	From       encode.Col[StopID]      `col:"from_stop"`        // row of stops, rising
	To         encode.Col[StopID]      `col:"to_stop"`          // row of stops, rising among those of from_stop
	DistanceDM encode.Col[uint32]      `col:"distance,unit=dm"` // of the walk
	TimeS      encode.Col[uint32]      `col:"time,unit=s"`      // of the walk at the speed that the build was told
	Modes      encode.Col[facts.Modes] `col:"modes"`            // walk, and wheelchair where it can go the same way
}

// WalkTransfer is a walk from one stop to another.
type WalkTransfer struct {
	From, To   StopID
	DistanceDM uint32
	TimeS      uint32
	Modes      facts.Modes
}

// NumWalkTransfers returns the number of walks between stops.
func (g *Graph) NumWalkTransfers() int { g.mustBeOpen(); return g.tables.WalkTransfers.From.Len() }

// WalkTransfers returns all walks between stops, sorted by From, then To. It decodes the whole table; stops out of range
// do not come up.
func (g *Graph) WalkTransfers() []WalkTransfer {
	g.mustBeOpen()
	t, n := &g.tables.WalkTransfers, g.NumStops()
	from, to, dm, s, modes := t.From.Slice(), t.To.Slice(), t.DistanceDM.Slice(), t.TimeS.Slice(), t.Modes.Slice()
	list := make([]WalkTransfer, 0, len(from))
	for i := range min(len(from), len(to), len(dm), len(s), len(modes)) {
		if int(from[i]) < n && int(to[i]) < n {
			list = append(list, WalkTransfer{from[i], to[i], dm[i], s[i], modes[i]})
		}
	}
	return list
}

func checkWalkTransfers(c *checker) {
	t := &c.g.tables.WalkTransfers
	c.sorted(t.From.Len(), func(i int) uint32 { return uint32(t.From.At(i)) })
	for i := range t.From.Len() {
		c.below(i, "stop", int(t.From.At(i)), c.g.NumStops())
		c.below(i, "stop", int(t.To.At(i)), c.g.NumStops())
		c.modes(i, t.Modes.At(i))
	}
}
