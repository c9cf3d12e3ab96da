package build

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/osm"
	"graphbuild/osm/tags"
	"graphbuild/report"
)

// turn is one turn restriction between directed edges.
type turn struct {
	relation int64
	rule     tags.Restriction
	from, to graph.EdgeID
	via      []graph.EdgeID
}

// fillRestrictions turns the members of restriction relations into directed edges. A relation that cannot be used is one
// issue with its cause. See https://wiki.openstreetmap.org/wiki/Relation:restriction.
func (r *run) fillRestrictions(ctx context.Context) error {
	var turns []turn
	for _, rel := range r.relations {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r.reportRelation(rel)
		r.reportRelationConditions(rel)
		if len(rel.tags.Restrictions) == 0 {
			continue
		}
		found, unusable := r.turnsOf(rel)
		if unusable != nil && len(found) > 0 {
			unusable.action = "kept the turns between the other members"
		}
		if unusable != nil {
			r.addUnusable(rel, *unusable)
		}
		turns = append(turns, found...)
	}
	slices.SortStableFunc(turns, compareTurns)
	r.storeTurns(slices.CompactFunc(turns, func(a, b turn) bool { return compareTurns(a, b) == 0 }))
	r.dropOSM()
	return nil
}

// dropOSM lets go of what only the stages up to here look up.
func (r *run) dropOSM() {
	r.ways, r.relations, r.names, r.facts = wayTable{}, nil, interner{}, factTable{}
	r.nodes, r.slots, r.vertexOf = nodeTable{}, nil, nil
	r.pieces, r.pieceOf, r.pairOf, r.piecesBy, r.leftDM = pieceTable{}, nil, nil, nil, nil
}

func compareTurns(a, b turn) int {
	return cmp.Or(cmp.Compare(a.from, b.from), slices.Compare(a.via, b.via), cmp.Compare(a.to, b.to),
		cmp.Compare(a.relation, b.relation), cmp.Compare(a.rule.Kind, b.rule.Kind), cmp.Compare(a.rule.Modes, b.rule.Modes),
		cmp.Compare(a.rule.Condition, b.rule.Condition))
}

func (r *run) storeTurns(turns []turn) {
	t := &r.tables.Restrictions
	for _, turn := range turns {
		t.Relation.Append(turn.relation)
		t.Kind.Append(turn.rule.Kind)
		t.Modes.Append(turn.rule.Modes)
		t.From.Append(turn.from)
		t.Via.Append(turn.via...)
		t.To.Append(turn.to)
		t.Condition.Append(turn.rule.Condition)
	}
}

// unusable says why no restriction, or not all of it, was made from a relation.
type unusable struct {
	code, message string
	action        string // empty: no restriction was made
	harmless      bool   // nothing is lost
}

func (r *run) addUnusable(rel relation, why unusable) {
	severity := report.Warning
	if why.harmless {
		severity = report.Info
	}
	r.report.Add(at(report.Issue{
		Code: why.code, Severity: severity, Message: why.message, Action: cmp.Or(why.action, "no turn restriction was made"),
		Object: osm.ObjectName(osm.Relations, rel.id), File: r.fileName(rel.file),
	}, r.pointOf(rel)))
}

// pointOf returns the place of some member.
func (r *run) pointOf(rel relation) geometry.Point {
	for _, m := range rel.members {
		if slot, ok := r.nodes.slot(m.ref); ok && m.kind == osm.NodeMember {
			return r.nodes.point[slot]
		}
		if w, ok := r.wayRow(m.ref); ok && m.kind == osm.WayMember {
			return r.placeOf(w)
		}
	}
	return noPoint
}

func (r *run) reportRelation(rel relation) {
	for _, p := range rel.tags.Problems {
		why := unusable{code: p.Code, message: p.Message}
		if len(rel.tags.Restrictions) > 0 {
			why.action = "kept what else the relation says"
		}
		r.addUnusable(rel, why)
	}
}

// maxRoleMembers is how many members of one role a restriction may have: the turns are made of each pair of them. Real ones
// have a few.
const maxRoleMembers = 50

// maxTurns is how many turns a restriction may forbid or allow, of edges in all: a way that visits a node again and again has
// many edges there.
const maxTurns = 200

// roles are the members of a restriction that take part in it; one that is named from or to again counts once.
type roles struct {
	from, via, to []member
}

func rolesOf(rel relation) roles {
	var s roles
	for _, m := range rel.members {
		switch m.role {
		case "from":
			s.from = append(s.from, m)
		case "via":
			s.via = append(s.via, m)
		case "to":
			s.to = append(s.to, m)
		}
	}
	s.from, s.to = distinct(s.from), distinct(s.to)
	return s
}

// distinct returns the members that no earlier one is the same as.
func distinct(list []member) []member {
	seen := map[member]bool{}
	return slices.DeleteFunc(list, func(m member) bool {
		again := seen[m]
		seen[m] = true
		return again
	})
}

