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
	type row struct {
		vertex graph.VertexID
		pass   facts.Modes
		typ    facts.VertexType
	}
	var rows []row
	for _, f := range r.nodes.facts {
		v := r.vertexOf[f.slot]
		if v != graph.NoVertex && !f.plain() {
			rows = append(rows, row{v, f.tags.Pass, f.tags.Type})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.vertex, b.vertex) })
	for _, row := range rows {
		r.tables.Access.Vertex.Append(row.vertex)
		r.tables.Access.Pass.Append(row.pass)
		r.tables.Access.Type.Append(row.typ)
	}
	r.fillElevators()
	return nil
}
