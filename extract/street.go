package extract

import (
	"reflect"
	"slices"

	"graphbuild/build"
	"graphbuild/encode"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// chooseStreets finds the pairs that touch the area, and with them vertices, ways and areas.
func (x *extraction) chooseStreets() {
	p, n := &x.t.Pairs, len(x.t.Vertices.Point)
	x.pair = make([]bool, len(p.From))
	touched := make([]bool, n)
	x.vertex = make([]bool, n)
	var line []geometry.Point
	for i, from := range p.From {
		to := p.To[i]
		line = append(append(line[:0], x.t.Vertices.Point[from]), p.Inner[p.InnerStart[i]:p.InnerStart[i+1]]...)
		line = append(line, x.t.Vertices.Point[to])
		touched[from], touched[to] = true, true
		if x.area.Touches(line) {
			x.pair[i], x.vertex[from], x.vertex[to] = true, true, true
		}
	}
	for v, at := range x.t.Vertices.Point {
		x.vertex[v] = x.vertex[v] || !touched[v] && x.area.Contains(at)
	}
	ways := newUsage(x.t.Ways.Name.Len())
	by(ways, p.Way.At, x.pair)
	x.way = ways.kept()
	x.chooseAreas()
	number[graph.PairID](x, x.pair)
	number[graph.VertexID](x, x.vertex)
	number[graph.WayID](x, x.way)
	number[graph.StreetAreaID](x, x.streetArea)
	number[graph.EdgeID](x, twice(x.pair))
}

// chooseAreas keeps the areas of which a way is kept.
func (x *extraction) chooseAreas() {
	t := &x.t.StreetAreas
	used := newUsage(t.IsRelation.Len())
	kept := make([]bool, t.Way.Len())
	for i := range kept {
		w := int(t.Way.At(i))
		kept[i] = w < len(x.way) && x.way[w]
	}
	by(used, t.Area.At, kept)
	x.streetArea = used.kept()
}

// twice makes the kept edges of the kept pairs.
func twice(pair []bool) []bool {
	edges := make([]bool, 0, 2*len(pair))
	for _, k := range pair {
		edges = append(edges, k, k)
	}
	return edges
}

// cutStreets cuts the tables of streets. Links are cut with the stops.
func (x *extraction) cutStreets() {
	t := x.t
	x.cutRelated(&t.Access, t.Access.Vertex.Len())
	x.cutRelated(&t.Elevators, t.Elevators.Vertex.Len())
	x.cutRelated(&t.Conditions, t.Conditions.Way.Len())
	x.cutRelated(&t.Restrictions, t.Restrictions.From.Len())
	x.cutAttributes()
	x.cutAreas()
	if t.Elevation.Ascent.Len() > 0 {
		x.cutTable(&t.Elevation, x.pair)
	}
	if x.to[pairType] != nil || x.to[vertexType] != nil {
		x.cutPairs()
		x.cutVertices()
	}
	x.cutTable(&t.Ways, x.way)
}

func (x *extraction) cutPairs() {
	p, to := &x.t.Pairs, x.to[vertexType]
	old := *p
	*p = graph.Pairs{Way: old.Way, DurationPair: old.DurationPair, DurationS: old.DurationS, InnerStart: []uint32{0}}
	for i, k := range x.pair {
		if !k {
			continue
		}
		from, end := old.From[i], old.To[i]
		if to != nil {
			from, end = graph.VertexID(to[from]), graph.VertexID(to[end])
		}
		p.From, p.To = append(p.From, from), append(p.To, end)
		p.LengthDM, p.Facts = append(p.LengthDM, old.LengthDM[i]), append(p.Facts, old.Facts[i])
		p.Reversed = append(p.Reversed, old.Reversed[i])
		p.Inner = append(p.Inner, old.Inner[old.InnerStart[i]:old.InnerStart[i+1]]...)
		p.InnerStart = append(p.InnerStart, uint32(len(p.Inner)))
	}
	p.Way.Select(rows(x.pair))
	if to := x.to[reflect.TypeFor[graph.WayID]()]; to != nil {
		p.Way.Renumber(to)
	}
	if to := x.to[pairType]; to != nil {
		kept := all(p.DurationPair.Len())
		p.DurationPair.DropGone(kept, to, gone)
		p.DurationPair.Select(rows(kept))
		p.DurationS.Select(rows(kept))
		p.DurationPair.Renumber(to)
	}
}

// cutVertices keeps the vertices, and finds their components anew: what held them together may be gone.
func (x *extraction) cutVertices() {
	v := &x.t.Vertices
	i := -1
	v.Point = slices.DeleteFunc(slices.Clone(v.Point), func(geometry.Point) bool {
		i++
		return !x.vertex[i]
	})
	if v.NodeID.Len() > 0 {
		v.NodeID.Select(rows(x.vertex))
	}
	build.FillComponents(x.t)
}

// cutAttributes keeps the values of the ways that are kept, and the attributes that have any.
func (x *extraction) cutAttributes() {
	to := x.to[reflect.TypeFor[graph.WayID]()]
	if to == nil {
		return
	}
	old := x.t.Attributes
	out := graph.Attributes{Name: old.Name, Kind: old.Kind, Texts: old.Texts}
	kept := make([]bool, old.Name.Len())
	for i := range kept {
		ways, texts := old.Way.AppendRow(nil, i), old.Text.AppendRow(nil, i)
		n := 0
		for k, w := range ways {
			if int(w) < len(to) && to[w] != gone && k < len(texts) {
				ways[n], texts[n] = graph.WayID(to[w]), texts[k]
				n++
			}
		}
		out.Way.Append(ways[:n]...)
		out.Text.Append(texts[:n]...)
		kept[i] = n > 0 || len(ways) == 0
	}
	list := rows(kept)
	out.Name.Select(list)
	out.Kind.Select(list)
	out.Way.Select(list)
	out.Text.Select(list)
	x.t.Attributes = out
}

// cutAreas keeps areas with their rings.
func (x *extraction) cutAreas() {
	old := x.t.StreetAreas
	way, area := x.to[reflect.TypeFor[graph.WayID]()], x.to[reflect.TypeFor[graph.StreetAreaID]()]
	if way == nil && area == nil {
		return
	}
	var out graph.StreetAreas
	for a, k := range x.streetArea {
		if !k {
			continue
		}
		for r := old.RingStart[a]; r < old.RingStart[a+1]; r++ {
			out.AppendRing(old.Point[old.PointStart[r]:old.PointStart[r+1]])
		}
		id := int64(0)
		if a < old.ID.Len() {
			id = old.ID.At(a)
		}
		out.EndArea(id, old.IsRelation.At(a) != 0, old.Level.At(a))
	}
	if old.ID.Len() == 0 {
		out.ID = encode.Col[int64]{}
	}
	x.t.StreetAreas = out
	related := struct {
		Way  encode.Col[graph.WayID]
		Area encode.Col[graph.StreetAreaID]
	}{old.Way, old.Area}
	x.cutRelated(&related, related.Way.Len())
	x.t.StreetAreas.Way, x.t.StreetAreas.Area = related.Way, related.Area
}
