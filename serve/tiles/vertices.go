package tiles

import (
	"maps"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
)

// vertices adds the layer of the street vertices on the tile.
func (d *drawing) vertices() error {
	if d.zoom < vertexZoom {
		return nil
	}
	seen := map[graph.VertexID]bool{}
	for block := range d.g.PairBlocksIn(d.box) {
		for row := range d.g.PairsOfBlock(block) {
			for _, v := range [...]graph.VertexID{row.From, row.To} {
				if _, ok := d.frame.point(d.g.PointOf(v)); ok {
					seen[v] = true
				}
			}
		}
	}
	found := slices.Sorted(maps.Keys(seen))
	if len(found) > maxVertices {
		found, d.truncated = found[:maxVertices], true
	}
	l := newLayerWriter("vertices")
	for _, v := range found {
		d.vertex(l, d.g.Vertex(v))
	}
	d.tile = l.appendTo(d.tile)
	return d.ctx.Err()
}

// vertex adds a vertex as a feature.
func (d *drawing) vertex(l *layerWriter, v graph.Vertex) {
	l.text("type", graph.VertexTypeName(v.Type()))
	if id := v.OSMNodeID(); id != graph.NoNode {
		l.number("node", id)
	}
	if pass := v.Pass(); pass != facts.AllModes {
		l.property("pass", property{kind: valueText, text: modesText(pass)}) // also where it is empty: nobody
	}
	at, _ := d.frame.point(v.Point())
	l.point(uint64(v.ID()), at)
}