// turnsOf resolves a relation: each from way with each to way, by way of the via node or ways.
func (r *run) turnsOf(rel relation) ([]turn, *unusable) {
	s := rolesOf(rel)
	if why := r.checkRoles(s); why != nil {
		return nil, why
	}
	var turns []turn
	var why *unusable
	for _, rule := range rel.tags.Restrictions {
		over := r.viaWaysOf(s.via, rule.Modes)
		for _, from := range s.from {
			for _, to := range s.to {
				found, problem := r.resolve(legs{r.row(from), r.row(to), rule, s.via, over})
				for i := range found {
					found[i].relation = rel.id
				}
				if turns = append(turns, found...); len(turns) > maxTurns {
					return nil, tooManyTurns(s.via)
				}
				if why == nil && !(problem != nil && r.leavesBox(s.via)) {
					why = problem
				}
			}
		}
	}
	return turns, why
}

// leavesBox reports whether a turn by way of these members lies outside Config.BBox, at least in part, so that its streets may
// have been left out: that is no fault of the relation.
func (r *run) leavesBox(via []member) bool {
	if r.config.BBox == nil {
		return false
	}
	for _, m := range via {
		if slot, ok := r.nodes.slot(m.ref); ok && m.kind == osm.NodeMember && !r.config.BBox.Contains(r.nodes.point[slot]) {
			return true
		}
		if w, ok := r.wayRow(m.ref); ok && m.kind == osm.WayMember && r.wayLeavesBox(w) {
			return true
		}
	}
	return false
}

func (r *run) wayLeavesBox(w int) bool {
	for _, slot := range r.slotsOfWay(w) {
		if r.nodes.known(slot) && !r.config.BBox.Contains(r.nodes.point[slot]) {
			return true
		}
	}
	return false
}

// legs are what one turn restriction is made of: rows of two ways and what lies between them.
type legs struct {
	from, to int
	rule     tags.Restriction
	via      []member
	over     *viaWays // nil where the via is a node
}

func (r *run) resolve(l legs) ([]turn, *unusable) {
	if l.over == nil {
		return r.resolveNodeVia(l)
	}
	return r.resolveWayVia(l)
}

// checkRoles says what is wrong with the members, the first that is missing for example.
func (r *run) checkRoles(s roles) *unusable {
	for _, part := range []struct {
		role    string
		members []member
	}{{"from", s.from}, {"via", s.via}, {"to", s.to}} {
		if len(part.members) == 0 {
			return &unusable{code: "osm_restriction_no_member", message: fmt.Sprintf("the relation has no member with role %s", part.role)}
		}
		if n := len(part.members); n > maxRoleMembers {
			return &unusable{code: "osm_restriction_members", message: fmt.Sprintf("%d members have the role %s, expected at most %d", n, part.role, maxRoleMembers)}
		}
		for _, m := range part.members {
			if why := r.checkMember(part.role, m); why != nil {
				return why
			}
		}
	}
	if len(s.via) > 1 && slices.ContainsFunc(s.via, func(m member) bool { return m.kind == osm.NodeMember }) {
		return &unusable{code: "osm_restriction_via", message: fmt.Sprintf("expected one via node or only via ways, found %d members with a node among them", len(s.via))}
	}
	return nil
}

func (r *run) checkMember(role string, m member) *unusable {
	name := memberName(m)
	switch {
	case m.kind == osm.WayMember:
		if _, ok := r.wayRow(m.ref); !ok {
			return &unusable{code: "osm_restriction_member_missing", message: fmt.Sprintf("member %s (%s) is not in the input or no street", name, role)}
		}
	case m.kind == osm.NodeMember && role == "via":
		if slot, ok := r.nodes.slot(m.ref); !ok || !r.nodes.known(slot) {
			return &unusable{code: "osm_restriction_member_missing", message: fmt.Sprintf("member %s (via) is not in the input or on no street", name)}
		}
	default:
		return &unusable{code: "osm_restriction_member_kind", message: fmt.Sprintf("member %s cannot have the role %s", name, role)}
	}
	return nil
}

func memberName(m member) string {
	switch m.kind {
	case osm.NodeMember:
		return osm.ObjectName(osm.Nodes, m.ref)
	case osm.WayMember:
		return osm.ObjectName(osm.Ways, m.ref)
	}
	return osm.ObjectName(osm.Relations, m.ref)
}

// resolveNodeVia makes restrictions over a node. Where a way runs through the node, each of its stretches that ends there
// is meant; a turn back into the edge that one comes from is meant by no_u_turn alone.
func (r *run) resolveNodeVia(l legs) ([]turn, *unusable) {
	slot, _ := r.nodes.slot(l.via[0].ref)
	via := r.vertexOf[slot]
	in, out := r.edgesInto(l.from, via, l.rule.Modes), r.edgesOutOf(l.to, via, l.rule.Modes)
	if via == graph.NoVertex || len(in.all) == 0 || len(out.all) == 0 {
		return nil, r.notTouching(l, in, out)
	}
	if len(in.open)*len(out.open) > maxTurns {
		return nil, tooManyTurns(l.via)
	}
	var turns []turn
	for _, from := range in.open {
		for _, to := range out.open {
			if turnsBack := from == to^1; turnsBack != l.rule.UTurn && l.from == l.to {
				continue
			}
			turns = append(turns, turn{rule: l.rule, from: from, to: to})
		}
	}
	if len(turns) == 0 {
		return nil, &unusable{code: "osm_restriction_no_effect", harmless: true, message: fmt.Sprintf("it forbids what no restricted mode can do from %s to %s",
			osm.ObjectName(osm.Ways, r.ways.id[l.from]), osm.ObjectName(osm.Ways, r.ways.id[l.to]))}
	}
	return turns, nil
}

