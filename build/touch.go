package build

import (
	"cmp"
	"slices"
)

// touch is a visit of a street to a node of interest, with the nodes before and after it along the way.
type touch struct {
	slot          uint32
	way           int
	before, after uint32 // noSlot at an end of the way, or beside a node that is missing
}

const noSlot = 1<<32 - 1

// touches returns the visits to the nodes with the mark usedMarked, sorted by slot, then in the order of ways.
//
// Memory: 24 bytes a visit.
func (r *run) touches() []touch {
	var list []touch
	for w := range r.ways.id {
		for first, last := range r.runsOf(w) {
			for i := first; i <= last; i++ {
				if r.nodes.use[r.slots[i]]&usedMarked != 0 && (i == first || r.slots[i] != r.slots[i-1]) {
					list = append(list, r.touchAt(w, i, [2]uint32{first, last}))
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b touch) int { return cmp.Compare(a.slot, b.slot) })
	return list
}

// touchAt describes the visit at place i of a run.
func (r *run) touchAt(way int, i uint32, run [2]uint32) touch {
	t := touch{slot: r.slots[i], way: way, before: noSlot, after: noSlot}
	if i > run[0] {
		t.before = r.slots[i-1]
	}
	for i++; i <= run[1]; i++ {
		if r.slots[i] != t.slot {
			t.after = r.slots[i]
			break
		}
	}
	return t
}

// touchesAt returns the visits to one node.
func touchesAt(list []touch, slot uint32) []touch {
	bySlot := func(t touch, slot uint32) int { return cmp.Compare(t.slot, slot) }
	first, _ := slices.BinarySearchFunc(list, slot, bySlot)
	n, _ := slices.BinarySearchFunc(list[first:], slot+1, bySlot)
	return list[first : first+n]
}
