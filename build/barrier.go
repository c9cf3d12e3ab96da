package build

import (
	"cmp"
	"context"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
)

// fillBarriers lists the vertices that not every mode may pass or that are of another type than a plain street vertex.
func (r *run) fillBarriers(context.Context) error {
	var rows []accessRow
	for _, f := range r.nodes.facts {
		v := r.vertexOf[f.slot]
		if v != graph.NoVertex && !f.plain() {
			rows = append(rows, accessRow{v, f.tags.Pass, f.tags.Limited, f.tags.Type})
		}
	}
	r.closeGates(rows)
	slices.SortFunc(rows, func(a, b accessRow) int { return cmp.Compare(a.vertex, b.vertex) })
	for _, row := range rows {
		if row.pass == facts.AllModes && row.typ != facts.ElevatorVertex {
			continue // a gate that turned out to stop nobody
		}
		r.tables.Access.Vertex.Append(row.vertex)
		r.tables.Access.Pass.Append(row.pass)
		r.tables.Access.Type.Append(row.typ)
	}
	r.fillElevators()
	return nil
}