func tooManyTurns(via []member) *unusable {
	return &unusable{code: "osm_restriction_members", message: fmt.Sprintf("more than %d turns by way of %s (via)", maxTurns, memberName(via[0]))}
}

func (r *run) notTouching(l legs, in, out edgeSet) *unusable {
	via := memberName(l.via[0])
	role, way := "from", l.from
	if len(in.all) > 0 && len(out.all) == 0 {
		role, way = "to", l.to
	}
	return &unusable{code: "osm_restriction_not_connected", message: fmt.Sprintf("%s (%s) does not touch %s (via)", osm.ObjectName(osm.Ways, r.ways.id[way]), role, via)}
}

// edgeSet are the directed edges of a way at a vertex: all, and those that a restricted mode may use at all.
type edgeSet struct {
	all, open []graph.EdgeID
}

func (s *edgeSet) add(r *run, e graph.EdgeID, modes facts.Modes) {
	s.all = append(s.all, e)
	if r.edgeModes(e)&modes != 0 {
		s.open = append(s.open, e)
	}
}

// edgesInto returns the directed edges of way row w that end at vertex v.
func (r *run) edgesInto(w int, v graph.VertexID, modes facts.Modes) edgeSet {
	var s edgeSet
	for piece := range r.piecesAt(w, v) {
		pair := r.pairOf[piece]
		if r.tables.Pairs.To[pair] == v {
			s.add(r, edgeOf(pair, facts.Forward), modes)
		}
		if r.tables.Pairs.From[pair] == v {
			s.add(r, edgeOf(pair, facts.Backward), modes)
		}
	}
	return s
}

// manyPieces is from how many pieces on a way is not looked through for each restriction.
const manyPieces = 100

// piecesAt yields the pieces of way row w in their order: all of them, or of a way of many those that end at vertex v.
func (r *run) piecesAt(w int, v graph.VertexID) iter.Seq[int] {
	first, last := r.piecesOf(w)
	if last-first > manyPieces {
		return slices.Values(r.piecesByEnd(w, first, last)[v])
	}
	return func(yield func(int) bool) {
		for piece := first; piece < last && yield(piece); piece++ {
		}
	}
}

// piecesByEnd returns the pieces of way row w, from first to last, by the vertices where they end.
func (r *run) piecesByEnd(w, first, last int) map[graph.VertexID][]int {
	if at, ok := r.piecesBy[w]; ok {
		return at
	}
	at := map[graph.VertexID][]int{}
	for piece := first; piece < last; piece++ {
		from, to, _ := r.ends(uint32(piece))
		at[from], at[to] = append(at[from], piece), append(at[to], piece)
	}
	if r.piecesBy == nil {
		r.piecesBy = map[int]map[graph.VertexID][]int{}
	}
	r.piecesBy[w] = at
	return at
}

// edgesOutOf returns the directed edges of way row w that start at vertex v.
func (r *run) edgesOutOf(w int, v graph.VertexID, modes facts.Modes) edgeSet {
	into := r.edgesInto(w, v, 0)
	var s edgeSet
	for _, e := range into.all {
		s.add(r, e^1, modes)
	}
	return s
}

func edgeOf(pair graph.PairID, d facts.Direction) graph.EdgeID {
	return graph.EdgeID(pair)*2 + graph.EdgeID(d)
}

func (r *run) edgeModes(e graph.EdgeID) facts.Modes {
	return r.tables.Facts[r.tables.Pairs.Facts[e/2]].Modes[e%2]
}

// headOf returns the vertex that an edge ends at.
func (r *run) headOf(e graph.EdgeID) graph.VertexID {
	if e%2 == 0 {
		return r.tables.Pairs.To[e/2]
	}
	return r.tables.Pairs.From[e/2]
}

func (r *run) wayRow(id int64) (int, bool) { return slices.BinarySearch(r.ways.id, id) }

// row returns the row of a way that checkRoles has found.
func (r *run) row(m member) int {
	row, _ := r.wayRow(m.ref)
	return row
}

// piecesOf returns the pieces of way row w: first up to, not with, last.
func (r *run) piecesOf(w int) (first, last int) {
	first, _ = slices.BinarySearch(r.pieces.way[:r.sightFrom], uint32(w))
	n, _ := slices.BinarySearch(r.pieces.way[first:r.sightFrom], uint32(w)+1)
	return first, first + n
}
