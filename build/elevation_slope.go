package build

import (
	"slices"

	"graphbuild/graph"
)

const (
	maxSpreads = 2000  // rounds; a chain needs about one for each vertex
	spreadEnd  = 1e-20 // so much of the square of what is missing at the start is as good as none
)

// spread gives each vertex in the air the weighted mean of those around it, which makes an even slope of a chain of pairs.
// Vertices that no known height reaches stay unknown.
//
// Memory: 44 bytes a vertex in the air, and 12 for each pair that ends there.
func (h *heights) spread() {
	m := h.means()
	m.solve()
	for i, v := range m.vertex {
		h.height[v], h.state[v] = m.height[i], known
	}
}

// means are the equations that a height is the mean of those around it, a row for each vertex that a known height reaches.
type means struct {
	vertex []graph.VertexID
	height []float64
	given  []float64 // weighted sum of the known heights around
	weight []float64 // sum of the weights around
	start  []int     // one more row: the others around, in the next two
	other  []int32   // row
	share  []float64 // its weight
}

func (h *heights) means() *means {
	m := &means{start: []int{0}}
	row := h.reached()
	for _, v := range h.inner {
		if _, ok := row[v]; ok {
			m.vertex = append(m.vertex, v)
			row[v] = int32(len(m.vertex) - 1)
		}
	}
	for _, v := range m.vertex {
		given, weight := 0.0, 0.0
		for _, n := range h.around[v] {
			if other, ok := row[n.vertex]; ok {
				m.other, m.share = append(m.other, other), append(m.share, n.weight)
			} else if h.state[n.vertex] == known {
				given += float64(n.weight * h.height[n.vertex])
			} else {
				continue
			}
			weight += n.weight
		}
		m.given, m.weight = append(m.given, given), append(m.weight, weight)
		m.start = append(m.start, len(m.other))
	}
	m.height = make([]float64, len(m.vertex))
	return m
}

// reached returns the vertices in the air that pairs in the air lead to from a known height.
func (h *heights) reached() map[graph.VertexID]int32 {
	row := map[graph.VertexID]int32{}
	var queue []graph.VertexID
	enter := func(from graph.VertexID) {
		for _, n := range h.around[from] {
			if _, again := row[n.vertex]; !again && h.state[n.vertex] == inAir {
				row[n.vertex] = 0
				queue = append(queue, n.vertex)
			}
		}
	}
	for v, state := range h.state {
		if state == known {
			enter(graph.VertexID(v))
		}
	}
	for len(queue) > 0 {
		last := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		enter(last)
	}
	return row
}

// solve finds the heights by conjugate gradients: M. Hestenes and E. Stiefel, Methods of conjugate gradients for solving
// linear systems, 1952, each row divided by its weight.
func (m *means) solve() {
	n := len(m.vertex)
	missing, step, change := slices.Clone(m.given), make([]float64, n), make([]float64, n)
	square := 0.0
	for i := range n {
		step[i] = missing[i] / m.weight[i]
		square += float64(missing[i] * step[i])
	}
	end := square * spreadEnd
	for range maxSpreads {
		if square <= end {
			return
		}
		far, before := square/m.apply(step, change), square
		square = 0
		for i := range n {
			m.height[i] += float64(far * step[i])
			missing[i] -= float64(far * change[i])
			square += missing[i] * missing[i] / m.weight[i]
		}
		for i := range n {
			step[i] = missing[i]/m.weight[i] + float64(square/before*step[i])
		}
	}
}

// apply sets what a step of the heights changes in the equations, and returns the product of both.
func (m *means) apply(step, change []float64) (product float64) {
	for i := range change {
		change[i] = float64(m.weight[i] * step[i])
		for k := m.start[i]; k < m.start[i+1]; k++ {
			change[i] -= float64(m.share[k] * step[m.other[k]])
		}
		product += float64(step[i] * change[i])
	}
	return product
}
