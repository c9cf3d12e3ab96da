package build

import (
	"cmp"
	"slices"

	"graphbuild/geometry"
	"graphbuild/osm"
	"graphbuild/osm/tags"
)

// mergeWays sorts the ways by id and keeps one version of each, see pickVersion: of equal ones that with more nodes, as the
// other may have been clipped. Deleted ways and ways that are no streets any more go with all their older versions.
func (r *run) mergeWays() {
	t := &r.ways
	if isMerged(t) {
		return
	}
	order := t.byID()
	kept := order[:0]
	for rows := range versions(order, func(row int) int64 { return t.id[row] }) {
		row, differ := pickVersion(rows, t.edition, r.compareWays)
		if differ {
			issue := r.differIssue(osm.Ways, t.id[row], t.edition(row))
			issue.File = r.fileName(t.file[row])
			r.differing = append(r.differing, issue)
		}
		if t.edition(row).presence == useful {
			kept = append(kept, row)
		}
	}
	*t = t.pick(kept)
}

func isMerged(t *wayTable) bool {
	for i := range t.id {
		if t.facts[i] >= noFacts || i > 0 && t.id[i-1] >= t.id[i] {
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

func (t *wayTable) edition(row int) edition {
	switch t.facts[row] {
	case goneFacts:
		return edition{t.version[row], deleted}
	case noFacts:
		return edition{t.version[row], useless}
	}
	return edition{t.version[row], useful}
}

// compareWays orders the content of two rows of one way, that to be kept first; zero where both are the same.
func (r *run) compareWays(a, b int) int {
	t := &r.ways
	order := cmp.Or(cmp.Compare(t.numRefs(b), t.numRefs(a)), slices.Compare(t.refsOf(a), t.refsOf(b)), cmp.Compare(t.durationS[a], t.durationS[b]),
		cmp.Compare(r.names.at(t.name[a]), r.names.at(t.name[b])), r.compareAttributes(a, b), t.compareExtra(a, b))
	if order != 0 || t.facts[a] == t.facts[b] {
		return order
	}
	if max(t.facts[a], t.facts[b]) > streetFacts {
		return cmp.Compare(t.facts[a], t.facts[b]) // a street before a ring before a wall
	}
	return compareFacts(r.facts.rows[t.facts[a]], r.facts.rows[t.facts[b]])
}

// compareExtra orders two rows by what few ways have.
func (t *wayTable) compareExtra(a, b int) int {
	x, y := rowsOf(t.extra, a), rowsOf(t.extra, b)
	return cmp.Or(slices.CompareFunc(x, y, compareExtras), slices.CompareFunc(rowsOf(t.wall, a), rowsOf(t.wall, b), compareWalls))
}

func compareExtras(a, b wayExtra) int {
	return cmp.Or(cmp.Compare(a.level, b.level), compareBools(a.apart, b.apart), slices.CompareFunc(a.conditions, b.conditions, func(x, y tags.Condition) int {
		return cmp.Or(cmp.Compare(x.Mode, y.Mode), cmp.Compare(x.Direction, y.Direction), cmp.Compare(x.Text, y.Text))
	}))
}

func compareWalls(a, b wayWall) int {
	return cmp.Or(cmp.Compare(a.tags.Barrier, b.tags.Barrier), cmp.Compare(a.tags.Pass, b.tags.Pass))
}

// compareBools orders true first.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func (t *wayTable) numRefs(w int) int      { return t.refStart[w+1] - t.refStart[w] }
func (t *wayTable) refsOf(w int) []int64   { return t.refs[t.refStart[w]:t.refStart[w+1]] }
func (n *interner) at(row uint32) string   { return n.text[row] }
func (r *run) fileName(file uint16) string { return r.osmSources()[file].name }

// keep drops the rows that are not wanted.
func (t *wayTable) keep(wanted func(row int) bool) {
	rows := make([]int, 0, len(t.id))
	for row := range t.id {
		if wanted(row) {
			rows = append(rows, row)
		}
	}
	if len(rows) < len(t.id) {
		*t = t.pick(rows)
	}
}

// pick returns the table of the given rows, in that order. It takes the memory of t where the order stays.
func (t *wayTable) pick(rows []int) wayTable {
	to := wayTable{
		id: pick(t.id, rows), version: pick(t.version, rows), facts: pick(t.facts, rows), name: pick(t.name, rows),
		durationS: pick(t.durationS, rows), file: pick(t.file, rows), refStart: make([]int, 1, len(rows)+1),
		refs: t.refs[:0], points: t.points[:0],
	}
	if !slices.IsSorted(rows) {
		to.refs, to.points = make([]int64, 0, len(t.refs)), make([]geometry.Point, 0, len(t.points))
	}
	for _, row := range rows {
		to.refs = append(to.refs, t.refsOf(row)...)
		if len(t.points) > 0 {
			to.points = append(to.points, t.points[t.refStart[row]:t.refStart[row+1]]...)
		}
		to.refStart = append(to.refStart, len(to.refs))
	}
	newRow := make([]int, len(t.id)) // from 1; 0 is a row that is dropped
	for i, row := range rows {
		newRow[row] = i + 1
	}
	to.extra, to.wall, to.attribute = pickSparse(t.extra, newRow), pickSparse(t.wall, newRow), pickSparse(t.attribute, newRow)
	return to
}

// sparse is what stands beside the columns for some rows, in the order of rows.
type sparse[T any] interface {
	row() int
	at(row int) T // the same of another row
}

func (e wayExtra) row() int                    { return e.way }
func (e wayExtra) at(row int) wayExtra         { e.way = row; return e }
func (w wayWall) row() int                     { return w.way }
func (w wayWall) at(row int) wayWall           { w.way = row; return w }
func (a wayAttribute) row() int                { return int(a.way) }
func (a wayAttribute) at(row int) wayAttribute { a.way = uint32(row); return a }

// pickSparse returns what there is of the rows that have a new number.
func pickSparse[T sparse[T]](list []T, newRow []int) []T {
	var out []T
	for _, x := range list {
		if n := newRow[x.row()]; n > 0 {
			out = append(out, x.at(n-1))
		}
	}
	slices.SortStableFunc(out, func(a, b T) int { return cmp.Compare(a.row(), b.row()) })
	return out
}

// rowsOf returns what there is of one row.
func rowsOf[T sparse[T]](list []T, row int) []T {
	byRow := func(x T, row int) int { return cmp.Compare(x.row(), row) }
	first, _ := slices.BinarySearchFunc(list, row, byRow)
	n, _ := slices.BinarySearchFunc(list[first:], row+1, byRow)
	return list[first : first+n]
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
	slices.SortStableFunc(r.relations, func(a, b relation) int { return cmp.Compare(a.id, b.id) })
	var kept []relation
	for list := range versions(r.relations, func(rel relation) int64 { return rel.id }) {
		rel, differ := pickVersion(list, relation.edition, compareRelations)
		if differ {
			issue := r.differIssue(osm.Relations, rel.id, rel.edition())
			issue.File = r.fileName(rel.file)
			r.differing = append(r.differing, issue)
		}
		if rel.presence == useful {
			kept = append(kept, rel)
		}
	}
	r.relations = kept
}

func (rel relation) edition() edition { return edition{rel.version, rel.presence} }

// compareRelations orders the content of two versions of a relation, that to be kept first: more members first.
func compareRelations(a, b relation) int {
	return cmp.Or(cmp.Compare(len(b.members), len(a.members)), slices.CompareFunc(a.members, b.members, func(x, y member) int {
		return cmp.Or(cmp.Compare(x.ref, y.ref), cmp.Compare(x.kind, y.kind), cmp.Compare(x.role, y.role))
	}), slices.CompareFunc(a.tags.Restrictions, b.tags.Restrictions, func(x, y tags.Restriction) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Modes, y.Modes), cmp.Compare(x.Condition, y.Condition), compareBools(x.UTurn, y.UTurn))
	}), cmp.Compare(a.tags.DurationS, b.tags.DurationS), cmp.Compare(a.tags.Cycles, b.tags.Cycles), compareAreas(a.tags.Area, b.tags.Area))
}

func compareAreas(a, b *tags.Way) int {
	if a == nil || b == nil {
		return compareBools(a != nil, b != nil)
	}
	return cmp.Or(compareFacts(a.Edge, b.Edge), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Levels, b.Levels))
}
