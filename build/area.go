package build

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/osm"
	"graphbuild/report"
)

// area is a square, a platform or the like, which people cross in any direction: a closed way or a multipolygon. Its ring
// is walked along as any street; what this file adds are its polygon and, from area_sight.go, the ways across.
type area struct {
	relation int64  // id, 0 for a closed way
	ways     []int  // rows that bound it, rising
	facts    uint32 // row
	level    string
	rings    [][]uint32 // slots, without the first again at the end
	polygon  geometry.Polygon
	sights   []sight
}

// findAreas returns the areas with whole rings, closed ways first, each in the order of ids. A closed way that bounds a
// multipolygon which is an area too is no area of its own, but for a hole.
func (r *run) findAreas() []area {
	relations, of := r.relationAreas()
	var list []area
	for w, f := range r.ways.facts {
		if r.facts.rows[f].Type != facts.Area || of[w].taken {
			continue
		}
		a := area{ways: []int{w}, facts: f, level: r.levelOf(w)}
		if r.setRings(&a, [][]uint32{r.slotsOfWay(w)}) {
			list = append(list, a)
		}
	}
	return append(list, relations...)
}

// slotsOfWay returns the nodes of a way.
func (r *run) slotsOfWay(w int) []uint32 { return r.slots[r.ways.refStart[w]:r.ways.refStart[w+1]] }

func (r *run) levelOf(w int) string {
	i, ok := slices.BinarySearchFunc(r.ways.extra, w, func(e wayExtra, w int) int { return cmp.Compare(e.way, w) })
	if !ok {
		return ""
	}
	return r.ways.extra[i].level
}

// bounding is what a way is to areas of relations.
type bounding struct {
	areas int  // that it bounds
	taken bool // it is no area of its own
}

// maxAreasOfWay is how many areas of relations a way may bound: a relation is short, and a ring may be long. Real ones bound
// two or three.
const maxAreasOfWay = 16

// relationAreas returns the multipolygons whose rings are whole, and what ways are to them, by row.
func (r *run) relationAreas() (list []area, of map[int]bounding) {
	of = map[int]bounding{}
	for i := range r.relations {
		rel := &r.relations[i]
		if len(ringMembers(rel)) == 0 {
			continue
		}
		if a, broken := r.relationArea(rel, of); broken == "" {
			list = append(list, a)
		} else {
			r.addBrokenArea(rel, broken)
		}
	}
	return list, of
}

// relationArea returns the area of a multipolygon, or what is wrong with it.
func (r *run) relationArea(rel *relation, of map[int]bounding) (a area, broken string) {
	a = area{relation: rel.id, facts: r.facts.row(rel.tags.Area.Edge), level: rel.tags.Area.Levels}
	var lines [][]uint32
	missing := 0
	for _, m := range ringMembers(rel) {
		row, ok := r.wayRow(m.ref)
		if !ok {
			missing++
			continue
		}
		own := r.ways.facts[row] != a.facts // an area or street by its own tags
		b := of[row]
		b.areas, b.taken = b.areas+1, b.taken || m.role != "inner" || !own
		if of[row] = b; b.areas > maxAreasOfWay {
			return a, fmt.Sprintf("%s bounds more than %d areas", osm.ObjectName(osm.Ways, m.ref), maxAreasOfWay)
		}
		a.ways = append(a.ways, row)
		lines = append(lines, r.slotsOfWay(row))
	}
	rings, open := joinLines(lines)
	switch {
	case missing > 0:
		return a, fmt.Sprintf("%d of the ways that bound it are not in the input", missing)
	case open > 0:
		return a, fmt.Sprintf("%d of its rings are not closed", open)
	case !r.setRings(&a, rings):
		return a, "a ring has fewer than three nodes, or nodes that are not in the input"
	}
	slices.Sort(a.ways)
	a.ways = slices.Compact(a.ways)
	return a, ""
}

func (r *run) addBrokenArea(rel *relation, why string) {
	r.report.Add(at(report.Issue{
		Code: "osm_area_broken", Severity: report.Info, Object: osm.ObjectName(osm.Relations, rel.id),
		File: r.fileName(rel.file), Message: "area without a polygon: " + why, Action: "kept what is there of its rings",
	}, r.pointOf(*rel)))
}

