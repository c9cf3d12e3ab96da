package diff

import (
	"encoding/binary"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// A turn restriction is known by its relation, the ways that it leads from and to, and its via. Without ids of OSM, by
// where its edges begin and end.

func countRestrictions(s *side) int { return s.g.NumRestrictions() }

func (s *side) restriction(ref uint32) graph.Restriction {
	return s.g.Restriction(graph.RestrictionID(ref))
}

func restrictionRows(s *side, p part, yield func(row) bool) {
	for i := range uint32(s.g.NumRestrictions()) {
		r := s.restriction(i)
		k := s.restrictionKey(r)
		if !p.has(k) {
			continue
		}
		d := newDigest()
		d.add(uint64(r.Kind)<<8 | uint64(r.Modes))
		d.text(r.Condition)
		if !yield(row{k, uint64(d), i}) {
			return
		}
	}
}

func (s *side) restrictionKey(r graph.Restriction) key {
	from, to := s.g.Edge(r.From), s.g.Edge(r.To)
	k := key{n: [3]int64{r.RelationID, s.wayOf(from), s.wayOf(to)}}
	if !s.ids {
		k.n = [3]int64{0, s.end(from.From()), s.end(to.To())}
	}
	via := binary.LittleEndian.AppendUint64(nil, uint64(s.end(from.To())))
	for _, e := range r.Via {
		via = binary.LittleEndian.AppendUint64(via, uint64(s.end(s.g.Edge(e).To())))
	}
	k.s = string(via)
	return k
}

func restrictionWhat(a, b *side, x, y uint32) []string {
	r, q := a.restriction(x), b.restriction(y)
	var w whats
	w.add("kind", r.Kind != q.Kind)
	w.add("modes", r.Modes != q.Modes)
	w.add("condition", r.Condition != q.Condition)
	return w.list()
}

func describeRestriction(s *side, ref uint32, out *Item) {
	r := s.restriction(ref)
	from, to := s.g.Edge(r.From), s.g.Edge(r.To)
	out.Object, out.Name = object("relation", r.RelationID), "no"
	if r.Kind == facts.Only {
		out.Name = "only"
	}
	if s.ids { // one relation may be several turns
		out.Name += " from " + s.placeOn(from, from.From()) + " to " + s.placeOn(to, to.To())
	}
	out.Line = []geometry.Point{from.To().Point()}
}

// placeOn names the end of an edge as a node and its way: "node/1 on way/100".
func (s *side) placeOn(e graph.Edge, v graph.Vertex) string {
	way := object("way", s.wayOf(e))
	if n := s.node(v); n != 0 {
		return object("node", n) + " on " + way
	}
	return way
}
