package build

import (
	"cmp"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/osm/tags"
)

// fillElevators lists the nodes that are elevators, https://wiki.openstreetmap.org/wiki/Tag:highway=elevator.
func (r *run) fillElevators() {
	type row struct {
		vertex graph.VertexID
		facts  *nodeFacts
	}
	var rows []row
	for i := range r.nodes.facts {
		f := &r.nodes.facts[i]
		if v := r.vertexOf[f.slot]; v != graph.NoVertex && f.tags.Type == facts.ElevatorVertex {
			rows = append(rows, row{v, f})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.vertex, b.vertex) })
	t := &r.tables.Elevators
	for _, x := range rows {
		t.Vertex.Append(x.vertex)
		t.DurationS.Append(x.facts.tags.DurationS)
		t.Levels.Append(x.facts.tags.Levels)
		t.Rise.Append(riseOf(x.facts.tags.Levels))
	}
}

// riseOf returns how many floors an elevator climbs; 0 where its levels say nothing.
func riseOf(text string) uint8 {
	levels, ok := tags.ParseLevels(text)
	if text == "" || !ok {
		return 0
	}
	return uint8(min(math.Ceil(slices.Max(levels)-slices.Min(levels)), math.MaxUint8))
}
