package build

import (
	"cmp"
	"fmt"
	"slices"

	"graphbuild/geometry"
	"graphbuild/osm"
	"graphbuild/report"
)

// mergeWays sorts the ways by id and keeps one version of each: the newest; of equal versions the one with more nodes,
// as the other may have been clipped; else the one whose content is smaller in the order of compareWays. Equal versions
// that differ are an issue. Deleted ways and ways that are no streets any more go with all their older versions.
func (r *run) mergeWays() {
	t := &r.ways
	if isMerged(t) {
		return
	}
	order := t.byID()
	kept := make([]int, 0, len(order))
	for first := 0; first < len(order); {
		last := first + 1
		for last < len(order) && t.id[order[last]] == t.id[order[first]] {
			last++
		}
		if w := r.newestWay(order[first:last]); t.facts[w] != noFacts {
			kept = append(kept, w)
		}
		first = last
	}
	*t = t.pick(kept)
}

func isMerged(t *wayTable) bool {
	for i := range t.id {
		if t.facts[i] == noFacts || i > 0 && t.id[i-1] >= t.id[i] {
			return false
		}
	}
	return true
}

// byID returns the rows sorted by id, equal ids in the order of rows.
func (t *wayTable) byID() []int {
	keys := make([]uint64, len(t.id))
	rows := make([]uint32, len(t.id))
	for i, id := range t.id {
		keys[i], rows[i] = idKey(id), uint32(i)
	}
	sortByKey(keys, rows)
	order := make([]int, len(rows))
	for i, row := range rows {
		order[i] = int(row)
	}
	return order
}

// newestWay picks one of the rows of one way.
func (r *run) newestWay(rows []int) int {
	best := rows[0]
	conflict := false
	for _, row := range rows[1:] {
		order := r.compareWays(row, best)
		if order != 0 && r.ways.version[row] == r.ways.version[best] && !r.isRing(row, best) {
			conflict = true
		}
		if r.ways.version[row] > r.ways.version[best] {
			conflict = false
		}
		if order < 0 {
			best = row
		}
	}
	if conflict {
		r.report.Add(report.Issue{
			Code: "osm_way_versions_differ", Severity: report.Warning, File: r.fileName(r.ways.file[best]),
			Object:  osm.ObjectName(osm.Ways, r.ways.id[best]),
			Message: fmt.Sprintf("version %d is there more than once with different content", r.ways.version[best]),
			Action:  "kept the one with more nodes",
		})
	}
	return best
}

// isRing reports whether one of the rows is of a way that bounds an area, and the other was there before that was known.
func (r *run) isRing(a, b int) bool {
	return min(r.ways.facts[a], r.ways.facts[b]) == ringFacts && max(r.ways.facts[a], r.ways.facts[b]) == noFacts
}

// compareWays returns a negative number where row a is to be kept rather than b, zero where both are the same. It looks at
// content alone, so that the order of inputs cannot matter.
func (r *run) compareWays(a, b int) int {
	t := &r.ways
	if order := cmp.Or(cmp.Compare(t.version[b], t.version[a]), cmp.Compare(t.numRefs(b), t.numRefs(a))); order != 0 {
		return order
	}
	order := cmp.Or(slices.Compare(t.refsOf(a), t.refsOf(b)), cmp.Compare(t.durationS[a], t.durationS[b]),
		cmp.Compare(r.names.at(t.name[a]), r.names.at(t.name[b])))
	if order = cmp.Or(order, r.compareAttributes(a, b)); order != 0 || t.facts[a] == t.facts[b] {
		return order
	}
	if max(t.facts[a], t.facts[b]) >= ringFacts {
		return cmp.Compare(t.facts[b], t.facts[a]) // noFacts, the largest number, first: deleted wins
	}
	return compareFacts(r.facts.rows[t.facts[a]], r.facts.rows[t.facts[b]])
}

func (t *wayTable) numRefs(w int) int      { return t.refStart[w+1] - t.refStart[w] }
func (t *wayTable) refsOf(w int) []int64   { return t.refs[t.refStart[w]:t.refStart[w+1]] }
func (n *interner) at(row uint32) string   { return n.text[row] }
func (r *run) fileName(file uint16) string { return r.osmSources()[file].name }

// pick returns the table of the given rows, in that order.
func (t *wayTable) pick(rows []int) wayTable {
	to := wayTable{
		id: pick(t.id, rows), version: pick(t.version, rows), facts: pick(t.facts, rows), name: pick(t.name, rows),
		durationS: pick(t.durationS, rows), file: pick(t.file, rows), refStart: make([]int, 1, len(rows)+1),
		refs: make([]int64, 0, len(t.refs)), points: make([]geometry.Point, 0, len(t.points)),
	}
	for _, row := range rows {
		to.refs = append(to.refs, t.refsOf(row)...)
		if len(t.points) > 0 {
			to.points = append(to.points, t.points[t.refStart[row]:t.refStart[row+1]]...)
		}
		to.refStart = append(to.refStart, len(to.refs))
	}
	to.extra = t.pickExtra(rows)
	to.attribute = t.pickAttributes(rows)
	return to
}

func (t *wayTable) pickExtra(rows []int) []wayExtra {
	if len(t.extra) == 0 {
		return nil
	}
	newRow := make([]int, len(t.id)) // from 1; 0 is a row that is dropped
	for i, row := range rows {
		newRow[row] = i + 1
	}
	var extra []wayExtra
	for _, e := range t.extra {
		if n := newRow[e.way]; n > 0 {
			e.way = n - 1
			extra = append(extra, e)
		}
	}
	slices.SortFunc(extra, func(a, b wayExtra) int { return cmp.Compare(a.way, b.way) })
	return extra
}

// pick returns the given rows of a column.
func pick[T any](column []T, rows []int) []T {
	picked := make([]T, len(rows))
	for i, row := range rows {
		picked[i] = column[row]
	}
	return picked
}

// mergeRelations does for relations what mergeWays does for ways.
func (r *run) mergeRelations() {
	slices.SortStableFunc(r.relations, func(a, b relation) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(b.version, a.version), compareMembers(a, b))
	})
	newest := slices.CompactFunc(r.relations, func(a, b relation) bool { return a.id == b.id })
	r.relations = slices.DeleteFunc(newest, func(rel relation) bool { return rel.gone })
}

// compareMembers orders versions that are equal by what is in them: one that is gone first, then more members first.
func compareMembers(a, b relation) int {
	if a.gone != b.gone {
		if a.gone {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(len(b.members), len(a.members)), slices.CompareFunc(a.members, b.members, func(x, y member) int {
		return cmp.Or(cmp.Compare(x.ref, y.ref), cmp.Compare(x.kind, y.kind), cmp.Compare(x.role, y.role))
	}))
}
