package graph

// ShapeName returns the shape_id of a shape and the feed it is of; false where there is no such shape.
func (g *Graph) ShapeName(shape ShapeID) (feed FeedID, id string, ok bool) {
	g.mustBeOpen()
	i, t := int(shape), &g.tables.Shapes
	feeds, ids := &t.Feed, &t.ID
	if s := g.street.stored; s != nil {
		feeds, ids = &s.shapes.Feed, &s.shapes.ID
	}
	if i >= min(feeds.Len(), ids.Len()) {
		return 0, "", false
	}
	return feeds.At(i), ids.At(i), true
}
