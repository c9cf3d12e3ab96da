package walk

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Part is a piece of a walk, in travel order.
type Part struct {
	Edge     graph.EdgeID   // of a street or a pathway, in travel direction; NoEdge: a straight line from A to B
	From, To float64        // portions of a street edge
	A, B     geometry.Point // ends of a straight line
	DM, MS   uint32         // decimetres, milliseconds
}

// Path returns the walk between where the last search began and a stop that it reached, in travel order: to the stop,
// or from it where the walk is backward.
func (s *Search) Path(r Reached) []Part {
	var parts []Part
	for id := int32(r.lastLabel); id != noLabel; id = s.labels[id].prev {
		l := &s.labels[id]
		ms := l.ms
		if l.prev != noLabel {
			ms -= s.labels[l.prev].ms
		}
		n := len(parts)
		parts = s.appendParts(parts, l, ms)
		slices.Reverse(parts[n:])
	}
	// parts now run from the stop to where the search began.
	if !s.o.Backward {
		slices.Reverse(parts)
	} else {
		for i := range parts {
			parts[i].From, parts[i].To = parts[i].To, parts[i].From
			parts[i].A, parts[i].B = parts[i].B, parts[i].A
		}
	}
	return slices.DeleteFunc(parts, func(p Part) bool { return p.Edge == graph.NoEdge && p.A == p.B })
}

// appendParts appends the parts of a label in the order of the search: From is the portion nearer to its beginning.
func (s *Search) appendParts(parts []Part, l *label, ms uint32) []Part {
	dm := l.dm
	if l.prev != noLabel {
		dm -= s.labels[l.prev].dm
	}
	switch l.how {
	case street:
		return append(parts, Part{Edge: graph.EdgeID(l.via), From: float64(s.flip), To: float64(1 - s.flip), DM: dm, MS: ms})
	case onto:
		at := &s.places[l.aux]
		edge := graph.EdgeID(l.via)
		all := Part{Edge: edge, From: portion(at.offsetDM, at.lengthDM, edge), To: float64(1 - s.flip), DM: dm, MS: ms}
		parts = s.ontoStreet(parts, at, &all)
		return append(parts, all)
	case indoors:
		if p := &s.n.inside[s.flip].to[l.via]; p.edge != graph.NoEdge {
			return append(parts, Part{Edge: p.edge, From: float64(s.flip), To: float64(1 - s.flip), DM: dm, MS: ms})
		}
	case byAir:
		return append(parts, Part{Edge: graph.NoEdge, A: s.origin, B: s.n.pointOf(graph.StopID((l.key - s.stopKey(0, 0)) / 2)), DM: dm, MS: ms})
	case into, out, along, across:
		return s.appendLink(parts, l, Part{DM: dm, MS: ms})
	}
	return parts
}

// appendLink appends the parts of a way to or from a stop on a street.
func (s *Search) appendLink(parts []Part, l *label, all Part) []Part {
	x := &s.n.links[l.via]
	var edge graph.EdgeID
	switch l.how {
	case into:
		edge = x.pair.Edge(facts.Direction(uint8(l.aux) ^ s.flip))
		all.From, all.To = float64(s.flip), portion(x.offsetDM, x.lengthDM, edge)
		return append(parts, s.along(all, edge, x.asideDM), s.aside(x, all.To, edge, false))
	case out:
		edge = x.pair.Edge(facts.Direction(uint8(1-l.aux) ^ s.flip))
		all.From, all.To = portion(x.offsetDM, x.lengthDM, edge), float64(1-s.flip)
		return append(parts, s.aside(x, all.From, edge, true), s.along(all, edge, x.asideDM))
	case along:
		at := &s.places[l.aux]
		_, _, edge, _ = s.between(x, at.offsetDM)
		all.From, all.To = portion(at.offsetDM, x.lengthDM, edge), portion(x.offsetDM, x.lengthDM, edge)
		parts = s.ontoStreet(parts, at, &all)
		return append(parts, s.along(all, edge, x.asideDM), s.aside(x, all.To, edge, false))
	}
	y := &s.n.links[l.aux]
	_, _, edge, _ = s.between(x, y.offsetDM)
	all.From, all.To = portion(y.offsetDM, x.lengthDM, edge), portion(x.offsetDM, x.lengthDM, edge)
	return append(parts, s.aside(y, all.From, edge, true), s.along(all, edge, x.asideDM+y.asideDM), s.aside(x, all.To, edge, false))
}

// ontoStreet appends the straight part from the position to a place that is not on the nearest street, and takes it off the
// whole.
func (s *Search) ontoStreet(parts []Part, at *place, all *Part) []Part {
	if at.asideDM == 0 {
		return parts
	}
	ms := min(straight.ofLength(at.asideDM), all.MS)
	all.DM -= at.asideDM
	all.MS -= ms
	return append(parts, Part{Edge: graph.NoEdge, A: s.origin, B: at.point, DM: at.asideDM, MS: ms})
}

// along returns the part of a way that lies on the street.
func (s *Search) along(all Part, edge graph.EdgeID, asideDM uint32) Part {
	all.Edge = edge
	all.DM -= asideDM
	all.MS -= min(straight.ofLength(asideDM), all.MS)
	return all
}

// aside returns the straight part between a street and a stop.
func (s *Search) aside(x *link, at float64, edge graph.EdgeID, fromStop bool) Part {
	line := s.n.g.Edge(edge).AppendGeometry(nil)
	onStreet, _ := geometry.PointAlong(line, at*geometry.Length(line))
	p := Part{Edge: graph.NoEdge, A: onStreet, B: s.n.pointOf(x.stop), DM: x.asideDM, MS: straight.ofLength(x.asideDM)}
	if fromStop {
		p.A, p.B = p.B, p.A
	}
	return p
}

// portion returns the portion of an edge that lies before an offset on its pair.
func portion(offsetDM, lengthDM uint32, edge graph.EdgeID) float64 {
	p := 0.0
	if lengthDM > 0 {
		p = float64(offsetDM) / float64(lengthDM)
	}
	if edge&1 == 1 {
		return 1 - p
	}
	return p
}
