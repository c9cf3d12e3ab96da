package graph

import (
	"cmp"
	"fmt"
	"slices"

	"graphbuild/encode"
)

// Attacher is a table of a caller that wants to know the graph that it belongs to. Open, Load and OpenReaderAt call
// AttachGraph on the rows given to Own, where they have the method, when all tables are decoded and the graph is complete: in
// the order of the tables in the file, then on those that the file does not hold, in the order given. An error ends opening.
type Attacher interface{ AttachGraph(g *Graph) error }

// Bound can be embedded in a table of a caller. It makes it an Attacher that keeps the graph, and that belongs to one graph at
// most.
type Bound struct{ g *Graph }

// AttachGraph binds the table to a graph. It gives ErrAttached when the table belongs to one already.
func (b *Bound) AttachGraph(g *Graph) error {
	if b.g != nil {
		return ErrAttached
	}
	b.g = g
	return nil
}

// Graph returns the graph of the table, nil before it was read.
func (b *Bound) Graph() *Graph { return b.g }

// checkOwn refuses tables of a caller whose numbers are not for callers.
func checkOwn(own []encode.Table) error {
	for _, t := range own {
		if t.Number < encode.FirstUserTable {
			return fmt.Errorf("table %s has number %d, those of your own begin at %d", t.Name, t.Number, encode.FirstUserTable)
		}
	}
	return nil
}

// attachOwn tells the tables of a caller the graph.
func (g *Graph) attachOwn(own []encode.Table) error {
	if len(own) == 0 {
		return nil
	}
	inFile, err := g.file.Tables()
	if err != nil {
		return err
	}
	place := func(t encode.Table) int {
		at := slices.IndexFunc(inFile, func(i encode.TableInfo) bool { return i.Name == t.Name && i.Version == t.Version })
		if at < 0 {
			return len(inFile)
		}
		return at
	}
	own = slices.Clone(own)
	slices.SortStableFunc(own, func(a, b encode.Table) int { return cmp.Compare(place(a), place(b)) })
	for _, t := range own {
		if a, ok := t.Row.(Attacher); ok {
			if err := a.AttachGraph(g); err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// schemaWith returns the schema of all tables.
func schemaWith(tables, own []encode.Table) (*encode.Schema, error) {
	if err := checkOwn(own); err != nil {
		return nil, err
	}
	return encode.NewSchema(append(tables, own...)...)
}
