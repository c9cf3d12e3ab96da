package osm

import (
	"math"

	"graphbuild/geometry"
)

// noPoint stands in RefPoint for a position that the file does not give, or gives out of range. It is not Valid.
var noPoint = geometry.Point{Lon: math.MaxInt32, Lat: math.MaxInt32}

// Len returns the number of objects.
func (m *Meta) Len() int { return len(m.ID) }

// reset empties the block and keeps its memory.
func (b *Block) reset() {
	b.Strings = b.Strings[:0]
	b.Nodes.reset()
	b.Ways.reset()
	b.Relations.reset()
}

// finish gives the optional columns their full length.
func (b *Block) finish() {
	b.Nodes.finish()
	b.Ways.finish()
	b.Relations.finish()
}

func (m *Meta) reset() { m.ID, m.Version, m.Deleted = m.ID[:0], m.Version[:0], nil }

func (m *Meta) finish() {
	if m.Deleted != nil {
		m.Deleted = append(m.Deleted, make([]bool, len(m.ID)-len(m.Deleted))...)
	}
}

// add appends an object.
func (m *Meta) add(id int64, o objectInfo) {
	m.ID = append(m.ID, id)
	m.Version = append(m.Version, o.version)
	if o.deleted {
		m.markDeleted(len(m.ID) - 1)
	}
}

func (m *Meta) markDeleted(i int) {
	if n := i + 1 - len(m.Deleted); n > 0 {
		m.Deleted = append(m.Deleted, make([]bool, n)...)
	}
	m.Deleted[i] = true
}

// objectInfo is what we keep of an object's metadata.
type objectInfo struct {
	version int32
	deleted bool
}

// reset leaves the start of the first object: Start is always one longer than the objects.
func (t *Tags) reset() {
	t.Start = append(t.Start[:0], 0)
	t.Key, t.Value = t.Key[:0], t.Value[:0]
}

// close ends the tags of an object.
func (t *Tags) close() { t.Start = append(t.Start, uint32(len(t.Key))) }

func (c *NodeColumns) reset() {
	c.Meta.reset()
	c.Tags.reset()
	c.Point, c.Valid = c.Point[:0], nil
}

func (c *NodeColumns) finish() {
	c.Meta.finish()
	if c.Valid == nil {
		return
	}
	for len(c.Valid) < len(c.ID) {
		c.Valid = append(c.Valid, true)
	}
}

// invalidate marks the position of node i, which may be yet to come.
func (c *NodeColumns) invalidate(i int) {
	for len(c.Valid) <= i {
		c.Valid = append(c.Valid, true)
	}
	c.Valid[i] = false
}

func (c *WayColumns) reset() {
	c.Meta.reset()
	c.Tags.reset()
	c.RefStart = append(c.RefStart[:0], 0)
	c.Ref, c.RefPoint = c.Ref[:0], c.RefPoint[:0]
}

func (c *WayColumns) finish() {
	c.Meta.finish()
	if len(c.RefPoint) == 0 {
		c.RefPoint = nil
		return
	}
	c.fillRefPoints(len(c.Ref))
}

// fillRefPoints lengthens RefPoint to n, for refs without a position.
func (c *WayColumns) fillRefPoints(n int) {
	for len(c.RefPoint) < n {
		c.RefPoint = append(c.RefPoint, noPoint)
	}
}

func (c *RelationColumns) reset() {
	c.Meta.reset()
	c.Tags.reset()
	c.MemberStart = append(c.MemberStart[:0], 0)
	c.MemberType, c.MemberRef, c.MemberRole = c.MemberType[:0], c.MemberRef[:0], c.MemberRole[:0]
}
