package build

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/osm"
	"graphbuild/osm/tags"
	"graphbuild/report"
)

// wallTable has the lines that stop people, sorted by id.
//
// Memory: 40 bytes a wall and 8 a node reference, until the nodes are located.
type wallTable struct {
	row      []wallRow
	refStart []int // one more row than walls
	refs     []int64
}

type wallRow struct {
	id   int64
	tags tags.Wall
}

// wayWall is what the tags of a way say that is a wall.
type wayWall struct {
	way  int // row of the ways
	tags tags.Wall
}

// takeWalls moves the walls out of the table of ways, and leaves the streets there alone. Walls that bound an area stay too.
func (r *run) takeWalls() {
	t := &r.ways
	r.walls = wallTable{refStart: []int{0}}
	for _, w := range t.wall {
		r.walls.row = append(r.walls.row, wallRow{t.id[w.way], w.tags})
		r.walls.refs = append(r.walls.refs, t.refsOf(w.way)...)
		r.walls.refStart = append(r.walls.refStart, len(r.walls.refs))
	}
	t.wall = nil
	t.keep(func(row int) bool { return t.facts[row] <= streetFacts })
}

// wallNode is a node of a wall that a street uses too, between two others of the wall.
type wallNode struct {
	node, before, after int64
	wall                int // row
}

// findWallNodes lists the inner nodes of walls that are among the sorted ids of the nodes of streets, by node, and
// returns the ids with those of their neighbours along the wall.
func (r *run) findWallNodes(ids []int64) []int64 {
	t := &r.walls
	match := matcher{ids: ids}
	var more []int64
	for w := range t.row {
		refs := t.refs[t.refStart[w]:t.refStart[w+1]]
		closed := len(refs) > 3 && refs[0] == refs[len(refs)-1]
		for i, ref := range refs {
			if _, used := match.find(ref); !used {
				continue
			}
			n := wallNode{node: ref, wall: w}
			switch {
			case i > 0 && i+1 < len(refs):
				n.before, n.after = refs[i-1], refs[i+1]
			case i == 0 && closed:
				n.before, n.after = refs[len(refs)-2], refs[1]
			default:
				continue // a wall that ends at a street does not cross it
			}
			r.wallNodes = append(r.wallNodes, n)
			more = append(more, n.before, n.after)
		}
	}
	t.refs, t.refStart = nil, nil
	slices.SortStableFunc(r.wallNodes, func(a, b wallNode) int { return cmp.Compare(a.node, b.node) })
	if len(more) == 0 {
		return ids
	}
	return mergeIDs(ids, more)
}

// mergeIDs returns the ids of both lists, sorted, each once. The first is sorted.
func mergeIDs(ids, more []int64) []int64 {
	slices.Sort(more)
	more = slices.Compact(more)
	out := make([]int64, 0, len(ids)+len(more))
	for _, id := range more {
		n, ok := slices.BinarySearch(ids, id)
		out = append(out, ids[:n]...)
		if ids = ids[n:]; !ok {
			out = append(out, id)
		}
	}
	return append(out, ids...)
}

// isWallNode reports whether a wall runs over a node.
func (r *run) isWallNode(id int64) bool {
	if len(r.wallNodes) == 0 {
		return false
	}
	_, ok := slices.BinarySearchFunc(r.wallNodes, id, func(n wallNode, id int64) int { return cmp.Compare(n.node, id) })
	return ok
}

// raiseWalls makes barriers of the nodes at which a wall runs across a street: its neighbours along the wall lie on
// different sides of the street, which neither begins, ends nor branches there, and no tag of the node says who passes.
// Mappers let walls end at streets, or run along them over shared nodes: those block nothing.
func (r *run) raiseWalls(touches []touch) {
	var raised []nodeFacts
	for list := range versions(r.wallNodes, func(n wallNode) int64 { return n.node }) {
		slot, ok := r.nodes.slot(list[0].node)
		if !ok || !r.nodes.known(slot) || r.hasFacts(slot) {
			continue
		}
		arms, ok := r.streetThrough(touchesAt(touches, slot))
		if !ok {
			continue
		}
		if pass, ok := r.raiseWallsAt(slot, arms, list); ok {
			raised = append(raised, nodeFacts{slot: slot, ok: true, tags: tags.Node{Pass: pass, Type: facts.BarrierVertex}})
		}
	}
	r.nodes.facts = append(r.nodes.facts, raised...)
	slices.SortStableFunc(r.nodes.facts, func(a, b nodeFacts) int { return cmp.Compare(a.slot, b.slot) })
	r.walls, r.wallNodes = wallTable{}, nil
}