// setRings makes the polygon of an area; false where a ring is none or has nodes that are not in the input.
func (r *run) setRings(a *area, rings [][]uint32) bool {
	var lines [][]geometry.Point
	for _, ring := range rings {
		ring = cleanSlots(ring)
		line := make([]geometry.Point, len(ring))
		for i, slot := range ring {
			if !r.nodes.known(slot) {
				return false
			}
			line[i] = r.nodes.point[slot]
		}
		a.rings, lines = append(a.rings, ring), append(lines, line)
	}
	var ok bool
	a.polygon, ok = geometry.NewPolygon(lines)
	if ok {
		for i, ring := range a.polygon.Rings() {
			ok = ok && len(ring) == len(a.rings[i]) // else two nodes are at one place
		}
	}
	return ok
}

// cleanSlots returns a ring without repeated nodes and without the first at the end.
func cleanSlots(ring []uint32) []uint32 {
	out := slices.Compact(slices.Clone(ring))
	if len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}

// joinLines joins lines whose ends are the same nodes to closed rings, in the order of the lines, and counts those
// that stay open.
func joinLines(lines [][]uint32) (rings [][]uint32, open int) {
	at := map[uint32][]int{} // lines that are not closed by themselves, by their ends
	done := make([]bool, len(lines))
	for i, l := range lines {
		if len(l) > 1 && l[0] != l[len(l)-1] {
			at[l[0]] = append(at[l[0]], i)
			at[l[len(l)-1]] = append(at[l[len(l)-1]], i)
		}
	}
	next := func(end uint32) int {
		list := at[end]
		for len(list) > 0 && done[list[0]] {
			list = list[1:]
		}
		at[end] = list // what is done is looked at once, however many lines meet
		if len(list) == 0 {
			return -1
		}
		return list[0]
	}
	for i, l := range lines {
		if done[i] {
			continue
		}
		ring := slices.Clone(l)
		for done[i] = true; len(ring) > 1 && ring[0] != ring[len(ring)-1]; {
			k := next(ring[len(ring)-1])
			if k < 0 {
				break
			}
			done[k] = true
			ring = appendLine(ring, lines[k])
		}
		if len(ring) < 2 || ring[0] != ring[len(ring)-1] {
			open++
			continue
		}
		rings = append(rings, ring)
	}
	return rings, open
}

// appendLine appends a line that begins or ends where ring ends.
func appendLine(ring, line []uint32) []uint32 {
	if line[0] == ring[len(ring)-1] {
		return append(ring, line[1:]...)
	}
	for i := len(line) - 2; i >= 0; i-- {
		ring = append(ring, line[i])
	}
	return ring
}

// markAndTouch marks the nodes of walls and around areas, and returns the visits of streets to them.
func (r *run) markAndTouch(areas []area) []touch {
	if len(areas) == 0 && len(r.wallNodes) == 0 {
		return nil
	}
	for _, n := range r.wallNodes {
		if slot, ok := r.nodes.slot(n.node); ok {
			r.nodes.use[slot] |= usedMarked
		}
	}
	for _, a := range areas {
		for _, ring := range a.rings {
			for _, slot := range ring {
				r.nodes.use[slot] |= usedMarked
			}
		}
	}
	return r.touches()
}

// fillAreas stores the areas that have edges. rowOf gives the way of the graph for each row of the scan.
func (r *run) fillAreas(rowOf []graph.WayID) {
	t := &r.tables.StreetAreas
	areaOf := map[graph.WayID]graph.StreetAreaID{}
	for i := range r.areas {
		a := &r.areas[i]
		number := graph.StreetAreaID(t.IsRelation.Len())
		any := false
		for _, w := range a.ways {
			way := rowOf[w]
			if way == graph.NoWay || r.facts.rows[r.ways.facts[w]].Type != facts.Area && w != r.sightWay(a) {
				continue
			}
			any = true
			if _, taken := areaOf[way]; !taken {
				areaOf[way] = number
			}
		}
		if any {
			r.storeArea(a)
		}
	}
	for _, way := range slices.Sorted(maps.Keys(areaOf)) {
		t.Way.Append(way)
		t.Area.Append(areaOf[way])
	}
	r.areas = nil
}

func (r *run) storeArea(a *area) {
	t := &r.tables.StreetAreas
	for _, ring := range a.polygon.Rings() {
		t.AppendRing(ring)
	}
	id := a.relation
	if id == 0 {
		id = r.ways.id[a.ways[0]]
	}
	t.EndArea(id, a.relation != 0, a.level)
}
