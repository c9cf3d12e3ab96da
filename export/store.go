package export

import (
	"context"
	"fmt"
	"io"

	"graphbuild/encode"
	"graphbuild/graph"
	"graphbuild/tinkerpop"
)

// A property graph is stored in a graph file without streets, in five tables of its own. Elements that have the same label
// and the same properties with values of the same kinds have one shape, which lists the columns of values: an element takes
// the next value of each of them. So a column has values of one key and one kind, which pack well, and the order of
// properties, vertices and edges is kept.

// role says what the values of a column are.
type role uint8

// Roles. The numbers are stored and permanent.
const (
	roleID         role = iota // of the vertex or edge
	rolePropertyID             // of the property of a vertex that the next column has
	roleProperty               // of a vertex or an edge
	roleMeta                   // of the property of a vertex before
	numRoles
)

// propertyColumns are the columns of values, numbered by first use.
type propertyColumns struct {
	Role encode.Col[role]           `col:"role"`
	Key  encode.Strings             `col:"key"`
	Kind encode.Col[tinkerpop.Kind] `col:"kind"`
	Rows encode.Col[uint32]         `col:"rows"`
}

// propertyShapes are what elements have.
type propertyShapes struct {
	Label  encode.Strings      `col:"label"`
	Column encode.List[uint32] `col:"column"`
}

// propertyVertices are the vertices, with the rows of the edges out of them.
type propertyVertices struct {
	Shape encode.Col[uint32]  `col:"shape"`
	Out   encode.List[uint32] `col:"out"`
}

// propertyEdges are the edges, with the rows of the vertices at their ends.
type propertyEdges struct {
	Shape encode.Col[uint32] `col:"shape"`
	From  encode.Col[uint32] `col:"from"`
	To    encode.Col[uint32] `col:"to"`
}

// propertyValues are the values: all of column 0, then all of column 1 and so on, each where its kind belongs.
type propertyValues struct {
	Integer encode.Col[int64]  `col:"integer"`
	Float   encode.Col[uint64] `col:"float,unit=IEEE 754 bits"`
	Text    encode.Strings     `col:"text"`
}

// PropertyTables are the tables of a stored property graph. The zero value has none.
type PropertyTables struct {
	columns  propertyColumns
	shapes   propertyShapes
	vertices propertyVertices
	edges    propertyEdges
	values   propertyValues
}

// tables lists them for package graph.
func (p *PropertyTables) tables() []encode.Table {
	const first = encode.FirstUserTable
	return []encode.Table{
		{Number: first, Name: "property_columns", Version: 1, Row: &p.columns},
		{Number: first + 1, Name: "property_shapes", Version: 1, Row: &p.shapes},
		{Number: first + 2, Name: "property_vertices", Version: 1, Row: &p.vertices},
		{Number: first + 3, Name: "property_edges", Version: 1, Row: &p.edges},
		{Number: first + 4, Name: "property_values", Version: 1, Row: &p.values},
	}
}

// Option makes graph.Open and graph.Load read the tables, where the file has them.
func (p *PropertyTables) Option() graph.Option { return graph.Own(p.tables()...) }

// Stored reports whether the file that was opened holds a property graph.
func (p *PropertyTables) Stored() bool { return p.vertices.Shape.Len() > 0 }

// Store writes a property graph as a graph file.
func Store(w io.Writer, g *tinkerpop.Graph, meta graph.Meta) error {
	p := newPropertyPacker(g).pack()
	if _, err := graph.Write(w, &graph.Tables{Meta: meta}, graph.WriteOptions{Own: p.tables()}); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// WriteStored writes a stored property graph in a format of property graphs. It takes the graph to memory. Errors are those
// of Write, and a file that is damaged.
func WriteStored(ctx context.Context, w io.Writer, p *PropertyTables, o Options) error {
	f, err := writerOf(o.Format)
	if err != nil {
		return err
	}
	if o.Layers, err = f.layersOf(o.Layers); err != nil {
		return err
	}
	if f.properties == nil {
		return fmt.Errorf("export: the file holds a property graph, which format %s cannot write: take %s, %s or another of property graphs",
			f.format, GraphSON, GraphBinary)
	}
	g, err := p.Graph()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	s := newSink(ctx, w)
	if err := f.properties(s, g, o); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return s.end()
}
