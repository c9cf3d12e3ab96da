package build

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
)

// accessRow is a row of the table of access in the making.
type accessRow struct {
	vertex  graph.VertexID
	pass    facts.Modes
	limited facts.Modes // may pass, but only on the way to what lies behind
	typ     facts.VertexType
}

// closeGates stops the modes for which a gate is private, or open to visitors only, where both of its sides reach each
// other without it over streets for all: then nobody needs the gate but to pass through, which it is not for. A gate that is
// the only way to what lies behind it stays open.
func (r *run) closeGates(rows []accessRow) {
	for m := facts.Walk; m <= facts.Car; m++ {
		var gates []int
		for i, row := range rows {
			if row.limited.Has(m) && row.pass.Has(m) {
				gates = append(gates, i)
			}
		}
		if len(gates) > 0 {
			r.closeGatesOf(m, rows, gates)
		}
	}
}

// closeGatesOf closes some of the gates, which are numbers of rows, to a mode and to those that use the same streets.
func (r *run) closeGatesOf(m facts.Mode, rows []accessRow, gates []int) {
	n := len(r.tables.Vertices.Point)
	c := connector{tables: &r.tables, mode: m, sets: newSets(n), touched: make([]bool, n), blocked: make([]bool, n), through: true}
	for _, row := range rows {
		c.blocked[row.vertex] = !row.pass.Has(m)
	}
	for _, i := range gates {
		c.blocked[rows[i].vertex] = true
	}
	c.joinCycles(c.joinTwoWay())
	sides := r.sidesOf(m, c.blocked)
	for _, i := range gates {
		row := &rows[i]
		if s := sides[row.vertex]; len(s) >= 2 && c.allJoined(s) {
			row.pass &^= alike[m]
		}
	}
}

// alike are the modes that a gate closed to one stops too.
var alike = [...]facts.Modes{
	facts.Walk: facts.ModesOf(facts.Walk, facts.Wheelchair), facts.Bike: facts.ModesOf(facts.Bike), facts.Car: facts.ModesOf(facts.Car, facts.HGV),
}

// allJoined reports whether vertices are in one set.
func (c *connector) allJoined(vertices []graph.VertexID) bool {
	first := c.sets.find(uint32(vertices[0]))
	return !slices.ContainsFunc(vertices, func(v graph.VertexID) bool { return c.sets.find(uint32(v)) != first })
}

// sidesOf returns the neighbours of each marked vertex along streets of a mode.
func (r *run) sidesOf(m facts.Mode, marked []bool) map[graph.VertexID][]graph.VertexID {
	sides := map[graph.VertexID][]graph.VertexID{}
	p := &r.tables.Pairs
	for pair, a := range p.From {
		b := p.To[pair]
		if !marked[a] && !marked[b] {
			continue
		}
		if modes := r.tables.Facts[p.Facts[pair]].Modes; !(modes[0] | modes[1]).Has(m) {
			continue
		}
		if marked[a] {
			sides[a] = append(sides[a], b)
		}
		if marked[b] {
			sides[b] = append(sides[b], a)
		}
	}
	return sides
}
