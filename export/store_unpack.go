package export

import (
	"fmt"

	"graphbuild/tinkerpop"
)

func errProperties(format string, args ...any) error {
	return fmt.Errorf("stored property graph: %w", fmt.Errorf(format, args...))
}

// propertyUnpacker makes a property graph of tables.
type propertyUnpacker struct {
	p       *PropertyTables
	columns []valueCursor
	shapes  [][]uint32
	values  expanded
	b       tinkerpop.Builder
}

// Graph returns the property graph in memory. An error tells what is damaged.
func (p *PropertyTables) Graph() (*tinkerpop.Graph, error) {
	columns, err := p.cursors()
	if err != nil {
		return nil, err
	}
	shapes, err := p.shapesOf(len(columns))
	if err != nil {
		return nil, err
	}
	u := propertyUnpacker{p: p, columns: columns, shapes: shapes}
	u.values = expanded{p.values.Integer.Slice(), p.values.Float.Slice(), &p.values.Text}
	if err := u.vertices(); err != nil {
		return nil, err
	}
	if err := u.edges(); err != nil {
		return nil, err
	}
	g, err := u.b.Graph()
	if err != nil {
		return nil, errProperties("%w", err)
	}
	return g, nil
}

// vertices adds the vertices and the order of the edges at each.
func (u *propertyUnpacker) vertices() error {
	t := &u.p.vertices
	start := make([]uint32, 1, t.Shape.Len()+1)
	var out []uint32
	var v tinkerpop.Vertex
	for i := range min(t.Shape.Len(), t.Out.Len()) {
		if err := u.vertex(&v, t.Shape.At(i)); err != nil {
			return err
		}
		if err := u.b.AddVertex(&v); err != nil {
			return errProperties("%w", err)
		}
		out = t.Out.AppendRow(out, i)
		start = append(start, uint32(len(out)))
	}
	u.b.Out(start, out)
	return nil
}

// vertex fills a vertex of a shape.
func (u *propertyUnpacker) vertex(v *tinkerpop.Vertex, shape uint32) error {
	*v = tinkerpop.Vertex{Properties: v.Properties[:0]}
	var id tinkerpop.Value // of the next property
	return u.each(shape, &v.Label, func(c *valueCursor, x tinkerpop.Value) error {
		switch c.role {
		case roleID:
			v.ID = x
		case rolePropertyID:
			id = x
		case roleProperty:
			v.Properties = append(v.Properties, tinkerpop.VertexProperty{ID: id, Key: c.key, Value: x})
		case roleMeta:
			if len(v.Properties) == 0 {
				return errProperties("shape %d begins with a property of a property", shape)
			}
			last := &v.Properties[len(v.Properties)-1]
			last.Meta = append(last.Meta, tinkerpop.Property{Key: c.key, Value: x})
		}
		return nil
	})
}

// edges adds the edges.
func (u *propertyUnpacker) edges() error {
	t := &u.p.edges
	var e tinkerpop.Edge
	vertices := u.b.IDs()
	for i := range min(t.Shape.Len(), t.From.Len(), t.To.Len()) {
		from, to := int(t.From.At(i)), int(t.To.At(i))
		if max(from, to) >= len(vertices) {
			return errProperties("edge %d is from vertex %d to %d, of %d", i, from, to, len(vertices))
		}
		e = tinkerpop.Edge{Out: vertices[from], In: vertices[to], Properties: e.Properties[:0]}
		err := u.each(t.Shape.At(i), &e.Label, func(c *valueCursor, x tinkerpop.Value) error {
			switch c.role {
			case roleID:
				e.ID = x
			case roleProperty:
				e.Properties = append(e.Properties, tinkerpop.Property{Key: c.key, Value: x})
			default:
				return errProperties("edge %d has a column of the role %d", i, c.role)
			}
			return nil
		})
		if err != nil {
			return err
		}
		u.b.AddEdge(&e)
	}
	return nil
}

// each takes the next value of all columns of a shape.
func (u *propertyUnpacker) each(shape uint32, label *string, take func(*valueCursor, tinkerpop.Value) error) error {
	if int(shape) >= len(u.shapes) {
		return errProperties("shape %d, of %d", shape, len(u.shapes))
	}
	*label = u.p.shapes.Label.At(int(shape))
	for _, n := range u.shapes[shape] {
		c := &u.columns[n]
		x, ok := u.values.value(c)
		if !ok {
			return errProperties("column %d has too few rows", n)
		}
		if err := take(c, x); err != nil {
			return err
		}
	}
	return nil
}
