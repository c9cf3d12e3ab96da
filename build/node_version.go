package build

import (
	"cmp"
	"slices"

	"graphbuild/geometry"
	"graphbuild/osm"
)

// nodeEdition is a node as it came from a file once.
type nodeEdition struct {
	point   geometry.Point // noPoint where it is deleted
	version int32
	facts   nodeFacts
}

func (e nodeEdition) edition() edition {
	if e.point == noPoint {
		return edition{e.version, deleted}
	}
	return edition{e.version, useful}
}

// arrivals remembers which versions of nodes have come. In a sorted file those of one node come one after the other, so that
// the last node is enough.
//
// Memory: 5 bytes a node where nodes may come again in any order, and 80 for each that comes again with tags or elsewhere.
type arrivals struct {
	version []int32 // by slot, -1 before the node has come; nil: last has it
	tagged  []bool  // by slot: the tags of that version say something; nil: last has it
	last    struct {
		slot    uint32
		version int32
		tagged  bool
	}
	equal []nodeEdition // of the newest version when they came, and perhaps not the same as the first of it
}

func newArrivals(n int, inAnyOrder bool) arrivals {
	var a arrivals
	a.last.slot = noSlot
	if inAnyOrder {
		a.version, a.tagged = slices.Repeat([]int32{-1}, n), make([]bool, n)
	}
	return a
}

// of returns the newest version of a node that has come, -1 where there is none, and whether it has tags that say something.
func (a *arrivals) of(slot uint32) (version int32, tagged bool) {
	switch {
	case a.version != nil:
		return a.version[slot], a.tagged[slot]
	case a.last.slot == slot:
		return a.last.version, a.last.tagged
	}
	return -1, false
}

// set notes a newer version than all that have come.
func (a *arrivals) set(e nodeEdition) {
	slot := e.facts.slot
	for n := len(a.equal); n > 0 && a.equal[n-1].facts.slot == slot; n-- {
		a.equal = a.equal[:n-1]
	}
	if a.version != nil {
		a.version[slot], a.tagged[slot] = e.version, e.facts.ok
		return
	}
	a.last.slot, a.last.version, a.last.tagged = slot, e.version, e.facts.ok
}

// store keeps a node if it is newer than the one that is there, and notes one that is as new but not the same.
func (t *nodeTable) store(e nodeEdition) {
	slot := e.facts.slot
	switch version, tagged := t.arrivals.of(slot); {
	case e.version > version:
		if e.facts.ok || version >= 0 || t.known(slot) { // else there is nothing to take back
			t.facts = append(t.facts, e.facts)
		}
		t.point[slot] = e.point
		t.arrivals.set(e)
	case e.version == version && (e.point != t.point[slot] || e.facts.ok || tagged):
		t.arrivals.equal = append(t.arrivals.equal, e)
	}
}

// settleNodes decides between equal versions of nodes, see pickVersion: the western one counts, of those at one place the one
// whose tags say something.
func (r *run) settleNodes() {
	t := &r.nodes
	equal := t.arrivals.equal
	slices.SortStableFunc(equal, func(a, b nodeEdition) int { return cmp.Compare(a.facts.slot, b.facts.slot) })
	slices.SortStableFunc(t.facts, func(a, b nodeFacts) int { return cmp.Compare(a.slot, b.slot) })
	said := t.facts
	for list := range versions(equal, func(e nodeEdition) uint32 { return e.facts.slot }) {
		slot := list[0].facts.slot
		first := nodeEdition{t.point[slot], list[0].version, lastFacts(said, slot)}
		if t.arrivals.version != nil {
			first.version = t.arrivals.version[slot]
		}
		best, differ := pickVersion(append([]nodeEdition{first}, list...), nodeEdition.edition, compareNodes)
		if differ {
			issue := r.differIssue(osm.Nodes, t.id[slot], best.edition())
			issue.File = r.fileName(list[0].facts.file)
			r.report.Add(at(issue, best.point))
		}
		t.point[slot] = best.point
		t.facts = append(t.facts, best.facts)
	}
	t.arrivals = arrivals{}
}

// lastFacts returns what the node of a slot said last, among facts that are sorted by slot.
func lastFacts(said []nodeFacts, slot uint32) nodeFacts {
	next, _ := slices.BinarySearchFunc(said, slot+1, func(f nodeFacts, slot uint32) int { return cmp.Compare(f.slot, slot) })
	if next > 0 && said[next-1].slot == slot {
		return said[next-1]
	}
	return nodeFacts{slot: slot}
}

// compareNodes orders the content of two versions of a node, that to be kept first.
func compareNodes(a, b nodeEdition) int {
	x, y := &a.facts.tags, &b.facts.tags
	return cmp.Or(cmp.Compare(a.point.Lon, b.point.Lon), cmp.Compare(a.point.Lat, b.point.Lat), compareBools(a.facts.ok, b.facts.ok),
		cmp.Compare(x.Pass, y.Pass), cmp.Compare(x.Limited, y.Limited), cmp.Compare(x.Type, y.Type), cmp.Compare(x.Barrier, y.Barrier),
		cmp.Compare(x.Levels, y.Levels), cmp.Compare(x.DurationS, y.DurationS))
}