// raiseWallsAt returns who gets over the walls that run across the street at a node, whose arms lead to two others; false
// where none does.
func (r *run) raiseWallsAt(slot uint32, arms [2]uint32, list []wallNode) (pass facts.Modes, raised bool) {
	pass = facts.AllModes
	a, b := r.angleTo(slot, arms[0]), r.angleTo(slot, arms[1])
	for _, n := range list {
		before, known1 := r.nodes.slot(n.before)
		after, known2 := r.nodes.slot(n.after)
		if !known1 || !known2 || !r.nodes.known(before) || !r.nodes.known(after) ||
			!onBothSides(a, b, [2]float64{r.angleTo(slot, before), r.angleTo(slot, after)}) {
			continue
		}
		wall := r.walls.row[n.wall]
		r.addWall(slot, wall)
		pass, raised = pass&wall.tags.Pass, true
	}
	return pass, raised
}

func (r *run) addWall(slot uint32, w wallRow) {
	r.report.Add(at(report.Issue{
		Code: "osm_wall_across_street", Severity: report.Info, Object: osm.ObjectName(osm.Nodes, r.nodes.id[slot]),
		Message: fmt.Sprintf("barrier=%s of %s runs across a street here, without a gate", w.tags.Barrier, osm.ObjectName(osm.Ways, w.id)),
		Action:  "the street is cut: people go up to the barrier from both sides",
	}, r.nodes.point[slot]))
}

// streetThrough returns the nodes before and after one on the street that runs over it, which neither begins, ends nor
// branches there; false where it does, or is not on the ground.
func (r *run) streetThrough(touches []touch) (arms [2]uint32, ok bool) {
	n := 0
	for _, t := range touches {
		if r.isApart(t.way) {
			return arms, false
		}
		for _, arm := range [...]uint32{t.before, t.after} {
			if arm == noSlot || slices.Contains(arms[:n], arm) {
				continue
			}
			if n == len(arms) {
				return arms, false // streets branch here; however many more there are
			}
			arms[n] = arm
			n++
		}
	}
	return arms, n == len(arms)
}

// hasFacts reports whether the tags of a node say who passes.
func (r *run) hasFacts(slot uint32) bool {
	_, ok := slices.BinarySearchFunc(r.nodes.facts, slot, func(f nodeFacts, slot uint32) int { return cmp.Compare(f.slot, slot) })
	return ok
}

// isApart reports whether a street is on another layer than the ground, where walls stand.
func (r *run) isApart(way int) bool {
	if r.facts.rows[r.ways.facts[way]].Flags&(facts.Bridge|facts.Tunnel) != 0 {
		return true
	}
	i, ok := slices.BinarySearchFunc(r.ways.extra, way, func(e wayExtra, way int) int { return cmp.Compare(e.way, way) })
	return ok && r.ways.extra[i].apart
}

// angleTo returns the direction from one node to another, in degrees from 0 to 360.
func (r *run) angleTo(from, to uint32) float64 {
	return geometry.Bearing(r.nodes.point[from], r.nodes.point[to])
}

// clearlyDegrees is how far a wall must point away from a street to count as leaving it.
const clearlyDegrees = 15

// onBothSides reports whether one of two directions lies clearly to one side of a street that leaves in directions a
// and b, the other to the other side.
func onBothSides(a, b float64, wall [2]float64) bool {
	var side [2]bool
	for i, w := range wall {
		for _, street := range [...]float64{a, b} {
			if off := turned(street, w); off < clearlyDegrees || off > 360-clearlyDegrees {
				return false
			}
		}
		side[i] = turned(a, w) < turned(a, b)
	}
	return side[0] != side[1]
}

// turned returns how far one turns clockwise from one direction to another, from 0 to 360 degrees.
func turned(from, to float64) float64 {
	return math.Mod(to-from+360, 360)
}
