package route

import (
	"math"

	"graphbuild/facts"
	"graphbuild/graph"
)

// numLandmarks is the number of landmarks of a mode.
const numLandmarks = 8

// far stands for a time to or from a landmark that is not known, in ms.
const far = math.MaxUint32

// landmarks are vertices at the rim of the network with the times to and from all others. By the triangle inequality they
// bound the time between any two (A. Goldberg, C. Harrelson, Computing the Shortest Path: A* Search Meets Graph Theory,
// 2005). The times keep no rule for turns and pass limited edges, so that they are never too long.
type landmarks struct {
	times []marks // by vertex
}

// marks are the times of a vertex, in ms: one cache line.
type marks struct {
	to, from [numLandmarks]uint32
}

// Prepare spends memory to make searches of a mode two to three times faster. It expands the hierarchy of the mode, if the file has
// one: 16 bytes a vertex and 12 an arc of it. For searches without, it measures the times to some landmarks, in about as
// long as 25 queries take: 64 bytes a street vertex. It must not be called while searches of the router are under way, and
// only searches made afterwards gain from it. Calling it again does nothing.
func (r *Router) Prepare(m facts.Mode) {
	d := r.mode(m)
	if d.landmarks != nil {
		return
	}
	d.landmarks = newLandmarks(r.g, d)
	if f := r.fastOf(m); f != nil {
		d.fast.fast = &fast{copies: f.copies, graph: f.graph.Expand()}
	}
}

// cutOff reports whether there is surely no way: a landmark reaches all starts and no target, or is reached the other way
// round.
func (l *landmarks) cutOff(from, to []place) bool {
	for i := range from {
		s := &l.times[from[i].arc.To]
		for j := range to {
			t := &l.times[to[j].tail]
			if from[i].arc.Edge == to[j].arc.Edge || !s.apart(t) {
				return false
			}
		}
	}
	return true
}

// apart reports whether the times tell that there is no way from s to t.
func (s *marks) apart(t *marks) bool {
	for i := range numLandmarks {
		if s.from[i] != far && t.from[i] == far || s.to[i] == far && t.to[i] != far {
			return true
		}
	}
	return false
}

// newLandmarks takes in turn the vertex that is farthest from those taken before.
func newLandmarks(g *graph.Graph, m *modeData) *landmarks {
	n := g.NumStreetVertices()
	l := &landmarks{times: make([]marks, n)}
	f := flood{g: g, m: m, ms: make([]uint32, n)}
	nearest := make([]uint32, n)
	for v := range nearest {
		nearest[v] = far
	}
	at := anyOfLargest(g, m)
	f.run(at, false)
	at = farthest(g, m, f.ms)
	for i := range numLandmarks {
		f.run(at, true)
		for v := range l.times {
			l.times[v].to[i] = f.ms[v]
		}
		f.run(at, false)
		for v := range l.times {
			l.times[v].from[i] = f.ms[v]
			nearest[v] = min(nearest[v], f.ms[v])
		}
		at = farthest(g, m, nearest)
	}
	return l
}

// anyOfLargest returns a vertex of the largest component.
func anyOfLargest(g *graph.Graph, m *modeData) graph.VertexID {
	for v := range graph.VertexID(g.NumStreetVertices()) {
		if g.Component(v, m.mode) == 0 {
			return v
		}
	}
	return 0
}

// farthest returns the vertex of the largest component with the longest time that is known.
func farthest(g *graph.Graph, m *modeData, ms []uint32) graph.VertexID {
	best, longest := graph.VertexID(0), uint32(0)
	for v, t := range ms {
		if t != far && t > longest && g.Component(graph.VertexID(v), m.mode) == 0 {
			best, longest = graph.VertexID(v), t
		}
	}
	return best
}

// flood finds the times from a vertex to all, or from all to it.
type flood struct {
	g     *graph.Graph
	m     *modeData
	ms    []uint32
	queue heap
	arcs  []graph.Arc
}

func (f *flood) run(start graph.VertexID, backward bool) {
	for v := range f.ms {
		f.ms[v] = far
	}
	if int(start) >= len(f.ms) {
		return
	}
	f.ms[start] = 0
	f.queue = append(f.queue[:0], queued{head: start})
	for len(f.queue) > 0 {
		q := f.queue.pop()
		if q.cost > uint64(f.ms[q.head]) {
			continue
		}
		if backward {
			f.arcs = f.g.AppendArcsIn(f.arcs[:0], q.head)
		} else {
			f.arcs = f.g.AppendArcs(f.arcs[:0], q.head)
		}
		for _, a := range f.arcs {
			p := f.m.paceOf(a)
			if p == 0 {
				continue
			}
			if cost := q.cost + f.m.ms(f.g, a, p); cost < uint64(f.ms[a.To]) {
				f.ms[a.To] = uint32(cost)
				f.queue.push(queued{bound: cost, cost: cost, head: a.To})
			}
		}
	}
}

// aim returns the marks of a target that is reached by one of some edges: to it not less, from it not more than of any.
func (l *landmarks) aim(to []place) marks {
	var t marks
	for i := range t.from {
		t.from[i] = far
	}
	for _, p := range to {
		x := &l.times[p.tail]
		for i := range t.to {
			t.to[i], t.from[i] = max(t.to[i], x.to[i]), min(t.from[i], x.from[i])
		}
	}
	return t
}

// aimBack returns the marks of a start from which the trip follows one of some edges: to it not more, from it not less than of
// any.
func (l *landmarks) aimBack(from []place) marks {
	var t marks
	for i := range t.to {
		t.to[i] = far
	}
	for _, p := range from {
		x := &l.times[p.arc.To]
		for i := range t.to {
			t.to[i], t.from[i] = min(t.to[i], x.to[i]), max(t.from[i], x.from[i])
		}
	}
	return t
}

// bound returns a time that no way from v to the target takes less than, in ms.
func (l *landmarks) bound(v graph.VertexID, target *marks) uint64 {
	return uint64(l.times[v].bound(target))
}

// bound returns a time that no way between the places of two marks takes less than, in ms.
func (x *marks) bound(target *marks) uint32 {
	least := uint32(0)
	for i := range numLandmarks {
		if x.to[i] != far && x.to[i] > target.to[i] {
			least = max(least, x.to[i]-target.to[i])
		}
		if target.from[i] != far && x.from[i] < target.from[i] {
			least = max(least, target.from[i]-x.from[i])
		}
	}
	return least
}
