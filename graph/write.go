package graph

import (
	"fmt"
	"io"

	"graphbuild/encode"
)

// WriteOptions are the options of Write. The zero value works.
type WriteOptions struct {
	Lean bool // leave out the ids of OSM nodes, ways and relations
	// Own are tables of the caller, numbered from encode.FirstUserTable: attributes of vertices or edges by their id, or
	// records of any kind. They are read by the option Own.
	Own []encode.Table
}

// WriteInfo is what Write wrote.
type WriteInfo struct {
	Bytes    int64
	Sections []encode.Section
	Meta     Meta // with the statistics
}

// Write writes the graph of the tables, which it does not change. It counts the statistics of Meta, numbers the facts by
// frequency, finds the special vertices and builds the spatial index. Equal tables give equal bytes.
func Write(w io.Writer, t *Tables, o WriteOptions) (WriteInfo, error) {
	out := *t
	if o.Lean {
		out.dropIDs()
	}
	if err := out.complete(); err != nil {
		return WriteInfo{}, err
	}
	if err := out.checkLines(); err != nil {
		return WriteInfo{}, err
	}
	g := graphInMemory(&out)
	out.Meta.Stats, out.Meta.Bounds = countStats(g), out.bounds()
	s, err := pack(g)
	if err != nil {
		return WriteInfo{}, fmt.Errorf("graph: %w", err)
	}
	schema, err := schemaWith(tablesOf(&out, s), o.Own)
	if err != nil {
		return WriteInfo{}, fmt.Errorf("graph: %w", err)
	}
	info, err := schema.Write(w)
	if err != nil {
		return WriteInfo{}, fmt.Errorf("graph: %w", err)
	}
	return WriteInfo{info.Bytes, info.Sections, out.Meta}, nil
}

// dropIDs leaves out the ids of OSM.
func (t *Tables) dropIDs() {
	t.Vertices.NodeID = encode.Col[int64]{}
	t.Ways.ID = encode.Col[int64]{}
	t.Restrictions.Relation = encode.Col[int64]{}
	t.StreetAreas.ID = encode.Col[int64]{}
}
