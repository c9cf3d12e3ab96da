package hierarchy

// metric has a cost for each arc of a topology: up from the lower rank, down to it.
type metric struct {
	*Topology
	up, down       []uint32
	viaUp, viaDown []uint32 // a label of the network, or shortcut plus the rank of a lower node in between
}

// shortcut marks a via that is no label.
const shortcut = 1 << 31

// Customize returns the hierarchy for the costs of the arcs, which must be those of the topology or some of them.
// It takes 24 bytes an arc of the topology for the time being.
func (t *Topology) Customize(arcs []Arc) *Graph {
	m := t.metric(arcs)
	m.contract()
	basicUp, basicDown := append([]uint32(nil), m.up...), append([]uint32(nil), m.down...)
	m.perfect()
	return m.graph(basicUp, basicDown)
}

// metric gives the arcs the costs of the network.
func (t *Topology) metric(arcs []Arc) *metric {
	n := len(t.head)
	m := &metric{t, filled(uint32(n)), filled(uint32(n)), make([]uint32, n), make([]uint32, n)}
	for _, a := range arcs {
		x, y := t.rank[a.Tail], t.rank[a.Head]
		switch {
		case x < y:
			if i := t.arcAt(x, y); a.Cost < m.up[i] {
				m.up[i], m.viaUp[i] = a.Cost, a.Label
			}
		case x > y:
			if i := t.arcAt(y, x); a.Cost < m.down[i] {
				m.down[i], m.viaDown[i] = a.Cost, a.Label
			}
		}
	}
	return m
}

// contract lowers the cost of each arc to that of the best way by lower ranks.
func (m *metric) contract() {
	for x := range uint32(len(m.parent)) {
		m.triangles(x, func(i, j, k uint32) {
			if c := sum(m.down[i], m.up[j]); c < m.up[k] {
				m.up[k], m.viaUp[k] = c, shortcut|x
			}
			if c := sum(m.down[j], m.up[i]); c < m.down[k] {
				m.down[k], m.viaDown[k] = c, shortcut|x
			}
		})
	}
}

// perfect lowers the cost of each arc to that of the best way at all.
func (m *metric) perfect() {
	for x := uint32(len(m.parent)); x > 0; x-- {
		m.triangles(x-1, func(i, j, k uint32) {
			m.up[i] = min(m.up[i], sum(m.up[j], m.down[k]))
			m.up[j] = min(m.up[j], sum(m.up[i], m.up[k]))
			m.down[i] = min(m.down[i], sum(m.up[k], m.down[j]))
			m.down[j] = min(m.down[j], sum(m.down[k], m.down[i]))
		})
	}
}

// triangles visits the arcs x-y, x-z and y-z for all y and z that x leads to.
func (m *metric) triangles(x uint32, visit func(xy, xz, yz uint32)) {
	end := m.first[x+1]
	for i := m.first[x]; i < end; i++ {
		k := m.first[m.head[i]]
		for j := i + 1; j < end; j++ {
			for m.head[k] != m.head[j] {
				k++
			}
			visit(i, j, k)
		}
	}
}

// sum adds two costs.
func sum(a, b uint32) uint32 {
	if c := a + b; c >= a {
		return c
	}
	return Inf
}

// graph leaves out the arcs that a way by higher ranks betters.
func (m *metric) graph(basicUp, basicDown []uint32) *Graph {
	n := len(m.parent)
	g := &Graph{n: uint32(n), rank: m.rank, parent: m.parent}
	g.up.first, g.down.first = make([]uint32, n+1), make([]uint32, n+1)
	for x := range n {
		for i := m.first[x]; i < m.first[x+1]; i++ {
			if c := basicUp[i]; c != Inf && c == m.up[i] {
				g.up.arcs = append(g.up.arcs, upArc{m.head[i], c, m.viaUp[i]})
			}
			if c := basicDown[i]; c != Inf && c == m.down[i] {
				g.down.arcs = append(g.down.arcs, upArc{m.head[i], c, m.viaDown[i]})
			}
		}
		g.up.first[x+1], g.down.first[x+1] = uint32(len(g.up.arcs)), uint32(len(g.down.arcs))
	}
	return g
}
