package graph

import (
	"fmt"

	"graphbuild/encode"
)

// attach binds the tables to the graph that reads them, once.
func (t *Tables) attach(g *Graph) error {
	if t.owner != nil {
		return ErrAttached
	}
	t.owner, g.tables = g, t
	return nil
}

// checkNumbers checks that ids, of 32 bits, have a number for each vertex and each edge, given how many street vertices and pairs
// there are.
func (t *Tables) checkNumbers(streetVertices, pairs int) error {
	vertices := uint64(streetVertices) + uint64(t.Stops.Lon.Len())
	edges := 2*uint64(pairs) + edgesPerLink*uint64(t.Links.Stop.Len()) + edgesPerPathway*uint64(t.Pathways.From.Len()) + uint64(t.Transfers.Type.Len())
	if most := uint64(missing); max(vertices, edges) > most {
		return fmt.Errorf("graph: %d vertices and %d edges, at most %d expected", vertices, edges, most)
	}
	return nil
}

// complete fills columns that have a default and no rows, and checks that the columns of each table, also of the street tables,
// which are plain slices, have rows for each other.
func (t *Tables) complete() error {
	schema, err := encode.NewSchema(tablesOf(t, new(stored))...)
	if err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	schema.FillDefaults()
	if err := schema.CheckRows(); err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	if n := &t.Vertices.NodeID; n.Len() == 0 {
		*n = encode.Repeat(NoNode, len(t.Vertices.Point))
	}
	if n := &t.StreetAreas.ID; n.Len() == 0 {
		*n = encode.Repeat(NoOSMID, t.StreetAreas.IsRelation.Len())
	}
	if err := t.checkNumbers(len(t.Vertices.Point), len(t.Pairs.From)); err != nil {
		return err
	}
	return t.checkPairs()
}

func (t *Tables) checkPairs() error {
	p, n := &t.Pairs, len(t.Pairs.From)
	for _, c := range []struct {
		name      string
		rows, due int
	}{
		{"vertices.node_id", t.Vertices.NodeID.Len(), len(t.Vertices.Point)}, {"street_areas.osm_id", t.StreetAreas.ID.Len(), t.StreetAreas.IsRelation.Len()},
		{"pairs.to", len(p.To), n}, {"pairs.length", len(p.LengthDM), n}, {"pairs.facts", len(p.Facts), n},
		{"pairs.way", p.Way.Len(), n}, {"pairs.reversed", len(p.Reversed), n},
		{"pairs.inner_start", len(p.InnerStart), n + 1}, {"pairs.duration", p.DurationS.Len(), p.DurationPair.Len()},
	} {
		if c.rows != c.due && !(n == 0 && c.rows == 0) {
			return fmt.Errorf("graph: %s has %d rows, want %d", c.name, c.rows, c.due)
		}
	}
	for i := range n {
		if a, b := p.From[i], p.To[i]; a > b || int(b) >= len(t.Vertices.Point) {
			return fmt.Errorf("graph: pair %d runs from vertex %d to %d of %d", i, a, b, len(t.Vertices.Point))
		}
		if i > 0 && p.From[i] < p.From[i-1] {
			return fmt.Errorf("graph: pair %d is not in order", i)
		}
		if p.InnerStart[i] > p.InnerStart[i+1] || int(p.InnerStart[i+1]) > len(p.Inner) {
			return fmt.Errorf("graph: pair %d has inner points %d to %d of %d", i, p.InnerStart[i], p.InnerStart[i+1], len(p.Inner))
		}
	}
	return nil
}
