package build

import (
	"context"
	"slices"

	"graphbuild/osm"
	"graphbuild/osm/tags"
)

// ringSet has the ids of the ways that bound areas, sorted.
type ringSet struct {
	ids []int64
}

func (s *ringSet) has(id int64) bool {
	if len(s.ids) == 0 {
		return false
	}
	_, ok := slices.BinarySearch(s.ids, id)
	return ok
}

// ringsOf returns the members that bound the areas among relations.
func (r *run) ringsOf(relations []relation) ringSet {
	var ids []int64
	for i := range relations {
		for _, m := range ringMembers(&relations[i]) {
			ids = append(ids, m.ref)
		}
	}
	slices.Sort(ids)
	return ringSet{slices.Compact(ids)}
}

// ringMembers returns the ways that bound an area, none of other relations.
func ringMembers(rel *relation) []member {
	if rel.tags.Area == nil {
		return nil
	}
	var list []member
	for _, m := range rel.members {
		if m.kind == osm.WayMember && (m.role == "" || m.role == "outer" || m.role == "inner") {
			list = append(list, m)
		}
	}
	return list
}

// scanRings reads those ways that bound areas of relations that came too late for the pass over ways, in files that are
// not sorted.
func (r *run) scanRings(ctx context.Context, files []*source) error {
	known := r.rings
	all := r.ringsOf(r.relations)
	all.ids = slices.DeleteFunc(all.ids, known.has)
	if len(all.ids) == 0 {
		return nil
	}
	r.rings = all
	r.ways.keep(func(row int) bool { // what is read again
		f := r.ways.facts[row]
		return f != noFacts && f != wallFacts || !all.has(r.ways.id[row])
	})
	for number, s := range files {
		c := newCollector(r, number, false)
		keep := func(seq int) bool { return r.rings.meets(s.wayBlocks[seq]) }
		err := osm.ScanSome(ctx, s.file, osm.Ways, keep, func(b *osm.Block) (*batch, error) { return c.processRings(b), nil }, c.deliver)
		if err != nil {
			return err
		}
	}
	return nil
}

// processRings keeps the ways that bound areas and are no streets.
func (c *collector) processRings(b *osm.Block) *batch {
	out := c.batch()
	out.ids = rangeOf(nil)
	var reader *tags.Reader
	for i, id := range b.Ways.ID {
		if !c.run.rings.has(id) || b.Ways.IsDeleted(i) {
			continue
		}
		if reader == nil {
			reader = c.reader()
			defer c.readers.Put(reader)
			reader.Block(b)
		}
		if _, street := reader.Way(i); !street {
			c.processWay(out, b, reader, i)
		}
	}
	return out
}

// idRange is the smallest and the largest id of the ways in a block.
type idRange struct{ low, high int64 }

func rangeOf(ids []int64) idRange {
	if len(ids) == 0 {
		return idRange{1, 0}
	}
	return idRange{slices.Min(ids), slices.Max(ids)}
}

// meets reports whether an id of the set lies in a range.
func (s *ringSet) meets(x idRange) bool {
	i, _ := slices.BinarySearch(s.ids, x.low)
	return i < len(s.ids) && s.ids[i] <= x.high
}

// joinRings gives the ways that bound an area and are no streets the facts and the name of its relation, the first by id.
func (r *run) joinRings() {
	t := &r.ways
	for i := range r.relations {
		rel := &r.relations[i]
		for _, m := range ringMembers(rel) {
			if row, ok := r.wayRow(m.ref); ok && t.facts[row] == ringFacts {
				t.facts[row] = r.facts.row(rel.tags.Area.Edge)
				t.name[row] = r.names.row(rel.tags.Area.Name)
			}
		}
	}
	r.rings = ringSet{}
}
