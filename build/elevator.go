package build

import (
	"cmp"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
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
	}
}
