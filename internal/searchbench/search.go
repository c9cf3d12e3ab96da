package main

import (
	"math"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// state is what a search knows of a vertex.
type state struct {
	cost  uint64
	prev  graph.EdgeID // by which it was reached
	stamp uint32
}

// queued is a vertex in the queue.
type queued struct {
	bound, cost uint64
	vertex      graph.VertexID
}

// search has the memory of all forms.
type search struct {
	states  []state
	stamp   uint32
	queue   []queued
	settled int
	target  geometry.Point
	cos     float64
	star    bool
}

func (s *search) reset(target geometry.Point) {
	s.stamp++
	s.queue = s.queue[:0]
	s.target, s.cos = target, math.Cos(float64(target.Lat)*math.Pi/180/1e7)
}

// metresPerUnit is the length of 1e-7 degrees of latitude; topPace the units of cost for a metre at top speed.
const (
	metresPerUnit = 6371008.8 * math.Pi / 180 / 1e7
	topPace       = 10 * (360 << paceShift) / 140 * 0.98
)

// bound is a lower bound of the cost from a point: the straight line at top speed, near enough for a benchmark.
func (s *search) bound(p geometry.Point) uint64 {
	if !s.star {
		return 0
	}
	y, x := float64(p.Lat-s.target.Lat), float64(p.Lon-s.target.Lon)*s.cos
	return uint64(math.Sqrt(x*x+y*y) * (metresPerUnit * topPace))
}

// reach notes a way to a vertex, and reports whether it is the best so far.
func (s *search) reach(v graph.VertexID, prev graph.EdgeID, cost uint64) bool {
	x := &s.states[v]
	if x.stamp == s.stamp && x.cost <= cost {
		return false
	}
	*x = state{cost, prev, s.stamp}
	return true
}

// overSlices searches over plain slices.
func (s *search) overSlices(c *plainSlices, from, to graph.VertexID) uint64 {
	s.reset(c.point[to])
	s.reach(from, graph.NoEdge, 0)
	s.push(queued{vertex: from})
	for len(s.queue) > 0 {
		q := s.pop()
		if s.states[q.vertex].cost != q.cost {
			continue
		}
		s.settled++
		if q.vertex == to {
			return q.cost
		}
		for e, end := c.first[q.vertex], c.first[q.vertex+1]; e < end; e++ {
			p := c.pace[c.kind[e]]
			if p == 0 {
				continue
			}
			cost := q.cost + uint64(c.length[e])*uint64(p)
			if t := graph.VertexID(c.to[e]); s.reach(t, graph.EdgeID(c.edge[e]), cost) {
				s.push(queued{cost + s.bound(c.point[t]), cost, t})
			}
		}
	}
	return math.MaxUint64
}

// overExpanded searches over an expanded graph.
func (s *search) overExpanded(c *graph.Slices, pace []uint32, ends [2]graph.VertexID) uint64 {
	s.reset(c.Point[ends[1]])
	s.reach(ends[0], graph.NoEdge, 0)
	s.push(queued{vertex: ends[0]})
	for len(s.queue) > 0 {
		q := s.pop()
		if s.states[q.vertex].cost != q.cost {
			continue
		}
		s.settled++
		if q.vertex == ends[1] {
			return q.cost
		}
		for e, end := c.First[q.vertex], c.First[q.vertex+1]; e < end; e++ {
			p := pace[c.Kind[e]]
			if p == 0 {
				continue
			}
			cost := q.cost + uint64(c.LengthDM[e])*uint64(p)
			if t := c.To[e]; s.reach(t, c.Edge[e], cost) {
				s.push(queued{cost + s.bound(c.Point[t]), cost, t})
			}
		}
	}
	return math.MaxUint64
}

// overGraph searches over a graph whose file is read in place.
func (s *search) overGraph(g *graph.ArcReader, pace []uint32, ends [2]graph.VertexID) uint64 {
	s.reset(g.Point(ends[1]))
	s.reach(ends[0], graph.NoEdge, 0)
	s.push(queued{vertex: ends[0]})
	for len(s.queue) > 0 {
		q := s.pop()
		if s.states[q.vertex].cost != q.cost {
			continue
		}
		s.settled++
		if q.vertex == ends[1] {
			return q.cost
		}
		arcs := g.Out(q.vertex)
		for i := range arcs {
			a := &arcs[i]
			p := pace[2*uint32(a.Facts)+uint32(a.Edge&1)]
			if p == 0 {
				continue
			}
			cost := q.cost + uint64(a.LengthDM)*uint64(p)
			if s.reach(a.To, a.Edge, cost) {
				bound := cost
				if s.star {
					bound += s.bound(g.Point(a.To))
				}
				s.push(queued{bound, cost, a.To})
			}
		}
	}
	return math.MaxUint64
}

// push and pop are those of a heap with four children a node.
func (s *search) push(q queued) {
	s.queue = append(s.queue, q)
	list := s.queue
	i := len(list) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if list[parent].bound <= q.bound {
			break
		}
		list[i] = list[parent]
		i = parent
	}
	list[i] = q
}

func (s *search) pop() queued {
	list := s.queue
	top, last := list[0], list[len(list)-1]
	list = list[:len(list)-1]
	s.queue = list
	i := 0
	for first := 1; first < len(list); first = 4*i + 1 {
		best := first
		for c := first + 1; c < min(first+4, len(list)); c++ {
			if list[c].bound < list[best].bound {
				best = c
			}
		}
		if list[best].bound >= last.bound {
			break
		}
		list[i] = list[best]
		i = best
	}
	if len(list) > 0 {
		list[i] = last
	}
	return top
}
