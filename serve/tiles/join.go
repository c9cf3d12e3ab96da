package tiles

import (
	"cmp"
	"maps"
	"slices"

	"github.com/paulmach/orb"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// alike is what streets that are joined have in common. A field of parts is a component plus 1, 0 where the mode may not go.
type alike struct {
	class      facts.Class
	modes      [len(routedModes)]uint8
	components [len(routedModes)]uint32
	name       string
}

func compareAlike(a, b alike) int {
	return cmp.Or(cmp.Compare(a.class, b.class), slices.Compare(a.modes[:], b.modes[:]),
		slices.Compare(a.components[:], b.components[:]), cmp.Compare(a.name, b.name))
}

// nameZoom is where streets that are joined begin to have names.
const nameZoom = 9

// alike returns what a street is joined by. Which way a street is open does not count, since a joined line has no direction.
func (d *drawing) alike(x *street) alike {
	a := alike{class: x.facts.Class}
	for i, m := range routedModes {
		switch directions(x.facts, m.mode) {
		case 1, 2:
			a.modes[i] = 1
		case 3:
			a.modes[i] = 3
		}
		if c, ok := d.component(x, m.mode); ok && a.modes[i] != 0 {
			a.components[i] = uint32(c) + 1
		}
	}
	if d.zoom >= nameZoom {
		_, a.name, _ = d.g.WayOf(x.pair.Way)
	}
	return a
}

// join adds a feature for all streets that are alike, those that meet being made one line.
func (d *drawing) join(l *layerWriter, found []street) {
	groups := map[alike][]*street{}
	for i := range found {
		k := d.alike(&found[i])
		groups[k] = append(groups[k], &found[i])
	}
	for _, k := range slices.SortedFunc(maps.Keys(groups), compareAlike) {
		var parts orb.MultiLineString
		for _, line := range chains(groups[k]) {
			parts = append(parts, d.frame.lines(line, false)...)
		}
		if len(parts) > 0 {
			k.write(l)
			l.lines(noID, parts)
		}
	}
}

// write adds what the streets have in common as properties.
func (k alike) write(l *layerWriter) {
	l.text("class", k.class.String())
	l.text("name", label(k.name))
	for i, m := range routedModes {
		if k.modes[i] != 0 {
			l.number(m.name, int64(k.modes[i]))
		}
		if k.components[i] != 0 {
			l.number(m.part, int64(k.components[i]-1))
		}
	}
}

// chains joins lines that meet at a vertex, as far as it goes: where several do, the first by number.
func chains(streets []*street) [][]geometry.Point {
	c := chainer{streets: streets, at: map[graph.VertexID][]int{}, used: make([]bool, len(streets))}
	for i, x := range streets {
		c.at[x.pair.From] = append(c.at[x.pair.From], i)
		c.at[x.pair.To] = append(c.at[x.pair.To], i)
	}
	var out [][]geometry.Point
	for i, x := range streets {
		if !c.used[i] {
			c.used[i] = true
			back := c.extend(nil, x.pair.From)
			slices.Reverse(back)
			out = append(out, c.extend(append(back, x.line...), x.pair.To))
		}
	}
	return out
}

// chainer joins lines; at has the streets at a vertex.
type chainer struct {
	streets []*street
	at      map[graph.VertexID][]int
	used    []bool
}

// extend appends the lines that go on from v.
func (c *chainer) extend(line []geometry.Point, v graph.VertexID) []geometry.Point {
	for {
		i := slices.IndexFunc(c.at[v], func(i int) bool { return !c.used[i] })
		if i < 0 {
			return line
		}
		next := c.at[v][i]
		c.used[next] = true
		x := c.streets[next]
		if x.pair.From == v {
			line, v = append(line, x.line...), x.pair.To
		} else {
			slices.Reverse(x.line)
			line, v = append(line, x.line...), x.pair.From
		}
	}
}
