package route

import (
	"math/bits"

	"graphbuild/graph"
)

// turnTable finds the node of an edge by open addressing: it is made in a fraction of the time of a map, for which the first
// query of a service would wait, and never grows.
type turnTable struct {
	slots []turnSlot
	n     int
	shift uint // of the hash, so that it is below the number of slots
}

// turnSlot is empty where id is 0, which is the node of no edge.
type turnSlot struct {
	edge graph.EdgeID
	id   turnID
}

// newTurnTable returns a table for at most n edges, half empty.
func newTurnTable(n int) turnTable {
	size := bits.Len(uint(2*n + 1))
	return turnTable{slots: make([]turnSlot, 1<<size), shift: uint(32 - size)}
}

// slot returns where an edge is, or would be.
func (t *turnTable) slot(e graph.EdgeID) *turnSlot {
	const golden = 0x9E3779B9 // 2^32 over the golden ratio: spreads numbers that follow each other
	for i := uint32(e) * golden >> t.shift; ; i++ {
		s := &t.slots[i&uint32(len(t.slots)-1)]
		if s.id == 0 || s.edge == e {
			return s
		}
	}
}

// at returns the node of an edge, 0 where there is none.
func (t *turnTable) at(e graph.EdgeID) turnID { return t.slot(e).id }

// set enters an edge.
func (t *turnTable) set(e graph.EdgeID, id turnID) {
	s := t.slot(e)
	if s.id == 0 {
		t.n++
	}
	*s = turnSlot{e, id}
}
