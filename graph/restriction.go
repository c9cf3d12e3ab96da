package graph

import (
	"iter"
	"strings"

	"graphbuild/facts"
)

// Restriction is a turn restriction: after From and then all of Via, a vehicle must not (or may only) go on to To.
type Restriction struct {
	RelationID int64
	Kind       facts.RestrictionKind
	Modes      facts.Modes
	From, To   EdgeID
	Via        []EdgeID // empty: the via is the head of From
	Condition  string   // as in OSM; empty: always
}

// HoldsWithoutTime reports whether the restriction counts where nobody says when: it has no condition, or holds always but for
// exceptions, as in "24/7; 22:00-06:00 off".
func (r *Restriction) HoldsWithoutTime() bool {
	first, _, _ := strings.Cut(r.Condition, ";")
	return r.Condition == "" || strings.TrimSpace(first) == "24/7"
}

// NumRestrictions returns the number of turn restrictions.
func (g *Graph) NumRestrictions() int { g.mustBeOpen(); return g.tables.Restrictions.From.Len() }

// RestrictionsFrom returns the turn restrictions that begin with a street edge: n of them from the first on. It costs
// a bit test where the vertex at the head of the edge is not special, else a binary search.
func (g *Graph) RestrictionsFrom(e EdgeID) (first RestrictionID, n int) {
	if int(e) >= g.NumStreetEdges() {
		return 0, 0
	}
	from, to := g.pairEnds(PairID(e / 2))
	if facts.Direction(e%2) == facts.Backward {
		to = from
	}
	if !g.IsSpecial(to) {
		return 0, 0
	}
	return g.RestrictionsAfter(e)
}

// RestrictionsAfter is RestrictionsFrom for a caller that knows the head of the edge to be special.
func (g *Graph) RestrictionsAfter(e EdgeID) (first RestrictionID, n int) {
	g.mustBeOpen()
	col := &g.tables.Restrictions.From
	i, ok := search(col.Len(), func(i int) EdgeID { return col.At(i) }, e)
	if !ok {
		return 0, 0
	}
	for i+n < col.Len() && col.At(i+n) == e {
		n++
	}
	return RestrictionID(i), n
}

// Restriction returns a turn restriction; the zero one when r is out of range.
func (g *Graph) Restriction(r RestrictionID) Restriction {
	g.mustBeOpen()
	t, i := &g.tables.Restrictions, int(r)
	if i >= t.From.Len() {
		return Restriction{From: NoEdge, To: NoEdge}
	}
	x := Restriction{Kind: t.Kind.At(i), Modes: t.Modes.At(i), From: t.From.At(i), To: t.To.At(i)}
	x.Via, x.Condition, x.RelationID = t.Via.AppendRow(nil, i), t.Condition.At(i), t.Relation.At(i)
	return x
}

// Restrictions yields all turn restrictions by number, but for their RelationID, which is 0. The one that is yielded is valid until
// the next. It unpacks whole columns, which is many times as fast as Restriction for each.
func (g *Graph) Restrictions() iter.Seq2[RestrictionID, *Restriction] {
	g.mustBeOpen()
	t := &g.tables.Restrictions
	return func(yield func(RestrictionID, *Restriction) bool) {
		kind, modes, from, to := t.Kind.Slice(), t.Modes.Slice(), t.From.Slice(), t.To.Slice()
		starts, via := t.Via.Slices()
		x, conditions := &Restriction{}, t.anyCondition()
		for i := range min(len(kind), len(modes), len(from), len(to), len(starts)-1) {
			*x = Restriction{Kind: kind[i], Modes: modes[i], From: from[i], To: to[i], Via: via[starts[i]:starts[i+1]]}
			if conditions {
				x.Condition = t.Condition.At(i)
			}
			if !yield(RestrictionID(i), x) {
				return
			}
		}
	}
}

// anyCondition reports whether some restriction may have a condition.
func (t *Restrictions) anyCondition() bool {
	n := t.Condition.NumDistinct() // 0 of tables in memory
	return n != 1 || t.Condition.Distinct(0) != ""
}
