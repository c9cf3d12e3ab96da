package tiles

import (
	"maps"
	"slices"

	"github.com/paulmach/orb/geojson"

	"graphbuild/facts"
	"graphbuild/graph"
)

// vertices adds the layer of the street vertices on the tile.
func (d *drawing) vertices() error {
	if d.zoom < vertexZoom {
		return nil
	}
	found := map[graph.VertexID]*geojson.Feature{}
	for block := range d.g.PairBlocksIn(d.box) {
		for row := range d.g.PairsOfBlock(block) {
			for _, v := range [...]graph.VertexID{row.From, row.To} {
				if found[v] != nil || len(found) == maxVertices {
					continue
				}
				if f, ok := d.vertex(d.g.Vertex(v)); ok {
					found[v] = f
				}
			}
		}
	}
	d.truncated = d.truncated || len(found) == maxVertices
	features := make([]*geojson.Feature, 0, len(found))
	for _, v := range slices.Sorted(maps.Keys(found)) {
		features = append(features, found[v])
	}
	d.layer("vertices", features)
	return d.ctx.Err()
}

// vertex returns the feature of a vertex; false where it is not on the tile.
func (d *drawing) vertex(v graph.Vertex) (*geojson.Feature, bool) {
	at, ok := d.frame.point(v.Point())
	if !ok {
		return nil, false
	}
	f := geojson.NewFeature(at)
	f.ID = uint64(v.ID())
	f.Properties = geojson.Properties{"type": graph.VertexTypeName(v.Type())}
	if id := v.NodeID(); id != graph.NoNode {
		f.Properties["node"] = id
	}
	if pass := v.Pass(); pass != facts.AllModes {
		f.Properties["pass"] = modesText(pass)
	}
	return f, true
}
